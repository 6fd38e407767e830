"""Gras, the Böhmisch Watten that is played online: RULEBOOK section 4, DECISIONS section D."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.cards import Card, Cards, Seat, Trump
from engine.events import CardTaken, Exchanged, Fact, UpcardTurned
from engine.games._countdown import CriticalsGame, account_changes, hearts_factor
from engine.rules.book import read_book
from engine.rules.card_rules import Ladder, Rung
from engine.rules.deal import Deal, DealScore, Standing
from engine.rules.findings import Finding, Kind
from engine.rules.game import Phase, Step
from engine.rules.known_hands import Dealing, KnownHolding, Place
from engine.text import Words

HAND = 5
UPCARD = 3
"""The index in the dealer's hand of the card that he turns, the fourth."""


class Gras(CriticalsGame):
    name = "gras"
    title = Words("Gras", "Gras")
    players = (2, 3, 4)
    hand_size = HAND
    has_upcard = True
    book = read_book(Path(__file__).with_suffix(".toml"))

    # One trick

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        """GR5: beat the best card, else follow, else any card; DECISIONS GRA7 defines what is higher."""
        cards = self.cards(trick)
        return self.cached_ladder(self._rungs, cards[0], self.best(cards, trump), trump) if cards else ()

    def _rungs(self, led: Card, best: Card, trump: Trump) -> Ladder:
        higher, trumps = self.beating[trump][best], self.trump_sets[trump]
        follow = trumps if trumps & self.pack.bit(led) else self.pack.suit_set(led.suit) & ~trumps
        return Rung(higher, higher, "overtake"), Rung(follow, follow, "follow")

    # Upcard and exchange

    def exchange_limit(self, *, is_dealer: bool, players: int, stock: int) -> int:
        """GR4, DECISIONS GRA3: returns how many cards a player may put away, if *stock* are left there.

        The dealer holds six and draws one fewer than he puts away.
        """
        return min(4 if players < 3 else 3, stock + is_dealer)

    def stock_size(self, players: int) -> int:
        """Returns the cards left after dealing; the dealer has one more than the others (GR3)."""
        return len(self.pack) - HAND * players - 1

    def stock_left(self, deal: Deal) -> int:
        """Returns how many cards the stock still holds, if every exchange was noted."""
        drawn = sum(exchange.count - (exchange.seat == deal.dealer) for exchange in deal.facts_of(Exchanged))
        return self.stock_size(len(deal.seats)) - drawn

    def step(self, deal: Deal) -> Step:
        step = super().step(deal)
        exchanged = {exchange.seat for exchange in deal.facts_of(Exchanged)}
        waiting = [seat for seat in deal.from_forehand() if seat not in exchanged]
        exchanging = step.phase == Phase.PLAY and waiting and not deal.has_play
        return Step(Phase.EXCHANGE, (waiting[0],)) if exchanging else step

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        """The dealer must discard at least one card; then he may be seen to take up his upcard."""
        phase, seats = self.step(deal)
        if phase == Phase.EXCHANGE:
            is_dealer = seats[0] == deal.dealer
            limit = self.exchange_limit(is_dealer=is_dealer, players=len(deal.seats), stock=self.stock_left(deal))
            return tuple(Exchanged(seats[0], count) for count in range(int(is_dealer), limit + 1))
        if phase == Phase.PLAY and deal.upcard is not None and not deal.has_play and not deal.facts_of(CardTaken):
            return (CardTaken(deal.dealer, deal.upcard, "upcard"),)
        return ()

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        match fact:
            case CardTaken(seat, card, "upcard") if deal.upcard is not None and not deal.has_play:
                # The dealer may also take up his card before the exchange, although he may then still discard it.
                finding = Finding(Kind.WRONG_UPCARD_TAKER, "GR3", position, seat, card)
                if finding.seat != deal.dealer:
                    return [replace(finding, seats=(deal.dealer,))]
                return [] if finding.card == deal.upcard else [replace(finding, kind=Kind.OTHER_UPCARD)]
            case Exchanged(deal.dealer, 0) if fact.seat in self.step(deal).seats:
                return [Finding(Kind.WRONG_HAND, "DECISIONS GRA3", position, fact.seat, count=HAND + 1, limit=HAND)]
        return super().check(deal, position, fact)

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        if not isinstance(fact, Exchanged):
            return None
        full = self.exchange_limit(is_dealer=False, players=len(deal.seats), stock=len(self.pack))
        return "DECISIONS GRA3" if self.stock_left(deal) < fact.count <= full else None

    def known_holdings(self, deal: Deal) -> tuple[KnownHolding, ...]:
        """Only the dealer can hold the upcard; he certainly does if he took it up after discarding."""
        if deal.upcard is None or deal.upcard not in self.pack:
            return ()
        put_away, certain, shown = False, False, deal.started
        for position, fact in deal.facts:
            if isinstance(fact, UpcardTurned):
                shown = position
            elif isinstance(fact, Exchanged) and fact.seat == deal.dealer:
                put_away, certain = True, False
            elif fact == CardTaken(deal.dealer, deal.upcard, "upcard"):
                certain, shown = put_away, position
        return (KnownHolding(shown, deal.dealer, (deal.upcard,), int(certain), "upcard"),)

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        place = super().place_of(deal, card)
        return place if place is None else place._replace(seat=deal.dealer)

    # Score

    def changes(self, deal: Deal) -> dict[Seat, int]:
        """Nobody folds (GR9), so a seat that is missing in an entry by hand took no trick."""
        taken = self.tricks_taken(deal)
        tricks = {seat: taken.get(seat, 0) for seat in deal.seats}
        return self.with_penalties(deal, self.points(tricks, hearts_factor(self.trump(deal))))

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        result = deals[-1].result
        account = before.get("account", {})
        changes = account_changes(result.tallies, result.winners, self.rules.number("account_factor"))
        return {"account": {seat: account.get(seat, 0) + points for seat, points in changes.items()}}

    # Simulation

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        for seat in deal.from_forehand():
            dealing.give(seat, HAND + (seat == deal.dealer))
        yield UpcardTurned(dealing.hands[deal.dealer][UPCARD])

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """The dealer cannot take up an upcard that he has discarded."""
        if not isinstance(fact, CardTaken):
            return 1.0
        return 7.0 if fact.card in dealing.hands[fact.seat] else 0.0

    def move_cards(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        if not isinstance(fact, CardTaken):  # the upcard is in the hand from the beginning
            super().move_cards(deal, dealing, fact)
