"""The landlord's requests, which are carried out while the game goes on: in a thread of their own, one at a time."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias, TypeVar

from common.files.paths import journal_file
from common.texts.keys import FilledPhrase, Phrase, PhraseKey
from common.texts.phrases import Language, phrase_in
from device.diagnostics.check import CheckContext, lines
from device.runtime.hall.joining import NoTableFile, join_tournament
from device.runtime.root_units import NotInstalled, UpdateError, request_update
from device.runtime.systemd import Say
from device.screens.base import Notice
from device.session.loop import SessionLoop
from device.settings import requests
from device.state.appliance_state import StickContent, Task
from device.storage.daily_backup import Upkeep
from device.storage.erasure import Inventory, inventory
from device.storage.journal import JournalError
from device.storage.ledger import ledger_of
from device.storage.stick import StickError, StickFault, clear_stick, files_on_stick, write_to_stick
from engine.state.ledger import Ledger

File = tuple[str, bytes]
JobRequest: TypeAlias = (
    requests.LookUp | requests.WriteToStick | requests.ClearStick | requests.Update | requests.JoinTournament
)
_Result = TypeVar("_Result")


STICK_FAULTS: Mapping[StickFault, PhraseKey] = {
    "no_stick": "stick_missing",
    "read_only": "stick_read_only",
    "full": "stick_full",
    "gone": "stick_gone",
}
UPDATE_FAULTS: Mapping[str, PhraseKey] = {
    "bad_signature": "update_bad_signature",
    "no_key": "update_no_key",
    "deal_in_play": "update_deal_in_play",
    "no_room": "update_no_room",
    "damaged": "update_damaged",
    "not_ready": "update_not_ready",
}
"""By the reason that `deploy/update` gives; `fail_for` in `deploy/steps.sh` sets it."""


BACKUP_NAME, BUNDLE_NAME = "kiebitz-{day}.zip", "help-{day}.zip"


class NothingPlayed(JournalError):
    """Raised if there is no game to export yet."""


def export(what: requests.StickExport, context: CheckContext, language: Language, say: Say) -> File:
    """Returns the name and the content of a file.

    :raises NothingPlayed: if there is no game yet.
    :raises ValueError: if the journal cannot be read.
    :raises OSError: likewise.
    """
    if what == "bundle":
        from device.diagnostics.registry import run_checks
        from device.diagnostics.support_bundle import write_bundle

        with TemporaryDirectory(prefix="kiebitz-") as folder:
            file = Path(folder) / BUNDLE_NAME.format(day=date.today().isoformat())
            write_bundle(file, list(lines(run_checks(context), None, language)), context)
            return file.name, file.read_bytes()
    if not journal_file().exists():
        raise NothingPlayed("got no journal, expected one with a game")
    if what == "backup":
        from device.storage.backup import create_backup

        return BACKUP_NAME.format(day=date.today().isoformat()), create_backup()
    from device.reporting.export import ledger_csv, result_sheet

    ledger = ledger_of(journal_file(), say)
    played = [evening for evening in ledger.evenings if evening.games]
    if not played:
        raise NothingPlayed("got a journal without a game, expected one")
    if what == "table":
        return phrase_in(language, "all_evenings_file"), ledger_csv(ledger, language).encode()
    sheet = result_sheet(Ledger((played[-1],)), language)
    return f"{played[-1].name or date.today().isoformat()}.txt", sheet.encode()


QUIET_S = 6.0
"""Seconds to wait for work that goes on; twice that is less than systemd's watchdog waits."""


@dataclass(frozen=True, slots=True)
class JobDone:
    """The result of a request; fields that are None leave the view unchanged."""

    task: Task | None = None
    inventory: Inventory | None = None
    stick: StickContent | None = None


class LandlordJobs:
    """Carries out requests in threads; one that replaces the journal waits until the appliance has ended."""

    def __init__(self, put: Callable[[partial[None]], None], say: Say, upkeep: Upkeep) -> None:
        """*put* queues what shows a result, in the thread of the work; *say* logs why something failed."""
        self.successor: requests.Erase | requests.Restore | None = None
        """A request that is carried out when the appliance has ended, which then begins anew."""
        self._put, self._say, self._upkeep = put, say, upkeep
        self._turn = threading.Lock()
        self._threads: list[threading.Thread] = []

    def take(self, request: requests.LandlordRequest, session: SessionLoop, context: CheckContext) -> None:
        """Starts the work, which the view shows at once, or sets `successor`, with which the appliance has to end."""
        view = session.controller.view
        if isinstance(request, requests.Erase | requests.Restore):
            # nothing may read or write the journal any more
            is_quiet = self.wait() and not session.fault
            if is_quiet:
                self._upkeep.close(QUIET_S)
            if is_quiet and not self._upkeep.is_alive:
                self.successor = request
            else:
                view.appliance.task = Task("job_busy", is_done=True)
            return
        if not isinstance(request, requests.LookUp):
            joins, updates = (isinstance(request, kind) for kind in (requests.JoinTournament, requests.Update))
            view.appliance.task = Task("task_working" if joins else "job_installing" if updates else "job_writing")
        self._begin(
            type(request).__name__,
            partial(self._carry_out, request, context, view.words.language),
            lambda error: JobDone(Task(failure(error), is_done=True), Inventory(), StickContent(fault=failure(error))),
            lambda done: self._put(partial(self._show, done, session)),
        )

    def _show(self, done: JobDone, session: SessionLoop) -> None:
        """Shows the outcome of work, also if its menu was left."""
        appliance = session.controller.view.appliance
        appliance.task = task = done.task or appliance.task
        appliance.inventory = done.inventory or appliance.inventory
        appliance.stick = done.stick or appliance.stick
        if task is not None and task.is_done:
            appliance.outcome = task.text
            if not session.controller.menu.shows_task:
                session.show_notice(Notice("landlord", task.text))
                appliance.task = None

    def make_file(
        self, what: requests.StickExport, language: Language, context: CheckContext, done: Callable[[bytes], None]
    ) -> None:
        """Makes a file for a phone, of which the display shows nothing; *done* gets no bytes if that failed."""
        self._begin(
            f"{what} for a phone", lambda: export(what, context, language, self._say)[1], lambda error: b"", done
        )

    def wait(self, patience_s: float = QUIET_S) -> bool:
        """Waits for all work, and returns whether it has ended."""
        for thread in self._threads:
            thread.join(patience_s / max(len(self._threads), 1))
        return not any(thread.is_alive() for thread in self._threads)

    def _begin(
        self,
        what: str,
        work: Callable[[], _Result],
        failed: Callable[[Exception], _Result],
        done: Callable[[_Result], None],
    ) -> None:
        """Starts a thread that passes the result of *work* to *done*, or that of *failed* if it raises."""

        def run() -> None:
            with self._turn:
                try:
                    result = work()
                except Exception as error:  # of files, sticks and journals of any kind
                    self._say(f"{what}: {error or type(error).__name__}")
                    result = failed(error)
            done(result)

        thread = threading.Thread(target=run, name="landlord", daemon=True)
        self._threads = [each for each in self._threads if each.is_alive()] + [thread]
        thread.start()

    def _carry_out(self, request: JobRequest, context: CheckContext, language: Language) -> JobDone:
        match request:
            case requests.LookUp():
                stored = Inventory()
                try:
                    stored = inventory()
                except (ValueError, OSError) as error:
                    self._say(str(error))
                return JobDone(inventory=stored, stick=look_at_stick())
            case requests.WriteToStick(what):
                files_on_stick("*")  # a missing stick is reported at once, not after a backup was made
                name, content = export(what, context, language, self._say)
                return _outcome(FilledPhrase("job_written", {"name": write_to_stick({name: content})[0].name}))
            case requests.ClearStick():
                return _outcome(FilledPhrase("job_cleared", {"count": clear_stick()}))
            case requests.JoinTournament(path):
                join_tournament(Path(path))
                return _outcome("job_joined")
            case requests.Update(path):
                request_update(Path(path).name)
                from importlib.metadata import version

                return _outcome(FilledPhrase("job_runs_now", {"version": version("kiebitz")}))


def look_at_stick() -> StickContent:
    """Returns the backups, the archives with a signature beside them, and the files of a tournament's tables."""
    try:
        backups = [file for file in files_on_stick("*.zip") if not file.name.startswith("help-")]
        archives = [file for file in files_on_stick("kiebitz-*.tar.gz") if file.with_name(f"{file.name}.sig").exists()]
        tables = files_on_stick("table-*.toml")
    except StickError as error:
        return StickContent(fault=failure(error))
    return StickContent(tuple(map(str, backups)), tuple(map(str, archives)), tuple(map(str, tables)))


def _outcome(text: Phrase) -> JobDone:
    return JobDone(Task(text, is_done=True))


def failure(error: Exception) -> PhraseKey:
    """Returns what a person reads about a failure."""
    match error:
        case StickError():
            return STICK_FAULTS[error.fault]
        case NothingPlayed():
            return "job_nothing_played"
        case NoTableFile():
            return "job_not_joined"
        case NotInstalled():
            return "job_not_installed"
        case UpdateError(reason=reason):
            return UPDATE_FAULTS.get(reason, "job_failed")
    return "job_failed"
