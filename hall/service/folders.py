"""The folders of tournaments: one for each, named by the day on which it began."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING

from device.errors import CommandError
from device.files.paths import state_folder
from hall.storage.hall_events import TournamentRecord
from hall.storage.hall_file import HallFile, HallFileError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

DATABASE = "hall.sqlite"
KNOWN_TOURNAMENTS = 12
"""Earlier tournaments whose names are suggested, the latest ones."""


def halls_folder() -> Path:
    return state_folder() / "halls"


def tournament_folder(halls: Path, is_new: bool) -> Path:
    """Returns the folder of the latest tournament, or of one to begin if there is none or *is_new*."""
    earlier = _tournaments(halls)
    if earlier and not is_new:
        return earlier[-1]
    day = time.strftime("%Y-%m-%d")
    names = (day if number == 1 else f"{day}-{number}" for number in range(1, 1000))
    return next(halls / name for name in names if not (halls / name).exists())


def known_names(halls: Path, but: Path) -> tuple[str, ...]:
    """Returns the names of people in earlier tournaments; files that cannot be read are left out."""
    names: set[str] = set()
    for folder in [folder for folder in _tournaments(halls) if folder != but][-KNOWN_TOURNAMENTS:]:
        try:
            with HallFile(folder / DATABASE) as file:
                names.update(_people(file))
        except (HallFileError, OSError):
            continue
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
    except sqlite3.Error as error:
        raise CommandError(f"got {source}: {error}, expected the file of a tournament") from error


def _tournaments(halls: Path) -> list[Path]:
    """Returns the folders of all tournaments, that in which something was stored last at the end."""
    found = [file.parent for file in halls.glob(f"*/{DATABASE}")] if halls.is_dir() else []
    return sorted(found, key=lambda folder: (folder / DATABASE).stat().st_mtime)


def _people(file: HallFile) -> Iterable[str]:
    for entry in TournamentRecord(file).tournament.entries.values():
        yield from entry.members
