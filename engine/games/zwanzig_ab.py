"""Zwanzig ab: each for himself from twenty down to zero; docs/rules.md has its rules (ZA…) and their sources."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from engine.cards import BAVARIAN_32, Card, Cards, Rank, Seat, Trump
from engine.events import Announced, Exchanged, Fact, UpcardTurned
from engine.games._countdown import FoldingGame, account_changes, hearts_factor
from engine.rules.book import read_book
from engine.rules.card_rules import Ladder
from engine.rules.deal import Deal, DealScore, Standing
from engine.rules.game import Phase, Step
from engine.rules.known_hands import Dealing, KnownHolding, Place
from engine.text import Words

TENS_HIGH: tuple[Rank, ...] = ("A", "10", "K", "O", "U", "9", "8", "7")
MUST_PLAY_AT = 5
"""At this tally or below nobody folds (ZA5c)."""


class ZwanzigAb(FoldingGame):
    name = "zwanzig-ab"
    title = Words("Zwanzig ab", "Twenty Down")
    other_names = ("zwanzig", "20 ab", "20 up")
    pack = BAVARIAN_32
    permanent = ()
    players = (2, 3, 4)  # five play elsewhere; the table has four seats
    hand_size = 5
    book = read_book(Path(__file__).with_suffix(".toml"))

    # One trick

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """ZA2"""
        return TENS_HIGH if self.rules.text("order") == "tens" else self.pack.ranks

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        """ZA6"""
        cards = self.cards(trick)
        if not cards:
            return ()
        rungs = self.beating_rungs if self.rules.flag("overtake") else self.plain_rungs
        return self.cached_ladder(rungs, cards[0], self.best(cards, trump), trump)

    # Trump

    def trump(self, deal: Deal) -> Trump | None:
        """ZA3: the suit that forehand named, hearts if named blind, or the suit of forehand's next card."""
        named = super().trump(deal)
        if named is not None:
            return named
        if deal.callers("blind"):
            return "H"
        return deal.upcard.suit if deal.upcard is not None and deal.upcard in self.pack else None

    def known_holdings(self, deal: Deal) -> tuple[KnownHolding, ...]:
        """ZA3: the next card that named trump is forehand's, who may put it away in the exchange."""
        turned = [entry for entry in deal.facts if isinstance(entry.fact, UpcardTurned)]
        if not turned or deal.upcard is None or deal.upcard not in self.pack:
            return ()
        keeps_all = Exchanged(deal.forehand, 0) in deal.facts_of(Exchanged)
        return (KnownHolding(turned[-1].position, deal.forehand, (deal.upcard,), int(keeps_all), "upcard"),)

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        place = super().place_of(deal, card)
        return place if place is None else place._replace(seat=deal.forehand)

    # Exchange and folding

    def exchange_limit(self, *, tally: int, stock: int) -> int:
        """ZA4: returns how many cards a player at *tally* may exchange, if *stock* are left."""
        return 0 if tally <= self.rules.number("no_exchange_at") else min(self.rules.number("exchange_max"), stock)

    def stock_left(self, deal: Deal) -> int:
        """Returns how many cards the stock still holds, if every exchange was noted."""
        drawn = sum(exchange.count for exchange in deal.facts_of(Exchanged))
        return len(self.pack) - self.hand_size * len(deal.seats) - drawn

    def rules_against_folding(self, deal: Deal, seat: Seat) -> tuple[str, ...]:
        """ZA5: returns the ids of all rules that keep *seat* from folding now."""
        others = len(deal.seats) - 2
        limits = self.rules.flag("fold_limits")
        folds_in_a_row = sum(1 for _ in takewhile(lambda score: seat in score.folded, reversed(deal.history)))
        rules = {
            "ZA5a": seat == deal.forehand,
            "ZA5b": self.trump(deal) == self.rules.text("all_play_suit"),
            "ZA5c": limits and deal.tallies[seat] <= MUST_PLAY_AT,
            "ZA5d": limits and deal.number == 1,
            "ZA5e": limits and folds_in_a_row >= others,
            "ZA5f": limits and len(deal.callers("fold") - {seat}) >= others,
        }
        return tuple(rule for rule, applies in rules.items() if applies)

    def step(self, deal: Deal) -> Step:
        step = super().step(deal)
        if step.phase == Phase.ANNOUNCE and deal.callers("next_card"):
            return Step(Phase.UPCARD, (deal.forehand,))
        if step.phase != Phase.PLAY or deal.has_play:
            return step
        exchanged = {exchange.seat for exchange in deal.facts_of(Exchanged)}
        asked = [seat for seat in deal.from_forehand() if seat in self.active(deal)]
        if waiting := [seat for seat in asked if seat not in exchanged]:
            return Step(Phase.EXCHANGE, (waiting[0],))
        if self.rules.text("fold_when") == "after_exchange":
            declared = deal.callers("play")
            free = [seat for seat in asked if seat not in declared and not self.rules_against_folding(deal, seat)]
            return Step(Phase.DECLARE, (free[0],)) if free else step
        return step

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase, seats = self.step(deal)
        if phase == Phase.ANNOUNCE:
            switches = {"next_card": "next_card", "blind": "blind_hearts"}
            more = (Announced(seats[0], call) for call, switch in switches.items() if self.rules.flag(switch))
            return (*super().options(deal), *more)
        if phase == Phase.DECLARE:
            return Announced(seats[0], "play"), Announced(seats[0], "fold")
        if phase != Phase.EXCHANGE:
            return ()
        limit = self.exchange_limit(tally=deal.tallies[seats[0]], stock=self.stock_left(deal))
        counts = tuple(Exchanged(seats[0], count) for count in range(limit + 1))
        barred = self.rules.text("fold_when") != "at_exchange" or self.rules_against_folding(deal, seats[0])
        return counts if barred else (*counts, Announced(seats[0], "fold"))

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        match fact:
            case Announced(seat, "fold"):
                return next(iter(self.rules_against_folding(deal, seat)), None)
            case Announced(_, "next_card" | "blind"):
                return "ZA3"
        return None

    # Score

    def is_finished(self, deal: Deal) -> bool:
        return super().is_finished(deal) or self.is_given_up(deal)

    def changes(self, deal: Deal) -> dict[Seat, int]:
        """ZA8"""
        active = self.active(deal)
        tricks = {seat: taken for seat, taken in self.tricks_taken(deal).items() if seat in active}
        if self.is_given_up(deal):
            tricks = dict.fromkeys(active, self.tricks_in_deal)
        factor = 4 if deal.callers("blind") else hearts_factor(self.trump(deal))
        changes = dict.fromkeys(deal.seats, 0) | self.points(tricks, factor)
        for seat, taken in tricks.items():
            if taken == 0 and seat == deal.forehand and self.rules.flag("maker_double"):
                changes[seat] *= 2
            if taken == self.tricks_in_deal and not self.is_given_up(deal):
                changes[seat] -= factor * self.rules.number("all_five_bonus")
        return changes

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        """ZA9: the winner is credited what the others have left."""
        result, account = deals[-1].result, before.get("account", {})
        changes = account_changes(result.tallies, result.winners, 1)
        return {"account": {seat: account.get(seat, 0) + points for seat, points in changes.items()}}

    # Simulation

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        """ZA3: forehand names trump after the first packet, and the second follows."""
        dealing.give_packet((seat, self.rules.number("cards_before_trump")) for seat in deal.from_forehand())
        yield from ()

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """The suit of which forehand holds most is named most often; hands without trump and ace fold."""
        match fact:
            case Announced(seat, "trump", suit):
                return 0.2 + sum(card.suit == suit for card in dealing.hands[seat])
            case Announced(seat, "fold"):
                strong = any(card.suit == self.trump(deal) or card.rank == "A" for card in dealing.hands[seat])
                return 0.2 if strong else 6.0
            case Announced(_, "blind"):
                return 0.4
            case Announced(_, "next_card"):
                return 0.0  # nobody turns a card in a simulation
        return 1.0

    def move_cards(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        if isinstance(fact, Announced) and fact.call in ("trump", "blind"):
            second = self.hand_size - self.rules.number("cards_before_trump")
            dealing.give_packet((seat, second) for seat in deal.from_forehand())
        else:
            super().move_cards(deal, dealing, fact)
