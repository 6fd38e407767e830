"""A landlord's own house rules: a TOML file with the game, an optional preset, and changed rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from common.files.bounded_read import TomlError, read_toml
from engine.games import all_games
from engine.games import game as game_called
from engine.rules.house_rules import Rules, did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

    from engine.rules.game import Game

KEYS = ("game", "preset", "name", "rules")
MAX_NAME_LENGTH = 80
"""Letters: longest name, which is printed on terminals and in exports."""


class HouseFileError(ValueError):
    """Raised for house rules that cannot be used: the file, the key, what was got and what was expected."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    game: str
    rules: Rules
    preset: str | None = None
    name: str = ""
    """The name of the house rules."""
    answers: frozenset[str] = frozenset()
    """The switches that the file or its preset names, including those left at their default."""


def read_rules(path: Path) -> HouseRules:
    """Returns the house rules of a file.

    :raises HouseFileError: if it is missing, no TOML, or does not match the game.
    """
    table = _table(path)
    for key in table:
        if key not in KEYS:
            near = did_you_mean(key, KEYS)
            raise HouseFileError(f"{path}, key {key}: not known, expected one of {', '.join(KEYS)}{near}")
    if "game" not in table:
        raise HouseFileError(f"{path}, key game: missing, expected one of {', '.join(sorted(all_games()))}")
    game, preset, name = _text(path, table, "game"), _text(path, table, "preset") or None, _text(path, table, "name")
    plain = _with_rules(path, "game", game)
    if preset is not None:
        plain = _with_rules(path, "preset", game, preset)
    changes = table.get("rules", {})
    if not isinstance(changes, dict):
        raise HouseFileError(f"{path}, key rules: got {changes!r}, expected a table such as [rules]")
    for switch, value in changes.items():
        _with_rules(path, f"rules.{switch}", game, preset, {switch: value})
    rules = Rules(plain.book.switches, {**dict(plain.rules.changes), **changes})
    answers = plain.book.presets[preset].answers if preset is not None else frozenset()
    return HouseRules(game, rules, preset, name, answers | changes.keys())


def _table(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except FileNotFoundError:
        raise HouseFileError(f'got no file {path}, expected house rules such as game = "bohemian-watten"') from None
    except OSError as error:
        reason = (error.strerror or "cannot be used").lower()
        raise HouseFileError(f"got {path}: {reason}, expected a file of house rules") from error
    except TomlError as error:
        raise HouseFileError(f"{path}: {error}; expected house rules in TOML") from error


def _text(path: Path, table: dict[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise HouseFileError(f"{path}, key {key}: got {value!r}, expected a text")
    if len(value) > MAX_NAME_LENGTH or not value.isprintable():
        shortened = value if len(value) <= MAX_NAME_LENGTH else f"{value[:MAX_NAME_LENGTH]}…"
        raise HouseFileError(
            f"{path}, key {key}: got {shortened!r}, expected one line of at most {MAX_NAME_LENGTH} letters"
        )
    return value


def _with_rules(
    path: Path, key: str, game: str, preset: str | None = None, changes: dict[str, object] | None = None
) -> Game:
    """Returns the game with these rules, or says which key of the file it does not take."""
    try:
        return game_called(game, changes, preset)
    except ValueError as error:
        raise HouseFileError(f"{path}, key {key}: {error}") from None
