"""Ramsen of Allgäu and Swabia: four permanent trumps, ten points to be counted off (RA… in docs/rules.md)."""

from __future__ import annotations

from pathlib import Path

from engine.cards import BAVARIAN_32, Card, Cards, Seat, Trump
from engine.events import Announced, CardTaken, Exchanged, Fact, UpcardTurned
from engine.games._countdown import FoldingGame
from engine.rules.book import read_book
from engine.rules.card_rules import Ladder
from engine.rules.deal import Deal
from engine.rules.game import Phase, Step
from engine.rules.known_hands import Dealing, KnownHolding, Place
from engine.text import Words
from engine.tricks import next_seat

DALLMUTZ, BELLI, BIG_BOY, LITTLE_BOY = (Card("S", "9"), Card("S", "7"), Card("E", "O"), Card("E", "U"))
EXCHANGED_BY_ALL = 5
"""How many cards the whole table exchanges at most (RA4)."""


class Ramsen(FoldingGame):
    name = "ramsen"
    title = Words("Ramsen", "Ramsen")
    pack = BAVARIAN_32
    permanent = (DALLMUTZ, BELLI, BIG_BOY, LITTLE_BOY)
    start_tally = 10
    players = (3, 4)  # five play elsewhere; the table has four seats
    hand_size = 5
    has_upcard = True
    book = read_book(Path(__file__).with_suffix(".toml"))

    # One trick

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """RA3: above the permanent trumps stands the ace of the trump suit."""
        ace = Card(self._suit(trump), "A")
        return (ace, *(card for card in super().trumps(trump) if card != ace))

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        """RA6"""
        cards = self.cards(trick)
        return self.cached_ladder(self.beating_rungs, cards[0], self.best(cards, trump), trump) if cards else ()

    def card_title(self, card: Card, trump: Trump) -> Words | None:
        names = {
            DALLMUTZ: Words("Dallmutz", "Dallmutz"),
            BELLI: Words("Belli", "Belli"),
            BIG_BOY: Words("Großer Bube", "Big Boy"),
            LITTLE_BOY: Words("Kleiner Bube", "Little Boy"),
        }
        return names.get(card)

    # Exchange

    def exchanged_by_all(self, deal: Deal) -> int:
        """Returns how many of the five cards are used up, if every exchange was noted."""
        upcards = len(deal.facts_of(CardTaken)) if self.rules.flag("upcard_counts") else 0
        return sum(exchange.count for exchange in deal.facts_of(Exchanged)) + upcards

    def must_play(self, deal: Deal) -> frozenset[Seat]:
        """RA5: returns the seats that have exchanged a card."""
        exchanged = {exchange.seat for exchange in deal.facts_of(Exchanged) if exchange.count}
        return frozenset(exchanged | {taken.seat for taken in deal.facts_of(CardTaken)})

    def step(self, deal: Deal) -> Step:
        step = super().step(deal)
        if step.phase != Phase.PLAY or deal.has_play:
            return step
        exchanged = {exchange.seat for exchange in deal.facts_of(Exchanged)}
        if waiting := [seat for seat in deal.from_forehand() if seat not in exchanged]:
            return Step(Phase.EXCHANGE, (waiting[0],))
        declared = deal.callers("play", "fold") | self.must_play(deal)
        undeclared = [seat for seat in deal.from_forehand() if seat not in declared]
        return Step(Phase.DECLARE, (undeclared[0],)) if undeclared else step

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase, seats = self.step(deal)
        left = EXCHANGED_BY_ALL - self.exchanged_by_all(deal)
        if phase == Phase.EXCHANGE:
            return tuple(Exchanged(seats[0], count) for count in range(max(0, left) + 1))
        calls: tuple[Fact, ...] = ()
        if phase == Phase.DECLARE:
            calls = (Announced(seats[0], "play"), Announced(seats[0], "fold"))
        last = deal.facts[-1].fact if deal.facts else None
        may_take = isinstance(last, Exchanged) and last.seat == deal.dealer and not deal.has_play
        if may_take and deal.upcard is not None and (left > 0 or not self.rules.flag("upcard_counts")):
            return (*calls, CardTaken(deal.dealer, deal.upcard, "upcard"))
        return calls

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        match fact:
            case Announced(_, "fold"):
                return "RA5"
            case Exchanged():
                return "RA4"
        return None

    # The upcard

    def known_holdings(self, deal: Deal) -> tuple[KnownHolding, ...]:
        """The dealer takes the upcard after his exchange, so it stays in his hand."""
        if deal.upcard is None or deal.upcard not in self.pack:
            return ()
        turned = max(entry.position for entry in deal.facts if isinstance(entry.fact, UpcardTurned))
        taken = CardTaken(deal.dealer, deal.upcard, "upcard")
        positions = [entry.position for entry in deal.facts if entry.fact == taken]
        if positions:
            return (KnownHolding(positions[0], deal.dealer, (deal.upcard,), 1, "upcard"),)
        if self.may_have_upcard(deal):
            return (KnownHolding(turned, deal.dealer, (deal.upcard,), 0, "upcard", was_observed=False),)
        return ()

    def out_of_play(self, deal: Deal) -> tuple[Card, ...]:
        """The upcard, unless the dealer has taken it or may have."""
        place = None if deal.upcard is None else self.place_of(deal, deal.upcard)
        return (deal.upcard,) if deal.upcard is not None and place is not None and place.seat is None else ()

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        place = super().place_of(deal, card)
        unclaimed = place is not None and place.seat is None and card == deal.upcard
        return place._replace(seat=deal.dealer) if place and unclaimed and self.may_have_upcard(deal) else place

    # The end of a deal, and the score

    def is_given_up(self, deal: Deal) -> bool:
        """RA5: the last may still pass, unless he has exchanged."""
        return super().is_given_up(deal) and self.must_play(deal) | deal.callers("play") >= set(self.active(deal))

    def is_finished(self, deal: Deal) -> bool:
        return super().is_finished(deal) or self.is_given_up(deal)

    def is_void(self, deal: Deal) -> bool:
        """RA5: nobody plays."""
        return super().is_void(deal) or not self.active(deal)

    def dealer_after(self, deal: Deal) -> Seat:
        passed = not self.active(deal) and self.rules.text("nobody_plays") == "next_dealer"
        return next_seat(deal.seats, deal.dealer) if passed else super().dealer_after(deal)

    def changes(self, deal: Deal) -> dict[Seat, int]:
        """RA8"""
        active = self.active(deal)
        tricks = {seat: taken for seat, taken in self.tricks_taken(deal).items() if seat in active}
        changes = dict.fromkeys(deal.seats, 0)
        if self.is_given_up(deal):
            alone = -self.tricks_in_deal if self.rules.text("alone") == "five_tricks" else 0
            return changes | dict.fromkeys(active, alone)
        return changes | self.points(tricks)

    # Simulation

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """Hands without a trump mostly fold; two play at least, so that there is a deal."""
        match fact:
            case Announced(seat, "fold"):
                if len(self.active(deal)) <= 2:
                    return 0.0
                trumps = self.trumps(self.trump(deal) or "E")
                return 0.2 if any(card in trumps for card in dealing.hands[seat]) else 4.0
        return 1.0
