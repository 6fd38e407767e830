"""Runs one appliance after another: a new one begins after each request of the landlord that replaces the journal."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from common.files.paths import config_file, journal_file, upload_folder
from common.texts.keys import FilledPhrase
from device.runtime.landlord_jobs import STICK_FAULTS, failure
from device.runtime.root_units import RUNNING, UPDATE_UNIT
from device.runtime.systemd import Say
from device.screens.base import Notice
from device.session.controller import SessionController
from device.settings.requests import Erase, Restore
from device.settings.settings import Config, read_config
from device.storage.daily_backup import remove_erased_backups
from device.storage.erasure import erase, finish_interrupted_erasure
from device.storage.stick import StickError, find_stick, need_stick
from engine.events import Event
from engine.games import game

if TYPE_CHECKING:
    from device.runtime.appliance import Appliance


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
    restores = isinstance(request, Restore)
    outcome = Notice("restoring", "job_failed") if restores else Notice("erasing", "job_not_deleted")

    def run() -> None:
        nonlocal outcome
        outcome = _restore(request, say) if isinstance(request, Restore) else _erase(request, say)

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

    archive = Path(request.path)
    is_from_stick = archive.parent != upload_folder()
    try:
        if is_from_stick:
            need_stick()
        for file in restore_backup(archive, True, follow_evening):
            say(f"restored {file}")
    except ValueError as error:
        say(str(error))
        return Notice("restoring", "job_no_backup")
    except OSError as error:
        say(str(error))
        is_gone = is_from_stick and find_stick() is None and not isinstance(error, StickError)
        return Notice("restoring", STICK_FAULTS["gone"] if is_gone else failure(error))
    return Notice("restoring", "job_restored")


def follow_evening(events: Sequence[Event]) -> None:
    """Starts a session with *events* as the appliance would; any exception is passed on."""
    from device.runtime.journal_opening import start_and_draw

    config = Config()
    begin = partial(SessionController, config.setup(""), config.words_for(game(config.choice.game).pack))
    start_and_draw(begin, events)


def run_appliances(
    begin: Callable[[Sequence[Notice], bool], AbstractContextManager[Appliance]],
    keep_on: Callable[[Appliance], bool],
    is_stopped: Callable[[], bool],
    say: Say,
    feed: Callable[[], None],
) -> Appliance:
    """Runs an appliance, and a new one after each request that replaces the journal; returns the last one, ended.

    *begin* gets the notices to show, and whether it is the first appliance; *keep_on* is asked at every turn of the
    loop. *say* and *feed* are those of `notices_of_start` and `carry_out`.
    """
    notices, is_first = notices_of_start(say), True
    while True:
        with begin(notices, is_first) as appliance:
            appliance.run(partial(keep_on, appliance))
        successor = appliance.landlord.successor
        if successor is None:
            return appliance
        notices, is_first = [carry_out(successor, say, feed)], False
        if is_stopped() or appliance.has_abandoned_worker:
            return appliance
