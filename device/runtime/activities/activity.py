"""Activities use display, buttons and frames for a while, before a game or during it.

The appliance runs one at a time (`device.runtime.activities.runner`), such as the enrolment of a deck or aiming, and
returns to the game when it is done. Meanwhile presses and frames go to the activity; game, journal and menus do not
change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.texts.words import TableWords
    from device.hardware.presses import Press
    from device.hardware.status_light import State
    from device.screens.base import Screen
    from engine.cards import Card, Pack
    from vision.types import Frame

Outcome: TypeAlias = Literal["done", "later", "back"]
"""`later`: it was postponed, or there was no camera. `back`: the person went back to the question before."""


class Activity:
    """`process` and `finish` are called in the worker's thread, all else in the loop's; an activity has its own locks.

    The result of `process` is passed to `handle_result` in the loop's thread. At every turn of the loop, display and
    light are updated from `screen` and `light`. The defaults are those of an activity that uses no frames.
    """

    words: TableWords
    enrols_deck = False
    pack = kind = ""
    """The name of the pack that resulted from it, and its kind if it is not the one in use before; empty without."""

    @property
    def screen(self) -> Screen:
        raise NotImplementedError

    @property
    def light(self) -> State:
        raise NotImplementedError

    @property
    def done(self) -> bool:
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome:
        """The outcome, once it is done."""
        return "done"

    @property
    def requested_card(self) -> tuple[Card, Pack] | None:
        """The card that is to be shown to the camera, and its kind of pack."""
        return None

    @property
    def moving(self) -> bool:
        return False

    def process(self, frame: Frame) -> Sequence[object]:
        return ()

    def finish(self) -> Sequence[object]:
        return ()

    def handle_result(self, results: Sequence[object]) -> None:
        """Does nothing where the screen follows from the state."""

    def press(self, press: Press) -> None:
        raise NotImplementedError

    def on_frames_lost(self, is_covered: bool) -> None:
        """Called if no frames arrive, or only black ones: an activity ends, or says so until frames arrive."""

    def close(self) -> None:
        """Called at its end, or when Kiebitz is switched off: stores what is complete."""
