"""The base of Bauerchen: tricks, seats, points, calls made, and the phase of a deal."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.cards import FRENCH_20, Card, Cards, Seat, Suit, Trump
from engine.events import Announced, UpcardTurned
from engine.games._permanent_trumps import PermanentTrumpsGame
from engine.rules.card_rules import Ladder, Rung
from engine.rules.deal import Deal, Standing
from engine.rules.findings import Finding, Kind
from engine.rules.game import NO_COST, Phase, Step
from engine.text import Words
from engine.tricks import Play, clockwise


class Meld(NamedTuple):
    position: int
    seat: Seat
    suit: Suit


@cache
def pair(suit: Suit) -> tuple[Card, Card]:
    return Card(suit, "K"), Card(suit, "Q")


def last_play(deal: Deal) -> Play | None:
    tricks = deal.all_tricks()
    return tricks[-1].plays[-1] if tricks and tricks[-1].plays else None


def melds(deal: Deal) -> list[Meld]:
    """Returns the melds in order, one for each pair, without those that the cards disproved."""
    melds_by_suit: dict[Suit, Meld] = {}
    for position, fact in deal.facts:
        if isinstance(fact, Announced) and fact.call == "meld" and fact.seat in deal.seats:
            misdeed = deal.misdeeds.get(position)
            # A false meld with a fact was left out at first, and is here because the table let it stand.
            if misdeed is None or misdeed.fact is not None or Kind.FALSE_MELD not in misdeed.kinds:
                melds_by_suit.setdefault(fact.value, Meld(position, fact.seat, fact.value))
    return list(melds_by_suit.values())


HAND, LAST_TRICK = 5, 10
BAUERN = tuple(Card(suit, "J") for suit in FRENCH_20.suits)
"""Highest first (BA4)."""
CARD_VALUES = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


class BauerchenBase(PermanentTrumpsGame, ABC):
    """The methods used by calls, score and policy; `Bauerchen` adds theirs."""

    pack = FRENCH_20
    permanent = BAUERN
    players = (4,)
    hand_size = HAND
    late_calls = frozenset({"trump"})

    # One trick (section 2.2)

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        cards = self.cards(trick)
        return self.cached_ladder(self._rungs, cards[0], self.best(cards, trump), trump) if cards else ()

    def _rungs(self, led: Card, best: Card, trump: Trump) -> Ladder:
        """DECISIONS BA4: a Bauer follows trumps, never its printed suit."""
        trumps = self.trump_sets[trump]
        trump_led, trumped = bool(trumps & self.pack.bit(led)), bool(trumps & self.pack.bit(best))
        binding = trumped and (trump_led or self.rules.text("overtrump") == "whenever")
        higher = trumps & self.beating[trump][best] if binding else 0
        lower = "follow" if trump_led else "undertrump" if binding else "trump"
        duty = Rung(higher, higher, "overtrump"), Rung(trumps, trumps, lower)
        if trump_led:
            return duty
        follow = self.pack.suit_set(led.suit) & ~trumps
        return Rung(follow, follow, "follow"), *duty

    # Seats and dealing

    def sides(self, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
        """BA1"""
        return tuple(seats[0::2]), tuple(seats[1::2])

    def partner(self, seat: Seat, seats: Sequence[Seat]) -> Seat:
        """BA1: returns the seat opposite."""
        return next(other for other in self.side_of(seat, seats) if other != seat)

    def packets(self, seats: Sequence[Seat], dealer: Seat) -> tuple[tuple[tuple[Seat, int], ...], ...]:
        """BA7: returns how many cards each seat gets, packet by packet, in the order of dealing."""
        order = clockwise(seats, self.forehand(seats, dealer))
        return tuple(tuple((seat, count) for seat in order) for count in (2, 3))

    # Card points and game points

    def card_points(self, cards: Cards) -> int:
        """BA5: returns the points of the cards, without those of the last trick."""
        return sum(CARD_VALUES[card.rank] for card in self.cards(cards))

    @property
    def last_trick_points(self) -> int:
        """BA5, DECISIONS BA11"""
        return 0 if self.rules.text("schneider_limit") == "31_of_120" else LAST_TRICK

    @property
    def entered_total(self) -> int:
        """The card points of a deal: 130 with the last trick."""
        return self.card_points(self.pack.cards) + self.last_trick_points

    @property
    def target(self) -> int:
        """BA20, DECISIONS BA1"""
        return self.rules.number("target")

    def doubles_next(self, doubles: int) -> str:
        """BA14: returns the side that may double next, `away` or `home`."""
        return "home" if doubles % 2 else "away"

    def meld_value(self, suit: Suit, trump: Trump | None) -> int:
        """BA11, BA12: returns 2 for a 40, in trumps, and 1 for a 20."""
        return 2 if suit == trump else 1

    def meld_credit(self, tally: int, value: int) -> int:
        """BA13, BA22, DECISIONS BA1: returns what a meld adds to a side that stands at *tally*: 0 if it is barred."""
        if value == 2 and tally == 10 and self.rules.flag("forty_rule_at_10"):
            value = 1
        rule = self.rules.text("meld_out")
        barred = self.target == 31 if rule == "by_target" else rule == "barred"
        return 0 if barred and tally + value >= self.target else value

    # A whole deal

    def trump(self, deal: Deal) -> Trump | None:
        """BA8; DECISIONS BA14 for a card flipped instead of a call."""
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        for _, fact in deal.facts:
            if isinstance(fact, Announced) and fact.call == "trump" and fact.value in self.pack.suits:
                return fact.value
            if isinstance(fact, UpcardTurned) and fact.card in self.pack:
                return fact.card.suit
        return None

    def readings(self, deal: Deal) -> tuple[Trump, ...]:
        trump = self.trump(deal)
        return self.all_trumps if trump is None else (trump,)

    def home(self, deal: Deal) -> tuple[Seat, ...]:
        """BA10: returns the side that called trumps."""
        callers = (fact.seat for fact in deal.facts_of(Announced) if fact.call == "trump" and fact.seat in deal.seats)
        return self.side_of(next(callers, deal.forehand), deal.seats)

    def away(self, deal: Deal) -> tuple[Seat, ...]:
        home = self.home(deal)
        return next(side for side in self.sides(deal.seats) if side != home)

    def doubles(self, deal: Deal) -> int:
        """BA14: returns how often this deal was doubled."""
        return sum(fact.call == "double" for fact in deal.facts_of(Announced))

    def ledig(self, deal: Deal) -> Seat | None:
        """BA15: returns the seat that plays alone for all tricks, or None."""
        if not deal.callers("ledig"):
            return None  # called many times for each card
        return next(
            (fact.seat for fact in deal.facts_of(Announced) if fact.call == "ledig" and fact.seat in deal.seats), None
        )

    def active(self, deal: Deal) -> tuple[Seat, ...]:
        alone = self.ledig(deal)
        if alone is None:
            return deal.seats
        out = self.partner(alone, deal.seats)
        return tuple(seat for seat in deal.seats if seat != out)

    def leader(self, deal: Deal) -> Seat:
        """BA8; if forehand has dropped out, the next player clockwise (DECISIONS BA10)."""
        active = self.active(deal)
        return next(seat for seat in deal.from_forehand() if seat in active)

    def is_finished(self, deal: Deal) -> bool:
        """BA10; a Ledig also ends with a trick of the defenders, and a hand lost by a misdeed ends immediately."""
        if deal.entered is not None or self.side_that_lost_by_misdeed(deal) is not None:
            return True
        full = len(deal.trick) >= len(self.active(deal))
        if self.trump(deal) is None:
            return False
        if len(deal.tricks) + full >= HAND:
            return True
        alone = self.ledig(deal)
        return alone is not None and any(taken for seat, taken in self.tricks_taken(deal).items() if seat != alone)

    def step(self, deal: Deal) -> Step:
        """Trumps are also asked for after the last card, since the score depends on them."""
        over = len(deal.tricks) >= HAND and not self.is_finished(deal)
        if over and self.trump(deal) is None:
            return Step(Phase.ANNOUNCE, (deal.forehand,))
        return super().step(deal)

    def cost(self, deal: Deal, finding: Finding) -> Words:
        """DECISIONS BA9"""
        lost = finding.seat in deal.seats and self.rules.text("revoke_penalty") == "hand_lost"
        return Words("das Spiel ist 130:0 verloren", "the deal is lost 130:0") if lost else NO_COST

    def side_that_lost_by_misdeed(self, deal: Deal) -> tuple[Seat, ...] | None:
        """DECISIONS BA9: returns the side that lost the hand by a counted misdeed, or None."""
        if not deal.counted or self.rules.text("revoke_penalty") != "hand_lost":
            return None
        guilty = (misdeed.seat for misdeed in deal.counted if misdeed.seat in deal.seats)
        seat = next(guilty, None)
        return None if seat is None else self.side_of(seat, deal.seats)

    def is_void(self, deal: Deal) -> bool:
        """DECISIONS BA9: a counted misdeal is a lost hand, and is not dealt again."""
        return super().is_void(deal) and self.side_that_lost_by_misdeed(deal) is None

    def gehampelter(self, standing: Standing, seats: Sequence[Seat]) -> bool:
        """BA21: returns whether each side has a knoddel, so that this round decides."""
        knoddel = standing.get("knoddel", {})
        return all(knoddel.get(seat, 0) for seat in seats)

    def ledig_allowed(self, standing: Standing, seats: Sequence[Seat]) -> bool:
        """BA22"""
        return not (self.rules.flag("no_ledig_in_gehampelter") and self.gehampelter(standing, seats))
