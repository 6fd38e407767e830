"""A few dozen of the kills of `python -m lab.benchmarks.appliance.kills`, and that it would tell a loss."""

import sys
from pathlib import Path
from random import Random

import pytest

from device.storage.journal import Journal
from engine.events import DealStarted, EveningStarted
from lab.benchmarks.appliance import kills
from lab.benchmarks.appliance.kills import Loss, play_and_kill, run_kills
from lab.benchmarks.harness.results import FILE, share
from lab.benchmarks.harness.targets import combined_results
from tests.support.examples import examples

KILLS = examples(24)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_and_the_same_screen_comes_back(tmp_path: Path) -> None:
    """A kill within an act cannot be compared, and a busy machine has more of these: three runs are tried."""
    for seed in (1, 2, 3):
        losses, stored, compared = run_kills(tmp_path / f"{seed}.sqlite", KILLS, seed)
        assert losses == []
        assert stored > 0
        if compared > KILLS / 2:
            break
    assert compared > KILLS / 2


@pytest.mark.slow
def test_a_writer_that_finds_other_events_says_so(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        for event in (EveningStarted("0"), DealStarted(0)):
            journal.append(event, 0.0)
    found, _, complaint = play_and_kill(tmp_path / "journal.sqlite", Random(1))
    assert found is None
    assert "other events than were played" in complaint


def test_a_kill_after_which_more_than_one_thing_was_wrong_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    losses = [Loss(0, "another picture"), Loss(0, "acknowledged"), Loss(1, "another picture")]
    monkeypatch.setattr(kills, "run_kills", lambda *_: (losses, 9, 2))
    monkeypatch.setattr(sys, "argv", ["kills", "--times", "2"])
    monkeypatch.setenv(FILE, str(tmp_path / "results"))
    assert kills.main() == 1
    assert "after 2 of them something was lost or wrong" in capsys.readouterr().out
    assert combined_results(tmp_path / "results") == [share("kills", 2, 2)]
