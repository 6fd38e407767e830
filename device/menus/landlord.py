"""Menus of the landlord: the USB stick, deletion, trials of buttons and light, and the work that goes on meanwhile."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple

from common.texts.keys import PhraseKey
from common.texts.phrases import Label, Text
from common.texts.words import TableWords
from device.menus.base import (
    Answer,
    AskMenu,
    Buttons,
    Item,
    Listing,
    ListMenu,
    Menu,
    NoticeMenu,
    Question,
    Reply,
    between_deals,
)
from device.screens.base import Notice, Screen
from device.settings import requests
from device.state.table_view import View
from engine.cards import Seat


@dataclass(frozen=True, slots=True)
class LandlordMenu(ListMenu):
    """The actions that the landlord needs and players do not."""

    back: Menu | None = None
    """The menu to which FOLD returns; None for the game."""

    def listing(self, view: View) -> Listing:
        rows = (
            Item("stick", Answer(menu=StickMenu(replace(self, selected=0)), request=requests.LookUp())),
            Item("erase", Answer(menu=EraseMenu(replace(self, selected=1)), request=requests.LookUp())),
            Item("landlord_buttons", Answer(request=requests.TryParts("buttons"))),
            Item("landlord_light", Answer(request=requests.TryParts("light"))),
        )
        return Listing("landlord", rows, self.back)


@dataclass(frozen=True, slots=True)
class TaskMenu(Menu):
    """Shows work that goes on, and after it its outcome; any button goes back then, and FOLD at any time."""

    title: Label
    back: Menu | None

    shows_task: ClassVar[bool] = True

    def screen(self, view: View) -> Screen:
        task = view.appliance.task
        if task is not None and task.is_done:
            return Notice(self.title, task.text)
        return Notice(self.title, "task_working" if task is None else task.text, play=None, fold="back")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        task = view.appliance.task
        other: Reply = self.back if task is None or task.is_done else "stay"
        return Buttons(other, self.back, other, other)


def ask_before(
    request: requests.LandlordRequest, back: Menu | None, title: Label, play: Label, question: Label, *others: Label
) -> AskMenu:
    """Returns the question before a request that changes or deletes something; each question is asked on its own."""
    reply: Reply = Answer(menu=TaskMenu(title, back), request=request)
    if others:
        reply = ask_before(request, back, title, play, *others)
    return AskMenu(Question(title, question, Item("back", back), Item(play, reply)))


def _notice(back: Menu) -> Menu:
    return NoticeMenu("between_deals", "between_deals_text", back, play=None, fold="back")


ERASURES: Mapping[requests.ErasureKind, tuple[PhraseKey, PhraseKey]] = {
    "person": ("erase_person", "erase_person_text"),
    "evening": ("erase_evening", "erase_evening_text"),
    "evenings": ("erase_evenings", "erase_evenings_text"),
    "everything": ("erase_everything", "erase_everything_text"),
}
"""The title and the question."""


def confirm(request: requests.Erase, shown: str, words: TableWords, back: Menu | None) -> AskMenu:
    """Returns the question, after which a second one says what goes with it."""
    title, question = ERASURES[request.kind]
    return ask_before(request, back, title, "erase_play", words.phrase(question, name=shown), "erase_backups_too")


@dataclass(frozen=True, slots=True)
class EraseMenu(ListMenu):
    back: Menu

    def listing(self, view: View) -> Listing:
        def following(kind: requests.ErasureKind) -> Menu:
            has_list = kind in ("person", "evening")
            return EraseOneMenu(kind, self) if has_list else confirm(requests.Erase(kind), "", view.words, self)

        rows = [Item(title, between_deals(following(kind), _notice(self))) for kind, (title, _) in ERASURES.items()]
        return Listing("erase", rows, self.back)


@dataclass(frozen=True, slots=True)
class EraseOneMenu(ListMenu):
    """The people by name, the latest first, or the evenings, the last one first."""

    kind: requests.ErasureKind
    back: Menu

    def listing(self, view: View) -> Listing:
        stored, inventory = list[tuple[str, str]](), view.appliance.inventory
        if inventory is not None and self.kind == "person":
            stored = [(name, name) for name in inventory.people]
        elif inventory is not None:
            stored = [(evening.name, evening.title) for evening in inventory.evenings]
        rows = [
            Item(Text(shown), confirm(requests.Erase(self.kind, name), shown, view.words, self))
            for name, shown in stored
        ]
        empty: PhraseKey = "task_working" if inventory is None else "erase_nothing"
        return Listing(ERASURES[self.kind][0], rows, self.back, empty)


class _FileKind(NamedTuple):
    """A kind of files on the stick of which one is chosen: its texts, and the request."""

    title: PhraseKey
    question: PhraseKey
    play: PhraseKey
    nothing: PhraseKey
    request: type[requests.Restore | requests.Update | requests.JoinTournament]
    files: Literal["backups", "updates", "tables"]
    """The field of `StickContent`, whose paths are the newest first."""


EXPORTS: Mapping[requests.StickExport, PhraseKey] = {
    "sheet": "export_result",
    "table": "export_table",
    "backup": "export_backup",
    "bundle": "export_logs",
}
BACKUPS = _FileKind("stick_restore", "restore_text", "restore_play", "restore_none", requests.Restore, "backups")
UPDATES = _FileKind("stick_update", "update_text", "yes", "update_none", requests.Update, "updates")
"""Archives that have a signature beside them."""
TABLES = _FileKind("stick_join", "join_text", "yes", "join_none", requests.JoinTournament, "tables")


def confirm_file(request: requests.Restore | requests.Update) -> AskMenu:
    """Returns the question before a file from the landlord's phone is put in place."""
    if isinstance(request, requests.Restore):
        return ask_before(request, None, BACKUPS.title, BACKUPS.play, "restore_phone_text")
    return ask_before(request, None, UPDATES.title, UPDATES.play, "update_phone_text")


@dataclass(frozen=True, slots=True)
class StickMenu(ListMenu):
    """The actions on the stick: exports, restoring, an update, joining a tournament, and clearing it."""

    back: Menu

    def listing(self, view: View) -> Listing:
        exports = [
            Item(name, Answer(menu=TaskMenu(name, self), request=requests.WriteToStick(what)))
            for what, name in EXPORTS.items()
        ]
        files = []
        for kind in (BACKUPS, UPDATES, TABLES):
            chosen = Answer(menu=FilesMenu(kind, self), request=requests.LookUp())
            files.append(Item(kind.title, between_deals(chosen, _notice(self))))
        clear = ask_before(requests.ClearStick(), self, "stick_clear", "erase_play", "stick_clear_text")
        return Listing("stick", [*exports, *files, Item("stick_clear", clear)], self.back)


@dataclass(frozen=True, slots=True)
class FilesMenu(ListMenu):
    kind: _FileKind
    back: Menu

    def listing(self, view: View) -> Listing:
        stick, kind = view.appliance.stick, self.kind
        if stick is None:
            return Listing(kind.title, (), self.back, "task_working")
        rows = []
        for file in getattr(stick, kind.files):
            # what all such files have in common is left out
            name = Path(file).name.removesuffix(".zip").removesuffix(".tar.gz").removesuffix(".toml")
            name = name.removeprefix("kiebitz-")
            question = view.words.phrase(kind.question, name=name)
            rows.append(Item(Text(name), ask_before(kind.request(file), self, kind.title, kind.play, question)))
        return Listing(kind.title, rows, self.back, stick.fault or kind.nothing)
