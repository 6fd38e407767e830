"""Whether a card may have been missed: a hand that came in, left, and laid nothing that was told, may have laid one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.seats import seat_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from vision.tracking.hand_history import HandHistory

MIN_ONE_HAND_CONFIDENCE = 0.7
"""Of the seat by all that reaches in at a time: with less, two hands do. Tuned on quick deals, seeds 600 to 607."""


@dataclass(slots=True)
class MissedCardCheck:
    """Times are those of the frames, in seconds.

    `_clear_at` is when the view was at rest and every hand up to then was known to have laid or taken what was told;
    None if it was not since the last arrival. `_told_at` and `_told_seat` are the last arrival or departure.
    """

    history: HandHistory
    seats: Sequence[Seat]
    _clear_at: float | None = None
    _told_at: float = float("inf")
    _told_seat: Seat | None = None

    def begin(self, time: float, *, moving: bool) -> None:
        """The view is seen for the first time."""
        self._clear_at, self._told_at = (None, float("inf")) if moving else (time, time)

    def interrupt(self) -> None:
        """The view was lost, such as by a knock at the camera: only the next arrival makes it complete again."""
        self._clear_at, self._told_at = None, float("inf")

    def rest(self, time: float, step: float) -> None:
        """The whole view is at rest and understood; *step* is in grey levels of the motion gate."""
        if (
            self._clear_at is None
            and self._told_at < time
            and self._is_one_hand(self._told_seat, self._told_at, time, step)
        ):
            self._clear_at = time

    def arrival(self, seat: Seat | None, since: float, step: float) -> bool:
        """Notes a card of *seat*, first seen at *since*; returns whether no other card can have come before it."""
        clear_at, self._clear_at = self._clear_at, None
        self._told_at, self._told_seat = since, seat
        return clear_at is not None and seat is not None and self._is_one_hand(seat, clear_at, since, step)

    def other_visit(self, time: float, seat: Seat | None = None) -> None:
        """Notes a hand that took or moved cards; without *seat* nobody can tell whose it was."""
        self._clear_at, self._told_at, self._told_seat = None, time, seat

    def _is_one_hand(self, seat: Seat | None, begin: float, end: float, step: float) -> bool:
        """Whether no hand but that of *seat* (None: of one seat, whichever) reached in between two times."""
        middle = np.array([0.5, 0.5])
        frames = self.history.crossings_by_frame(begin, end, step)
        hands = [seat_of(points, middle, self.seats) for points in frames]
        came_from = {other for other, confidence in hands}
        sure = all(confidence > MIN_ONE_HAND_CONFIDENCE for _, confidence in hands)
        return sure and (came_from <= {seat} if seat is not None else len(came_from) <= 1)
