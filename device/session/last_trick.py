"""Keeps the last trick of a deal on the display until it is gathered, or for some seconds; then the score follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import CardLaid
from vision.types import Observation, TableCleared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from device.session.session_state import RecordedEvent
    from device.state.table_view import View
    from engine.rules.deal import DealScore

LAST_TRICK_S = 5.0
"""Seconds. Chosen: long enough to see who takes it, shorter than shuffling."""


class LastTrick:
    """Sets `View.shows_last_trick`. Call `update` after every sighting and press, and `expire` regularly."""

    def __init__(self, view: View, clock: Callable[[], float]) -> None:
        self._view, self._clock = view, clock
        self._since = float("-inf")

    def update(
        self, observation: Observation | None, recorded: Sequence[RecordedEvent], score: DealScore | None
    ) -> None:
        """Shows the trick if a card has just completed the deal, with *score*; anything that follows ends that."""
        if score is not None and any(isinstance(each.event, CardLaid) for each in recorded):
            self._view.shows_last_trick, self._since = self._view.trick_is_full, self._clock()
        elif recorded or observation is None or isinstance(observation, TableCleared):
            self._view.shows_last_trick = False

    def expire(self) -> bool:
        """Ends it after `LAST_TRICK_S`, or if the clock was set back; returns whether it ended now."""
        is_over = self._view.shows_last_trick and not 0 <= self._clock() - self._since < LAST_TRICK_S
        self._view.shows_last_trick &= not is_over
        return is_over

    def end(self) -> None:
        self._view.shows_last_trick = False
