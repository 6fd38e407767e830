"""Which of the events before a session are the tournament's: all from its first match on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.storage.earlier_evenings import MAX_PAUSE_S, earlier_matches
from device.storage.journal import Journal
from engine.events import Amended, DealStarted, EveningStarted
from tests.support.journal_files import change_time

if TYPE_CHECKING:
    from pathlib import Path

HOUR = 3600.0


def write(path: Path, *matches: tuple[str, float]) -> None:
    """Writes matches of two events, each with its mark and the hour at which it began."""
    with Journal(path, whole=True) as journal:
        for mark, hour in matches:
            journal.append(EveningStarted(mark), hour * HOUR, mark)
            journal.append(DealStarted(0), hour * HOUR + 1)


@pytest.mark.parametrize(
    ("matches", "first"),
    [
        ([("hall cup 1 1", 0), ("hall cup 2 1", 1), ("hall cup 2 2", 2)], 0),
        ([("", 0), ("phone player", 1), ("hall cup 1 1", 2)], 4),
        ([("hall cup 1 1", 0), ("", 1), ("hall cup 2 1", 2)], 0),
        ([("hall cup-b 1 1", 0), ("hall cup 1 1", 1)], 2),
        ([("hall cup 5 1", 0), ("hall cup 1 1", 1)], 2),
        ([("hall cup 1 1", 0), ("hall cup 2 1", 2 * MAX_PAUSE_S / HOUR)], 2),
    ],
    ids=["all", "private before", "private between", "another one", "an earlier one", "long ago"],
)
def test_the_tournament_begins_with_its_first_match(
    tmp_path: Path, matches: list[tuple[str, float]], first: int
) -> None:
    path, end = tmp_path / "journal.sqlite", 2 * len(matches)
    write(path, *matches)
    found = earlier_matches(path, "cup", end)
    assert [event.position for event in found] == list(range(first, end))
    assert [event.mark for event in found if event.mark] == [mark for mark, _ in matches[first // 2 :] if mark]


def test_positions_are_those_of_the_journal_and_all_marks_are_there(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal(path, whole=True) as journal:
        journal.append(DealStarted(0), 0.0)
        journal.append(EveningStarted("cup 1"), 0.0, "hall cup 1 1")
        journal.append(DealStarted(0), 0.0)
        journal.append(Amended(2, DealStarted(1)), 0.0, "phone player")
    assert earlier_matches(path, "cup", 4)[2] == (3, 0.0, Amended(2, DealStarted(1)), "phone player")


def test_what_lies_before_damage_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write(path, ("hall cup 1 1", 0), ("hall cup 2 1", 1))
    change_time(path, 1)
    assert [event.position for event in earlier_matches(path, "cup", 4)] == [2, 3]
    assert earlier_matches(path, "cup", 2) == []


def test_a_journal_without_marks_has_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    write(path, ("", 0))
    assert earlier_matches(path, "cup", 2) == []
