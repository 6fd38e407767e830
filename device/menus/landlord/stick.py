"""Menus of the USB stick: results, backups and logs onto it, a backup or a new version from it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Listing, ListMenu, Row
from device.menus.landlord.task import ConfirmMenu, NothingHereMenu, TaskMenu
from device.settings.requests import ClearStick, JoinTournament, LookUp, Restore, Update, WriteToStick

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from common.texts.keys import PhraseKey
    from device.menus.base import Menu
    from device.settings.requests import StickExport
    from device.state.appliance_state import StickContent
    from device.state.table_view import View


EXPORTS: Mapping[StickExport, PhraseKey] = {
    "sheet": "export_result",
    "table": "export_table",
    "backup": "export_backup",
    "bundle": "export_logs",
}


@dataclass(frozen=True, slots=True)
class _FileKind:
    """A kind of files on the stick of which one is chosen: its texts, and the request."""

    title: PhraseKey
    question: PhraseKey
    play: PhraseKey
    nothing: PhraseKey
    request: type[Restore | Update | JoinTournament]
    files_of: Callable[[StickContent], tuple[str, ...]]
    """Their paths, the newest first."""


BACKUPS = _FileKind(
    "stick_restore",
    "restore_text",
    "restore_play",
    "restore_none",
    Restore,
    lambda stick: stick.backups,
)
UPDATES = _FileKind(
    "stick_update",
    "update_text",
    "yes",
    "update_none",
    Update,
    lambda stick: stick.updates,
)
"""Archives that have a signature beside them."""


TABLES = _FileKind(
    "stick_join",
    "join_text",
    "yes",
    "join_none",
    JoinTournament,
    lambda stick: stick.tables,
)

FROM_PHONE: Mapping[type[Restore | Update], tuple[_FileKind, PhraseKey]] = {
    Restore: (
        BACKUPS,
        "restore_phone_text",
    ),
    Update: (
        UPDATES,
        "update_phone_text",
    ),
}


def confirm_file(request: Restore | Update) -> ConfirmMenu:
    """Returns the question before a file from the landlord's phone is put in place."""
    kind, question = FROM_PHONE[type(request)]
    return ConfirmMenu(kind.title, (question,), kind.play, request, None)


@dataclass(frozen=True, slots=True)
class StickMenu(ListMenu):
    """The actions on the stick: exports, restoring, an update, joining a tournament, and clearing it."""

    back: Menu
    selected: int = 0

    def listing(self, view: View) -> Listing:
        rows = (
            *(
                Row(name, Answer(menu=TaskMenu(name, self), request=WriteToStick(what)))
                for what, name in EXPORTS.items()
            ),
            Row("stick_restore", self._opens(FilesMenu(BACKUPS, self))),
            Row("stick_update", self._opens(FilesMenu(UPDATES, self))),
            Row("stick_join", self._opens(FilesMenu(TABLES, self))),
            Row(
                "stick_clear",
                Answer(menu=ConfirmMenu("stick_clear", ("stick_clear_text",), "erase_play", ClearStick(), self)),
            ),
        )
        return Listing("stick", rows, self.back)

    def _opens(self, menu: Menu) -> Callable[[View], Answer]:
        def answer(view: View) -> Answer:
            if not view.is_between_deals:
                return Answer(menu=NothingHereMenu("between_deals", "between_deals_text", self))
            return Answer(menu=menu, request=LookUp())

        return answer


@dataclass(frozen=True, slots=True)
class FilesMenu(ListMenu):
    """The files of a kind on the stick."""

    kind: _FileKind
    back: Menu
    selected: int = 0

    def listing(self, view: View) -> Listing:
        stick, kind = view.appliance.stick, self.kind
        if stick is None:
            return Listing(kind.title, (), self.back, "task_working")
        rows = [Row(Text(_short_name(file)), self._confirm(file, view)) for file in kind.files_of(stick)]
        return Listing(kind.title, rows, self.back, stick.fault or kind.nothing)

    def _confirm(self, file: str, view: View) -> Answer:
        kind = self.kind
        question = view.words.phrase(kind.question, name=_short_name(file))
        return Answer(menu=ConfirmMenu(kind.title, (question,), kind.play, kind.request(file), self))


def _short_name(file: str) -> str:
    """Returns the name of a file without what all such files have in common."""
    return Path(file).name.removesuffix(".zip").removesuffix(".tar.gz").removesuffix(".toml").removeprefix("kiebitz-")
