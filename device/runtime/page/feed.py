"""The feed of the page as a part of the appliance: switched on and off at the table, refreshed by the loop."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from common.errors import WEB_PACKAGES, missing_packages
from common.feed.codes import new_key, player_code
from common.feed.messages import Fetch
from device.feed.client import PhoneItem
from device.feed.history import History, state_of
from device.feed.server import FeedServer
from device.hardware.presses import Press
from device.runtime.activities.activity import Activity
from device.runtime.game_tracking import GameTracking
from device.runtime.page.files import Documents, forget_uploads, take_part
from device.runtime.page.landlord_actions import ActivityActions, LandlordActions, MakeFile, OpenActivity
from device.runtime.page.phone_questions import PhoneQuestions
from device.runtime.page.pictures import PICTURES, PhonePictures
from device.runtime.root_units import WifiSwitch
from device.runtime.systemd import Say
from device.session.loop import SessionLoop
from device.session.phone_requests import PhoneRefusal
from device.session.results import StepResult
from device.settings.preferences import Choices
from device.settings.requests import AnswerPhone, ShowCrops, UsePage, UseWifi
from device.state.appliance_state import PageAccess
from device.state.table_view import View
from engine.events import Event

if TYPE_CHECKING:
    from PIL import Image


FRAME_TIME_STEP_S = 5
"""Seconds between two messages that the camera still looks."""


class PhonesAppliance(Protocol):
    """What phones use of the appliance besides its table."""

    @property
    def make_file(self) -> MakeFile: ...
    @property
    def open_for_phone(self) -> OpenActivity: ...
    @property
    def tracking(self) -> GameTracking: ...
    def handle(self, item: Press) -> None: ...
    def picture_to_answer(self) -> Image.Image | None: ...


class PageFeed:
    """Off until it is switched on at the table; a failing socket is logged and leaves the game alone."""

    def __init__(
        self,
        path: Path,
        choices: Choices,
        say: Say,
        history: History,
        is_read: Callable[[], bool],
        submit: Callable[[PhoneItem], bool],
        appliance: PhonesAppliance,
    ) -> None:
        """*is_read*: whether others read *history* too. *submit* queues a request, or returns False without room."""
        self._choices, self._say = choices, say
        self._history = history
        self._documents = Documents()
        self._phone_questions = PhoneQuestions()
        self._landlord_actions = LandlordActions(
            choices, appliance.make_file, self._documents.keep, self._phone_questions
        )
        self._pictures, self._appliance = PhonePictures(), appliance
        self.activity_actions = ActivityActions(self._pictures.live, appliance.open_for_phone, self._press)
        self._server = FeedServer(path, submit, self._history, self._make, take_part)
        self._is_read = is_read
        self._is_offered = not missing_packages(*WEB_PACKAGES)
        self._wifi = WifiSwitch(choices, say)

    @property
    def is_open(self) -> bool:
        return self._server.is_open

    def begin(self, view: View, events: Sequence[Event], times: Sequence[float], marks: dict[int, str]) -> None:
        """Begins with the events so far, and opens the socket if the page was on when Kiebitz was switched off."""
        self._history.begin(events, times, marks)
        forget_uploads()
        if self._choices.now.page_key:
            self._open()
        self._wifi.begin(page_is_on=bool(self._choices.now.page_key))
        self.refresh(view, has_frames=False)

    def switch(self, view: View, on: bool) -> None:
        """Switches the page on, with a new key, or off."""
        if on and not self._choices.now.page_key:
            self._choices.choose(page_key=new_key())
            self._wifi.begin(page_is_on=True)
        elif not on:
            self._wifi.end()
            self._choices.choose(page_key="")
            self.close()
        if on:
            self._open()
        self.refresh(view, has_frames=False)

    def carry_out(self, request: AnswerPhone | UsePage | UseWifi | ShowCrops, view: View) -> None:
        match request:
            case AnswerPhone():
                self._phone_questions.answer(request)
            case UsePage(on):
                self.switch(view, on)
            case UseWifi(on, renews):
                self._wifi.use(on, renews)
                self.refresh(view, has_frames=False)
            case ShowCrops(on):
                self._choices.choose(page_crops=on)
                self._switch_crops()
                self.refresh(view, has_frames=False)

    def begin_evening(self, view: View) -> None:
        """Ends the roles of the last evening."""
        if self._choices.now.page_key:
            self._choices.choose(page_key=new_key())
            self._pictures.crops.forget()
            self.refresh(view, has_frames=False)

    def follow(self, view: View, activity: Activity | None) -> None:
        """Shows phones how an activity goes on; called at every turn of the loop during one, and at its end."""
        self._pictures.follow(activity)
        self._show(view, has_frames=True)

    def listen(self, result: StepResult) -> None:
        """Passes the events on; a listener of the session loop."""
        for recorded in result.recorded:
            self._history.add(recorded.position, recorded.event, result.mark)
        if self._pictures.crops.is_on:
            self._pictures.crops.listen(result)
        self._show(result.view, has_frames=True)

    def refresh(self, view: View, has_frames: bool) -> None:
        self._show(view, has_frames)
        key = self._choices.now.page_key
        code, addresses = (player_code(key), self._server.addresses) if key else ("", ())
        wifi, crops = self._wifi.look(), self._choices.now.page_crops
        view.page = PageAccess(self._is_offered, code, addresses, wifi, crops)

    def answer(self, session: SessionLoop, item: PhoneItem) -> list[StepResult]:
        if item.request.action.get("do") == "landlord":
            self._phone_questions.ask_landlord(session, item)
            return []
        if self._landlord_actions.take(session, item):
            self._show(session.controller.view, has_frames=True)
            return []
        try:
            results = session.phone(item.request.action, item.request.role)
        except PhoneRefusal as refusal:
            item.answer(refusal.reason)
            return []
        item.answer()
        return results

    def _press(self, press: Press) -> str:
        """Carries out a press on a phone, which has buttons while the first start asks; returns why not."""
        if self._phone_questions.is_open or self._appliance.picture_to_answer() is None:
            return "not_now"  # no phone confirms its own request
        self._appliance.handle(press)
        return ""

    def _make(self, fetch: Fetch) -> str:
        return self._pictures.make(fetch) if fetch.document in PICTURES else self._documents.make(fetch)

    def close(self) -> None:
        self._server.close()
        self._pictures.forget()
        self._appliance.tracking.trace_with(None)

    def _switch_crops(self) -> None:
        on = self._choices.now.page_crops and self.is_open
        self._pictures.crops.switch(on)
        self._appliance.tracking.trace_with(self._pictures.crops.see_scene if on else None)

    def _show(self, view: View, has_frames: bool) -> None:
        if not (self.is_open or self._is_read()):
            return
        frame_time = time.time() // FRAME_TIME_STEP_S * FRAME_TIME_STEP_S if has_frames and view.camera_in_use else 0.0
        chosen = self._choices.now
        try:
            picture = self._appliance.picture_to_answer()
            display = "" if picture is None else base64.b64encode(picture.tobytes()).decode("ascii")
            state = state_of(view, chosen.page_key, frame_time, chosen.page_viewers, display)
            self._history.show(self._pictures.complete(state, view))
        except Exception as error:  # a fault of the page must not end the game
            self._say(f"the page gets nothing more until it is switched on again: {error!r}")
            self.close()

    def _open(self) -> None:
        self._server.try_to_open(self._say)
        self._switch_crops()
