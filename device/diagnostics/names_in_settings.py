"""Finds possible names of people in settings, even in unusable files, so that a support bundle can remove them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from common.files.bounded_read import MAX_TOML_BYTES, read_bounded, read_toml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

_QUOTED = re.compile(r"""(["'])((?:(?!\1)[^\\\n]|\\.)+)\1""")


def parse_settings(file: Path) -> dict[str, Any] | None:
    """Returns what a file of TOML or JSON holds; None if it is neither, or not there."""
    try:
        values = read_toml(file) if file.suffix == ".toml" else json.loads(read_bounded(file, MAX_TOML_BYTES))
    except Exception:  # a damaged file of any kind has no keys and values to distinguish
        return None
    return values if isinstance(values, dict) else None


def names_in(file: Path, read_names: Callable[[Path], Mapping[str, str]]) -> Iterator[str]:
    """Yields the names that *read_names* finds in a file; if the file cannot be used, every word outside Kiebitz's own
    vocabulary.
    """
    if not file.is_file():
        return
    try:
        yield from read_names(file).values()
    except Exception:  # which key is wrong, and so what is a name, is not known
        ours = _our_words()
        yield from (text for text in _texts(file) if _may_be_name(text) and text not in ours)


def _may_be_name(text: str) -> bool:
    return len(text) > 1 and "/" not in text and any(letter.isalpha() for letter in text)


def _texts(file: Path) -> Iterator[str]:
    values = parse_settings(file)
    if values is not None:
        yield from _leaves(values)
        return
    try:
        text = read_bounded(file, MAX_TOML_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return
    yield from (found[2] for found in _QUOTED.finditer(text))


def _leaves(value: object) -> Iterator[str]:
    """Yields all keys and texts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield str(key)
            yield from _leaves(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _leaves(entry)


def _our_words() -> set[str]:
    from common.texts.words import LANGUAGES
    from device.hardware.board_profiles import board_names
    from device.settings.preferences import StoredChoices
    from device.settings.settings import Config
    from engine.cards import PACKS
    from engine.games import all_games

    books = [game.book for game in all_games().values()]
    rules = {word for book in books for switch in book.switches for word in (switch.name, *map(str, switch.values))}
    presets = {preset for book in books for preset in book.presets}
    return {
        *Config.__struct_fields__,
        *StoredChoices.__struct_fields__,
        *LANGUAGES,
        *PACKS,
        *all_games(),
        *presets,
        *rules,
        *board_names(),
        "auto",
        "camera",
        "by_hand",
        "paused",
    }
