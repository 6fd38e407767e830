"""Reading of files from people, up to a reasonable size."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

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
