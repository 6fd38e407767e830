"""The plays of a deal whose seat may be wrong; no proof may rest on one of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Seat
    from engine.events import CardLaid
    from engine.tricks import Play


@dataclass(slots=True)
class SeatDoubts:
    """Plays are given by position. A ruling on the play that caused a doubt removes the doubt."""

    _rests_on: dict[int, int] = field(default_factory=dict)
    """By play with a doubtful seat: the play that caused the doubt, usually itself."""
    _after_gap: set[int] = field(default_factory=set)
    """Plays before which the camera may have missed a card."""
    _overtaken: dict[int, Seat] = field(default_factory=dict)
    """For each play out of turn, the seat whose turn it was."""

    def __contains__(self, position: int | None) -> bool:
        return position in self._rests_on

    def __bool__(self) -> bool:
        return bool(self._rests_on)

    def add(self, *positions: int) -> None:
        self._rests_on.update({position: position for position in positions})

    def add_out_of_turn(self, turn: Seat, *positions: int) -> None:
        """Doubts the seats of plays that were laid when it was the turn of another seat."""
        self.add(*positions)
        self._overtaken.update(dict.fromkeys(positions, turn))

    def add_in_turn(self, position: int, fact: CardLaid, before: Iterable[Play]) -> None:
        """Doubts the seat of a play in turn if the seat was only derived from the turn.

        After a card that may have been missed, the seat is as doubtful as the plays *before* it in the trick.
        """
        if fact.seat_by_turn:
            self.add(position)
        elif fact.after_gap:
            rests_on = next((play.position for play in before if play.position in self), None)
            if rests_on is not None:
                self._rests_on[position] = self._rests_on[rests_on]

    def add_gap(self, position: int) -> None:
        """Records that the camera may have missed a card before the play at *position*."""
        self._after_gap.add(position)

    def confirm(self, position: int) -> None:
        """Removes all doubts that rest on the play at *position*."""
        self._rests_on = {each: rests_on for each, rests_on in self._rests_on.items() if rests_on != position}

    def has_unsure_turn(self, plays: Iterable[Play]) -> bool:
        """Returns whether the turn after *plays* is uncertain, since the camera may have missed a card among them."""
        return any(play.position in self and play.position in self._after_gap for play in plays)

    def has_out_of_turn(self, plays: Iterable[Play]) -> bool:
        return any(play.position in self._overtaken for play in plays)

    def is_overtaken(self, seat: Seat, plays: Iterable[Play]) -> bool:
        """Returns whether one of *plays* was laid when it was the turn of *seat*."""
        return any(self._overtaken.get(play.position) == seat for play in plays)

    def turn_of(self, play: Play) -> Seat:
        """Returns the seat whose turn it was: that of the play, unless it was out of turn."""
        return self._overtaken.get(play.position, play.seat)

    def keep_turns(self, plays: Iterable[Play]) -> None:
        """Records for the plays after one out of turn that each seat has used its own turn."""
        self._overtaken |= {play.position: play.seat for play in plays}
