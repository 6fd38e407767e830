"""A few dozen of the kills of `python -m benchmarks.kills`, and that it would tell a loss."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from benchmarks.kills import kill_often, killed
from device.journal import Journal
from engine.events import DealStarted, EveningStarted

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 24


def test_nothing_acknowledged_is_lost_and_the_same_screen_comes_back(tmp_path: Path) -> None:
    losses, stored, compared = kill_often(tmp_path / "journal.sqlite", KILLS)
    assert losses == []
    assert stored > 0
    assert compared > KILLS / 2


def test_a_writer_that_finds_other_events_says_so(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        for event in (EveningStarted("0"), DealStarted(0)):
            journal.append(event, 0.0)
    found, _, complaint = killed(tmp_path / "journal.sqlite", Random(1))
    assert found is None
    assert "other events than were played" in complaint
