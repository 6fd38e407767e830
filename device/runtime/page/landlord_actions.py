"""Requests of the landlord's phone: aiming and enrolment, viewers, deletion, download and upload of files.

Aiming and enrolment are activities as those that the menus open; the display shows its own screens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from common.feed.messages import UploadKind
from device.feed.client import PhoneItem
from device.hardware.presses import Button, Press
from device.menus.landlord import confirm, confirm_file
from device.menus.table.deck_enrolment import EnrolmentAnswer
from device.runtime.activities.activity import Activity
from device.runtime.page.deck_by_phone import answer_of, token_of
from device.runtime.page.files import upload_file
from device.runtime.page.live_view import LiveView
from device.runtime.page.phone_questions import PhoneQuestions
from device.runtime.page.pictures import enrolment_of
from device.session.loop import SessionLoop
from device.settings.preferences import Choices
from device.settings.requests import Aim, Erase, Restore, ShowDeck, Update

if TYPE_CHECKING:
    from device.runtime.activities.deck_enrolment import DeckEnrolment

OpenActivity: TypeAlias = Callable[[Aim | ShowDeck], tuple[Activity | None, str]]
MakeFile: TypeAlias = Callable[[Literal["backup", "bundle"], Callable[[bytes], None]], None]


class _Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A request; `do` says which."""


class AimByPhone(_Action, frozen=True, tag="aim"):
    """Begins to show the live picture; turns it by a quarter; accepts the view; ends."""

    what: Literal["start", "left", "right", "accept", "stop"]


class EnrolByPhone(_Action, frozen=True, tag="deck"):
    """Opens the enrolment of a deck, or answers what it asks (`device.runtime.page.deck_by_phone`)."""

    ask: str
    token: str = ""
    """That of the report that the phone showed."""
    name: str = ""


class PressByPhone(_Action, frozen=True, tag="press"):
    """Presses a button, from any phone."""

    button: Button


ActivityAction: TypeAlias = AimByPhone | EnrolByPhone | PressByPhone
PRESSES: Mapping[str, Button] = {"left": "up", "right": "down", "accept": "play"}


class ActivityActions:
    def __init__(self, live: LiveView, open_activity: OpenActivity, press: Callable[[Press], str]) -> None:
        """*open_activity* opens an activity, and returns it or why it cannot be opened; *press* returns why not."""
        self._live, self._open, self._press = live, open_activity, press

    def take(self, item: PhoneItem, activity: Activity | None) -> bool:
        """Carries out a press, or a request of the landlord's phone during *activity*; returns False for others."""
        try:
            action = msgspec.convert(item.request.action, ActivityAction)
        except (msgspec.ValidationError, RecursionError):
            return False
        if isinstance(action, PressByPhone):
            item.answer(self._press(Press(action.button)))
        elif item.request.role != "landlord":
            return False
        elif isinstance(action, AimByPhone):
            item.answer(self._aim(action, activity))
        else:
            item.answer(self._enrol(action, activity))
        return True

    def _aim(self, action: AimByPhone, activity: Activity | None) -> str:
        """Returns why not."""
        from device.runtime.activities.camera_aiming import AimingCamera

        if action.what == "start":
            refused, ends_with_phone = "", activity is None
            if activity is None:
                activity, refused = self._open(Aim(by_phone=True))
            if not isinstance(activity, AimingCamera):
                return refused or "busy"
            activity.show_on_phone(self._live, ends_with_phone)
            return ""
        if not isinstance(activity, AimingCamera) or not activity.is_on_phone:
            return "changed"
        if action.what == "stop":
            self._live.end()
        else:
            activity.press(Press(PRESSES[action.what]))
        return ""

    def _enrol(self, action: EnrolByPhone, activity: Activity | None) -> str:
        """Returns why not."""
        if activity is None and action.ask == "open":
            return self._open(ShowDeck(by_phone=True))[1]
        enrolment = enrolment_of(activity)
        if enrolment is None:
            return "changed" if activity is None else "busy"
        if action.ask == "open" or enrolment.answer(lambda enrolment: _answer(enrolment, action)):
            return ""
        return "changed"


def _answer(enrolment: DeckEnrolment, action: EnrolByPhone) -> EnrolmentAnswer | None:
    """Returns the answer to the open question; None if the phone saw another question, or if it has no such answer."""
    if token_of(enrolment) != action.token:
        return None
    session = enrolment.session
    taken = tuple(map(str, session.pictures)) if session is not None else ()
    return answer_of(enrolment.menu, enrolment.state, taken, action.ask, action.name)


MAX_NAME_LETTERS = 100


class LetViewersIn(_Action, frozen=True, tag="viewers"):
    """Phones without the code may look, or may not."""

    on: bool


class EraseStored(_Action, frozen=True, tag="erase"):
    """Asks on the display whether a person or an evening is to be deleted."""

    kind: Literal["person", "evening"]
    name: str


class MakeFileToTake(_Action, frozen=True, tag="file"):
    """Makes a file that the page may fetch once this is answered."""

    what: Literal["backup", "bundle"]


class RestoreUploaded(_Action, frozen=True, tag="restore"):
    """Asks on the display whether the uploaded backup is to be restored."""


class InstallUploaded(_Action, frozen=True, tag="update"):
    """Asks on the display whether the uploaded archive, with its signature, is to be installed."""


LandlordAction: TypeAlias = LetViewersIn | EraseStored | MakeFileToTake | RestoreUploaded | InstallUploaded


class LandlordActions:
    def __init__(
        self, choices: Choices, make_file: MakeFile, keep: Callable[[bytes], None], questions: PhoneQuestions
    ) -> None:
        """*make_file* begins to make a file and passes it on, empty if that failed; *keep* offers it to the page."""
        self._choices, self._make_file, self._keep, self._questions = choices, make_file, keep, questions

    def take(self, session: SessionLoop, item: PhoneItem) -> bool:
        """Carries out a request of the landlord's phone; returns False if it is another kind of request."""
        if item.request.role != "landlord":
            return False
        try:
            action = msgspec.convert(item.request.action, LandlordAction)
        except (msgspec.ValidationError, RecursionError):
            return False
        match action:
            case LetViewersIn(on):
                self._choices.choose(page_viewers=on)
                item.answer()
            case EraseStored() | RestoreUploaded() | InstallUploaded():
                item.answer(_ask_on_display(session, action))
            case MakeFileToTake("backup"):
                self._questions.ask_backup(session, item, lambda: self._make("backup", item))
            case MakeFileToTake(what):
                self._make(what, item)
        return True

    def _make(self, what: Literal["backup", "bundle"], item: PhoneItem) -> None:
        def offer(content: bytes) -> None:
            self._keep(content)
            item.answer("" if content else "no_file")

        self._make_file(what, offer)


def _ask_on_display(session: SessionLoop, action: EraseStored | RestoreUploaded | InstallUploaded) -> str:
    """Returns why not; empty if the display asks now."""
    view = session.controller.view
    if isinstance(action, EraseStored):
        if not action.name or not action.name.isprintable() or len(action.name) > MAX_NAME_LETTERS:
            return "malformed"
        shown = action.name if action.kind == "person" else action.name.removeprefix("of ")
        menu = confirm(Erase(action.kind, action.name), shown, view.words, None)
    else:
        is_backup = isinstance(action, RestoreUploaded)
        kinds: tuple[UploadKind, ...] = ("backup",) if is_backup else ("archive", "signature")
        if not all(upload_file(kind).is_file() for kind in kinds):
            return "nothing_there"
        file = str(upload_file(kinds[0]))
        menu = confirm_file(Restore(file) if is_backup else Update(file))
    if not view.is_between_deals:
        return "between_deals"
    session.ask_for_phone(menu)
    return ""
