"""`kiebitz erase` lists what there is, and deletes it only after a yes."""

import time
from pathlib import Path

import pytest

from cli import probes
from cli.main import main
from common.files.paths import journal_file, state_folder
from device.storage.journal import Journal
from device.storage.recorded_events import read_journal
from engine.events import ERASED_NAME, EveningStarted, Event, GameStarted, PlayersSeated
from tests.support.command_line import CommandLine

EVENTS: list[Event] = [
    EveningStarted("2026-11-20"),
    PlayersSeated(((0, "Resi"), (1, "Toni"))),
    GameStarted("gras", (0, 1), 0),
]
NOON = time.mktime((2026, 11, 25, 12, 0, 0, 0, 0, -1))
"""Seconds since 1970."""


@pytest.fixture(autouse=True)
def _table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setattr(probes, "PROCESSES", tmp_path / "proc")
    with Journal(journal_file()) as journal:
        for event in EVENTS:
            journal.append(event, 0.0)


def test_without_a_name_it_lists_what_there_is(kiebitz: CommandLine) -> None:
    assert kiebitz.prints("erase") == "people: Resi, Toni\nevenings: 2026-11-20\n"
    assert read_journal(journal_file()) == EVENTS


def test_an_evening_without_a_name_goes_by_its_day(capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(journal_file()) as journal:
        for event in (EveningStarted(), GameStarted("gras", (0, 1), 0)):
            journal.append(event, NOON)
    assert main(["erase"]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "evenings: 2026-11-25, 2026-11-20"
    assert main(["erase", "--evening", "2026-11-25", "--yes"]) == 0
    assert not any(isinstance(event, GameStarted) for event in read_journal(journal_file())[len(EVENTS) :])


def test_a_person_is_deleted() -> None:
    assert main(["erase", "--person", "Resi", "--yes"]) == 0
    assert read_journal(journal_file())[1] == PlayersSeated(((0, ERASED_NAME), (1, "Toni")))
    assert not any(b"Resi" in file.read_bytes() for file in state_folder().iterdir())


@pytest.mark.parametrize("option", [["--evenings"], ["--everything"], ["--evening", "2026-11-20"]])
def test_evenings_are_deleted(option: list[str]) -> None:
    assert main(["erase", *option, "--yes"]) == 0
    assert not journal_file().exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--person", "Sepp", "--yes"], "got person 'Sepp', expected one of: Resi, Toni"),
        (["--evening", "today", "--yes"], "got evening 'today', expected one of: 2026-11-20"),
        (["--evenings"], "got nobody to ask"),
    ],
)
def test_what_cannot_be_is_one_line(
    kiebitz: CommandLine, arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: False)
    assert message in kiebitz.refuses("erase", *arguments)
    assert read_journal(journal_file()) == EVENTS


def test_nothing_is_offered_where_nothing_is_stored(kiebitz: CommandLine) -> None:
    assert kiebitz.prints("erase", "--everything", "--yes")
    assert "got person 'Resi', but nothing is stored" in kiebitz.refuses("erase", "--person", "Resi", "--yes")


@pytest.mark.parametrize(("answer", "code"), [("n", 1), ("", 1), ("ja", 0)])
def test_it_asks_first(answer: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: answer)
    assert main(["erase", "--evenings"]) == code
    assert journal_file().exists() == bool(code)


def test_a_running_kiebitz_is_left_alone(tmp_path: Path, kiebitz: CommandLine) -> None:
    (tmp_path / "proc" / "7").mkdir(parents=True)
    (tmp_path / "proc" / "7" / "cmdline").write_bytes(b"/usr/bin/kiebitz\0run\0")
    assert "press Q in its terminal, or use its menu Landlord" in kiebitz.refuses("erase", "--evenings", "--yes")
