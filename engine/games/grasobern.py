"""Grasobern: eight tricks without trumps; the first, the last and the Grasober cost (GO… in docs/rules.md)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.cards import BAVARIAN_32, Card, Cards, Seat, Trump
from engine.events import Announced, Fact
from engine.games._permanent_trumps import beating_cards
from engine.rules.book import read_book
from engine.rules.card_rules import Ladder, Rung, best_of
from engine.rules.deal import Deal, paid_by_each
from engine.rules.game import Game, OtherPhase, Phase, Step
from engine.rules.known_hands import Dealing
from engine.text import Words
from engine.tricks import Trick, side_against

GRASOBER = Card("L", "O")
CALLS = ("mord", "bettel")
"""The highest first (GO3)."""
BID = OtherPhase("bid")
BAUER = 4
"""Units of all eight tricks in the normal game (GO7)."""


class Grasobern(Game):
    name = "grasobern"
    title = Words("Grasobern", "Grasobern")
    other_names = ("grasoberln", "laubobern", "grünobern")
    pack = BAVARIAN_32
    players = (4,)
    hand_size = 8
    entered_total = None  # units, of which there are four, or those of a Bauer, Bettel or Mord
    all_trumps = ("",)
    counts_every_deal = True
    book = read_book(Path(__file__).with_suffix(".toml"))

    # One trick

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        return ()

    def trump_suit(self, trump: Trump) -> None:
        return None

    def best(self, trick: Cards, trump: Trump) -> Card:
        """GO2, GO5: the highest card of the suit led."""
        if trump not in self.all_trumps:
            raise ValueError(f"got trump {trump!r}, expected none: {self.name} is played without trumps")
        return best_of(self.cards(trick), beating_cards(self.pack, self.pack.ranks, ()), self.pack)

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        """GO4, in the normal game."""
        cards, grasober = self.cards(trick), self.pack.bit(GRASOBER)
        return (*self._follow(cards[0]), Rung(grasober, grasober, "grasober")) if cards else ()

    def _follow(self, led: Card) -> Ladder:
        suit = self.pack.suit_set(led.suit)
        return (Rung(suit, suit, "follow"),)

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        """GO6: in a Bettel or Mord the Grasober is a card like any other."""
        if self.declarer(deal) is None:
            return super().duties(deal, seat, trick, trump)
        lying = [card for card in trick.cards if card in self.pack]
        return self._follow(lying[0]) if lying else ()

    # Calls

    def trump(self, deal: Deal) -> Trump:
        return ""

    def declarer(self, deal: Deal) -> tuple[Seat, str] | None:
        """GO3: returns who plays alone and what: the highest call, of equal ones the earlier."""
        for call in CALLS:
            for fact in deal.facts_of(Announced):
                if fact.call == call and fact.seat in deal.seats:
                    return fact.seat, call
        return None

    def step(self, deal: Deal) -> Step:
        step = super().step(deal)
        waiting = [seat for seat in deal.from_forehand() if seat not in deal.callers("pass", *CALLS)]
        has_mord = bool(deal.callers("mord"))
        asked = step.phase == Phase.PLAY and waiting and not deal.has_play and not has_mord
        return Step(BID, (waiting[0],)) if asked else step

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase, seats = self.step(deal)
        if phase != BID:
            return ()
        higher = CALLS[:1] if deal.callers("bettel") else CALLS[::-1]
        return (Announced(seats[0], "pass"), *(Announced(seats[0], call) for call in higher))

    def leader(self, deal: Deal) -> Seat:
        """GO4"""
        declarer = self.declarer(deal)
        return declarer[0] if declarer is not None and self.rules.flag("declarer_leads") else deal.forehand

    def side_in(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        declarer = self.declarer(deal)
        return (seat,) if declarer is None else side_against(deal.seats, declarer[0], seat)

    def is_finished(self, deal: Deal) -> bool:
        """GO6: a Bettel or Mord ends at the trick that decides it."""
        return super().is_finished(deal) or (deal.has_play and self._is_lost(deal))

    def _is_lost(self, deal: Deal) -> bool:
        """Returns whether the declarer of a Bettel took a trick, or that of a Mord lost one."""
        declarer = self.declarer(deal)
        if declarer is None or deal.entered is not None:
            return False
        seat, call = declarer
        taken = self.tricks_taken(deal)
        by_others = sum(count for other, count in taken.items() if other != seat)
        return taken.get(seat, 0) > 0 if call == "bettel" else by_others > 0

    # Score

    def units(self, deal: Deal) -> dict[Seat, int]:
        """GO7: returns the bad units of the normal game by seat."""
        units = dict.fromkeys(deal.seats, 0)
        if deal.entered is not None:
            return units | dict(deal.entered.tricks)
        takers = self.complete_tricks(deal)
        for number, (trick, taker) in enumerate(takers, start=1):
            if taker is not None:
                units[taker] += (number == 1 and self.rules.flag("first_trick")) + (number == self.tricks_in_deal)
                units[taker] += 2 * (GRASOBER in trick.cards)
        for seat, taken in self.tricks_taken(deal).items():
            if taken == self.tricks_in_deal:
                units[seat] = BAUER
        return units

    def changes(self, deal: Deal) -> dict[Seat, int]:
        """GO8"""
        declarer, paid_to = self.declarer(deal), self.rules.text("paid_to")
        if declarer is not None:
            player, call = declarer
            won, price = not self._is_lost(deal), self.rules.number(f"{call}_units")
            if deal.entered is not None:  # whoever played alone entered no unit if it was won
                won = not dict(deal.entered.tricks).get(player, 0)
            if paid_to == "tally":
                return {seat: price if (seat == player) != won else 0 for seat in deal.seats}
            return paid_by_each(deal.seats, player, price if won else -price)
        units = self.units(deal)
        if paid_to == "tally":
            return units
        if paid_to == "pot":
            return {seat: -count for seat, count in units.items()}
        total = sum(units.values())
        return {seat: total - len(deal.seats) * count for seat, count in units.items()}

    def low_wins(self, seats: Sequence[Seat]) -> bool:
        return self.rules.text("paid_to") == "tally"

    # Simulation

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """Playing alone is rare."""
        return 0.02 if isinstance(fact, Announced) and fact.call in CALLS else 1.0
