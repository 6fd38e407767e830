"""What a table needs of its earlier evenings: names, and the matches of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.storage.earlier_evenings import MAX_NAMES, MAX_PAUSE_S, earlier_matches, earlier_names
from device.storage.journal import Journal
from device.storage.recorded_events import write_journal
from engine.events import Amended, DealStarted, EveningStarted, GameStarted, PlayersSeated
from tests.support.journal_files import change_time

if TYPE_CHECKING:
    from pathlib import Path

    from engine.events import Event


EVENINGS: tuple[Event, ...] = (
    EveningStarted("2026-11-24"),
    PlayersSeated(((0, "Anna"), (1, "Toni"))),
    GameStarted("gras", (0, 1), 0),
    DealStarted(0),
    EveningStarted("2026-11-25"),
    PlayersSeated(((0, "Resi"), (1, "Anna"))),
    GameStarted("gras", (0, 1), 0),
    Amended(5, PlayersSeated(((0, "Zenzi"), (1, "")))),
)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    write_journal(path, EVENINGS, [float(second) for second in range(len(EVENINGS))])
    return path


def test_names_of_all_evenings_are_there_the_latest_first(journal: Path) -> None:
    assert earlier_names(journal) == ("Zenzi", "Resi", "Anna", "Toni")


def test_they_are_read_while_the_journal_is_open(journal: Path) -> None:
    with Journal(journal) as opened:
        opened.append(PlayersSeated(((0, "Vroni"),)), 9.0)
        assert earlier_names(journal)[0] == "Vroni"


def test_no_more_than_a_list_are_offered(journal: Path) -> None:
    with Journal(journal) as opened:
        for number in range(MAX_NAMES):
            opened.append(PlayersSeated(((0, f"N{number}"),)), 9.0)
    names = earlier_names(journal)
    assert len(names) == MAX_NAMES
    assert names[0] == f"N{MAX_NAMES - 1}"


@pytest.mark.parametrize("content", [b"", b"no database", None])
def test_without_a_readable_journal_there_are_none(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "journal.sqlite"
    if content is not None:
        path.write_bytes(content)
    assert earlier_names(path) == ()


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
