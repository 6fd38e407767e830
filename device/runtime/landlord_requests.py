"""The landlord's requests: work in a thread, or the end of the appliance before a change of its open files."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from common.files.paths import config_file, journal_file, upload_folder
from common.texts.keys import FilledPhrase
from device.runtime.landlord_jobs import QUIET_S, STICK_FAULTS, JobDone, LandlordJobs, failure
from device.runtime.root_units import RUNNING, UPDATE_UNIT
from device.screens.base import Notice
from device.settings.requests import Erase, LandlordRequest, Restore, StickExport
from device.settings.settings import Config, read_config
from device.state.appliance_state import Task
from device.storage.daily_backup import remove_erased_backups
from device.storage.erasure import erase, finish_interrupted_erasure
from device.storage.stick import StickError, find_stick, need_stick

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from device.diagnostics.check import CheckContext
    from device.runtime.upkeep import Upkeep
    from device.session.loop import SessionLoop
    from engine.events import Event

    Say = Callable[[str], None]


FEED_S = 1.0
"""Seconds between two notifications of systemd's watchdog."""


def notices_of_start(say: Say) -> list[Notice]:
    """Finishes an erasure that was interrupted, and returns the notices about it and about an update."""
    notices = []
    try:
        if finish_interrupted_erasure():
            notices.append(Notice("erasing", "job_deleted"))
    except (OSError, ValueError) as error:
        say(f"cannot finish what was being deleted: {error}; expected a writable folder and no other Kiebitz")
    if UPDATE_UNIT.outcome() == RUNNING:
        from importlib.metadata import version  # loads much that nothing else needs

        notices.append(Notice("updating", FilledPhrase("job_runs_now", {"version": version("kiebitz")})))
    return notices


def carry_out(request: Erase | Restore, say: Say, feed: Callable[[], None]) -> Notice:
    """Carries out a request while nobody has the journal open, and returns the notice about it.

    *feed* is called every second meanwhile.
    """
    if isinstance(request, Restore):
        work, outcome = partial(_restore, request, say), Notice("restoring", "job_failed")
    else:
        work, outcome = partial(_erase, request, say), Notice("erasing", "job_not_deleted")

    def run() -> None:
        nonlocal outcome
        outcome = work()

    thread = threading.Thread(target=run, name="landlord")
    thread.start()
    while thread.is_alive():
        feed()
        thread.join(FEED_S)
    return outcome


def _erase(request: Erase, say: Say) -> Notice:
    try:
        erase(request)
    except (ValueError, OSError) as error:
        say(str(error))
        return Notice("erasing", "job_not_deleted")
    try:
        stick = find_stick()
        if stick is not None:
            remove_erased_backups(stick, journal_file())
    except OSError as error:
        say(f"cannot remove old backups from the USB stick: {error}")
    is_in_settings = False
    with suppress(ValueError, OSError):
        is_in_settings = request.kind == "person" and request.name in read_config(config_file()).names.values()
    return Notice("erasing", "job_deleted_but_settings" if is_in_settings else "job_deleted")


def _restore(request: Restore, say: Say) -> Notice:
    from device.storage.backup import restore_backup

    try:
        if Path(request.path).parent != upload_folder():
            need_stick()
        for file in restore_backup(Path(request.path), True, follow_evening):
            say(f"restored {file}")
    except ValueError as error:
        say(str(error))
        return Notice("restoring", "job_no_backup")
    except OSError as error:
        say(str(error))
        is_from_stick = Path(request.path).parent != upload_folder()
        is_gone = is_from_stick and find_stick() is None and not isinstance(error, StickError)
        return Notice("restoring", STICK_FAULTS["gone"] if is_gone else failure(error))
    return Notice("restoring", "job_restored")


def follow_evening(events: Sequence[Event]) -> None:
    """Starts a session with *events* as the appliance would; any exception is passed on."""
    from device.session.controller import SessionController, start_and_draw
    from engine.games import game

    config = Config()
    choice = config.choice
    begin = partial(SessionController, config.setup(choice, ""), config.words_for(game(choice.game).pack))
    start_and_draw(begin, events)


Successor: TypeAlias = Erase | Restore


class LandlordRequests:
    def __init__(self, put: Callable[[JobDone], None], say: Callable[[str], None], upkeep: Upkeep) -> None:
        self.successor: Successor | None = None
        """A request that is carried out when the appliance has ended, which then begins anew."""
        self._jobs = LandlordJobs(put, say)
        self._upkeep = upkeep

    def take(self, request: LandlordRequest, session: SessionLoop, context: CheckContext) -> None:
        """Starts the work, or sets `successor`, with which the appliance has to end."""
        if isinstance(request, Erase | Restore):
            # nothing may read or write the journal any more
            is_quiet = self._jobs.wait(QUIET_S) and not session.fault
            if is_quiet:
                self._upkeep.close(QUIET_S)
            if is_quiet and not self._upkeep.is_alive:
                self.successor = request
            else:
                session.controller.view.appliance.task = Task("job_busy", is_done=True)
        else:
            self._jobs.start(request, session.controller.view, context)

    def make_file(
        self, what: StickExport, session: SessionLoop, context: CheckContext, done: Callable[[bytes], None]
    ) -> None:
        """Makes a file for a phone without showing it on the display; *done* gets no bytes if that failed."""
        self._jobs.make_file(what, session.controller.view, context, done)

    def show(self, done: JobDone, session: SessionLoop) -> None:
        """Shows the outcome of work, also if its menu was left."""
        view = session.controller.view
        done.apply(view)
        task = view.appliance.task
        if task is not None and task.is_done:
            view.appliance.outcome = task.text
        if task is not None and task.is_done and not session.controller.menu.shows_task:
            session.show_notice(Notice("landlord", task.text))
            view.appliance.task = None
