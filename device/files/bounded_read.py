"""Files that people write and send: read as far as such a file can reasonably go, and no further."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

LARGEST_TOML = 64 << 10
"""Bytes; a long house file has some thousand."""
LARGEST_PICTURE = 64 << 20
"""Bytes of a photograph."""
LONGEST_LINE = 1000
"""Letters; a key of many thousand parts takes minutes to read."""


class NotSmall(ValueError):
    """Raised for a file that is larger than any of its kind."""


class NotToml(ValueError):
    """Raised for a file that is not TOML, or not what people would write."""


def read_small(path: Path, largest: int) -> bytes:
    """Returns what a file holds; one without an end, such as a device, is not read to it.

    :raises NotSmall: if it holds more than *largest* bytes.
    :raises OSError: if it cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except ValueError as error:  # a name that no file can have
        raise NotSmall(f"got the name {str(path)[:80]!r}, expected that of a file") from error
    if len(content) > largest:
        raise NotSmall(f"got {path} of more than {largest} bytes, expected a file as people write them")
    return content


def read_toml(path: Path) -> dict[str, Any]:
    """Returns what a TOML file holds, with or without a byte order mark.

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
    except (ValueError, RecursionError) as error:  # a number of a thousand digits is a plain ValueError
        raise NotToml(f"got no TOML: {error}") from error


def beside(file: Path, name: str) -> Path:
    """Returns the path that *file* names, from its own folder; `~` is home, if there is one."""
    path = Path(name)
    with suppress(RuntimeError):  # nobody is called so
        path = path.expanduser()
    return file.parent / path
