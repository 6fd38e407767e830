"""Loads formats: those that are shipped, files of organisers, and formats with changes of an organiser."""

import difflib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec.structs import replace

from common.files.user_files import SettingsError, convert_settings, read_table
from engine.games import game
from engine.rules.house_rules import RuleError
from hall.formats.check import faults_of
from hall.formats.format import Format


class FormatError(ValueError):
    """Raised for a format that cannot be used: which key, what was got, what was expected."""


def _folder() -> Path:
    return Path(str(files("hall.formats"))) / "presets"


@cache
def preset_names() -> tuple[str, ...]:
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


def changed_format(
    chosen: Format,
    rounds: int | None = None,
    games: int | None = None,
    minutes: int | None = None,
    typed_twice: bool | None = None,
    rules: Mapping[str, str | int | bool] | None = None,
) -> Format:
    """Returns the format with the values that are not None; *rules* are all house rules of the game.

    :raises FormatError: if that cannot be played.
    """
    if rounds is not None:
        chosen = replace(chosen, rounds=replace(chosen.rounds, number=rounds))
    if games is not None:
        chosen = replace(chosen, match=replace(chosen.match, games=games))
    if minutes is not None:
        chosen = replace(chosen, match=replace(chosen.match, minutes=minutes))
    if typed_twice is not None:
        chosen = replace(chosen, typed_twice=typed_twice)
    if rules and chosen.is_refereed:
        try:
            chosen = replace(chosen, preset="", rules=dict(game(chosen.game, rules).rules.changes))
        except RuleError as error:
            raise FormatError(str(error)) from error
    check_format(chosen, chosen.name)
    return chosen
