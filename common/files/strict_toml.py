"""Strict reading of a TOML file into a type: unknown keys and wrong values are errors that name the key."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.inspect import LiteralType, StructType, UnionType

from common.files.bounded_read import TomlError, read_toml

Settings = TypeVar("Settings", bound=msgspec.Struct)


class SettingsError(ValueError):
    """Raised for a settings file that cannot be used: which key, what was got, what was expected."""


def read_table(path: Path, expected: str = "a settings file") -> dict[str, Any]:
    """Returns the content of a TOML file.

    :raises SettingsError: if the file is missing or no TOML.
    """
    try:
        return read_toml(path)
    except FileNotFoundError:
        raise SettingsError(f"got no file {path}, expected {expected}") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SettingsError(f"got {path}: {reason}, expected {expected}, check the path") from error
    except TomlError as error:
        raise SettingsError(f"{path}: {error}; expected {expected}") from error


def convert_settings(table: dict[str, Any], kind: type[Settings], name: str) -> Settings:
    """Converts a TOML table to settings; *name* is that of its file.

    :raises SettingsError: if the table does not match *kind*.
    """
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise SettingsError(f"{name}, {_explain(str(error), table, kind)}") from error


def _explain(fault: str, table: dict[str, Any], kind: type[msgspec.Struct]) -> str:
    unknown = re.search(r"unknown field `(\w+)`", fault)
    text, _, place = fault.partition(" - at `$")
    place = place.rstrip("`").lstrip(".")
    if unknown:
        key = f"{place}.{unknown[1]}".lstrip(".")
        near = difflib.get_close_matches(unknown[1], kind.__struct_fields__, n=1)
        hint = f"did you mean {near[0]}?" if near and not place else "take it out or mend its spelling"
        return f"key {key}: not known; {hint}"
    value = _value_at(table, place)
    if values := _values_of(kind, place):
        return f"key {place}: got {value!r}, expected one of {', '.join(map(str, values))}"
    value_text = "" if value is _ABSENT else f" ({value!r})"
    text = text.replace(" | null", "")  # None cannot be written in TOML
    return f"key {place or 'at the top'}: {text[:1].lower()}{text[1:].replace('`', '')}{value_text}"


def _values_of(kind: type[msgspec.Struct], place: str) -> list[object]:
    """Returns the values that the key at *place* may have, if they are listed; only of tables, not of their lists."""
    found: msgspec.inspect.Type = msgspec.inspect.type_info(kind)
    for step in place.split("."):
        fields = [each for one in _alternatives(found) if isinstance(one, StructType) for each in one.fields]
        types = [field.type for field in fields if field.encode_name == step]
        if not types:
            return []
        found = types[0]
    return [value for one in _alternatives(found) if isinstance(one, LiteralType) for value in one.values]


def _alternatives(kind: msgspec.inspect.Type) -> tuple[msgspec.inspect.Type, ...]:
    return kind.types if isinstance(kind, UnionType) else (kind,)


_ABSENT = object()


def _value_at(table: Any, place: str) -> Any:
    for step in re.findall(r"\w+|\[\d+\]", place):
        try:
            table = table[int(step[1:-1])] if step.startswith("[") else table[step]
        except (KeyError, IndexError, TypeError):
            return _ABSENT
    return table
