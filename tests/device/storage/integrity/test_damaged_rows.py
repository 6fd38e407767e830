"""Damage in evenings that are not read at the start."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from device.storage.integrity import damaged_rows
from device.storage.integrity.damaged_rows import damaged_evenings
from device.storage.journal import Journal, write_journal
from engine.events import DealStarted, EveningStarted, GameStarted

if TYPE_CHECKING:
    from pathlib import Path

    from engine.events import Event

GAME: list[Event] = [GameStarted("gras", (0, 1, 2), 0), *[DealStarted(0)] * 300]
EVENINGS: list[Event] = [EveningStarted("Friday"), *GAME, EveningStarted(""), *GAME, EveningStarted("Sunday"), *GAME]
LENGTH = 1 + len(GAME)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    write_journal(path, EVENINGS, [86400.0 * 365] * len(EVENINGS))
    return path


@pytest.mark.parametrize(
    ("positions", "names"),
    [
        ((), []),
        ((0,), ["Friday"]),
        ((LENGTH - 1, LENGTH), ["Friday", "1971-01-01"]),
        ((LENGTH + 250, 2 * LENGTH + 5), ["1971-01-01", "Sunday"]),
        ((3 * LENGTH - 1,), ["Sunday"]),
    ],
)
def test_damaged_evenings_are_reported_by_name(positions: tuple[int, ...], names: list[str], journal: Path) -> None:
    with closing(sqlite3.connect(journal)) as connection, connection:
        for position in positions:
            connection.execute("update events set time = time + 1 where position = ?", (position,))
    rests: list[int] = []
    with Journal(journal.with_name("other.sqlite")):
        found = damaged_evenings(journal, lambda: rests.append(1))
    assert list(found) == names
    assert all("another checksum" in fault for fault in found.values())
    assert len(rests) >= len(EVENINGS) // damaged_rows.BATCH_ROWS
