"""Schafkopf: the Ramsch, in which each plays for himself if nobody wanted to play (SK60–SK62)."""

from __future__ import annotations

from abc import ABC

from engine.cards import Seat
from engine.events import Announced, Fact
from engine.games.schafkopf.cards import Contract
from engine.games.schafkopf.score import SchafkopfScore
from engine.rules.deal import Deal
from engine.rules.game import OtherPhase, Step
from engine.text import Words

LOSER = OtherPhase("loser")
"""Who of several with the most card points has lost, where they were entered by hand."""
MARCH = 91
"""SK61: card points with which a player wins, where that is agreed."""


class SchafkopfRamsch(SchafkopfScore, ABC):
    """Whoever has taken most card points pays everybody else."""

    def step(self, deal: Deal) -> Step:
        return Step(LOSER) if self._lacks_loser(deal) else super().step(deal)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        if self._lacks_loser(deal):
            return tuple(Announced(seat, "loser") for seat in self._most_points(deal))
        return super().options(deal)

    def is_finished(self, deal: Deal) -> bool:
        return super().is_finished(deal) and not self._lacks_loser(deal)

    def _lacks_loser(self, deal: Deal) -> bool:
        is_entered = deal.entered is not None and self.is_ramsch(deal)
        return is_entered and len(self._most_points(deal)) > 1 and not deal.callers("loser")

    def _most_points(self, deal: Deal) -> tuple[Seat, ...]:
        points = self.points_taken(deal)
        return tuple(seat for seat in deal.seats if points.get(seat, 0) == max(points.values()))

    def loser_of_ramsch(self, deal: Deal) -> Seat:
        """SK60, SK62, SK71"""
        if (guilty := self.lost_by_misdeed(deal)) is not None:
            return guilty
        if named := deal.callers("loser"):
            return min(named)
        return max(self._most_points(deal), key=lambda seat: self._worst_of_equals(deal, seat))

    def _worst_of_equals(self, deal: Deal, seat: Seat) -> tuple[int, ...]:
        """SK62: of equal points loses who took the highest trump, or most tricks, then most trumps."""
        trumps = self.trumps("ramsch")
        tricks = [trick for trick, taker in self.complete_tricks(deal) if taker == seat]
        taken = [trumps.index(card) for trick in tricks for card in trick.cards if card in trumps]
        highest = -min(taken, default=len(trumps))
        if self.rules.text("ramsch_tie") == "highest_trump":
            return (highest,)
        return self.tricks_taken(deal).get(seat, 0), len(taken), highest

    def winner_by_march(self, deal: Deal) -> Seat | None:
        """SK61: returns who took all tricks, or 91 card points where they are enough."""
        taken, points = self.tricks_taken(deal), self.points_taken(deal)
        match self.rules.text("march"):
            case "tricks":
                whole = self.tricks_in_deal if deal.entered is None else self.entered_total
                return next((seat for seat in deal.seats if taken.get(seat, 0) == whole), None)
            case "91":
                return next((seat for seat in deal.seats if points.get(seat, 0) >= MARCH), None)
        return None

    def changes(self, deal: Deal) -> dict[Seat, int]:
        """SK60, SK61: the loser pays each, a Jungfrau more; a march is won, and with all tricks like a Solo."""
        if not self.is_ramsch(deal):
            return super().changes(deal)
        doubled = len(deal.callers("legen"))
        price = (self.rules.number("tariff_ramsch") if self.rules.text("scoring") == "cents" else 1) << doubled
        winner = self.winner_by_march(deal) if self.lost_by_misdeed(deal) is None else None
        if winner is not None:
            if self.rules.text("march") == "tricks":
                price = self._value(Contract("solo", winner), True, 2, 0, doubled).value
            return {seat: price * (len(deal.seats) - 1) if seat == winner else -price for seat in deal.seats}
        return self._paid_by(self.loser_of_ramsch(deal), deal, price)

    def _paid_by(self, loser: Seat, deal: Deal, price: int) -> dict[Seat, int]:
        taken = self.tricks_taken(deal)
        without = [seat for seat in deal.seats if not taken.get(seat, 0)]
        doublings = dict.fromkeys(deal.seats, 0)
        match self.rules.text("jungfrau"):
            case "all":
                doublings = dict.fromkeys(deal.seats, len(without))
            case "single":
                doublings |= dict.fromkeys(without, 1)
        paid = {seat: price << doublings[seat] for seat in deal.seats if seat != loser}
        return paid | {loser: -sum(paid.values())}

    def worth(self, deal: Deal) -> Words | None:
        return Words("Ramsch", "Ramsch") if self.is_ramsch(deal) else super().worth(deal)
