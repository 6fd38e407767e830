"""Reads journals to which another Kiebitz may be writing: a copy of one moment is opened, and nothing is written."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from device.storage.integrity.copies import copy_journal
from device.storage.journal import Journal, JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.events import Event

_MAX_COPY_TRIES = 5
"""Attempts to copy a journal between two checkpoints."""


class UnguardedJournal(Journal):
    """A journal without lock, mark and check of its files, for a copy that no other program writes."""

    def _make_guard(self) -> None:
        return None


def read_journal(path: Path, whole: bool = True) -> list[Event]:
    """Returns all events of a journal, or the last evening's; it must exist already, and nothing is written beside it.

    :raises JournalError: if there is none, or it cannot be read.
    """
    with journal_copy(path, whole) as journal:
        return journal.events


@contextmanager
def journal_copy(path: Path, whole: bool = True) -> Iterator[Journal]:
    """Opens a copy of a journal, all of it or the last evening; another Kiebitz may be writing to it meanwhile.

    :raises JournalError: if there is none, or it cannot be read.
    """
    if not path.is_file():
        raise JournalError(f"got no journal at {path}, expected a file that `kiebitz run` has written")
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        copy = Path(folder) / path.name
        _copy_consistently(path, copy)
        try:
            journal = UnguardedJournal(copy, whole)
        except JournalError as error:
            reason = error.__cause__ or error
            raise JournalError(f"cannot read journal {path}: {reason}; expected one that kiebitz run wrote") from error
        with journal:
            yield journal


def _copy_consistently(path: Path, copy: Path) -> None:
    """Copies file and write-ahead log of the same moment; pages that a checkpoint moves between the copies would be
    lost.
    """
    for _ in range(_MAX_COPY_TRIES):
        before = path.stat().st_mtime_ns
        copy_journal(path, copy)
        if path.stat().st_mtime_ns == before:
            return
