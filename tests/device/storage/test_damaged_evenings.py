"""Damage in evenings that are not read at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.storage import journal_repair
from device.storage.journal import Journal
from device.storage.journal_repair import damaged_evenings
from device.storage.recorded_events import write_journal
from engine.events import DealStarted, EveningStarted, GameStarted
from tests.support.journal_files import change_time

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
    for position in positions:
        change_time(journal, position)
    rests: list[int] = []
    with Journal(journal.with_name("other.sqlite")):
        found = damaged_evenings(journal, lambda: rests.append(1))
    assert list(found) == names
    assert all("another checksum" in fault for fault in found.values())
    assert len(rests) >= len(EVENINGS) // journal_repair.BATCH_ROWS
