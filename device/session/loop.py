"""The session loop: connects tracker, controller, journal, display and light.

`run`, `demo`, `watch` and the tests call it for every frame and press.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from device.display.base import Display, NullDisplay, PressAcknowledgement
from device.hardware.status_light import Light, NoLight, State
from device.screens.base import Notice, Screen, draw
from device.session.last_trick import LastTrick
from device.session.turned_picture import SIDES, sides_of, with_seat
from device.storage.journal import JournalError
from engine.events import CardLaid, Event
from engine.rules.values import Phase
from vision.types import Frame, KeepsMoving, OtherDeck, Sighting

if TYPE_CHECKING:
    from PIL import Image

    from device.hardware.presses import Press
    from device.menus.base import Menu
    from device.session.controller import SessionController
    from device.session.session_state import RecordedEvent
    from device.settings.requests import Request
    from device.state.open_questions import OpenQuestion
    from device.state.table_view import View
    from engine.cards import Card, Seat
    from engine.rules.deal import DealScore
    from vision.tracking.settled_scene import TraceSink

_log = logging.getLogger("kiebitz")


class Tracker(Protocol):
    """The part of `vision.tracking.tracker.CardTracker` that the loop uses: frames in order, sightings out."""

    gathered_cards: Collection[Card]
    seats: Sequence[Seat]
    trace_sink: TraceSink | None

    @property
    def moving(self) -> bool: ...

    def process(self, frame: Frame) -> Sequence[Sighting]: ...

    def finish(self) -> Sequence[Sighting]: ...


class Storage(Protocol):
    """Stores events; `append` returns when the event is on the disk, or raises `JournalError`.

    `mark` says that the event was entered by phone and in which role, or which pairing of a tournament it begins.
    """

    def append(self, event: Event, time: float, mark: str = "") -> int: ...


@dataclass(frozen=True, slots=True)
class StepResult:
    """One sighting or press, and everything that followed from it."""

    sighting: Sighting | None
    press: Press | None
    recorded: tuple[RecordedEvent, ...]
    question: OpenQuestion | None
    """The question that it raised, if that is asked for the first time."""
    score: DealScore | None
    """The score of the deal that it completed or changed."""
    view: View = field(repr=False, compare=False)
    """The current state of the table; a listener reads it during its call and must not change it."""
    requests: tuple[Request, ...] = ()
    """The requests of the menu, for the appliance."""
    mark: str = ""
    """`phone` and the role, if a phone asked for it; the pairing of a tournament, if a game of that begins."""


Listener: TypeAlias = Callable[[StepResult], None]
"""An output: called with every result, in order, once the journal has its events."""


PHONE_QUESTION_REST_S = 2.0
"""Seconds for which PLAY does not answer a question that a phone has opened: a press may already be on its way."""


class SessionLoop:
    """Call `step` for every frame and `press` for every press.

    A listener that raises is logged and no longer called.
    """

    def __init__(
        self,
        controller: SessionController,
        journal: Storage,
        tracker: Tracker | None = None,
        display: Display | None = None,
        light: Light | None = None,
        clock: Callable[[], float] = time.time,
        listeners: Sequence[Listener] = (),
    ) -> None:
        self.controller = controller
        self.fault = ""
        """Why events cannot be stored; empty if they are stored."""
        self._journal = journal
        self._tracker = tracker
        self._update_tracker()
        self._display = display if display is not None else NullDisplay()
        self._light = light if light is not None else NoLight()
        self._clock = clock
        self._listeners = list(listeners)
        self._unsaved: list[tuple[Event, str]] = []
        """Events that are not stored yet, each with its mark."""
        self._unpublished: list[StepResult] = []
        self._notices: list[Notice] = []
        self._asked_questions = {_identity(controller.question)}
        self._score = controller.table.score
        self._cached_picture: Image.Image | None = None
        self._acknowledgement = PressAcknowledgement(clock)
        self._last_trick = LastTrick(controller.view, clock)
        self._phone_question: Menu | None = None
        self._phone_question_since = 0.0
        self._state: State = "pause"
        self._blinks = False
        self._shows_hand = False
        self._keeps_moving = False
        """Whether something has kept moving in view for so long that the tracker reported it."""
        controller.camera_in_use = tracker is not None
        self.refresh()

    @property
    def screen(self) -> Screen:
        return self._notices[0] if self._notices else self.controller.screen

    @property
    def picture(self) -> Image.Image:
        """The picture on the display: 128×64, 1 bit."""
        if self._cached_picture is None:
            screen = self.screen.with_hand(self._keeps_moving) if self._shows_hand else self.screen
            self._cached_picture = draw(screen, self.controller.view.words)
        return self._cached_picture

    def step(self, frame: Frame) -> list[StepResult]:
        """Passes one frame to the tracker; returns the results, usually none."""
        return self.handle_sightings(self._tracker.process(frame) if self._tracker is not None else ())

    def handle_sightings(self, sightings: Sequence[Sighting]) -> list[StepResult]:
        """Records sightings; for a caller that passes the frames to the tracker itself."""
        sightings = [with_seat(sighting, self.controller.view.camera.quarter_turns) for sighting in sightings]
        results = [
            self._record(self.controller.handle_sighting(sighting.observation), sighting) for sighting in sightings
        ]
        if any(isinstance(sighting.observation, KeepsMoving) for sighting in sightings):
            self._keeps_moving, self._cached_picture = True, None
        if any(isinstance(sighting.observation, OtherDeck) for sighting in sightings):
            self.show_notice(Notice("strange_deck", "strange_deck_text"))
        self._blinks = any(isinstance(each.event, CardLaid) for result in results for each in result.recorded)
        self.refresh()
        return results

    def finish(self) -> list[StepResult]:
        """Records what the tracker was still voting on when the frames ended; nothing follows the last trick then."""
        results = self.handle_sightings(self._tracker.finish() if self._tracker is not None else ())
        self._last_trick.end()
        self.refresh(anew=True)
        return results

    def press(self, press: Press) -> list[StepResult]:
        """Handles a button; if a notice is shown, the press only closes it.

        If that changes nothing on the display, the line that says what the buttons do is inverted for a moment: whoever
        pressed is to see that it was noticed, and what can be done.
        """
        before, results = self.picture, list[StepResult]()
        if press.is_repeat and self._notices:
            return []
        is_open = self._phone_question is not None and self.controller.menu == self._phone_question
        is_new = is_open and 0 <= self._clock() - self._phone_question_since < PHONE_QUESTION_REST_S
        if press.button == "play" and is_new:
            pass  # it was meant for what the display showed before
        elif self._notices:
            self._notices.pop(0)
            self._cached_picture = None
        else:
            results.append(self._record(self.controller.press(press), press=press))
        self.refresh()
        if self.picture == before and not press.is_repeat:
            self._acknowledgement.give()
        else:
            self._acknowledgement.end()
        self._display.show(self._acknowledgement.on(self.picture))
        return results

    def phone(self, action: object, role: str) -> list[StepResult]:
        """Handles a request of a phone whose person has *role*; a notice on the display stays.

        :raises PhoneRefusal: if it does not fit the table as it is now.
        """
        result = self._record(self.controller.handle_phone(action), mark=f"phone {role}")
        self.refresh()
        return [result]

    def ask_for_phone(self, menu: Menu) -> None:
        """Opens the question of a phone; PLAY does not answer it within `PHONE_QUESTION_REST_S` seconds."""
        self.controller.open(menu)
        self._phone_question, self._phone_question_since = menu, self._clock()
        self.refresh(anew=True)

    def adopt(self, events: Sequence[Event]) -> list[RecordedEvent]:
        """Goes on with events of another device, which are stored; listeners do not hear of them.

        The table is as after a restart with them.
        """
        recorded = self.controller.adopt(events)
        self._asked_questions, self._score = {_identity(self.controller.question)}, self.controller.table.score
        self._last_trick.end()
        self._update_tracker()
        self.refresh(anew=True)
        return recorded

    def start(self, dealer: int) -> list[StepResult]:
        """Starts a game in which *dealer* deals."""
        result = self._record(self.controller.start(dealer))
        self.refresh()
        return [result]

    def track_with(self, tracker: Tracker | None, is_awaited: bool = False, is_covered: bool = False) -> None:
        """Continues with another tracker, or with None while there is no camera.

        *is_awaited*: a tracker will follow soon; *is_covered*: the camera delivers only black frames.
        """
        self._tracker = tracker
        self.controller.view.camera.is_lens_covered = is_covered
        self._update_tracker()
        self.controller.camera_in_use = tracker is not None or is_awaited
        self._cached_picture = None
        self.refresh()

    @property
    def has_notice(self) -> bool:
        """Whether a notice waits for a press."""
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
        self._cached_picture = None
        self.refresh()

    def withdraw_notice(self, notice: Notice) -> None:
        """Removes a notice that no longer holds."""
        if notice in self._notices:
            self._notices.remove(notice)
            self.refresh(anew=True)

    def refresh(self, anew: bool = False) -> None:
        """Updates display and light, and retries what could not be stored.

        Call it regularly: a lost display is found again by it.

        *anew*: draw the screen again although there was no event and no press.
        """
        if self._last_trick.expire() or anew:
            self._cached_picture = None
        if self._unsaved:
            self._store(())
            self._publish()
        if self._cached_picture is None:
            # The state changes only with an event or a press, not with each of many frames a second.
            self._state = "pause" if self._notices else self.controller.state
        light = self._light_state()
        if (light == "hand") != self._shows_hand:
            self._shows_hand, self._keeps_moving, self._cached_picture = not self._shows_hand, False, None
        self._display.show(self._acknowledgement.on(self.picture))
        self._light.show(light)

    def _light_state(self) -> State:
        """Returns a question or pause first; then a blink for a card just read, then a hand in view."""
        if self._state in ("question", "pause"):
            return self._state
        if self._blinks:
            return "card"
        return "hand" if self._tracker is not None and self._tracker.moving else self._state

    def _update_tracker(self) -> None:
        if self._tracker is not None:
            view = self.controller.view
            self._tracker.gathered_cards = view.gathered_cards()
            seats = SIDES if self.controller.menu.watches_all_sides else view.places
            self._tracker.seats = sides_of(seats, view.camera.quarter_turns)

    def _record(
        self,
        recorded: Sequence[RecordedEvent],
        sighting: Sighting | None = None,
        press: Press | None = None,
        mark: str = "",
    ) -> StepResult:
        mark = self.controller.mark_of(recorded) or mark
        self._store([each.event for each in recorded], mark)
        self._update_tracker()
        question = self.controller.question
        is_new = _identity(question) not in self._asked_questions
        self._asked_questions.add(_identity(question))
        score, self._score = self._score, self.controller.table.score
        new_score = self._score if self._score != score else None
        self._last_trick.update(None if sighting is None else sighting.observation, recorded, new_score)
        result = StepResult(
            sighting,
            press,
            tuple(recorded),
            question if is_new else None,
            new_score,
            self.controller.view,
            self.controller.take_requests(),
            mark,
        )
        self._unpublished.append(result)
        self._cached_picture = None
        self._publish()
        self._cached_picture = None  # a listener may have drawn the picture before the light was updated
        return result

    def _publish(self) -> None:
        """Calls the listeners; results wait as long as the journal lacks an event."""
        if self._unsaved:
            return
        results, self._unpublished = self._unpublished, []
        for result in results:
            for listener in tuple(self._listeners):
                try:
                    listener(result)
                except BrokenPipeError:  # its reader went away, as in `kiebitz … | head`
                    self._listeners.remove(listener)
                except Exception:
                    name = getattr(listener, "__qualname__", type(listener).__name__)
                    _log.exception("the output %s failed and is no longer called", name)
                    self._listeners.remove(listener)

    def _store(self, events: Sequence[Event], mark: str = "") -> None:
        """Stores events in their order; those that cannot be stored now are retried at the next event or refresh."""
        self._unsaved += ((event, mark) for event in events)
        try:
            while self._unsaved:
                event, by = self._unsaved[0]
                if by:
                    self._journal.append(event, self._clock(), by)
                else:
                    self._journal.append(event, self._clock())
                self._unsaved.pop(0)
        except JournalError as error:
            if not self.fault:
                self._notices.append(Notice("not_saved", "not_saved_text"))
                self._cached_picture = None
            self.fault = str(error)
        else:
            self.fault = ""


def _identity(question: OpenQuestion | None) -> object:
    return None if question is None else question.identity
