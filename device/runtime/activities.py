"""Activities: what takes display, buttons and frames for a while, before the game or in the middle of it.

The appliance does one at a time (`Appliance.go`) and comes back to the game when it is done: showing a deck, aiming,
the first start. While it lasts, presses and frames are the activity's; the game, its journal and its menus stay as they
are.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from device.runtime.deck_enrolment import Teaching
from vision.recognition.embedder import Recogniser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.hardware.presses import Press
    from device.hardware.status_light import State
    from device.i18n.words import Words
    from device.screens.base import Screen
    from engine.cards import Pack
    from vision.inference import Backend
    from vision.types import Frame


Outcome: TypeAlias = Literal["done", "later", "back"]
"""What was wanted is there; it can wait, or no camera was there for it; back to what was asked before."""


class Activity(Protocol):
    """`see` and `finish` are called in the worker's thread, all else in the loop's; an activity sees to its own locks.

    What `see` returns comes to `handle_result` in the loop's thread. At every turn of the loop, so after each of these
    and after every press, display and light are given `screen` and `light`.
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
        """How it ended, once it is done."""

    @property
    def pack(self) -> str:
        """The pack to be played with because of it, as soon as there is one; empty if there is none."""

    @property
    def kind(self) -> str:
        """The kind of that pack, if it is not the one that was in use."""

    @property
    def moving(self) -> bool: ...

    def see(self, frame: Frame) -> Sequence[object]: ...

    def finish(self) -> Sequence[object]: ...

    def handle_result(self, found: Sequence[object]) -> None: ...

    def press(self, press: Press) -> None: ...

    def blind(self, reason: str) -> None:
        """No frames come. What needs them is done then, and can be requested again when there is a camera."""

    def close(self) -> None:
        """It is done, or Kiebitz is switched off: what was told so far is kept."""


class ShowingDeck:
    """A deck is shown to the camera, card by card, until a pack is chosen or it is left for later."""

    def __init__(
        self, words: Words, games: Sequence[Pack], name: str = "", in_use: str = "", backend: Backend = "auto"
    ) -> None:
        """*games* are the cards that may be played with, *name* the pack that the settings name; *in_use* is offered.

        *backend* runs the network.

        :raises BrokenModel: if the network is missing or damaged.
        """
        self._lock = threading.Lock()
        self._teaching = Teaching(words, games, Recogniser(backend=backend), name, in_use)
        self._blind = False

    @property
    def screen(self) -> Screen:
        return self._teaching.screen

    @property
    def words(self) -> Words:
        """Those of the deck that is shown."""
        return self._teaching.words

    @property
    def light(self) -> State:
        return self._teaching.light

    @property
    def moving(self) -> bool:
        return self._teaching.light == "hand"

    @property
    def done(self) -> bool:
        return self._blind or self._teaching.left or self._teaching.done

    @property
    def outcome(self) -> Outcome:
        if self._teaching.pack:
            return "done"
        return "back" if self._teaching.back else "later"

    @property
    def pack(self) -> str:
        return self._teaching.pack

    @property
    def kind(self) -> str:
        return self._teaching.kind

    def see(self, frame: Frame) -> Sequence[object]:
        with self._lock:
            before = self._teaching.screen
            self._teaching.step(frame)
            return [frame.number] if self._teaching.screen != before else []

    def finish(self) -> Sequence[object]:
        return []

    def handle_result(self, found: Sequence[object]) -> None:
        """The screen follows from the lesson."""

    def press(self, press: Press) -> None:
        with self._lock:
            self._teaching.press(press)

    def blind(self, reason: str) -> None:
        self._blind = True

    def close(self) -> None:
        with self._lock:
            self._teaching.keep()
