"""Menus of the USB stick: results, backups and logs onto it, a backup or a new version from it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Listing, ListMenu, Row
from device.menus.landlord.task import WORKING, ConfirmMenu, NothingHereMenu, TaskMenu
from device.settings.requests import ClearStick, JoinTournament, LookUp, Restore, Update, WriteToStick
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.menus.base import Menu
    from device.settings.requests import StickExport
    from device.state.appliance_state import StickContent
    from device.state.table_view import View

STICK = Words("USB-Stick", "USB stick")
EXPORTS: Mapping[StickExport, Words] = {
    "sheet": Words("Ergebnis vom Abend", "Result of the evening"),
    "table": Words("Tabelle, alle Abende", "Table of all evenings"),
    "backup": Words("Alles sichern", "Back up everything"),
    "bundle": Words("Meldungen für Hilfe", "Logs, for help"),
}
RESTORE = Words("Sicherung holen", "Restore a backup")
UPDATE = Words("Neue Version", "New version")
JOIN = Words("Turnier beitreten", "Join a tournament")
CLEAR = Words("Stick leeren", "Clear the stick")
CLEAR_TEXT = Words("Alles von Kiebitz auf dem Stick löschen?", "Delete all that Kiebitz wrote on the stick?")
DELETE = Words("löschen", "delete")


@dataclass(frozen=True, slots=True)
class _FileKind:
    """A kind of files on the stick of which one is chosen: its texts, and the request."""

    title: Words
    question: Words
    play: Words
    nothing: Words
    request: type[Restore | Update | JoinTournament]
    files_of: Callable[[StickContent], tuple[str, ...]]
    """Their paths, the newest first."""


BACKUPS = _FileKind(
    RESTORE,
    Words("{name} holen? Was hier steht, bleibt als Kopie liegen.", "Restore {name}? What is here is kept as a copy."),
    Words("holen", "restore"),
    Words("Auf dem Stick ist keine Sicherung.", "There is no backup on the stick."),
    Restore,
    lambda stick: stick.backups,
)
UPDATES = _FileKind(
    UPDATE,
    Words("{name} einrichten? Dauert Minuten.", "Install {name}? It takes minutes."),
    Words("ja", "yes"),
    Words("Auf dem Stick ist kein kiebitz-….tar.gz mit .sig.", "No kiebitz-….tar.gz with its .sig is on the stick."),
    Update,
    lambda stick: stick.updates,
)
"""Archives that have a signature beside them."""


TABLES = _FileKind(
    JOIN,
    Words("{name}: mit dieser Datei beitreten?", "{name}: join with this file?"),
    Words("ja", "yes"),
    Words("Auf dem Stick ist kein table-….toml der Turnierleitung.", "No table-….toml is on the stick."),
    JoinTournament,
    lambda stick: stick.tables,
)

FROM_PHONE: Mapping[type[Restore | Update], tuple[_FileKind, Words]] = {
    Restore: (
        BACKUPS,
        Words(
            "Die Sicherung vom Handy holen? Was hier steht, bleibt als Kopie.",
            "Restore the phone's backup? What is here is kept as a copy.",
        ),
    ),
    Update: (
        UPDATES,
        Words("Die Version vom Handy einrichten? Dauert Minuten.", "Install the phone's version? It takes minutes."),
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
            Row(RESTORE, self._opens(FilesMenu(BACKUPS, self))),
            Row(UPDATE, self._opens(FilesMenu(UPDATES, self))),
            Row(JOIN, self._opens(FilesMenu(TABLES, self))),
            Row(CLEAR, Answer(menu=ConfirmMenu(CLEAR, (CLEAR_TEXT,), DELETE, ClearStick(), self))),
        )
        return Listing(STICK, rows, self.back)

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
            return Listing(kind.title, (), self.back, WORKING)
        rows = [Row(Text(_short_name(file)), self._confirm(file)) for file in kind.files_of(stick)]
        return Listing(kind.title, rows, self.back, stick.fault or kind.nothing)

    def _confirm(self, file: str) -> Answer:
        kind = self.kind
        question = kind.question.format(name=_short_name(file))
        return Answer(menu=ConfirmMenu(kind.title, (question,), kind.play, kind.request(file), self))


def _short_name(file: str) -> str:
    """Returns the name of a file without what all such files have in common."""
    return Path(file).name.removesuffix(".zip").removesuffix(".tar.gz").removesuffix(".toml").removeprefix("kiebitz-")
