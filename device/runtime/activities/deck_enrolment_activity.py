"""The activity in which a deck is shown to the camera; it passes frames and presses on to the enrolment."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from device.runtime.activities.deck_enrolment import DeckEnrolment
from vision.recognition.embedder import Recogniser

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from common.texts.words import Words
    from device.hardware.presses import Press
    from device.hardware.status_light import State
    from device.menus.table.deck_enrolment import EnrolmentAnswer
    from device.runtime.activities.activity import Outcome
    from device.screens.base import Screen
    from engine.cards import Card, Pack
    from vision.inference import Backend
    from vision.types import Frame


class DeckEnrolmentActivity:
    """Enrolment of a deck shown to the camera, until a pack is chosen or it is postponed."""

    def __init__(
        self,
        words: Words,
        games: Sequence[Pack],
        name: str = "",
        in_use: str = "",
        backend: Backend = "auto",
        adds_missing: bool = False,
    ) -> None:
        """*games* are the packs of the games, *name* is the pack in the settings; the pack *in_use* is offered.

        *backend* runs the network. *adds_missing*: only what the pack in use lacks for the first game is shown.

        :raises BrokenModel: if the network is missing or damaged.
        """
        self._lock = threading.Lock()
        self._enrolment = DeckEnrolment(words, games, Recogniser(backend=backend), name, in_use, adds_missing)
        self._blind = False

    @property
    def screen(self) -> Screen:
        return self._enrolment.screen

    @property
    def words(self) -> Words:
        """The words for the deck that is shown."""
        return self._enrolment.words

    @property
    def light(self) -> State:
        return self._enrolment.light

    @property
    def moving(self) -> bool:
        return self._enrolment.light == "hand"

    @property
    def done(self) -> bool:
        return self._blind or self._enrolment.left or self._enrolment.done

    @property
    def outcome(self) -> Outcome:
        if self._enrolment.pack:
            return "done"
        return "back" if self._enrolment.back else "later"

    @property
    def pack(self) -> str:
        return self._enrolment.pack

    @property
    def kind(self) -> str:
        return self._enrolment.kind

    @property
    def requested_card(self) -> tuple[Card, Pack] | None:
        return self._enrolment.requested_card

    def process(self, frame: Frame) -> Sequence[object]:
        with self._lock:
            before = self._enrolment.screen
            self._enrolment.step(frame)
            return [frame.number] if self._enrolment.screen != before else []

    def finish(self) -> Sequence[object]:
        return []

    def handle_result(self, results: Sequence[object]) -> None:
        """Does nothing: the screen follows from the state."""

    def press(self, press: Press) -> None:
        with self._lock:
            self._enrolment.press(press)

    def answer(self, choose: Callable[[DeckEnrolment], EnrolmentAnswer | None]) -> bool:
        """Carries out what *choose* makes of the state for a phone; returns False if that is None."""
        with self._lock:
            answer = choose(self._enrolment)
            if answer is not None:
                self._enrolment.answer(answer)
            return answer is not None

    @property
    def enrolment(self) -> DeckEnrolment:
        """The enrolment, to be read in the thread of the loop."""
        return self._enrolment

    def on_frames_lost(self, is_covered: bool) -> None:
        self._blind = True

    def close(self) -> None:
        with self._lock:
            self._enrolment.keep()
