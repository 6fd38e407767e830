"""What of a damaged journal goes on: which events after a lost one, at which positions, and of which file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from device.storage.event_rows import VERSION, Row
from device.storage.journal import Journal, write_journal
from device.storage.row_recovery import (
    all_rows,
    consecutive_events,
    is_probably_journal,
    readable_events,
    readable_rows,
    recover_rows,
    rows_by_position,
)
from engine.events import Amended, DealStarted, EveningStarted, GameStarted, PlayersSeated, Ruled, TrickGathered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Event

GAME = GameStarted("gras", (0, 1, 2), 0)
DEAL, TRICK = DealStarted(1), TrickGathered()
NAMES = PlayersSeated(((0, "Zenzi"),))
START = 1_795_000_000.0
"""The time of the first event: far more than any position."""
NEXT_DAY = EveningStarted("2026-11-22")


def rows_of(events: Sequence[Event]) -> list[Row]:
    return [Row.of(position, START + position, event) for position, event in enumerate(events)]


def going_on(events: Sequence[Event], *lost: int) -> list[tuple[int, Event, float]]:
    """Returns what goes on of a journal without the events at the positions *lost*."""
    return consecutive_events(readable_rows(row for row in rows_of(events) if row.position not in lost))


@pytest.mark.parametrize(
    ("events", "lost", "kept"),
    [
        pytest.param([GAME, DEAL, TRICK, DEAL, TRICK], [], [0, 1, 2, 3, 4], id="nothing is lost"),
        pytest.param([TRICK, GAME, TRICK], [], [0, 1, 2], id="nothing is lost, whatever it begins with"),
        pytest.param([GAME, DEAL, TRICK, TRICK, TRICK], [2], [0, 1], id="the rest of the deal"),
        pytest.param([GAME, DEAL, TRICK, TRICK, DEAL, TRICK], [2], [0, 1, 4, 5], id="up to the next deal"),
        pytest.param([GAME, DEAL, TRICK, DEAL, TRICK], [3], [0, 1, 2], id="the beginning of a deal"),
        pytest.param([GAME, DEAL, TRICK, DEAL, TRICK], [2], [0, 1], id="a game may have begun before the next deal"),
        pytest.param(
            [GAME, DEAL, TRICK, DEAL, TRICK, DEAL, TRICK], [2], [0, 1, 5, 6], id="but not before the deal after that"
        ),
        pytest.param([GAME, DEAL, TRICK, DEAL, TRICK], [0], [], id="no deal goes on without a game"),
        pytest.param([GAME, DEAL, GAME, DEAL], [0], [2, 3], id="the next game begins anew"),
        pytest.param([GAME, DEAL, TRICK, GAME, DEAL], [2], [0, 1, 3, 4], id="a game just behind the loss"),
        pytest.param([GAME, DEAL, TRICK, NAMES, DEAL], [2], [0, 1, 3, 4], id="names behind the loss"),
        pytest.param([GAME, DEAL, TRICK, NEXT_DAY, GAME], [1, 2], [0, 3, 4], id="an evening behind the loss"),
        pytest.param([GAME, DEAL, TRICK, TRICK, TRICK], [2, 4], [0, 1], id="two losses in one deal"),
    ],
)
def test_after_a_lost_event_replay_goes_on_where_a_deal_or_game_begins(
    events: list[Event], lost: list[int], kept: list[int]
) -> None:
    assert going_on(events, *lost) == [(position, events[position], START + position) for position in kept]


def test_amendments_name_the_new_positions_and_are_left_out_with_what_they_amend() -> None:
    events: list[Event] = [GAME, DEAL, TRICK, TRICK, DEAL, TRICK, Amended(5), Ruled(5, "stands"), Amended(3), TRICK]
    assert [event for _, event, _ in going_on(events, 2)] == [
        GAME, DEAL, DEAL, TRICK, Amended(3), Ruled(3, "stands"), TRICK,
    ]  # fmt: skip


@pytest.mark.parametrize("position", [0, 2, 4])
@pytest.mark.parametrize("damaged_position", [5, -1, 2**40])
def test_a_row_stands_in_the_gap_for_which_its_checksum_was_made(position: int, damaged_position: int) -> None:
    rows = rows_of([GAME, DEAL, TRICK, TRICK, TRICK])
    moved = rows[position]._replace(position=damaged_position)
    found, damaged = rows_by_position([moved, *rows[:position], *rows[position + 1 :]])
    assert found == {row.position: row for row in rows}
    assert damaged == []
    assert rows_by_position([rows[0]._replace(position=damaged_position)]) == ({0: rows[0]}, [])


def test_a_row_of_which_nothing_can_be_told_stays_damaged() -> None:
    """Without a checksum no gap is known to be its own, and a changed text has none."""
    rows = rows_of([GAME, DEAL, TRICK, TRICK])
    changed = rows[1]._replace(position=7, event=rows[1].event.replace("1", "2"))
    unchecked = rows[2]._replace(position=-1, event="", checksum=None)
    found, damaged = rows_by_position([rows[0], changed, unchecked, rows[3]])
    assert set(found) == {0, 3}
    assert damaged == [changed, unchecked]


def test_a_row_that_was_found_twice_counts_once() -> None:
    rows = rows_of([GAME, DEAL])
    torn = rows[1]._replace(position=9, event="{")
    found, damaged = rows_by_position([*rows, torn, *rows, torn])
    assert list(found) == [0, 1]
    assert damaged == [torn]


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    events: list[Event] = [GAME, DEAL, *[TRICK] * 300]
    write_journal(path, events, [START + position for position in range(len(events))])
    return path


@pytest.mark.parametrize(
    ("statement", "is_probable"),
    [
        pytest.param("select 1", True, id="a journal"),
        pytest.param(f"pragma user_version = {VERSION - 1}", True, id="an earlier version"),
        pytest.param(f"pragma user_version = {VERSION + 1}", False, id="a later version"),
        pytest.param("create view deals as select * from events", False, id="a view"),
        pytest.param("create table songs (title text)", True, id="another table"),
        pytest.param(
            "create trigger changed after insert on events begin delete from events; end", False, id="a trigger"
        ),
    ],
)
def test_a_database_that_runs_code_or_is_newer_is_no_journal_to_mend(
    statement: str, is_probable: bool, journal: Path
) -> None:
    change(journal, statement)
    assert is_probably_journal(journal) is is_probable


def test_a_journal_whose_head_is_lost_is_still_one(journal: Path) -> None:
    journal.write_bytes(bytes(100) + journal.read_bytes()[100:])
    assert is_probably_journal(journal)
    rows = rows_of([GAME, DEAL, *[TRICK] * 300])
    assert recover_rows(journal) == all_rows(journal) == rows


def test_before_and_behind_a_lost_page_every_row_is_found(journal: Path) -> None:
    content = journal.read_bytes()
    middle = content.index(b"trick_gathered", len(content) // 2) // 4096 * 4096
    journal.write_bytes(content[:middle] + bytes(4096) + content[middle + 4096 :])
    found = [row.position for row in recover_rows(journal)]
    (first, behind), *others = [(one, other) for one, other in pairwise(found) if other > one + 1]
    assert not others, "one page is one gap"
    assert found == [*range(first + 1), *range(behind, 302)]
    assert [row.position for row in all_rows(journal)] == found


def test_rows_are_in_order_after_the_clock_was_set_back(tmp_path: Path) -> None:
    events: list[Event] = [GAME, DEAL, TRICK, TRICK]
    write_journal(tmp_path / "journal.sqlite", events, [4.0, 3.0, 2.0, 1.0])
    assert [row.position for row in all_rows(tmp_path / "journal.sqlite")] == [0, 1, 2, 3]


FRAME = 24 + 4096
"""Bytes of a frame of the log: its head and a page."""


def test_behind_a_torn_frame_the_log_is_read_on(tmp_path: Path) -> None:
    """SQLite stops reading there, but every later event lies in a frame of its own."""
    events: list[Event] = [GAME, DEAL, *[TRICK] * 20]
    path, torn = tmp_path / "journal.sqlite", tmp_path / "torn.sqlite"
    with Journal(path) as journal:
        for position, event in enumerate(events):
            journal.append(event, START + position)
        torn.write_bytes(path.read_bytes())
        log = bytearray(Path(f"{path}-wal").read_bytes())
    fifth_last = 32 + (len(log) - 32) // FRAME * FRAME - 5 * FRAME
    log[fifth_last + 16] ^= 1
    Path(f"{torn}-wal").write_bytes(log)
    assert len(all_rows(torn)) < len(events)
    assert recover_rows(torn) == rows_of(events)


def test_reading_a_damaged_journal_changes_no_file(journal: Path) -> None:
    change(journal, "update events set time = 7.0 where position = 200")
    before = {file.name: file.read_bytes() for file in journal.parent.iterdir()}
    events, times = readable_events(journal)
    assert events == [GAME, DEAL, *[TRICK] * 198]
    assert times == [START + position for position in range(200)]
    assert {file.name: file.read_bytes() for file in journal.parent.iterdir()} == before
