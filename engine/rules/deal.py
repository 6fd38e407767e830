"""The facts of one deal, from which a game answers questions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias, TypeVar

from engine.cards import Card, Seat, Trump
from engine.events import Announced, CardsShown, Fact, TricksEntered, UpcardTurned
from engine.rules.findings import Finding, Kind
from engine.tricks import Play, Trick, clockwise, next_seat, previous_seat

_Fact = TypeVar("_Fact")
_Result = TypeVar("_Result")
Standing: TypeAlias = Mapping[str, Mapping[Seat, int]]
"""The counts that last from game to game, by name in the game's book (`bummerl`, `account`), then by seat."""


_KINDS_OF_DOUBT = {Kind.OUT_OF_TURN, Kind.MISSED_CARD, Kind.SEEN_TWICE}
"""Findings about cards that the camera may have misread or assigned to the wrong seat."""


class Entry(NamedTuple):
    """A fact and its position in the journal. Positions do not give the order: an inserted fact has a later one."""

    position: int
    fact: Fact


class Misdeed(NamedTuple):
    """An event with findings, on which the table may rule."""

    position: int
    seat: Seat | None
    kinds: frozenset[Kind]
    """Empty if there was no finding, but the table counts it."""
    fact: Fact | None


@dataclass(slots=True)
class Deal:
    """The events since the cards were dealt. Only the table changes a deal; games read it."""

    number: int
    """Deals scored in this game before this one, plus one."""
    seats: tuple[Seat, ...]
    """Everybody who was dealt cards, clockwise."""
    dealer: Seat
    tallies: Mapping[Seat, int]
    """Before this deal."""
    sat_out: frozenset[Seat] = frozenset()
    """The seats that folded in the deal before."""
    standing: Standing = field(default_factory=dict)
    """Before this game."""
    started: int = 0
    """The position of the event that began it."""
    facts: list[Entry] = field(default_factory=list)
    """Cards taken and turned, calls and exchanges, in the order in which they happened."""
    tricks: list[Trick] = field(default_factory=list)
    """The gathered tricks, oldest first."""
    trick: Trick = field(default_factory=Trick)
    """The trick in play."""
    shown: list[CardsShown] = field(default_factory=list)
    """Cards laid open outside a trick."""
    entered: TricksEntered | None = None
    misdeeds: dict[int, Misdeed] = field(default_factory=dict)
    """By position: the events with findings, including cards laid."""
    counted: list[Misdeed] = field(default_factory=list)
    """The misdeeds that the table decided to count."""
    history: tuple[DealScore, ...] = ()
    """The deals of this game before it."""
    invalid_facts: frozenset[int] = field(default=frozenset(), compare=False)
    """The positions of facts proved false or taken back later in the deal; they imply nothing about hands."""
    withdrawn: set[int] = field(default_factory=set)
    """The positions of facts taken back since play began."""
    doubtful: set[int] = field(default_factory=set)
    """The positions of cards whose reading or seat is uncertain; they prove no call false."""
    may_lack_tricks: bool = False
    """Whether the camera may have missed a trick before the one in play, so that its number is uncertain."""
    lay_before: dict[int, frozenset[int]] = field(default_factory=dict)
    """By position of a fact: the positions of the cards laid before it."""
    _cache: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)
    """A cache of `of`, `callers` and `cached`, valid while the number of facts is `_cached_fact_count`."""
    _cached_fact_count: int = field(default=0, repr=False, compare=False)

    @property
    def forehand(self) -> Seat:
        return next_seat(self.seats, self.dealer)

    @property
    def cutter(self) -> Seat:
        return previous_seat(self.seats, self.dealer)

    @property
    def upcard(self) -> Card | None:
        """The card turned last."""
        turned = self.facts_of(UpcardTurned)
        return turned[-1].card if turned else None

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has happened in this deal."""
        return not (self.facts or self.has_play or self.entered or self.misdeeds or self.counted)

    @property
    def has_play(self) -> bool:
        return bool(self.tricks or self.trick.plays)

    def facts_of(self, kind: type[_Fact]) -> Sequence[_Fact]:
        facts: Sequence[_Fact] | None = self._valid_cache().get(kind)
        if facts is None:
            facts = self._cache[kind] = tuple(entry.fact for entry in self.facts if isinstance(entry.fact, kind))
        return facts

    def callers(self, *calls: str) -> frozenset[Seat]:
        """Returns the seats that made one of *calls*."""
        callers: frozenset[Seat] | None = self._valid_cache().get(calls)
        if callers is None:
            announcements = self.facts_of(Announced)
            callers = self._cache[calls] = frozenset(fact.seat for fact in announcements if fact.call in calls)
        return callers

    def cached(self, from_facts: Callable[[Deal], _Result]) -> _Result:
        """Returns *from_facts(self)*, cached until the facts change; it must depend on the facts only."""
        remembered = self._valid_cache()
        if from_facts not in remembered:
            remembered[from_facts] = from_facts(self)
        result: _Result = remembered[from_facts]
        return result

    def add_fact(self, position: int, fact: Fact) -> None:
        self.lay_before[position] = frozenset(play.position for play in self.plays())
        self.facts.append(Entry(position, fact))

    def remove_fact(self, position: int) -> None:
        """Removes the fact at *position*."""
        self.facts = [entry for entry in self.facts if entry.position != position]
        self._cached_fact_count = -1

    def record_misdeed(self, finding: Finding, fact: Fact | None) -> None:
        """Records that an event has *finding*, on which the table may rule; cards that it doubts become doubtful."""
        if finding.kind in _KINDS_OF_DOUBT:
            self.doubtful.update((finding.position, *(evidence.position for evidence in finding.evidence)))
        before = self.misdeeds.get(finding.position)
        kinds = frozenset({finding.kind}) | (before.kinds if before else frozenset())
        fact = before.fact if before and before.fact is not None else fact
        seat = before.seat if before and before.seat is not None else finding.seat
        self.misdeeds[finding.position] = Misdeed(finding.position, seat, kinds, fact)

    def without_invalid_facts(self) -> Deal:
        """Returns the deal without the facts that are proved false or taken back later."""
        if not self.invalid_facts or self.invalid_facts.isdisjoint(entry.position for entry in self.facts):
            return self
        facts = [entry for entry in self.facts if entry.position not in self.invalid_facts]
        return replace(self, facts=facts, _cache={}, _cached_fact_count=-1)

    def before_play(self) -> Deal:
        """Returns the deal as it would be if no card had been laid."""
        return replace(self, tricks=[], trick=Trick(), shown=[], _cache={}, _cached_fact_count=-1)

    def _valid_cache(self) -> dict[object, Any]:
        if self._cached_fact_count != len(self.facts):
            self._cached_fact_count = len(self.facts)
            self._cache.clear()
        return self._cache

    def all_tricks(self) -> tuple[Trick, ...]:
        return (*self.tricks, self.trick) if self.trick.plays else tuple(self.tricks)

    def plays(self) -> Iterator[Play]:
        for trick in self.all_tricks():
            yield from trick.plays

    def trick_number(self, position: int) -> int | None:
        """Returns the number, counted from 1, of the trick with the card at *position*, or None."""
        numbered = enumerate(self.all_tricks(), start=1)
        return next(
            (number for number, trick in numbered if any(play.position == position for play in trick.plays)), None
        )

    def cards_laid(self, seat: Seat) -> int:
        """Returns how many cards an active seat has laid; a gathered trick without its card counts as one missed."""
        missed = sum(seat not in trick.seats for trick in self.tricks)
        return missed + sum(play.seat == seat for play in self.plays())

    def from_forehand(self) -> tuple[Seat, ...]:
        return clockwise(self.seats, self.forehand)

    def positions(self) -> Iterator[int]:
        """Returns the positions of all events of this deal that still hold."""
        yield self.started
        yield from (entry.position for entry in self.facts)
        yield from self.misdeeds
        yield from (play.position for play in self.plays())


@dataclass(frozen=True, slots=True)
class Result:
    """Tallies after a deal; if there are no winners, the game continues."""

    tallies: Mapping[Seat, int]
    winners: tuple[Seat, ...] = ()
    losers: tuple[Seat, ...] = ()

    @classmethod
    def of(cls, tallies: Mapping[Seat, int], winners: Collection[Seat]) -> Result:
        """Returns the result in which *winners* win and all others lose; without winners nobody loses."""
        losers = tuple(seat for seat in tallies if seat not in winners) if winners else ()
        return cls(tallies, tuple(seat for seat in tallies if seat in winners), losers)

    @property
    def is_over(self) -> bool:
        return bool(self.winners)


@dataclass(frozen=True, slots=True)
class DealScore:
    """The score of a finished deal."""

    number: int
    dealer: Seat
    trump: Trump | None
    tricks: Mapping[Seat, int]
    changes: Mapping[Seat, int]
    result: Result
    folded: tuple[Seat, ...]
    struck: tuple[Seat, ...] = ()
    """The seats whose points were struck after it, including those that had none."""


def paid_by_each(seats: Sequence[Seat], player: Seat, units: int) -> dict[Seat, int]:
    """Returns the changes of the tallies where each of the others pays *units* to *player*; below zero he pays."""
    return {seat: units * (len(seats) - 1) if seat == player else -units for seat in seats}
