"""The three Criticals, the cut that may show them, and the base of games that count down with them (BW2–BW7, BW22)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping

from engine.cards import BAVARIAN_32, Card, Seat, Trump
from engine.games._countdown import CountdownGame
from engine.rules.deal import Deal
from engine.rules.findings import Finding, Kind
from engine.rules.game import NO_COST
from engine.text import Words, points_in_words

MAXI, BELLI, SPITZ = Card("H", "K"), Card("S", "7"), Card("E", "7")
CRITICALS = (MAXI, BELLI, SPITZ)
"""The Machine, highest first (BW4)."""


def cut_order(schleck: str, cutter: Seat, dealer: Seat) -> tuple[Seat, ...]:
    """BW10, WB21: returns who may keep the first, second and third Critical that the cut shows, by the switch."""
    orders = {
        "both": (cutter, dealer, cutter),
        "both_two": (cutter, dealer),
        "cutter": (cutter,),
        "cutter_only": (cutter,),
        "cutter_in_a_row": (cutter, cutter),
    }
    return orders.get(schleck, ())


class CriticalsGame(CountdownGame, ABC):
    """Its book has the switches `revoke_penalty` and `revoke_points`."""

    pack = BAVARIAN_32
    permanent = CRITICALS

    def card_title(self, card: Card, trump: Trump) -> Words | None:
        name = {MAXI: "Maxi", BELLI: "Belli", SPITZ: "Spitz"}.get(card)
        return None if name is None else Words(name, name)

    def penalty(self, change: int, trump: Trump | None) -> int:
        """DECISIONS BW13: returns the changed score of a revoker, applied only if the table counts the revoke."""
        penalties = {"no_trick": 10 if trump == "H" else 5, "house": change + self.rules.number("revoke_points")}
        return penalties.get(self.rules.text("revoke_penalty"), change)

    def cost(self, deal: Deal, finding: Finding) -> Words:
        """DECISIONS BW13"""
        if finding.seat not in deal.seats or finding.kind is Kind.MISDEAL:
            return NO_COST
        points = {"no_trick": self.penalty(0, self.trump(deal)), "house": self.rules.number("revoke_points")}
        cost = points.get(self.rules.text("revoke_penalty"), 0)
        if self.rules.text("revoke_penalty") == "no_trick":
            return Words(f"wie ohne Stich: +{cost}", f"as no trick: +{cost}")
        german, english = points_in_words(cost)
        return Words(f"+{german}", f"+{english}") if cost else NO_COST

    def with_penalties(self, deal: Deal, changes: Mapping[Seat, int]) -> dict[Seat, int]:
        """Returns the *changes* with penalties for the misdeeds that the table counts."""
        counted = {misdeed.seat for misdeed in deal.counted if misdeed.seat in changes}
        trump = self.trump(deal)
        return {seat: self.penalty(change, trump) if seat in counted else change for seat, change in changes.items()}
