"""The appliance: the parts of the board and the main loop, which continues without parts that fail.

Three kinds of threads: the frame worker tracks the table (`device.runtime.frame_worker`); gpiozero's threads queue
presses; the loop, in the main thread, takes both from one queue. Only the loop uses table, journal, display and light.

Entry points: `_begin` starts what comes before the game; `start_activity` runs an activity, such as the enrolment of a
deck (`device.runtime.activities.activity`); `_carry_out` handles requests of menus (`device.settings.requests`);
`tracking` switches the tracking of the game.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, TextIO, cast

from device.camera import sources
from device.diagnostics.registry import CheckRun, start_checks
from device.display.acknowledgement import Acknowledgement
from device.feed.history import History
from device.feed.server import PhoneItem
from device.files.paths import choices_file, journal_file, table_socket
from device.hardware.presses import Press
from device.malloc_trim import return_large_blocks
from device.runtime.activities.missing_camera import CameraProbe
from device.runtime.activities.requested_activity import open_activity
from device.runtime.activities.runner import ActivityRunner
from device.runtime.event_queue import EventQueue
from device.runtime.frame_worker import ConsumerStarted, EndOfStream, FrameResult, FrameWorker, Unavailable
from device.runtime.game_tracking import GameTracking
from device.runtime.hall.feed import open_hall
from device.runtime.landlord.jobs import JobDone
from device.runtime.landlord.requests import LandlordRequests
from device.runtime.log import Log
from device.runtime.page.feed import PageActions, PageFeed
from device.runtime.parts_watch import PartsWatch
from device.runtime.speech import NO_SPEECH, can_speak
from device.runtime.startup.evenings import evening_of
from device.runtime.startup.onboarding import FirstStart
from device.runtime.startup.opening import (
    SAFE_START,
    STARTS_WITHOUT_CAMERA,
    Pins,
    open_board_display,
    open_journal,
)
from device.runtime.systemd import Service
from device.runtime.upkeep import Upkeep
from device.screens.base import Notice
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.settings.preferences import Choices, apply_choices
from device.settings.requests import (
    Aim,
    BeginEvening,
    Choose,
    EndEvening,
    Examine,
    PageRequest,
    ShowDeck,
    TournamentRequest,
    TryParts,
    TurnDisplay,
    TurnPicture,
    UseCamera,
)
from device.settings.seats import number_of_players
from device.settings.settings import VOLUME_PERCENT
from device.storage.evenings.earlier_names import EarlierNames, start_reading_names
from device.storage.packs.paths import has_pack
from engine.text import Words as BothLanguages

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from device.camera.base import Camera
    from device.hardware.board import Board
    from device.runtime.activities.activity import Activity
    from device.runtime.event_queue import QueueItem
    from device.runtime.frame_worker import WorkerEvent
    from device.session.loop import Listener, StepResult, Tracker
    from device.settings.requests import LandlordRequest, Request, StickExport
    from device.settings.settings import Config
    from vision.tracking.trace import TraceSink
    from vision.types import Sighting

IDLE_SECONDS = 0.2
"""Seconds between two updates of display, light and checks while nothing happens."""


class Appliance:
    """All parts of the board. Use it as a context manager, and call `run`."""

    def __init__(
        self,
        config: Config,
        board: Board,
        log: TextIO = sys.stderr,
        service: Service | None = None,
        listeners: Sequence[Listener] = (),
        quick_starts: int = 0,
        notices: Sequence[Notice] = (),
        camera: Callable[[], Camera] | None = None,
        attended: bool = False,
    ) -> None:
        """*quick_starts* counts the previous starts that ended soon (`device.runtime.startup.quick_starts`).
        *notices* are shown first.

        *camera* opens a simulated camera; the health of this machine is not watched then. *attended*: a person answers
        questions, so that a recording pauses at each of them, and stays on its last screen.

        :raises ValueError: if game, house rules, seats or journal cannot be used.
        """
        from engine.games import game as game_called

        return_large_blocks()
        self._log = Log(log)
        self._choices = Choices(choices_file(), self._log.say)
        base_config, config = config, apply_choices(config, self._choices.now)
        choice = config.choice
        game = game_called(choice.game, dict(choice.rules))
        number_of_players(game, len(config.places))
        self._config, self._board = config, board
        self._service = service if service is not None else Service()
        self._queue = EventQueue()
        self._acknowledgement = Acknowledgement()
        self._stack = ExitStack()
        self._ended = False
        setup = config.setup(choice, evening_of(datetime.now()))
        begin = partial(SessionController, setup, config.words_for(game.pack))
        storage, controller, self._notices = open_journal(
            journal_file(), begin, self._stack, self._log.say, quick_starts
        )
        self._upkeep = Upkeep(journal_file())
        self.landlord = LandlordRequests(self._queue.put, self._log.say, self._upkeep)
        self._is_safe_mode = quick_starts >= STARTS_WITHOUT_CAMERA
        self._display = open_board_display(board, self._stack, self._log.say)
        self._pins = Pins(board, self.press, self._stack, self._log.say)
        watched_parts, sources_of_warnings = (self._display, self._pins), (storage, self._upkeep)
        self._parts = PartsWatch(config, board, watched_parts, sources_of_warnings, self._log, is_real=camera is None)
        self._light = self._pins.light
        self._light.tones = config.tones is not False
        self._display.is_turned = self._choices.now.upside_down
        controller.view.outcome = next((each.text for each in notices if isinstance(each.text, BothLanguages)), None)
        controller.view.quarter_turns = self._choices.now.quarter_turns
        controller.view.watched = "by_hand" if self._is_safe_mode else self._choices.now.watched
        controller.view.speech = config.speech or "off"
        controller.view.volume_percent = VOLUME_PERCENT if config.volume is None else config.volume
        self._notices = [*notices, *self._notices, *([SAFE_START] if self._is_safe_mode else [])]
        self._start = FirstStart(controller, base_config, self._choices)
        self._start.begin(camera=bool(board.camera.source) and not self._is_recorded and not self._is_safe_mode)
        self._is_attended, self._is_asking = attended, True
        self._worker = FrameWorker(camera or self._open_camera, self._queue.put, pause_when=self._pauses_recording)
        self._activities = ActivityRunner(self._display, self._light, self._acknowledgement, self._worker, self._start)
        actions = PageActions(self._queue.request, self._make_file, self._open_for_phone, self._trace_with)
        history = History()
        self._hall = open_hall(controller.view, storage, history, self._queue.request, self._log.say)
        self._stack.callback(self._hall.close)
        self._hall.refresh()
        self._page = PageFeed(
            table_socket(), self._choices, self._log.say, actions, history, lambda: self._hall.server.is_open
        )
        self._stack.callback(self._page.close)
        outputs = (*listeners, self._page.listen)
        self.session = SessionLoop(controller, storage, display=self._display, light=self._light, listeners=outputs)
        self.tracking = GameTracking(self._worker, self.session, self._start, board.inference, self._log)
        self._page.begin(controller.view, controller.table.journal, storage.times, storage.marks)

    def __enter__(self) -> Appliance:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(self, keep_on: Callable[[], bool] = lambda: True) -> None:
        """Runs until *keep_on* returns False, or a folder or video ends.

        Without a camera it handles the buttons, and the worker looks for a camera from time to time.
        """
        for notice in self._notices:
            self.session.show_notice(notice)
        self._begin()
        self._worker.start()
        self._service.ready()
        self._upkeep.start()
        start_reading_names(journal_file(), self._queue.put)
        try:
            while keep_on() and not self._ended:
                self._run_once()
        finally:
            if self.landlord.successor is None:
                self._service.stopping()
            self._upkeep.close()
            self._worker.close()
            self._activities.close()

    def press(self, press: Press) -> None:
        """Queues a press; may be called from any thread."""
        self._queue.press(press)

    def show_page(self) -> str:
        """Switches the page on, as at the table; returns the code of players."""
        view = self.session.controller.view
        self._page.switch(view, on=True)
        return view.page.code

    @property
    def activity(self) -> Activity | None:
        """The activity that has display, buttons and frames, if there is one."""
        return self._activities.current

    @property
    def has_abandoned_worker(self) -> bool:
        """Whether the frame worker did not end with `run`, and would be cut off within the code of a library."""
        return self._worker.is_abandoned

    @property
    def queue_length(self) -> int:
        """Number of events that are not handled yet."""
        return self._queue.waiting

    # The loop

    def _run_once(self) -> None:
        """Waits for an event, handles it, and checks parts that may fail."""
        item = self._queue.next(IDLE_SECONDS)
        if item is not None:
            self._handle(item)
        elif self.activity is None:
            self.session.handle_sightings(())
        self._update_activity()
        if self.activity is None and self.session.controller.camera_in_use and not self._worker.has_frames:
            self._handle_unavailable(Unavailable("the camera gives no pictures: check its cable", "camera"))
        is_changed = self._hall.refresh()
        if self.activity is None:
            self._parts.check(self.session)
            if self._page.refresh(self.session.controller.view, self._worker.has_frames) or is_changed:
                self.session.refresh(anew=True)
        self._is_asking = self.session.is_asking
        self._notify_service()

    def _handle(self, item: QueueItem) -> None:
        match item:
            case Press() if self.activity is not None:
                self._activities.press(item)
            case Press():
                self._carry_out_requests(self.session.press(item))
                if self.activity is None:
                    self._continue()
            case PhoneItem():
                self._handle_phone(item)
            case CheckRun(checks):
                self.session.controller.view.health = checks
                if self.activity is None:
                    self.session.refresh(anew=True)
            case EarlierNames(names):
                self.session.controller.view.earlier_names = names
            case JobDone():
                self.landlord.show(item, self.session, draws=self.activity is None)
            case (factory, event) if self._worker.is_current(factory):
                self._handle_event(event)

    def _handle_phone(self, item: PhoneItem) -> None:
        if self._page.answer_for_activity(item, self.activity):
            self._update_activity()
            return
        if self.activity is not None:
            item.answer("busy")
            return
        if item.request.role == "hall":
            self._hall.answer(self.session, item)
        else:
            self._carry_out_requests(self._page.answer(self.session, item))
        self._continue()

    def _handle_event(self, event: WorkerEvent) -> None:
        match event:
            case Unavailable():
                self._handle_unavailable(event)
            case EndOfStream() if self._is_attended:
                self._log.say("the recording has ended: stop with Ctrl-C")
                self.tracking.stop()
            case EndOfStream():
                self._ended = True
            case FrameResult(_, found) if self.activity is not None:
                self.activity.handle_result(found)
            case ConsumerStarted(CameraProbe()) | FrameResult(CameraProbe(), _):
                if self._start.return_to_aiming() and self.activity is None:
                    self._continue()
            case ConsumerStarted(consumer) if self.activity is None:
                self.session.track_with(cast("Tracker", consumer))
            case FrameResult(consumer, found):
                if not self.session.controller.camera_in_use:
                    self.session.track_with(cast("Tracker", consumer))
                if self._carry_out_requests(self.session.handle_sightings(cast("Sequence[Sighting]", found))):
                    self._continue()

    def _pauses_recording(self) -> bool:
        return self._is_attended and (self._is_asking or self._queue.waiting > 0)

    def _handle_unavailable(self, event: Unavailable) -> None:
        self._log.say(event.reason)
        if self.activity is not None:
            self.activity.on_frames_lost(event.by == "cover")
            return
        if event.by != "consumer":
            self._start.note_camera_missing(event.by == "cover")
            self._show_camera_notice()
        was_in_use = self.session.controller.camera_in_use
        self.session.track_with(None, is_covered=event.by == "cover")
        if event.by == "consumer" and was_in_use:
            self._start.offer_deck()
            self.session.show_notice(Notice("no_pack", "no_pack_text"))

    def _notify_service(self) -> None:
        self._service.status(self._parts.status(self.session))
        if self._worker.is_alive:
            self._service.feed()

    # Activities and requests

    def start_activity(self, activity: Activity, request: Aim | ShowDeck | TryParts) -> None:
        """Starts a requested activity; the game continues when it is done."""
        self._queue.forget_presses()  # made while network and libraries were loading: meant for the page before
        self._activities.start(activity, request)
        self._update_activity()

    def _update_activity(self) -> None:
        activity, view = self.activity, self.session.controller.view
        if activity is None:
            return
        if not self._activities.update():
            self._page.follow(view, activity)
            return
        self._page.follow(view, None)
        self.tracking.expire()
        self._continue()
        if self.activity is None:
            self.session.refresh(anew=True)

    def _continue(self) -> None:
        """Carries out the request that is due without a press; otherwise tracks the table with the current pack."""
        self._show_camera_notice()
        due = self._start.due
        if due is not None and not self.session.has_notice:
            self._carry_out(due)
        else:
            self.tracking.update()

    def _show_camera_notice(self) -> None:
        missing = self._start.pop_camera_notice(self._board.camera.source)
        if missing is not None:
            self.session.show_notice(missing)

    def _carry_out_requests(self, results: Sequence[StepResult]) -> bool:
        """Carries out what menus requested in answer to presses or cards; returns whether there was anything."""
        requests = [request for result in results for request in result.requests]
        for request in requests:
            self._carry_out(request)
        return bool(requests)

    def _carry_out(self, request: Request) -> None:
        match request:
            case Aim() | ShowDeck() | TryParts():
                self._open_activity(request)
            case Choose():
                self._choices.keep(request)
                if request.tones is not None:
                    self._light.tones = self._activities.tones = request.tones
                if request.speech not in (None, "off") and not can_speak():
                    self.session.show_notice(NO_SPEECH)
            case TurnDisplay():
                self._display.is_turned = self._choices.choose(upside_down=not self._display.is_turned).upside_down
                self.session.refresh(anew=True)
            case TurnPicture(quarters):
                self._save_quarter_turns(quarters)
            case UseCamera(how):
                self._choices.choose(watched=how)
                self.tracking.restart()
            case Examine():
                start_checks(self._parts.context(self.session), self._queue.put)
            case _:
                self._pass_on(request)

    def _pass_on(self, request: BeginEvening | EndEvening | PageRequest | TournamentRequest | LandlordRequest) -> None:
        """Passes a request on to page, tournament or landlord."""
        if isinstance(request, BeginEvening):
            self.session.controller.begin_evening(evening_of(datetime.now()))
            self._page.begin_evening(self.session.controller.view)
        elif isinstance(request, PageRequest):
            self._page.carry_out(request, self.session.controller.view)
        elif isinstance(request, TournamentRequest):
            self._hall.carry_out(self.session, request, self.tracking.restart)
        elif not isinstance(request, EndEvening):  # which the journal has
            self._ended = self.landlord.take(request, self.session, self._parts.context(self.session))

    def _open_for_phone(self, request: Aim | ShowDeck) -> tuple[Activity | None, str]:
        """Opens what the landlord's phone asks for; returns it, or why not."""
        controller = self.session.controller
        if self._start.has_open_choice:
            return None, "first_start"
        if isinstance(request, ShowDeck) and not controller.view.is_between_deals:
            return None, "between_deals"
        controller.ask_for(request)
        for each in controller.take_requests():
            self._carry_out(each)
        return self.activity, "" if self.activity is not None else "not_now"

    def _trace_with(self, sink: TraceSink | None) -> None:
        self.tracking.trace_with(sink)

    def _make_file(self, what: StickExport, done: Callable[[bytes], None]) -> None:
        self.landlord.make_file(what, self.session, self._parts.context(self.session), done)

    def _save_quarter_turns(self, quarters: int) -> None:
        self.session.controller.view.quarter_turns = quarters
        self._choices.choose(quarter_turns=quarters)

    def _begin(self) -> None:
        """Begins with the open choices before the first game, or with enrolment if there is no deck."""
        continues_game = self.session.controller.table.game is not None and not self._is_safe_mode
        if continues_game and not self._is_recorded and not has_pack(self._start.pack):
            self._carry_out(ShowDeck())
        if self.activity is None:
            self._continue()
        if self.activity is None:
            self.session.refresh(anew=True)

    @property
    def _is_recorded(self) -> bool:
        """Whether the camera is a folder or a video, which cannot be aimed."""
        return sources.is_recorded(self._board.camera.source)

    def _open_activity(self, request: Aim | ShowDeck | TryParts) -> None:
        try:
            view = self.session.controller.view
            activity = open_activity(
                request, view, self._start, self._board, self._config.pack, self._save_quarter_turns
            )
        except ValueError as error:  # the network is missing or damaged
            self._log.say(str(error))
            self._start.record_outcome(request, "later")
        else:
            self.start_activity(activity, request)

    def _open_camera(self) -> Camera:
        choice = self._board.camera
        return sources.open_camera(choice.source, size=(choice.width, choice.height))
