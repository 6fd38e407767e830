"""The folders of tournaments: one for each, named by the day on which it began."""

import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from common.errors import CommandError
from hall.storage.checked_rows import log_file, read_log
from hall.tournament.events import BadHallEvent, Registered, Renamed, decode_event

DATABASE = "hall.sqlite"
KNOWN_TOURNAMENTS = 12
"""Earlier tournaments whose names are suggested, the latest ones."""


def tournament_folder(halls: Path, is_new: bool) -> Path:
    """Returns the folder of the latest tournament, or of one to begin if there is none or *is_new*."""
    earlier = _tournaments(halls)
    if earlier and not is_new:
        return earlier[-1]
    day = time.strftime("%Y-%m-%d")
    names = (day if number == 1 else f"{day}-{number}" for number in range(1, 1000))
    return next(halls / name for name in names if not (halls / name).exists())


def known_names(halls: Path, but: Path) -> tuple[str, ...]:
    """Returns the names of people in earlier tournaments; what cannot be read is left out, and nothing is written."""
    names: set[str] = set()
    for folder in [folder for folder in _tournaments(halls) if folder != but][-KNOWN_TOURNAMENTS:]:
        with suppress(OSError):
            events = (str(row[2]) for row in read_log(folder / DATABASE))
            members: dict[int, tuple[str, ...]] = {}
            for text in events:
                with suppress(BadHallEvent):
                    event = decode_event(text)
                    if isinstance(event, Registered | Renamed):
                        members[event.number] = event.members
            names.update(name for names in members.values() for name in names)
    return tuple(sorted(names, key=str.casefold))


def copy_to_look_at(source: Path, target: Path) -> None:
    """Copies the file of a hall, so that it is read and never written.

    :raises CommandError: if there is no such file, or it is not a database.
    """
    if not source.is_file():
        raise CommandError(f"got no file {source}, expected that of a tournament, such as {DATABASE} in its folder")
    try:
        address = f"{source.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as found, closing(sqlite3.connect(target)) as copy:
            found.backup(copy)
        if log_file(source).is_file():
            shutil.copyfile(log_file(source), log_file(target))
    except (sqlite3.Error, OSError) as error:
        raise CommandError(f"got {source}: {error}, expected the file of a tournament") from error


def _tournaments(halls: Path) -> list[Path]:
    """Returns the folders of all tournaments, that in which something was stored last at the end."""
    found = [file for file in halls.glob(f"*/{DATABASE}") if file.is_file()] if halls.is_dir() else []
    return [file.parent for file in sorted(found, key=lambda file: file.stat().st_mtime)]
