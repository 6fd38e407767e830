"""Bases of games with permanent trumps above the trump suit, and with the three Criticals (BW2–BW7, BW22)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import ClassVar

from engine.cards import BAVARIAN_32, Card, Cards, CardSet, Pack, Seat, Trump
from engine.events import Exchanged, Fact, TricksEntered
from engine.rules.card_rules import Ladder, best_of
from engine.rules.deal import Deal, Standing
from engine.rules.findings import Finding, Kind
from engine.rules.game import NO_COST, Game
from engine.rules.house_rules import Rules
from engine.text import Words, points_in_words


@cache
def _beating(pack: Pack, trumps: tuple[Card, ...]) -> Mapping[Card, CardSet]:
    """Returns by card what beats it; one table for all house rules, of which advice tries each value."""
    return {card: _cards_beating(pack, card, trumps) for card in pack.cards}


def _cards_beating(pack: Pack, card: Card, trumps: tuple[Card, ...]) -> CardSet:
    if card in trumps:
        return pack.set(trumps[: trumps.index(card)])
    higher = pack.ranks[: pack.ranks.index(card.rank)]
    return pack.set(Card(card.suit, rank) for rank in higher) | pack.set(trumps)


class PermanentTrumpsGame(Game, ABC):
    """The trump is a suit, written as its letter."""

    permanent: ClassVar[tuple[Card, ...]]
    """The cards that are trumps in every suit, highest first."""

    def __init__(self, rules: Rules | None = None) -> None:
        super().__init__(rules)
        self.trump_sets: dict[Trump, CardSet] = {}
        self.beating: dict[Trump, Mapping[Card, CardSet]] = {}
        """By trump and card: the cards that beat it when laid later."""
        for suit in self.pack.suits:
            trumps = self.trumps(suit)
            self.trump_sets[suit] = self.pack.set(trumps)
            self.beating[suit] = _beating(self.pack, trumps)
        self._ladders: dict[tuple[Card | Trump, ...], Ladder] = {}

    def cached_ladder(self, rungs: Callable[..., Ladder], *hangs_on: Card | Trump) -> Ladder:
        """Returns the rungs that have a trigger, cached by the arguments of *rungs*."""
        if hangs_on not in self._ladders:
            self._ladders[hangs_on] = tuple(rung for rung in rungs(*hangs_on) if rung.trigger)
        return self._ladders[hangs_on]

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """The permanent trumps (BW6, BA4), then the other cards of the trump suit by rank, highest first."""
        suit = (Card(self._suit(trump), rank) for rank in self.pack.ranks)
        return self.permanent + tuple(card for card in suit if card not in self.permanent)

    def _suit(self, trump: Trump) -> Trump:
        if trump not in self.pack.suits:
            raise ValueError(f"got trump {trump!r}, expected a suit: {' '.join(self.pack.suits)}")
        return trump

    def best(self, trick: Cards, trump: Trump) -> Card:
        """The highest trump, else the highest card of the suit led (BW5, BA3)."""
        return best_of(self.cards(trick), self.beating[self._suit(trump)], self.pack)


MAXI, BELLI, SPITZ = Card("H", "K"), Card("S", "7"), Card("E", "7")
CRITICALS = (MAXI, BELLI, SPITZ)
"""The Machine, highest first (BW4)."""
START_TALLY = 20


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


class CriticalsGame(PermanentTrumpsGame, ABC):
    """Its book has the switches `revoke_penalty` and `revoke_points`."""

    pack = BAVARIAN_32
    permanent = CRITICALS

    def keeps_hand(self, deal: Deal, seat: Seat, since: Sequence[Fact]) -> bool:
        """If no exchange was noted, any number of cards may have been discarded."""
        has_exchanged = any(exchange.seat == seat for exchange in deal.facts_of(Exchanged))
        return has_exchanged and super().keeps_hand(deal, seat, since)

    def is_finished(self, deal: Deal) -> bool:
        """Tricks entered by hand are scored once trump is known, since hearts count double."""
        return super().is_finished(deal) and (deal.entered is None or self.trump(deal) is not None)

    def without_trump(self, deal: Deal, position: int, fact: TricksEntered) -> list[Finding]:
        """Returns the finding about tricks entered by hand whose trump nobody said or saw."""
        if fact.trump or self.trump(deal) is not None:
            return []
        return [self.finding(Kind.TRUMP_MISSING, position)]

    def card_title(self, card: Card, trump: Trump) -> Words | None:
        name = {MAXI: "Maxi", BELLI: "Belli", SPITZ: "Spitz"}.get(card)
        return None if name is None else Words(name, name)

    def start(self, seats: Sequence[Seat], standing: Standing | None = None) -> dict[Seat, int]:
        """BW7, GR1"""
        return dict.fromkeys(seats, START_TALLY)

    def points(self, tricks: Mapping[Seat, int], trump: Trump | None) -> dict[Seat, int]:
        """BW22, GR7: returns the changes of the tallies by the tricks of the active seats; hearts count double."""
        factor = 2 if trump == "H" else 1
        return {seat: factor * (-taken if taken else 5) for seat, taken in tricks.items()}

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
