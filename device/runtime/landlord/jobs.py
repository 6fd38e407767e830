"""The landlord's requests that are carried out while the game goes on, in a thread of their own, one at a time."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from device.menus.landlord.task import WORKING
from device.runtime.hall.joining import NoTableFile, join_tournament
from device.runtime.landlord.exports import NothingPlayed, export
from device.runtime.landlord.outcomes import (
    CLEARED,
    INSTALLING,
    JOINED,
    NOT_INSTALLED,
    NOT_JOINED,
    NOTHING_PLAYED,
    RUNS_NOW,
    WRITING,
    WRITTEN,
    in_words,
    update_fault,
)
from device.runtime.landlord.update import NotInstalled, UpdateError, request_update
from device.settings.requests import ClearStick, JoinTournament, LookUp, Update, WriteToStick
from device.state.landlord import StickContent, Task
from device.storage.erasure.erase import Inventory, inventory
from device.storage.stick import StickError, clear_stick, files_on_stick, write_to_stick

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from common.texts.phrases import Language
    from device.diagnostics.base import CheckContext
    from device.settings.requests import StickExport
    from device.state.table_view import View
    from engine.text import Words

    JobRequest: TypeAlias = LookUp | WriteToStick | ClearStick | Update | JoinTournament

QUIET_S = 6.0
"""Seconds to wait for work that goes on; twice that is less than systemd's watchdog waits."""


@dataclass(frozen=True, slots=True)
class JobDone:
    """The result of a request; fields that are None leave the view unchanged."""

    task: Task | None = None
    inventory: Inventory | None = None
    stick: StickContent | None = None

    def apply(self, view: View) -> None:
        view.task = self.task or view.task
        view.inventory = self.inventory or view.inventory
        view.stick = self.stick or view.stick


class LandlordJobs:
    def __init__(self, put: Callable[[JobDone], None], say: Callable[[str], None]) -> None:
        """*put* is called with each result, in the thread of the work; *say* logs why something failed."""
        self._put, self._say = put, say
        self._turn = threading.Lock()
        self._threads: list[threading.Thread] = []

    def start(self, request: JobRequest, view: View, context: CheckContext) -> None:
        """Begins the work; *view* shows it at once."""
        if not isinstance(request, LookUp):
            view.task = Task({Update: INSTALLING, JoinTournament: WORKING}.get(type(request), WRITING))
        self._begin(partial(self._work, request, context, view.words.language))

    def make_file(self, what: StickExport, view: View, context: CheckContext, done: Callable[[bytes], None]) -> None:
        """Makes a file for a phone instead of the stick; *done* gets it in the thread, or nothing if that failed."""
        language = view.words.language

        def work() -> None:
            content = b""
            with self._turn:
                try:
                    _, content = export(what, context, language, self._say)
                except Exception as error:  # of files and journals of any kind
                    self._say(f"{what} for a phone: {error or type(error).__name__}")
            done(content)

        self._begin(work)

    def wait(self, patience_s: float = QUIET_S) -> bool:
        """Waits for all work, and returns whether it has ended."""
        for thread in self._threads:
            thread.join(patience_s / max(len(self._threads), 1))
        return not any(thread.is_alive() for thread in self._threads)

    def _begin(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name="landlord", daemon=True)
        self._threads = [each for each in self._threads if each.is_alive()] + [thread]
        thread.start()

    def _work(self, request: JobRequest, context: CheckContext, language: Language) -> None:
        with self._turn:
            try:
                result = self._carry_out(request, context, language)
            except Exception as error:  # of files, sticks and journals of any kind
                self._say(f"{type(request).__name__}: {error or type(error).__name__}")
                result = JobDone(Task(_fault(error), is_done=True), Inventory(), StickContent(fault=_fault(error)))
            self._put(result)

    def _carry_out(self, request: JobRequest, context: CheckContext, language: Language) -> JobDone:
        match request:
            case LookUp():
                return JobDone(inventory=self._inventory(), stick=look_at_stick())
            case WriteToStick(what):
                return _outcome(self._write(what, context, language))
            case ClearStick():
                return _outcome(CLEARED.format(count=clear_stick()))
            case JoinTournament(path):
                join_tournament(Path(path))
                return _outcome(JOINED)
            case Update(path):
                request_update(Path(path).name)
                from importlib.metadata import version

                return _outcome(RUNS_NOW.format(version=version("kiebitz")))

    def _inventory(self) -> Inventory:
        try:
            return inventory()
        except (ValueError, OSError, sqlite3.Error) as error:
            self._say(str(error))
            return Inventory()

    def _write(self, what: StickExport, context: CheckContext, language: Language) -> Words:
        files_on_stick("*")  # a missing stick is told at once, not after a backup was made
        name, content = export(what, context, language, self._say)
        return WRITTEN.format(name=write_to_stick({name: content})[0].name)


def look_at_stick() -> StickContent:
    """Returns the backups, the archives with a signature beside them, and the files of a tournament's tables."""
    try:
        backups = [file for file in files_on_stick("*.zip") if not file.name.startswith("help-")]
        archives = [file for file in files_on_stick("kiebitz-*.tar.gz") if file.with_name(f"{file.name}.sig").exists()]
        tables = files_on_stick("table-*.toml")
    except StickError as error:
        return StickContent(fault=in_words(error))
    return StickContent(tuple(map(str, backups)), tuple(map(str, archives)), tuple(map(str, tables)))


def _outcome(text: Words) -> JobDone:
    return JobDone(Task(text, is_done=True))


def _fault(error: Exception) -> Words:
    match error:
        case NothingPlayed():
            return NOTHING_PLAYED
        case NoTableFile():
            return NOT_JOINED
        case NotInstalled():
            return NOT_INSTALLED
        case UpdateError():
            return update_fault(str(error))
    return in_words(error)
