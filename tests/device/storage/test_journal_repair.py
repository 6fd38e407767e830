"""What can be recovered of a damaged journal."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from device.storage import journal_repair
from device.storage.journal import Journal
from device.storage.journal_format import Row
from device.storage.journal_repair import consecutive_events, damaged_evenings, readable_events
from device.storage.recorded_events import write_journal
from engine.events import Amended, DealStarted, EveningStarted, Event, GameStarted, PlayersSeated, Ruled, TrickGathered
from tests.support.journal_files import change_time

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
    return consecutive_events(row for row in rows_of(events) if row.position not in lost)


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


def test_a_row_that_comes_twice_counts_once() -> None:
    rows = rows_of([GAME, DEAL, TRICK])
    assert consecutive_events([*rows[:2], rows[0], rows[1], rows[2]]) == consecutive_events(rows)


def test_reading_a_damaged_journal_changes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    events: list[Event] = [GAME, DEAL, *[TRICK] * 300]
    write_journal(path, events, [START - position for position in range(len(events))])  # the clock was set back
    change_time(path, 200)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    read, times = readable_events(path)
    assert read == [GAME, DEAL, *[TRICK] * 198]
    assert times == [START - position for position in range(200)]
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


LONG_GAME: list[Event] = [GameStarted("gras", (0, 1, 2), 0), *[DealStarted(0)] * 300]
EVENINGS: list[Event] = [
    EveningStarted("Friday"),
    *LONG_GAME,
    EveningStarted(""),
    *LONG_GAME,
    EveningStarted("Sunday"),
    *LONG_GAME,
]
LENGTH = 1 + len(LONG_GAME)


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
