"""Whether a deal is in play, as an upgrade asks before it changes anything."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from device.in_play import IN_PLAY, NONE, UNKNOWN, deal_in_play, main, minutes_since
from device.storage.journal import Journal
from engine.events import Event
from engine.simulation.evening import simulation

PLAYED = simulation(seed=3)
PLAYED.play_deal()
EVENTS = list(PLAYED.events)


@pytest.mark.parametrize("game", ["bohemian-watten", "bauerchen", "watten", "gras"])
def test_a_deal_is_in_play_from_its_first_event_until_it_is_scored(game: str) -> None:
    played = simulation(game, seed=3)
    played.play_deal()
    events = list(played.events)
    assert not deal_in_play([])
    assert not deal_in_play(events[:1]), "the game has begun, the first deal has not"
    assert all(deal_in_play(events[:count]) for count in range(2, len(events) - 1))
    assert not deal_in_play(events)


Asked = Callable[[Path], tuple[int, str]]


@pytest.fixture
def asked(capsys: pytest.CaptureFixture[str]) -> Asked:
    def ask(journal: Path) -> tuple[int, str]:
        code = main(journal)
        out, err = capsys.readouterr()
        assert err == ""
        return code, out

    return ask


def keep(journal: Path, events: list[Event]) -> None:
    with Journal(journal) as kept:
        for event in events:
            kept.append(event, 0.0)


def test_deal_in_progress_error_gives_the_time_and_the_remedy(tmp_path: Path) -> None:
    """As a command, by which an upgrade asks."""
    journal = tmp_path / "journal.sqlite"
    keep(journal, EVENTS[:-4])
    command = [sys.executable, "-m", "device.in_play", str(journal)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (IN_PLAY, "")
    assert (
        done.stdout == "got a deal in play, 0 min ago, expected none: score it first, or sudo systemctl stop kiebitz\n"
    )


@pytest.mark.parametrize(("minutes", "code"), [(59, IN_PLAY), (60, NONE)])
def test_a_deal_without_an_event_for_an_hour_counts_as_abandoned(
    minutes: int, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "journal.sqlite"
    keep(journal, EVENTS[:-4])
    written = time.time() - 60 * minutes - 1
    for file in tmp_path.iterdir():
        os.utime(file, (written, written))
    assert main(journal) == code
    output = capsys.readouterr().out
    assert (f"in play, {minutes} min ago" in output) if code == IN_PLAY else not output


def test_no_calls_between_deals(asked: Asked, tmp_path: Path) -> None:
    keep(tmp_path / "journal.sqlite", EVENTS)
    assert asked(tmp_path / "journal.sqlite") == (NONE, "")


def test_no_journal_keeps_nobody_from_upgrading(asked: Asked, tmp_path: Path) -> None:
    assert asked(tmp_path / "journal.sqlite") == (NONE, "")


@pytest.mark.parametrize("kind", ["no journal", "a folder"])
def test_what_cannot_be_told_is_not_called_a_deal_in_play(asked: Asked, tmp_path: Path, kind: str) -> None:
    journal = tmp_path / "broken.sqlite"
    if kind == "no journal":
        journal.write_bytes(b"no journal at all")
    else:
        journal.mkdir()
    beside = set(tmp_path.iterdir())
    code, reported = asked(journal)
    assert code == UNKNOWN
    assert reported.startswith("got no answer whether a deal is in play (")
    assert reported.endswith("), expected one: sudo systemctl stop kiebitz\n")
    assert reported.count("\n") == 1
    assert set(tmp_path.iterdir()) == beside, "nothing is left beside it"


def test_a_broken_journal_of_yesterday_keeps_nobody_from_upgrading(asked: Asked, tmp_path: Path) -> None:
    journal = tmp_path / "broken.sqlite"
    journal.write_bytes(b"no journal at all")
    os.utime(journal, (0, 0))
    assert asked(journal) == (NONE, "")


@pytest.mark.parametrize(("ago", "minutes"), [(0, 0), (59 * 60 + 30, 59), (3600, 60), (-86400, 0)])
def test_a_clock_that_was_put_back_counts_as_now(tmp_path: Path, ago: int, minutes: int) -> None:
    journal = tmp_path / "journal.sqlite"
    journal.touch()
    log = tmp_path / "journal.sqlite-wal"
    log.touch()
    written = time.time() - ago
    os.utime(journal, (0, 0))
    os.utime(log, (written, written))
    assert minutes_since(journal) == minutes
