"""Damaged evenings are left out by name; all others are read."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli import probes
from cli.main import main
from common.files.paths import journal_file
from device.reporting.export import split_into_evenings
from device.storage.evenings import read_intact_evenings
from device.storage.journal import Journal, JournalError
from device.storage.recorded_events import read_journal, write_journal
from engine.events import Amended, DealStarted, EveningStarted, Event, GameStarted, PlayersSeated, TricksEntered
from engine.state.ledger import Ledger
from tests.support.examples import examples
from tests.support.journal_files import change_line, change_time, remove_lines
from tests.support.session_script import GAME

DAYS = ["2026-11-16", "2026-11-17", "2026-11-18"]
LENGTH = 6
"""Of one evening; its last event corrects the tricks."""


def evening(day: str, first: int, game: str = GAME) -> list[Event]:
    return [
        EveningStarted(day),
        PlayersSeated(((0, "Zenzi"), (2, "Xaver"))),
        GameStarted(game, (0, 2), 0),
        DealStarted(0),
        TricksEntered(((0, 2), (2, 3)), "L"),
        Amended(first + 4, TricksEntered(((0, 3), (2, 2)), "L")),
    ]


ALL = [event for number, day in enumerate(DAYS) for event in evening(day, LENGTH * number)]


@pytest.fixture(autouse=True)
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    (tmp_path / "state").mkdir()
    write_journal(journal_file(), ALL, [1_795_000_000.0 + 86_400 * (place // LENGTH) for place in range(len(ALL))])
    return journal_file()


def without(*days: str) -> list[Event]:
    kept = [day for day in DAYS if day not in days]
    return [event for number, day in enumerate(kept) for event in evening(day, LENGTH * number)]


@pytest.mark.parametrize("day", range(3))
@pytest.mark.parametrize(
    ("place", "change", "reported"),
    [
        (1, lambda line: line.replace(b"Zenzi", b"Zenzy"), "damaged"),
        (4, lambda line: line[:20] + b"\n", "damaged"),
        (2, lambda line: line.replace(b".0,", b".5,"), "damaged"),
        (3, lambda line: b"\0" * 512 + b"\n", "damaged"),
        (3, lambda line: b"", "are lost"),
    ],
)
def test_damaged_evening_is_left_out_alone(
    day: int, place: int, change: Callable[[bytes], bytes], reported: str, path: Path
) -> None:
    change_line(path, LENGTH * day + place, change)
    lines: list[str] = []
    events, times = read_intact_evenings(path, lines.append)
    assert events == without(DAYS[day])
    assert len(times) == len(events)
    assert len(lines) == 1
    assert f"left out the evening {DAYS[day]}: " in lines[0]
    assert reported in lines[0]
    assert [one.names for one in split_into_evenings(events, times)] == [(name,) for name in DAYS if name != DAYS[day]]


def test_evening_of_an_unknown_game_is_left_out_alone(path: Path) -> None:
    """Such as after a downgrade."""
    path.unlink()
    write_journal(path, [*ALL[:LENGTH], *evening(DAYS[1], LENGTH, "tarock"), *ALL[2 * LENGTH :]], [0.0] * len(ALL))
    lines: list[str] = []
    assert read_intact_evenings(path, lines.append)[0] == without(DAYS[1])
    assert f"left out the evening {DAYS[1]}: event {LENGTH + 2}: got game 'tarock'" in lines[0]


@pytest.mark.parametrize("damaged", [3 * LENGTH + 4, -3, 2**40])
@pytest.mark.parametrize("position", [0, LENGTH - 1, LENGTH, LENGTH + 3, 3 * LENGTH - 1])
def test_a_row_with_a_damaged_position_is_found_by_its_checksum(position: int, damaged: int, path: Path) -> None:
    change_line(path, position, lambda line: line.replace(b"[[%d," % position, b"[[%d," % damaged))
    assert read_intact_evenings(path, print)[0] == ALL


def test_a_row_that_is_damaged_with_its_position_costs_only_its_evening(path: Path) -> None:
    change_line(path, LENGTH + 1, lambda line: line.replace(b"[[%d," % (LENGTH + 1), b"[[40,").replace(b"Zenzi", b"x"))
    lines: list[str] = []
    assert read_intact_evenings(path, lines.append)[0] == without(DAYS[1])
    assert f"left out the evening {DAYS[1]}: event" in lines[0]


def test_a_lost_beginning_of_a_game_leaves_the_evening_before_whole(path: Path) -> None:
    remove_lines(path, LENGTH + 2)
    assert read_intact_evenings(path, lambda _: None)[0] == without(DAYS[1])


def test_amendments_of_a_lost_evening_are_left_out(path: Path) -> None:
    with Journal(path, whole=True) as journal:
        journal.append(Amended(4, TricksEntered(((0, 5), (2, 0)), "L")), 0.0)
    change_line(path, 3, lambda line: line[:20] + b"\n")
    assert read_intact_evenings(path, lambda _: None)[0] == without(DAYS[0])


def test_journal_without_a_readable_evening_is_an_error(path: Path) -> None:
    for position in range(len(ALL)):
        change_time(path, position)
    with pytest.raises(JournalError, match="cannot read journal"):
        read_intact_evenings(path, print)
    path.write_bytes(b"SQLite format 3\0 and then nothing")
    with pytest.raises(JournalError, match="cannot read journal"):
        read_intact_evenings(path, print)


def test_a_newer_journal_is_not_read_by_halves(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"kiebitz":3}', b'"kiebitz":9}', 1))
    with pytest.raises(JournalError, match="update Kiebitz"):
        read_intact_evenings(path, print)


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_flipped_bit_costs_no_more_than_the_evenings_beside_it(data: st.DataObject, path: Path) -> None:
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 2))  # the last line break is the test below
    content[place] ^= 1 << data.draw(st.integers(0, 7))
    damaged = path.with_name("damaged.sqlite")
    damaged.write_bytes(content)
    lines: list[str] = []
    events, _ = read_intact_evenings(damaged, lines.append)
    names = [event.name for event in events if isinstance(event, EveningStarted)]
    assert len(names) >= 1
    assert len(names) == 3 or lines
    assert events == without(*(day for day in DAYS if day not in names))
    assert len(Ledger.of(events).evenings) == len(names)


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_of_the_last_line_break_is_a_missing_event(tmp_path: Path, bit: int) -> None:
    """By itself it looks like an event that was never acknowledged; the mark beside the journal counts it."""
    path = tmp_path / "journal.sqlite"
    with Journal(path) as journal:
        journal.append_all([(event, 0.0, "") for event in evening(DAYS[0], 0)])
    content = bytearray(path.read_bytes())
    content[-1] ^= 1 << bit
    path.write_bytes(content)
    with Journal(path) as journal:
        assert [warning.kind for warning in journal.take_warnings()] == ["events_missing"]


@pytest.mark.parametrize("damage", ["bit", "unknown game"])
def test_ledger_export_and_backup_go_on(
    damage: str, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if damage == "bit":
        change_line(path, LENGTH + 4, lambda line: line.replace(b"L", b"H"))
    else:
        path.unlink()
        write_journal(path, [*ALL[:LENGTH], *evening(DAYS[1], LENGTH, "skat"), *ALL[2 * LENGTH :]], [0.0] * len(ALL))
    files = [str(tmp_path / f"all.{ending}") for ending in ("csv", "record", "jsonl", "txt", "zip")]
    for command in (["ledger"], ["judge", str(path)], ["export", *files]):
        assert main(command) == 0
        output = capsys.readouterr()
        assert f"left out the evening {DAYS[1]}: event " in output.err
        assert DAYS[1] not in output.out
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "new"))
    monkeypatch.setattr(probes, "PROCESSES", tmp_path / "proc")  # another Kiebitz may run on this machine
    assert main(["restore", files[-1]]) == 0
    assert read_journal(journal_file()) == without(DAYS[1])
