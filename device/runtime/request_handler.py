"""Carries out what menus and the landlord's phone request of the appliance (`device.settings.requests`).

It starts activities, stores choices, and passes other requests on to the page, the tournament and the landlord's jobs.
When an activity is done, the game continues.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from device.camera import sources
from device.diagnostics.check import Check
from device.diagnostics.registry import run_checks
from device.display.base import Display
from device.hardware.board import Board
from device.runtime.activities.activity import Activity, ActivityRunner
from device.runtime.board_parts import PartsWatch, Pins
from device.runtime.event_queue import EventQueue
from device.runtime.first_start import FirstStart
from device.runtime.game_tracking import GameTracking
from device.runtime.hall.table import HallTable
from device.runtime.journal_opening import evening_of
from device.runtime.landlord_jobs import LandlordJobs
from device.runtime.outputs import NO_SPEECH, can_speak
from device.runtime.page.feed import PageFeed
from device.runtime.systemd import Log
from device.session.loop import SessionLoop
from device.session.results import StepResult
from device.settings import requests
from device.settings.preferences import Choices
from device.settings.settings import Config
from device.storage.pack_paths import has_pack


class RequestHandler:
    """The base of the appliance, which sets its parts. It is used in the thread of the loop only."""

    session: SessionLoop
    tracking: GameTracking
    activities: ActivityRunner
    landlord: LandlordJobs
    _config: Config
    _board: Board
    _choices: Choices
    _display: Display
    _pins: Pins
    _parts: PartsWatch
    _log: Log
    _queue: EventQueue
    _start: FirstStart
    _page: PageFeed
    _hall: HallTable

    @property
    def activity(self) -> Activity | None:
        """The activity that has display, buttons and frames, if there is one."""
        return self.activities.current

    def begin_game(self, is_safe_mode: bool) -> None:
        """Begins with the open choices before the first game, or with enrolment if there is no deck."""
        continues_game = self.session.controller.table.game is not None and not is_safe_mode
        is_recorded = sources.is_recorded(self._board.camera.source)
        if continues_game and not is_recorded and not has_pack(self._start.pack):
            self.carry_out(requests.ShowDeck())
        if self.activity is None:
            self.continue_game()

    def continue_game(self) -> None:
        """Carries out the request that is due without a press; otherwise tracks the table with the current pack."""
        self.show_camera_notice()
        due = self._start.due
        if due is not None and not self.session.has_notice:
            self.carry_out(due)
        else:
            self.tracking.update()

    def show_camera_notice(self) -> None:
        """Shows that the camera is missing, if the first start needs it and has not said so yet."""
        missing = self._start.pop_camera_notice(self._board.camera.source)
        if missing is not None:
            self.session.show_notice(missing)

    def carry_out_all(self, results: Sequence[StepResult]) -> bool:
        """Carries out what menus requested in answer to presses or cards; returns whether there was anything."""
        requested = [request for result in results for request in result.requests]
        for request in requested:
            self.carry_out(request)
        return bool(requested)

    def carry_out(self, request: requests.Request) -> None:
        match request:
            case requests.Aim() | requests.ShowDeck() | requests.TryParts():
                self._begin_activity(request)
            case requests.Choose():
                self._choices.keep(request)
                if request.tones is not None:
                    self._pins.light.tones = self.activities.tones = request.tones
                if request.speech not in (None, "off") and not can_speak():
                    self.session.show_notice(NO_SPEECH)
            case requests.TurnDisplay():
                self._display.is_turned = self._choices.choose(upside_down=not self._display.is_turned).upside_down
            case requests.TurnPicture(quarters):
                self._save_quarter_turns(quarters)
            case requests.UseCamera(how):
                self._choices.choose(watched=how)
                self.tracking.restart()
            case requests.Examine():
                context = self._parts.context(self.session)
                self._queue.put_later("doctor", lambda: run_checks(context), self._show_checks)
            case _:
                self._pass_on(request)

    def _show_checks(self, checks: list[Check]) -> None:
        self.session.controller.view.appliance.health = tuple(checks)

    def _pass_on(self, request: requests.Request) -> None:
        """Passes a request on to page, tournament or landlord."""
        if isinstance(request, requests.BeginEvening):
            self.session.controller.begin_evening(evening_of(datetime.now()))
            self._page.begin_evening(self.session.controller.view)
        elif isinstance(request, requests.PageRequest):
            self._page.carry_out(request, self.session.controller.view)
        elif isinstance(request, requests.LandlordRequest):
            self.landlord.take(request, self.session, self._parts.context(self.session))
        elif isinstance(request, requests.TournamentRequest) and self._hall.carry_out(self.session, request):
            self.tracking.restart()

    # Activities

    def update_activity(self) -> None:
        """Shows the activity on display, light and phones; once it is done, the game continues."""
        activity, view = self.activity, self.session.controller.view
        if activity is None:
            return
        if not self.activities.update():
            self._page.follow(view, activity)
            return
        self._page.follow(view, None)
        self.tracking.expire()
        self.continue_game()

    def _begin_activity(self, request: requests.ActivityRequest) -> None:
        try:
            activity = self._new_activity(request)
        except ValueError as error:  # the network is missing or damaged
            self._log.say(str(error))
            self._start.record_outcome(request, "later")
            return
        self._queue.forget_presses()  # made while network and libraries were loading: meant for the page before
        self.activities.start(activity, request)
        self.update_activity()

    def _new_activity(self, request: requests.ActivityRequest) -> Activity:
        """:raises BrokenModel: if a deck is to be shown and the network that reads it is missing or damaged."""
        view, start, board = self.session.controller.view, self._start, self._board
        words = view.words
        if isinstance(request, requests.Aim):
            from device.runtime.activities.camera_aiming import AimingCamera

            back, source = start.may_go_back or request.by_phone, board.camera.source
            quarters, keep = view.camera.quarter_turns, self._save_quarter_turns
            return AimingCamera(words, back, words.seat(0), quarters, keep, source=source)
        if isinstance(request, requests.TryParts):
            from device.runtime.activities.part_trials import ButtonActivity, LightActivity

            return LightActivity(words) if request.what == "light" else ButtonActivity(words, board)
        from device.runtime.activities.deck_enrolment import DeckEnrolment
        from vision.recognition.embedder import Recogniser

        in_use = start.pack if has_pack(start.pack) else ""
        adds_missing = request.adds_missing and bool(in_use)
        games = [view.setup.as_game.pack] if adds_missing else start.games
        return DeckEnrolment(words, games, Recogniser(backend=board.inference), self._config.pack, in_use, adds_missing)

    def _save_quarter_turns(self, quarters: int) -> None:
        self.session.controller.view.camera.quarter_turns = quarters
        self._choices.choose(quarter_turns=quarters)

    # The landlord's phone

    def open_for_phone(self, request: requests.Aim | requests.ShowDeck) -> tuple[Activity | None, str]:
        """Opens the activity that the landlord's phone asks for; returns it, or the reason why it cannot be opened."""
        controller = self.session.controller
        if self._start.has_open_choice:
            return None, "first_start"
        if isinstance(request, requests.ShowDeck) and not controller.view.is_between_deals:
            return None, "between_deals"
        controller.ask_for(request)
        for each in controller.take_requests():
            self.carry_out(each)
        return self.activity, "" if self.activity is not None else "not_now"

    def make_file(self, what: requests.StickExport, done: Callable[[bytes], None]) -> None:
        """Makes a file for the landlord's phone; *done* gets its content, or no bytes if that failed."""
        language = self.session.controller.view.words.language
        self.landlord.make_file(what, language, self._parts.context(self.session), done)
