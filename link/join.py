"""Joins a hall with the file that the hall has made for this table, and leaves the hall again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from common.errors import CommandError
from link.settings import LinkSettings, read_hall_access, read_link_settings, write_link_settings

if TYPE_CHECKING:
    from pathlib import Path


def join(source: Path, file: Path) -> str:
    """Writes *source*, the hall's file, into the settings of the link at *file*; returns what was done.

    :raises SettingsError: if either file cannot be read, or has an unknown key or a wrong value.
    :raises CommandError: for a name, port or certificate that cannot be one.
    :raises OSError: if *file* cannot be written.
    """
    access = read_hall_access(source)
    before = read_link_settings(file) if file.exists() else LinkSettings()
    write_link_settings(file, replace(before, hall=access))
    return f"table {access.table} of {access.tournament} at {access.host}: joined"


def leave(file: Path) -> str:
    """Takes the hall out of the settings of the link.

    :raises CommandError: if there is none.
    """
    before = read_link_settings(file) if file.exists() else LinkSettings()
    if before.hall is None:
        raise CommandError(f"got no hall in {file}, expected one to leave")
    if before.home is None:
        file.unlink()
    else:
        write_link_settings(file, replace(before, hall=None))
    return f"{before.hall.tournament} at {before.hall.host}: left"
