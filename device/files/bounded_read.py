"""Reading of files from people, up to a reasonable size."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

LARGEST_TOML = 64 << 10
"""Bytes: largest settings file; a long one has some thousand."""
LARGEST_PICTURE = 64 << 20
"""Bytes: largest photograph."""
LONGEST_LINE = 1000
"""Letters: longest line; a key of many thousand parts takes minutes to parse."""


class NotSmall(ValueError):
    """Raised for a file that exceeds its size limit."""


class NotToml(ValueError):
    """Raised for a file that is not TOML, or is implausible."""


def read_small(path: Path, largest: int) -> bytes:
    """Returns the content of a file; endless ones, such as devices, are read up to the limit only.

    :raises NotSmall: if it holds more than *largest* bytes.
    :raises OSError: if it cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except ValueError as error:  # an invalid file name
        raise NotSmall(f"got the name {str(path)[:80]!r}, expected that of a file") from error
    if len(content) > largest:
        raise NotSmall(f"got {path} of more than {largest} bytes, expected a file as people write them")
    return content


def read_toml(path: Path) -> dict[str, Any]:
    """Returns the content of a TOML file, with or without a byte order mark.

    :raises NotToml: if it is no TOML.
    :raises OSError: if it cannot be read.
    """
    try:
        text = read_small(path, LARGEST_TOML).decode("utf-8-sig")
        longest = max(map(len, text.splitlines()), default=0)
        if longest > LONGEST_LINE:
            raise NotToml(f"got a line of {longest} letters, expected at most {LONGEST_LINE}")
        return tomllib.loads(text)
    except UnicodeDecodeError:
        raise NotToml("got no text in UTF-8") from None
    except NotToml:
        raise
    except (ValueError, RecursionError) as error:  # a number of a thousand digits raises a plain ValueError
        raise NotToml(f"got no TOML: {error}") from error


def beside(file: Path, name: str) -> Path:
    """Returns the path that *file* names, from its own folder; `~` is home, if there is one."""
    path = Path(name)
    with suppress(RuntimeError):  # no such user
        path = path.expanduser()
    return file.parent / path
