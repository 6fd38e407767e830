"""Menus of the USB stick: results, backups and logs onto it, a backup or a new version from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.i18n.phrases import Text
from device.menus.base import Answer, Menu, move_cursor
from device.menus.landlord.task import WORKING, ConfirmMenu, NothingHereMenu, TaskMenu
from device.screens.base import Notice
from device.screens.lists import ListScreen
from device.settings.requests import ClearStick, LookUp, Restore, Update, WriteToStick
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from device.hardware.presses import Press
    from device.i18n.phrases import Label
    from device.screens.base import Screen
    from device.settings.requests import StickExport
    from device.state.landlord import StickContent
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
CLEAR = Words("Stick leeren", "Clear the stick")
RESTORE_TEXT = Words(
    "{name} holen? Was hier steht, bleibt als Kopie liegen.", "Restore {name}? What is here is kept as a copy."
)
UPDATE_TEXT = Words("{name} einrichten? Dauert Minuten.", "Install {name}? It takes minutes.")
CLEAR_TEXT = Words("Alles von Kiebitz auf dem Stick löschen?", "Delete all that Kiebitz wrote on the stick?")
NO_BACKUP = Words("Auf dem Stick ist keine Sicherung.", "There is no backup on the stick.")
NO_UPDATE = Words(
    "Auf dem Stick ist kein kiebitz-….tar.gz mit .sig.", "No kiebitz-….tar.gz with its .sig is on the stick."
)


@dataclass(frozen=True, slots=True)
class StickMenu(Menu):
    """What can be done with the stick; FOLD goes to *back*."""

    back: Menu
    selected: int = 0

    def screen(self, view: View) -> Screen:
        return ListScreen(STICK, tuple(name for name, _ in self._rows()), self.selected)

    def press(self, view: View, press: Press) -> Answer:
        rows = self._rows()
        if press.button == "fold":
            return Answer(menu=self.back)
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(rows))))
        return rows[self.selected][1](view)

    def _rows(self) -> tuple[tuple[Words, Callable[[View], Answer]], ...]:
        return (
            *((name, self._writes(what, name)) for what, name in EXPORTS.items()),
            (RESTORE, self._opens(RestoreMenu(self))),
            (UPDATE, self._opens(UpdateMenu(self))),
            (CLEAR, lambda _: Answer(menu=ConfirmMenu(CLEAR, (CLEAR_TEXT,), DELETE, ClearStick(), self))),
        )

    def _writes(self, what: StickExport, name: Words) -> Callable[[View], Answer]:
        return lambda _: Answer(menu=TaskMenu(name, self), request=WriteToStick(what))

    def _opens(self, menu: Menu) -> Callable[[View], Answer]:
        def answer(view: View) -> Answer:
            if not view.is_between_deals:
                return Answer(menu=NothingHereMenu("between_deals", "between_deals_text", self))
            return Answer(menu=menu, request=LookUp())

        return answer


DELETE = Words("löschen", "delete")


@dataclass(frozen=True, slots=True)
class RestoreMenu(Menu):
    """The backups on the stick, the newest first."""

    back: Menu
    selected: int = 0

    def screen(self, view: View) -> Screen:
        return _screen(RESTORE, view.stick, _backups(view), NO_BACKUP, self.selected)

    def press(self, view: View, press: Press) -> Answer:
        files = _backups(view)
        if press.button == "fold" or not files:
            return Answer(menu=self.back)
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(files))))
        file = files[self.selected % len(files)]
        question = RESTORE_TEXT.format(name=_short_name(file))
        return Answer(menu=ConfirmMenu(RESTORE, (question,), Words("holen", "restore"), Restore(file), self))


@dataclass(frozen=True, slots=True)
class UpdateMenu(Menu):
    """The archives on the stick that have a signature beside them, the newest first."""

    back: Menu
    selected: int = 0

    def screen(self, view: View) -> Screen:
        return _screen(UPDATE, view.stick, _updates(view), NO_UPDATE, self.selected)

    def press(self, view: View, press: Press) -> Answer:
        files = _updates(view)
        if press.button == "fold" or not files:
            return Answer(menu=self.back)
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(files))))
        file = files[self.selected % len(files)]
        question = UPDATE_TEXT.format(name=_short_name(file))
        return Answer(menu=ConfirmMenu(UPDATE, (question,), Words("ja", "yes"), Update(file), self))


def _screen(title: Words, stick: StickContent | None, files: tuple[str, ...], nothing: Words, selected: int) -> Screen:
    if stick is None:
        return Notice(title, WORKING, play=None, fold="back")
    if not files:
        fault: Label | None = stick.fault
        return Notice(title, fault if fault is not None else nothing, play=None, fold="back")
    return ListScreen(title, tuple(Text(_short_name(file)) for file in files), selected % len(files))


def _short_name(file: str) -> str:
    """Returns the name of a file without what all such files have in common."""
    return Path(file).name.removesuffix(".zip").removesuffix(".tar.gz").removeprefix("kiebitz-")


def _backups(view: View) -> tuple[str, ...]:
    return view.stick.backups if view.stick is not None else ()


def _updates(view: View) -> tuple[str, ...]:
    return view.stick.updates if view.stick is not None else ()
