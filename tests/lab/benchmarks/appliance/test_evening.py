"""A short form of `python -m lab.benchmarks.appliance.evening`."""

from pathlib import Path

import pytest

from engine.simulation.evening import simulation
from lab.benchmarks.appliance import evening as evening_module
from lab.benchmarks.appliance.evening import long_evening

MOST_A_DEAL = 64 << 10
"""Bytes of journal and log: a log of 64 pages counts fully where only some deals were played."""


@pytest.mark.slow
def test_a_short_evening_ends_with_the_right_ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening_module, "DEALS_A_GAME", 1)
    for share in ("OFF", "CUT", "DOUBTED", "MISREAD"):
        monkeypatch.setattr(evening_module, share, 0.1)
    evening = long_evening(tmp_path, hours=0.12)
    assert evening.account.wrong == []
    assert evening.account.deals >= 2
    assert evening.account.restarts > 2, "it was switched off, or lost its power, in mid-deal"
    assert evening.account.corrected > 0
    assert max(evening.account.bytes) < MOST_A_DEAL * evening.account.deals
    assert evening.account.memory[-1] < 1.2 * evening.account.memory[0]


@pytest.mark.slow
def test_a_ledger_that_is_wrong_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening_module, "DEALS_A_GAME", 1)
    evening = long_evening(tmp_path, hours=0.01)
    assert evening.account.wrong == []
    evening.record_truth(simulation(seed=2).events)
    assert not evening.ledger_is_right()
