"""Activities use display, buttons and frames for a while, before a game or during it.

The appliance runs one at a time (`device.runtime.activities.runner`), such as the enrolment of a deck or aiming, and
returns to the game when it is done. Meanwhile presses and frames go to the activity; game, journal and menus do not
change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.texts.words import Words
    from device.hardware.presses import Press
    from device.hardware.status_light import State
    from device.screens.base import Screen
    from engine.cards import Card, Pack
    from vision.types import Frame


Outcome: TypeAlias = Literal["done", "later", "back"]
"""`later`: it was postponed, or there was no camera. `back`: the person went back to the question before."""


class Activity(Protocol):
    """`process` and `finish` are called in the worker's thread, all else in the loop's; an activity has its own locks.

    The result of `process` is passed to `handle_result` in the loop's thread. At every turn of the loop, display and
    light are updated from `screen` and `light`.
    """

    @property
    def screen(self) -> Screen: ...

    @property
    def words(self) -> Words: ...

    @property
    def light(self) -> State: ...

    @property
    def done(self) -> bool: ...

    @property
    def outcome(self) -> Outcome:
        """The outcome, once it is done."""

    @property
    def pack(self) -> str:
        """The name of the pack that resulted from it; empty if there is none."""

    @property
    def kind(self) -> str:
        """The kind of that pack, if it is not the one in use before."""

    @property
    def requested_card(self) -> tuple[Card, Pack] | None:
        """The card that is to be shown to the camera, and its kind of pack."""

    @property
    def moving(self) -> bool: ...

    def process(self, frame: Frame) -> Sequence[object]: ...

    def finish(self) -> Sequence[object]: ...

    def handle_result(self, results: Sequence[object]) -> None: ...

    def press(self, press: Press) -> None: ...

    def on_frames_lost(self, is_covered: bool) -> None:
        """Called if no frames arrive, or only black ones: an activity ends, or says so until frames arrive."""

    def close(self) -> None:
        """Called at its end, or when Kiebitz is switched off: stores what is complete."""
