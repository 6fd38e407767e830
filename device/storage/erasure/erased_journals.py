"""The ids of journals from which something was erased, so that their backups on a USB stick are removed later.

A journal gets another id whenever it is written anew. The ids say nothing about people.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from common.files.bounded_read import read_bounded

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_ID_BYTES = slice(68, 72)
"""The bytes of a SQLite database with its application id (https://www.sqlite.org/fileformat2.html#application_id)."""
_MAX_IDS = 1000
_MAX_BYTES = 64 << 10


def erased_file(journal: Path) -> Path:
    return journal.with_name(f"{journal.name}.erased")


def erased_ids(journal: Path) -> list[int]:
    with suppress(OSError, ValueError):
        return msgspec.json.decode(read_bounded(erased_file(journal), _MAX_BYTES), type=list[int])
    return []


def encode_ids(ids: Iterable[int]) -> bytes:
    """Returns the content of the file; without 0, which journals have before they are opened."""
    return msgspec.json.encode([each for each in dict.fromkeys(ids) if each][-_MAX_IDS:])


def journal_id(file: Path) -> int:
    """Returns the id of a journal or a backup; 0 if it has none or cannot be read."""
    with suppress(OSError), file.open("rb") as opened:
        return int.from_bytes(opened.read(_ID_BYTES.stop)[_ID_BYTES], "big")
    return 0
