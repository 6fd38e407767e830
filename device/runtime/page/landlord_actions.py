"""Requests that only the landlord's phone may make: viewers, deletion, download and upload of files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from device.menus.landlord.erase import confirm
from device.menus.landlord.stick import confirm_file
from device.runtime.page.uploads import uploaded
from device.settings.requests import Erase, Restore, Update

if TYPE_CHECKING:
    from collections.abc import Callable

    from common.feed.messages import UploadKind
    from device.feed.server import PhoneItem
    from device.runtime.page.phone_questions import PhoneQuestions
    from device.session.loop import SessionLoop
    from device.settings.preferences import Choices

    MakeFile = Callable[[Literal["backup", "bundle"], Callable[[bytes], None]], None]

MAX_NAME_LETTERS = 100


class _Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A request; `do` says which."""


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
            case EraseStored():
                item.answer(_ask_to_erase(session, action))
            case RestoreUploaded():
                item.answer(_ask_about_file(session, Restore(str(uploaded("backup"))), ("backup",)))
            case InstallUploaded():
                item.answer(_ask_about_file(session, Update(str(uploaded("archive"))), ("archive", "signature")))
            case MakeFileToTake("backup"):
                self._questions.ask_backup(session, item, lambda: self._make("backup", item))
            case MakeFileToTake(what):
                self._make(what, item)
        return True

    def _make(self, what: Literal["backup", "bundle"], item: PhoneItem) -> None:
        self._make_file(what, lambda content: self._offer(item, content))

    def _offer(self, item: PhoneItem, content: bytes) -> None:
        self._keep(content)
        item.answer("" if content else "no_file")


def _ask_to_erase(session: SessionLoop, action: EraseStored) -> str:
    """Returns why not; empty if the display asks now."""
    if not action.name or not action.name.isprintable() or len(action.name) > MAX_NAME_LETTERS:
        return "malformed"
    if not session.controller.view.is_between_deals:
        return "between_deals"
    shown = action.name if action.kind == "person" else action.name.removeprefix("of ")
    session.ask_for_phone(confirm(Erase(action.kind, action.name), shown, None))
    return ""


def _ask_about_file(session: SessionLoop, request: Restore | Update, kinds: tuple[UploadKind, ...]) -> str:
    """Returns why not; empty if the display asks now."""
    if not all(uploaded(kind).is_file() for kind in kinds):
        return "nothing_there"
    if not session.controller.view.is_between_deals:
        return "between_deals"
    session.ask_for_phone(confirm_file(request))
    return ""
