"""The session loop: connects tracker, controller, journal, display and light.

`run`, `demo`, `watch` and the tests call it for every frame and press.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PIL import Image

from common.texts.words import TableWords
from device.display.base import Display, PressAcknowledgement
from device.hardware.presses import Press
from device.hardware.status_light import Light, State
from device.menus.base import Menu
from device.screens.base import Notice, Screen, draw
from device.session.card_arrival import SIDES, sides_of, with_seat
from device.session.controller import SessionController
from device.session.results import Listener, RecordedEvent, ResultQueue, StepResult, Storage
from device.state.conclusions import OpenQuestion
from engine.events import CardLaid, Event
from engine.rules.game import Phase
from vision.types import Frame, KeepsMoving, OtherDeck, Sighting, TableCleared

if TYPE_CHECKING:
    from vision.tracking.tracker import CardTracker


QUESTION_REST_S = 0.75
"""Seconds for which no button answers what came to the display without a press: one may already be on its way. Chosen:
nobody reads and answers a question in that time."""
LAST_TRICK_S = 5.0
"""Seconds for which the last trick of a deal is shown before the score follows, unless it is gathered before. Chosen:
long enough to see who takes it, shorter than shuffling."""


class SessionLoop:
    """Call `step` for every frame and `press` for every press."""

    def __init__(
        self,
        controller: SessionController,
        journal: Storage,
        tracker: CardTracker | None = None,
        display: Display | None = None,
        light: Light | None = None,
        clock: Callable[[], float] = time.time,
        listeners: Sequence[Listener] = (),
        question_rest_s: float = 0.0,
    ) -> None:
        """*question_rest_s*: `QUESTION_REST_S` where people press; 0 for presses that answer what is shown."""
        self.controller = controller
        self._results = ResultQueue(journal, listeners, clock)
        self._tracker = tracker
        self._update_tracker()
        self._display = display if display is not None else Display()
        self._light = light if light is not None else Light()
        self._clock = clock
        self._notices: list[Notice] = []
        self._asked_questions = {_identity(controller.question)}
        self._score = controller.table.score
        self._last_trick_since = float("-inf")
        self._acknowledgement = PressAcknowledgement(clock)
        self._question_rest_s = question_rest_s
        self._interruption: object = None
        self._interrupted_at = float("-inf")
        self._blinks = self._shows_hand = False
        self._keeps_moving = False
        """Whether something has kept moving in view for so long that the tracker reported it."""
        self._drawn: tuple[Screen, TableWords, Image.Image] | None = None
        """The picture drawn last, and of what."""
        controller.set_camera(tracker is not None)
        self.refresh()

    @property
    def fault(self) -> str:
        """Why events cannot be stored; empty if they are stored."""
        return self._results.fault

    @property
    def screen(self) -> Screen:
        return self._notices[0] if self._notices else self.controller.screen

    @property
    def picture(self) -> Image.Image:
        """The picture on the display: 128×64, 1 bit."""
        screen, words = self.screen, self.controller.view.words
        if self._shows_hand:
            screen = screen.with_hand(self._keeps_moving)
        if self._drawn is None or self._drawn[:2] != (screen, words):
            self._drawn = screen, words, draw(screen, words)
        return self._drawn[2]

    def step(self, frame: Frame) -> list[StepResult]:
        """Passes one frame to the tracker; returns the results, usually none."""
        return self.handle_sightings(self._tracker.process(frame) if self._tracker is not None else ())

    def handle_sightings(self, sightings: Sequence[Sighting]) -> list[StepResult]:
        """Records sightings; for a caller that passes the frames to the tracker itself."""
        results = list[StepResult]()
        for sighting in (with_seat(each, self.controller.view.camera.quarter_turns) for each in sightings):
            results.append(self._record(self.controller.handle_sighting(sighting.observation), sighting))
            self._keeps_moving |= isinstance(sighting.observation, KeepsMoving)
            if isinstance(sighting.observation, OtherDeck):
                self._notices.append(Notice("strange_deck", "strange_deck_text"))
        self._blinks = any(isinstance(each.event, CardLaid) for result in results for each in result.recorded)
        self.refresh()
        return results

    def finish(self) -> list[StepResult]:
        """Records what the tracker was still voting on when the frames ended; nothing follows the last trick then."""
        results = self.handle_sightings(self._tracker.finish() if self._tracker is not None else ())
        self.controller.view.shows_last_trick = False
        self.refresh()
        return results

    def press(self, press: Press) -> list[StepResult]:
        """Handles a button; if a notice is shown, the press only closes it.

        If that changes nothing on the display, the line that says what the buttons do is inverted for a moment: whoever
        pressed is to see that it was noticed, and what can be done.
        """
        before, results = self._drawn, list[StepResult]()
        if press.is_repeat and self._notices:
            return []
        if 0 <= self._clock() - self._interrupted_at < self._question_rest_s:
            pass  # it was meant for what the display showed before
        elif self._notices:
            self._notices.pop(0)  # a question below it has not been read yet
        else:
            results.append(self._record(self.controller.press(press)))
            self._interruption = self._interrupting()
        shown = self.refresh()
        if before is not None and shown == before[2] and not press.is_repeat:
            self._acknowledgement.give()
        else:
            self._acknowledgement.end()
        self._display.show(self._acknowledgement.on(shown))
        return results

    def phone(self, action: object, role: str) -> list[StepResult]:
        """Handles a request of a phone whose person has *role*; a notice on the display stays.

        :raises PhoneRefusal: if it does not fit the table as it is now.
        """
        result = self._record(self.controller.handle_phone(action), mark=f"phone {role}")
        self.refresh()
        return [result]

    def ask_for_phone(self, menu: Menu) -> None:
        """Opens the question of a phone."""
        self.controller.open_menu = menu
        self.refresh()

    def adopt(self, events: Sequence[Event]) -> list[RecordedEvent]:
        """Goes on with events of another device, which are stored; listeners do not hear of them.

        The table is as after a restart with them.
        """
        recorded = self.controller.adopt(events)
        self._asked_questions, self._score = {_identity(self.controller.question)}, self.controller.table.score
        self.controller.view.shows_last_trick = False
        self._update_tracker()
        self.refresh()
        return recorded

    def start(self, dealer: int) -> list[StepResult]:
        result = self._record(self.controller.start(dealer))
        self.refresh()
        return [result]

    def track_with(self, tracker: CardTracker | None, is_awaited: bool = False, is_covered: bool = False) -> None:
        """Continues with another tracker, or with None while there is no camera.

        *is_awaited*: a tracker will follow soon; *is_covered*: the camera delivers only black frames.
        """
        self._tracker = tracker
        self.controller.view.camera.is_lens_covered = is_covered
        self._update_tracker()
        self.controller.set_camera(tracker is not None or is_awaited)
        self.refresh()

    @property
    def has_notice(self) -> bool:
        return bool(self._notices)

    @property
    def is_asking(self) -> bool:
        """Whether only a press leads on: a notice or a question is shown, or no game is in progress."""
        controller = self.controller
        is_open = self.has_notice or controller.question is not None
        return is_open or controller.table.phase in (Phase.NO_GAME, Phase.OVER)

    def show_notice(self, notice: Notice) -> None:
        """Queues a notice, which is shown until a press."""
        self._notices.append(notice)
        self.refresh()

    def withdraw_notice(self, notice: Notice) -> None:
        """Removes a notice that no longer holds."""
        if notice in self._notices:
            self._notices.remove(notice)
            self.refresh()

    def refresh(self) -> Image.Image:
        """Updates display and light, and retries what could not be stored; returns the picture.

        Call it regularly: a lost display is found again by it. A picture is drawn only if the screen has changed.
        """
        view = self.controller.view
        if view.shows_last_trick and not 0 <= self._clock() - self._last_trick_since < LAST_TRICK_S:
            view.shows_last_trick = False  # also if the clock was set back
        if self.fault:
            self._results.add()
        interruption = self._interrupting()
        if interruption is not None and interruption != self._interruption:
            self._interrupted_at = self._clock()
        self._interruption = interruption
        # A question or a pause comes first; then a blink for a card just read, then a hand in view.
        light: State = "pause" if self._notices else self.controller.state
        if light not in ("question", "pause") and self._blinks:
            light = "card"
        elif light not in ("question", "pause") and self._tracker is not None and self._tracker.moving:
            light = "hand"
        if (light == "hand") != self._shows_hand:
            self._shows_hand, self._keeps_moving = not self._shows_hand, False
        picture = self.picture
        self._display.show(self._acknowledgement.on(picture))
        self._light.show(light)
        return picture

    def _interrupting(self) -> object:
        """Returns what the buttons answer apart from play: a notice, a question, an open menu; None if nothing."""
        if self._notices:
            return self._notices[0]
        return self.controller.screen if self.controller.question is not None else self.controller.open_menu

    def _update_tracker(self) -> None:
        if self._tracker is not None:
            view = self.controller.view
            self._tracker.gathered_cards = view.gathered_cards()
            seats = SIDES if self.controller.menu.watches_all_sides else view.places
            self._tracker.seats = sides_of(seats, view.camera.quarter_turns)

    def _record(
        self, recorded: Sequence[RecordedEvent], sighting: Sighting | None = None, mark: str = ""
    ) -> StepResult:
        controller = self.controller
        self._update_tracker()
        question, before, self._score = controller.question, self._score, controller.table.score
        is_new = _identity(question) not in self._asked_questions
        self._asked_questions.add(_identity(question))
        new_score, view = self._score if self._score != before else None, controller.view
        if new_score is not None and any(isinstance(each.event, CardLaid) for each in recorded):
            view.shows_last_trick, self._last_trick_since = view.trick_is_full, self._clock()
        elif recorded or sighting is None or isinstance(sighting.observation, TableCleared):
            view.shows_last_trick = False
        asked, requests = question if is_new else None, controller.take_requests()
        mark = controller.mark_of(recorded) or mark
        result = StepResult(sighting, tuple(recorded), asked, new_score, controller.view, requests, mark)
        was_stored = not self.fault
        self._results.add(result)
        if self.fault and was_stored:
            self._notices.append(Notice("not_saved", "not_saved_text"))
        return result


def _identity(question: OpenQuestion | None) -> object:
    return None if question is None else question.identity
