"""The bases of games that count down: five tricks a deal, an exchange with the stock; who is first at zero wins.

Some let players fold. Some have the three Criticals, and a cut that may show them (BW2–BW7, BW22).
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from engine.cards import BAVARIAN_32, Card, Seat, Trump
from engine.events import Exchanged, Fact, TricksEntered
from engine.games._permanent_trumps import PermanentTrumpsGame
from engine.rules.deal import Deal, Result, Standing
from engine.rules.findings import Finding, Kind
from engine.rules.game import NO_COST
from engine.text import Words, points_in_words
from engine.tricks import clockwise


class CountdownGame(PermanentTrumpsGame, ABC):
    """A trick counts one down, a player without a trick five up."""

    start_tally: ClassVar[int] = 20

    # What is known of the hands and of trump

    def keeps_hand(self, deal: Deal, seat: Seat, since: Sequence[Fact]) -> bool:
        """If no exchange was noted, any number of cards may have been discarded."""
        has_exchanged = any(exchange.seat == seat for exchange in deal.facts_of(Exchanged))
        return has_exchanged and super().keeps_hand(deal, seat, since)

    def may_have_upcard(self, deal: Deal) -> bool:
        """Returns whether the dealer may have taken the upcard unnoticed, since his exchange was not noted either."""
        noted = any(exchange.seat == deal.dealer for exchange in deal.facts_of(Exchanged))
        return not noted and deal.dealer in self.active(deal)

    def is_finished(self, deal: Deal) -> bool:
        """Tricks entered by hand are scored once trump is known, since some trumps count double."""
        return super().is_finished(deal) and (deal.entered is None or self.trump(deal) is not None)

    def without_trump(self, deal: Deal, position: int, fact: TricksEntered) -> list[Finding]:
        """Returns the finding about tricks entered by hand whose trump nobody said or saw."""
        if fact.trump or self.trump(deal) is not None:
            return []
        return [self.finding(Kind.TRUMP_MISSING, position)]

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        """Tricks entered by hand need a trump."""
        found = super().check(deal, position, fact)
        return [*found, *self.without_trump(deal, position, fact)] if isinstance(fact, TricksEntered) else found

    # The score

    def start(self, seats: Sequence[Seat], standing: Standing | None = None) -> dict[Seat, int]:
        """BW7, GR1"""
        return dict.fromkeys(seats, self.start_tally)

    def points(self, tricks: Mapping[Seat, int], factor: int = 1) -> dict[Seat, int]:
        """BW22, GR7: returns the changes of the tallies by the tricks of the active seats."""
        return {seat: factor * (-taken if taken else 5) for seat, taken in tricks.items()}

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """GR1, DECISIONS GRA6: a tally of zero or less wins; of several, all with the lowest."""
        tallies = {seat: tally + changes.get(seat, 0) for seat, tally in before.items()}
        lowest = min(tallies.values())
        return Result.of(tallies, [seat for seat, tally in tallies.items() if tally == lowest] if lowest <= 0 else ())


class FoldingGame(CountdownGame, ABC):
    """Whoever calls `fold` sits the deal out."""

    def active(self, deal: Deal) -> tuple[Seat, ...]:
        playing = deal.seats if deal.entered is None else tuple(seat for seat, _ in deal.entered.tricks)
        folded = deal.callers("fold")
        if not folded:
            return playing  # called many times for each card
        return tuple(seat for seat in playing if seat not in folded)

    def is_given_up(self, deal: Deal) -> bool:
        """Returns whether all but one have folded before the play."""
        return not deal.has_play and deal.entered is None and len(self.active(deal)) == 1

    def first_leader(self, seats: Sequence[Seat], dealer: Seat, folded: Collection[Seat] = ()) -> Seat:
        """Forehand, or if he folded the next player clockwise (DECISIONS BW11)."""
        order = clockwise(seats, self.forehand(seats, dealer))
        return next((seat for seat in order if seat not in folded), order[0])

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """RA8, ZA9: at some tables what would take a tally below zero does not count."""
        if self.rules.text("overshoot") == "stays":
            changes = {seat: change if before[seat] + change >= 0 else 0 for seat, change in changes.items()}
        return super().result(before, changes)

    def leader(self, deal: Deal) -> Seat:
        return self.first_leader(deal.seats, deal.dealer, deal.callers("fold"))


def hearts_factor(trump: Trump | None) -> int:
    """BW7, GR7: when hearts are trumps, everything counts double."""
    return 2 if trump == "H" else 1


def account_changes(tallies: Mapping[Seat, int], winners: Collection[Seat], factor: int) -> dict[Seat, int]:
    """GR8, DECISIONS GRA5, GRA6: returns what a game adds to each account: winners get what the others have left.

    Several winners share equally; a remainder is not credited.
    """
    left = {seat: factor * max(0, tally) for seat, tally in tallies.items() if seat not in winners}
    share = sum(left.values()) // max(1, len(winners))
    return {seat: share if seat in winners else -left[seat] for seat in tallies}


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
