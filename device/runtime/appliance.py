"""The appliance: the parts of the board and the main loop, which continues without parts that fail.

Three kinds of threads: the frame worker tracks the table (`device.runtime.frame_worker`); gpiozero's threads queue
presses; the loop, in the main thread, takes both from one queue. Only the loop uses table, journal, display and light.

Here parts are opened and closed, and events of the queue are handled. `device.runtime.request_handler` carries out what
menus and phones request; `device.runtime.game_tracking` decides what the frame worker does for the game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, TextIO, cast

from PIL import Image

from common.files import paths
from common.texts.phrases import Text
from device.camera import sources
from device.camera.base import Camera
from device.display.base import Display, LiveDisplay
from device.feed.client import PhoneItem
from device.feed.history import History
from device.hardware.board import Board
from device.hardware.presses import Press
from device.malloc_trim import return_large_blocks
from device.runtime.activities.activity import ActivityRunner
from device.runtime.board_parts import PartsWatch, Pins, open_board_display
from device.runtime.event_queue import (
    ConsumerStarted,
    EndOfStream,
    EventQueue,
    FrameResult,
    QueueItem,
    Unavailable,
    WorkerEvent,
)
from device.runtime.first_start import FirstStart
from device.runtime.frame_worker import FrameWorker
from device.runtime.game_tracking import CAMERA_HANGS_STILL, CameraHangs, CameraProbe, GameTracking
from device.runtime.hall.joining import LinkFile
from device.runtime.hall.table import HallTable
from device.runtime.journal_opening import SAFE_START, STARTS_WITHOUT_CAMERA, EventStore, evening_of, open_journal
from device.runtime.landlord_jobs import LandlordJobs
from device.runtime.page.feed import PageFeed
from device.runtime.request_handler import RequestHandler
from device.runtime.restarts import DeniedDevices
from device.runtime.systemd import Log, Service
from device.screens.base import Notice
from device.session.controller import SessionController
from device.session.loop import QUESTION_REST_S, SessionLoop
from device.session.results import Listener
from device.settings.preferences import Choices, apply_choices
from device.settings.settings import VOLUME_PERCENT, Config
from device.settings.table_setup import number_of_players
from device.settings.tournament import TournamentFile
from device.state.table_view import View
from device.storage.daily_backup import Upkeep
from device.storage.evenings import earlier_names
from engine.text import Words
from vision.types import Sighting

if TYPE_CHECKING:
    from vision.tracking.tracker import CardTracker


IDLE_SECONDS = 0.2
"""Seconds between two updates of display, light and checks while nothing happens."""


class Appliance(RequestHandler):
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
        display: Display | None = None,
        terminal: LiveDisplay | None = None,
    ) -> None:
        """*quick_starts* counts the previous starts that ended soon (`device.runtime.restarts`). *notices* come first.

        *camera* opens a simulated camera, with which the health of this machine is not watched; *display* is simulated.
        *terminal*: a person sits at it, whose keys are buttons; it gets the log, and the picture of a missing display;
        a recording pauses at each question, and stays on its last screen.

        :raises ValueError: if game, house rules, seats or journal cannot be used.
        """
        return_large_blocks()
        self._log = Log(log if terminal is None else terminal)
        self._terminal = terminal
        self._choices = Choices(paths.choices_file(), self._log.say)
        self._config, self._board = apply_choices(config, self._choices.now), board
        self._service = service if service is not None else Service()
        self._queue, self._stack = EventQueue(), ExitStack()
        self._ended, self._is_asking = False, True
        self._hangs = CameraHangs(paths.starts_file("hung_camera"), self._log.say)
        hung_often = camera is None and self._hangs.needs_power_off
        self._is_safe_mode = hung_often or quick_starts >= STARTS_WITHOUT_CAMERA
        storage, controller, self._notices = self._open_journal(quick_starts)
        self._upkeep = Upkeep(paths.journal_file())
        self.landlord = LandlordJobs(self._queue.put, self._log.say, self._upkeep)
        self._open_parts(storage, display, is_real=camera is None)
        self._set_up_view(controller.view, notices)
        safe = CAMERA_HANGS_STILL if hung_often else SAFE_START
        self._notices = [*notices, *self._notices, *([safe] if self._is_safe_mode else [])]
        self._start, source = FirstStart(controller, config, self._choices), board.camera.source
        is_live = bool(source) and not sources.is_recorded(source)
        self._start.begin(camera=is_live and not self._is_safe_mode)
        self._worker = FrameWorker(camera or board.camera.open, self._queue.put, pause_when=self._is_to_pause)
        self._open_feeds(controller, storage)
        outputs, light = (*listeners, self._page.listen), self._pins.light
        self.session = SessionLoop(
            controller, storage, None, self._display, light, listeners=outputs, question_rest_s=QUESTION_REST_S
        )
        self.tracking = GameTracking(self._worker, self.session, self._start, board.inference, self._log)
        self.activities = ActivityRunner(self._display, light, self._worker, self._start)
        self._page.begin(controller.view, controller.table.journal, storage.recorded.times, storage.recorded.marks)

    def _is_to_pause(self) -> bool:
        """Whether a recording waits for the person at the terminal."""
        return self._terminal is not None and (self._is_asking or self._queue.waiting > 0)

    def _open_journal(self, quick_starts: int) -> tuple[EventStore, SessionController, list[Notice]]:
        """Opens the journal, and continues with its last evening (`device.runtime.journal_opening`)."""
        config, game = self._config, self._config.choice.as_game
        number_of_players(game, len(config.places))
        setup = config.setup(evening_of(datetime.now()))
        begin = partial(SessionController, setup, config.words_for(game.pack))
        return open_journal(paths.journal_file(), begin, self._stack, self._log.say, quick_starts)

    def _open_parts(self, storage: EventStore, display: Display | None, is_real: bool) -> None:
        """Opens display, buttons and light, and watches them and the journal; *is_real*: of this machine."""
        board, say = self._board, self._log.say
        self._display = display or open_board_display(board, self._terminal, self._stack, say)
        self._display.is_turned = self._choices.now.upside_down
        self._pins = Pins(board, self.press, self._terminal is not None, self._stack, say)
        self._pins.light.tones = self._config.tones is not False
        parts, take_warnings = (self._display, self._pins), (storage.take_warnings, self._upkeep.take_warnings)
        self._parts = PartsWatch(self._config, board, parts, take_warnings, self._log, is_real=is_real)
        self._denied = DeniedDevices(paths.starts_file("denied_devices"), say)

    def _set_up_view(self, view: View, notices: Sequence[Notice]) -> None:
        """Puts into the view what menus show of settings and choices, and the outcome of the last request."""
        config, chosen = self._config, self._choices.now
        view.appliance.outcome = next((each.text for each in notices if not isinstance(each.text, Text | Words)), None)
        view.camera.quarter_turns = chosen.quarter_turns
        view.camera.watched = "by_hand" if self._is_safe_mode else chosen.watched
        view.appliance.speech = config.speech or "off"
        view.appliance.volume_percent = VOLUME_PERCENT if config.volume is None else config.volume

    def _open_feeds(self, controller: SessionController, storage: EventStore) -> None:
        """Opens the sockets for the link and for the page, which read the same history of events."""
        say, submit, history = self._log.say, self._queue.offer, History()
        file, link = TournamentFile(paths.tournament_file(), say), LinkFile(paths.link_file())
        self._hall = HallTable(controller.view, storage, file, link, paths.link_socket(), history, submit, say)
        self._stack.callback(self._hall.server.close)
        self._hall.refresh()
        self._page = PageFeed(
            paths.table_socket(),
            self._choices,
            say,
            history,
            is_read=lambda: self._hall.server.is_open,
            submit=submit,
            appliance=self,
        )
        self._stack.callback(self._page.close)

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
        self.begin_game(self._is_safe_mode)
        self._worker.start()
        self._service.ready()
        self._upkeep.start()
        self._queue.put_later("earlier names", partial(earlier_names, paths.journal_file()), self._show_earlier_names)
        try:
            while keep_on() and not self._ended and self.landlord.successor is None:
                self._run_once()
        finally:
            if self.landlord.successor is None:
                self._service.stopping()
            self._upkeep.close()
            self._worker.close()
            self.activities.close()

    def _show_earlier_names(self, names: tuple[str, ...]) -> None:
        self.session.controller.view.appliance.earlier_names = names

    def press(self, press: Press) -> None:
        """Queues a press; may be called from any thread."""
        self._queue.offer(press)

    def show_page(self) -> str:
        """Switches the page on, as at the table; returns the code of players, or nothing if its socket fails."""
        view = self.session.controller.view
        self._page.switch(view, on=True)
        return view.page.code if self._page.is_open else ""

    @property
    def has_abandoned_worker(self) -> bool:
        """Whether the frame worker did not end with `run`, and would be cut off within the code of a library."""
        return self._worker.is_abandoned

    @property
    def queue_length(self) -> int:
        return self._queue.waiting

    # The loop

    def _run_once(self) -> None:
        """Waits for an event, handles it, and checks parts that may fail."""
        item = self._queue.next(IDLE_SECONDS)
        if item is not None:
            self.handle(item)
        elif self.activity is None:
            self.session.handle_sightings(())
        self._pins.search()
        if self._denied.needs_restart(lambda: self._parts.missing_parts(self.session), self._service.is_supervised):
            self._ended = True
        self.update_activity()
        if (
            self.activity is None
            and self.session.controller.view.camera_in_use
            and not self._worker.has_frames
            and not self._queue.waiting
        ):  # and no event in the queue says why
            self._handle_unavailable(Unavailable("the camera gives no pictures: check its cable", "camera"))
        self._hall.refresh()
        if self.activity is None:
            self._parts.check(self.session)
            self._page.refresh(self.session.controller.view, self._worker.has_frames)
            self.session.refresh()
        self._is_asking = self.session.is_asking
        self._service.status(self._parts.status(self.session))
        if self._worker.is_alive:
            self._service.feed()
        self._hangs.report(self._worker.hang, self.session)

    def handle(self, item: QueueItem) -> None:
        match item:
            case Press() if self.activity is not None:
                self.activities.press(item)
            case Press():
                self.carry_out_all(self.session.press(item))
                if self.activity is None:
                    self.continue_game()
            case PhoneItem():
                if self._page.activity_actions.take(item, self.activity):
                    self.update_activity()
                elif self.activity is not None:
                    item.answer("busy")
                elif item.request.role == "hall":
                    self._hall.answer(self.session, item)
                    self.continue_game()
                else:
                    self.carry_out_all(self._page.answer(self.session, item))
                    self.continue_game()
            case partial():
                item()
            case (factory, event) if self._worker.is_current(factory):
                self._handle_event(event)

    def _handle_event(self, event: WorkerEvent) -> None:
        match event:
            case Unavailable():
                self._handle_unavailable(event)
            case EndOfStream() if self._terminal is not None:
                self._log.say("the recording has ended: stop with Ctrl-C")
                self.tracking.stop()
            case EndOfStream():
                self._ended = True
            case FrameResult(_, results) if self.activity is not None:
                self.activity.handle_result(results)
            case ConsumerStarted(CameraProbe()) | FrameResult(CameraProbe(), _):
                if self._start.return_to_aiming() and self.activity is None:
                    self.continue_game()
            case ConsumerStarted(consumer) if self.activity is None:
                self.session.track_with(cast("CardTracker", consumer))
            case FrameResult(consumer, results):
                if not self.session.controller.view.camera_in_use:
                    self.session.track_with(cast("CardTracker", consumer))
                if self.carry_out_all(self.session.handle_sightings(cast("Sequence[Sighting]", results))):
                    self.continue_game()

    def _handle_unavailable(self, event: Unavailable) -> None:
        self._log.say(event.reason)
        if self.activity is not None:
            self.activity.on_frames_lost(event.by == "cover")
            return
        if event.by != "consumer":
            self._start.note_camera_missing(event.by == "cover")
            self.show_camera_notice()
        was_in_use = self.session.controller.view.camera_in_use
        self.session.track_with(None, is_covered=event.by == "cover")
        if event.by == "consumer" and was_in_use:
            self._start.offer_deck()
            self.session.show_notice(Notice("no_pack", "no_pack_text"))

    def picture_to_answer(self) -> Image.Image | None:
        """Returns the picture of the display while phones have its buttons, else None."""
        is_asking = self._start.has_open_choice or self.activity is not None
        return self._display.picture if is_asking and self.session.controller.table.game is None else None
