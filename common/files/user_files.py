"""Files from people, read up to a reasonable size; TOML is read strictly into a type, and written.

An error of TOML names the key that is unknown or wrong.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.inspect import LiteralType, StructType, UnionType

from common.files.durable_files import write_owned

MAX_TOML_BYTES = 64 << 10
"""Bytes: largest settings file; a long one has some thousand."""
MAX_PICTURE_BYTES = 64 << 20
"""Bytes: largest photograph."""
MAX_LINE_LENGTH = 1000
"""Letters: longest line; a key of many thousand parts takes minutes to parse."""


class FileTooLarge(ValueError):
    """Raised for a file that exceeds its size limit."""


class TomlError(ValueError):
    """Raised for a file that is not TOML, or is implausible."""


def read_bounded(path: Path, largest: int) -> bytes:
    """Returns the content of a file; endless ones, such as devices, are read up to the limit only.

    :raises FileTooLarge: if it holds more than *largest* bytes.
    :raises OSError: if it cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except ValueError as error:  # an invalid file name
        raise FileTooLarge(f"got the name {str(path)[:80]!r}, expected that of a file") from error
    if len(content) > largest:
        raise FileTooLarge(f"got {path} of more than {largest} bytes, expected a file as people write them")
    return content


def read_toml(path: Path) -> dict[str, Any]:
    """Returns the content of a TOML file, with or without a byte order mark.

    :raises TomlError: if it is no TOML.
    :raises OSError: if it cannot be read.
    """
    try:
        text = read_bounded(path, MAX_TOML_BYTES).decode("utf-8-sig")
        longest = max(map(len, text.splitlines()), default=0)
        if longest > MAX_LINE_LENGTH:
            raise TomlError(f"got a line of {longest} letters, expected at most {MAX_LINE_LENGTH}")
        return tomllib.loads(text)
    except UnicodeDecodeError:
        raise TomlError("got no text in UTF-8") from None
    except TomlError:
        raise
    except (ValueError, RecursionError) as error:  # a number of a thousand digits raises a plain ValueError
        raise TomlError(f"got no TOML: {error}") from error


def path_relative_to(file: Path, name: str) -> Path:
    """Returns the path that *file* names, from its own folder; `~` is home, if there is one."""
    path = Path(name)
    with suppress(RuntimeError):  # no such user
        path = path.expanduser()
    return file.parent / path


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


NOT_LITERAL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|'''|'\Z")
"""What a literal of several lines cannot hold."""
_PRIVATE_MODE = 0o640
"""The permissions of a file with a password, which another program's user reads by its group."""


def write_private_toml(path: Path, comment: str, tables: Mapping[str, Mapping[str, Any]]) -> None:
    """Writes tables so that only the owner and the group of the file read them.

    :raises OSError: if that is not possible.
    """
    write_owned(path, toml_text(comment, tables).encode(), _PRIVATE_MODE)


def toml_text(comment: str, tables: Mapping[str, Mapping[str, Any]]) -> str:
    return "\n".join([f"# {comment}\n", *(f"[{name}]\n{toml_lines(table)}" for name, table in tables.items())])


def toml_lines(table: Mapping[str, Any]) -> str:
    """Returns the lines of a table of texts, numbers, truth values and lists; a list has an entry a line."""
    lines = []
    for key, value in table.items():
        literal = _on_one_line(value)
        if isinstance(value, list):
            literal = "[\n" + "".join(f"  {_on_one_line(entry)},\n" for entry in value) + "]"
        elif isinstance(value, str) and "\n" in value and not NOT_LITERAL.search(value):
            literal = f"'''\n{value}'''"
        lines.append(f"{key} = {literal}\n")
    return "".join(lines)


def _on_one_line(value: Any) -> str:
    """What JSON writes on one line, TOML reads, but for one character."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("\x7f", "\\u007f")
