"""The feed of the page as a part of the appliance: switched on and off at the table, refreshed by the loop."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from device.feed.codes import new_key, player_code
from device.feed.requirements import missing_packages
from device.feed.server import FeedServer
from device.feed.table_state import state_of
from device.runtime.page.documents import Documents
from device.runtime.page.landlord_actions import LandlordActions
from device.session.phone_requests import PhoneRefusal
from device.state.page_access import PageAccess

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from device.feed.history import History
    from device.feed.server import PhoneItem
    from device.runtime.page.landlord_actions import MakeFile
    from device.session.loop import SessionLoop, StepResult
    from device.settings.preferences import Choices
    from device.settings.requests import ConfirmLandlord
    from device.state.table_view import View
    from engine.events import Event

FRAME_TIME_STEP_S = 5
"""Seconds between two messages that the camera still looks."""


class PageFeed:
    """Off until it is switched on at the table; a failing socket is logged and leaves the game alone."""

    def __init__(
        self,
        path: Path,
        choices: Choices,
        submit: Callable[[PhoneItem], bool],
        say: Callable[[str], None],
        make_file: MakeFile,
        history: History,
        is_read: Callable[[], bool] = lambda: False,
    ) -> None:
        """*make_file* begins to make a file for the landlord's phone. *is_read*: whether others read *history* too."""
        self._path, self._choices, self._say = path, choices, say
        self._history = history
        self._documents = Documents()
        self._landlord_actions = LandlordActions(choices, make_file, self._documents.keep)
        self._server = FeedServer(path, submit, self._history, self._documents.make)
        self._is_read = is_read
        self._is_offered = not missing_packages()
        self._landlord: PhoneItem | None = None
        """The request of the phone that asks to be the landlord's."""
        self.fault = ""
        """Why the socket cannot be opened; empty if it is open, or off."""

    def begin(self, view: View, events: Sequence[Event], times: Sequence[float], marks: dict[int, str]) -> None:
        """Begins with the events so far, and opens the socket if the page was on when Kiebitz was switched off."""
        self._history.begin(events, times, marks)
        if self._choices.now.page_key:
            self._open()
        self.refresh(view, has_frames=False)

    def switch(self, view: View, on: bool) -> None:
        """Switches the page on, with a new key, or off."""
        if on and not self._choices.now.page_key:
            self._choices.choose(page_key=new_key())
        elif not on:
            self._choices.choose(page_key="")
            self._server.close()
            self.fault = ""
        if on:
            self._open()
        self.refresh(view, has_frames=False)

    def begin_evening(self, view: View) -> None:
        """Ends the roles of the last evening."""
        if self._choices.now.page_key:
            self._choices.choose(page_key=new_key())
            self.refresh(view, has_frames=False)

    def listen(self, result: StepResult) -> None:
        """Passes the events on; a listener of the session loop."""
        for recorded in result.recorded:
            self._history.add(recorded.position, recorded.event, result.mark)
        self._show(result.view, has_frames=True)

    def refresh(self, view: View, has_frames: bool) -> bool:
        """Updates state and addresses; returns whether the display has to be drawn again."""
        self._show(view, has_frames)
        key = self._choices.now.page_key
        access = PageAccess(self._is_offered, player_code(key) if key else "", self._server.addresses if key else ())
        before, view.page = view.page, access
        return before != access

    def answer(self, session: SessionLoop, item: PhoneItem) -> list[StepResult]:
        """Carries out a request of a phone, and answers it."""
        if item.request.action.get("do") == "landlord":
            return self._ask_landlord(session, item)
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

    def confirm(self, confirmation: ConfirmLandlord) -> None:
        """Answers the phone that asked to be the landlord's."""
        item, self._landlord = self._landlord, None
        if item is not None and item.request.id == confirmation.id:
            item.answer("" if confirmation.confirmed else "not_confirmed")

    def close(self) -> None:
        self._server.close()

    def _ask_landlord(self, session: SessionLoop, item: PhoneItem) -> list[StepResult]:
        digits = item.request.action.get("digits")
        if not isinstance(digits, str) or not re.fullmatch("[0-9]{4}", digits):
            item.answer("malformed")
            return []
        if self._landlord is not None:
            self._landlord.answer("not_confirmed")
        self._landlord = item
        session.controller.ask_landlord(digits, item.request.id)
        session.refresh(anew=True)
        return []

    def _show(self, view: View, has_frames: bool) -> None:
        if not (self._server.is_open or self._is_read()):
            return
        frame_time = time.time() // FRAME_TIME_STEP_S * FRAME_TIME_STEP_S if has_frames and view.camera_in_use else 0.0
        chosen = self._choices.now
        try:
            self._history.show(state_of(view, chosen.page_key, frame_time, chosen.page_viewers))
        except Exception as error:  # a fault of the page is none of the game
            self._say(f"the page gets nothing more until it is switched on again: {error!r}")
            self._server.close()

    def _open(self) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._server.open()
            self.fault = ""
        except OSError as error:
            self.fault = f"cannot open the socket of the page: {error.strerror or error}; the game goes on without it"
            self._say(self.fault)
