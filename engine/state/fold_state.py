"""The state of the fold, and the marks from which folding can continue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine.cards import Seat
from engine.events import Fact
from engine.rules.deal import Deal, Standing
from engine.rules.findings import Finding
from engine.state.deal_observer import DealObserver
from engine.state.match import NO_MOVES, Match, Moves


class PlayedGame(NamedTuple):
    """A game in its current state, or as it was when the next one began; seats are those of its last deal."""

    match: Match
    before: Standing
    """The standing before this game."""
    players: Mapping[Seat, str]
    """The names by seat at its last deal; a later name fills in for a missing one."""
    evening: int
    """The number of evenings that had begun when the game began."""


@dataclass(slots=True)
class State:
    """The state of the fold. The values at the beginning of a deal (`Mark`) suffice to continue from there."""

    match: Match | None = None
    deal: Deal | None = None
    observer: DealObserver | None = None
    findings: list[Finding] = field(default_factory=list)
    players: Mapping[Seat, str] = field(default_factory=dict)
    dealt: Mapping[Seat, str] = field(default_factory=dict)
    """The names by seat when the deal began."""
    games: tuple[PlayedGame, ...] = ()
    """The games before this one."""
    evening: int = 0
    """The number of evenings that have begun."""
    game_evening: int = 0
    """The number of the evening on which the current game began."""
    moves: Moves = NO_MOVES
    """Changes of seats since the deal began; the tallies move after the deal."""
    new_evening: bool = False
    """Whether an evening has begun since the last game did."""
    late_calls: frozenset[str] | None = None
    """The calls that are still missing and hold from the beginning of the deal; None before the first card."""

    def current_match(self) -> Match | None:
        """Returns the match after this deal, with the current seats."""
        match = self.match.after(self.deal) if self.match and self.deal else self.match
        return match.with_moves(self.moves) if match and self.moves else match

    def current_games(self) -> tuple[PlayedGame, ...]:
        """Returns the current game as a tuple of one, or an empty tuple."""
        match = self.match
        if match is None:
            return ()
        return (
            PlayedGame(
                match.after(self.deal) if self.deal else match, match.standing_before, self.dealt, self.game_evening
            ),
        )


class Mark(NamedTuple):
    """A state from which folding can continue: the match, and the deal if one has just begun."""

    facts: int
    """The number of facts folded so far."""
    findings: int
    deal: tuple[int, Seat] | None
    """The position of the event that began the deal, and the dealer."""
    state: State
    """Without the deal and the findings."""

    def is_like(self, other: Mark) -> bool:
        """Returns whether folding continues in the same way after both; earlier games and findings may differ."""
        match, old = self.state.match, other.state.match
        if self.deal != other.deal or replace(self.state, match=None, games=()) != replace(
            other.state, match=None, games=()
        ):
            return False
        if match is None or old is None:
            return match is old
        is_same_game = (match.game.name, match.game.rules) == (old.game.name, old.game.rules)
        return is_same_game and replace(match, game=old.game) == old


class EarlierFold:
    """The marks and the state of the fold before the facts changed."""

    def __init__(
        self,
        state: State,
        marks: Sequence[Mark],
        facts: Sequence[tuple[int, Fact]],
        invalid_facts: frozenset[int],
        new_facts: Sequence[tuple[int, Fact]],
    ) -> None:
        self._state, self._added = state, len(new_facts) - len(facts)
        self._marks = {mark.facts + self._added: mark for mark in marks}
        """By the number of new facts before the mark."""
        same = 0
        while same < min(len(facts), len(new_facts)) and facts[-1 - same] == new_facts[-1 - same]:
            same += 1
        self._unchanged_from = max(len(new_facts) - same, index_after(new_facts, invalid_facts))

    def rest_after(self, mark: Mark, findings: Sequence[Finding]) -> tuple[list[Mark], State] | None:
        """Returns the marks after *mark*, and the final state, if both folds agree from there on; else None."""
        old = self._marks.get(mark.facts)
        if old is None or mark.facts <= self._unchanged_from or not mark.is_like(old):
            return None
        more, count = len(findings) - old.findings, len(old.state.games)

        def after_mark(state: State) -> State:
            return replace(state, games=mark.state.games + state.games[count:])

        marks = [
            Mark(later.facts + self._added, later.findings + more, later.deal, after_mark(later.state))
            for later in self._marks.values()
            if later.facts > old.facts
        ]
        later_findings = self._state.findings[old.findings :]
        return marks, replace(after_mark(self._state), findings=[*findings, *later_findings])


def index_after(facts: Sequence[tuple[int, Fact]], positions: frozenset[int]) -> int:
    """Returns the index after the last fact at one of these positions; 0 if there is none.

    Facts that are proved false later change how others are folded.
    """
    places = (place for place in range(len(facts), 0, -1) if facts[place - 1][0] in positions)
    return next(places, 0) if positions else 0
