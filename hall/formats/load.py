"""Loads formats: those that are shipped, and files of organisers."""

from __future__ import annotations

import difflib
from functools import cache
from importlib.resources import files
from pathlib import Path

from common.files.strict_toml import SettingsError, convert_settings, read_table
from hall.formats.check import faults_of
from hall.formats.format import Format


class FormatError(ValueError):
    """Raised for a format that cannot be used: which key, what was got, what was expected."""


def _folder() -> Path:
    return Path(str(files("hall.formats"))) / "presets"


@cache
def preset_names() -> tuple[str, ...]:
    """Returns the names of the formats that are shipped."""
    return tuple(sorted(path.stem for path in _folder().glob("*.toml")))


@cache
def preset(name: str) -> Format:
    """Returns a format that is shipped.

    :raises FormatError: if there is none of that name.
    """
    if name not in preset_names():
        near = difflib.get_close_matches(name, preset_names(), n=1)
        hint = f"did you mean {near[0]}?" if near else "or a file of your own that ends with .toml"
        raise FormatError(f"got format {name!r}, expected one of {', '.join(preset_names())}; {hint}")
    return read_format(_folder() / f"{name}.toml")


def presets() -> tuple[Format, ...]:
    """Returns all formats that are shipped."""
    return tuple(map(preset, preset_names()))


def named_format(name: str) -> Format:
    """Returns the format that is shipped under *name*, or that of a file whose name ends with .toml.

    :raises FormatError: if it cannot be used.
    """
    return read_format(Path(name)) if name.endswith(".toml") else preset(name)


def read_format(path: Path) -> Format:
    """Returns the format of a TOML file.

    :raises FormatError: if the file is missing, no TOML, or if the format cannot be played.
    """
    try:
        table = read_table(path, "a file with a format")
        chosen = convert_settings({"name": path.stem, **table}, Format, str(path))
    except SettingsError as error:
        raise FormatError(str(error)) from None
    check_format(chosen, str(path))
    return chosen


def check_format(chosen: Format, name: str) -> None:
    """Raises FormatError if the format cannot be played; *name* is for the message."""
    fault = next(faults_of(chosen), None)
    if fault is not None:
        raise FormatError(f"{name}, {fault}")
