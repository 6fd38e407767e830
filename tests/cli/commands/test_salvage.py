"""`kiebitz salvage` keeps all of a damaged journal that can be read, and asks before it changes anything."""

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from cli import probes
from cli.main import main
from common.files.paths import journal_file
from device.storage.daily_backup import back_up
from device.storage.journal import Journal
from device.storage.recorded_events import read_journal
from engine.events import DealStarted, EveningStarted, Event, GameStarted, PlayersSeated, TrickGathered
from tests.support.command_line import CommandLine
from tests.support.journal_files import change_time

SEATS = (0, 1, 2)


def evening(name: str) -> list[Event]:
    deals: list[Event] = [DealStarted(0), TrickGathered(), TrickGathered()] * 3
    return [EveningStarted(name), PlayersSeated(((0, "Zenzi"),)), GameStarted("gras", SEATS, 0), *deals]


LENGTH = len(evening(""))
EVENTS = [*evening("Friday"), *evening("Saturday"), *evening("Sunday")]
TORN = LENGTH + 7
"""In the second deal of Saturday."""
MENDED = [*EVENTS[:TORN], *EVENTS[TORN + 2 :]]
"""Of the deal, what comes after it is lost too; the next deal goes on."""


@pytest.fixture(autouse=True)
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(probes, "PROCESSES", tmp_path)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    with Journal(journal_file()) as journal:
        for position, event in enumerate(EVENTS):
            journal.append(event, 1000.0 + position)
    return journal_file()


def damage(path: Path, position: int = TORN) -> None:
    change_time(path, position)


def test_intact_journal_is_not_changed(journal: Path, kiebitz: CommandLine) -> None:
    before = journal.read_bytes()
    assert kiebitz.prints("salvage") == f"{journal}: nothing is damaged, 3 evenings with {len(EVENTS)} events\n"
    assert journal.read_bytes() == before


def test_all_readable_events_are_kept(journal: Path, kiebitz: CommandLine) -> None:
    damage(journal)
    before = journal.read_bytes()
    output = kiebitz.prints("salvage", "--yes")
    assert f"3 evenings with {len(MENDED)} events can be kept" in output
    assert "evening Saturday: 2 events are lost, and with them the deals in which they were" in output
    assert "Friday" not in output
    assert read_journal(journal) == MENDED
    assert journal.with_name("journal.sqlite.broken-1").read_bytes() == before
    assert "nothing is damaged" in kiebitz.prints("salvage")
    with Journal(journal) as opened:
        assert opened.take_warnings() == [], "the mended journal is no surprise"


@pytest.mark.parametrize("positions", [(TORN,), (0, TORN, len(EVENTS) - 1)])
def test_missing_events_are_taken_from_a_backup(
    positions: tuple[int, ...], journal: Path, kiebitz: CommandLine
) -> None:
    back_up(journal, date(2026, 11, 22))
    with Journal(journal, whole=True) as opened:
        opened.append(EveningStarted("Monday"), 0.0)
    for position in positions:
        damage(journal, position)
    assert "1 events are taken from a backup" in kiebitz.prints("salvage", "--yes")
    assert read_journal(journal) == [*EVENTS, EveningStarted("Monday")]


def test_backup_of_another_journal_is_ignored(journal: Path) -> None:
    other = journal.with_name("other") / "journal.sqlite"
    with Journal(other) as opened:
        for event in reversed(EVENTS):
            opened.append(event, 0.0)
    back_up(other, date(2026, 11, 22))
    (other.parent / "backups").replace(journal.parent / "backups")
    damage(journal)
    assert main(["salvage", "--yes"]) == 0
    assert read_journal(journal) == MENDED


def test_confirmation_is_asked(
    journal: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(journal)
    before = journal.read_bytes()
    assert main(["salvage"]) == 2
    assert "expected a terminal, or --yes" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: "")
    assert main(["salvage"]) == 1
    assert "nothing was changed" in capsys.readouterr().out
    assert journal.read_bytes() == before
    monkeypatch.setattr("builtins.input", lambda _: "y")
    assert main(["salvage"]) == 0
    assert read_journal(journal) == MENDED


def of_another_program(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("create table songs (title text)")
        connection.execute("create view of_songs as select * from songs")


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        pytest.param(lambda path: path.unlink(), "got no journal at", id="no file"),
        pytest.param(lambda path: path.write_bytes(b"x" * 5000), "without any event", id="nothing to be read"),
        pytest.param(of_another_program, "of another program", id="another program's"),
    ],
)
def test_file_that_is_no_journal_is_not_changed(
    prepare: object, message: str, journal: Path, kiebitz: CommandLine
) -> None:
    prepare(journal)  # type: ignore[operator]
    before = journal.read_bytes() if journal.exists() else b""
    assert message in kiebitz.refuses("salvage", "--yes")
    assert (journal.read_bytes() if journal.exists() else b"") == before


def test_salvage_is_refused_while_kiebitz_runs(tmp_path: Path, journal: Path, kiebitz: CommandLine) -> None:
    (tmp_path / "12").mkdir()
    (tmp_path / "12/cmdline").write_text("kiebitz\0run\0")
    assert "expected none: press Q in its terminal" in kiebitz.refuses("salvage", "--yes")
    (tmp_path / "12/cmdline").unlink()
    damage(journal)
    with Journal(journal.with_name("other.sqlite")):
        assert main(["salvage", "--yes"]) == 0


def test_salvage_is_refused_while_the_journal_is_locked(capsys: pytest.CaptureFixture[str], journal: Path) -> None:
    with Journal(journal):
        damage(journal)
        assert main(["salvage", "--yes"]) == 2
        assert "another Kiebitz writes to " in capsys.readouterr().err
