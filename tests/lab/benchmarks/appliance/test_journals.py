"""The benchmark of old journals."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from engine.events import EveningStarted
from engine.state.ledger import Ledger
from lab.benchmarks.appliance.journals import NAMES, evenings, main

if TYPE_CHECKING:
    import pytest


def test_its_evenings_are_evenings() -> None:
    events = evenings(9)
    ledger = Ledger.of(events)
    assert len(ledger.evenings) == sum(isinstance(event, EveningStarted) for event in events) == 9
    assert [evening.name for evening in ledger.evenings][:2] == ["2000-01-01", "2000-01-02"]
    assert {player for game in ledger.games for player in game.players.values()} == set(NAMES)


def test_it_prints_every_time(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["journals", "--evenings", "2"])
    monkeypatch.setattr("lab.benchmarks.appliance.journals.APPENDED", 3)
    monkeypatch.setattr("lab.benchmarks.appliance.journals.LONG", 300)
    main()
    told = capsys.readouterr().out
    assert told.startswith("2 evenings, ")
    for name in ("open", "store an event", "ledger, again", "as the doctor", "all folded", "taken out", "put back"):
        assert name in told
