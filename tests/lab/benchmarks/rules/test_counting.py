"""How the checks of the engine count: they look at something, and fail if what they look at is wrong."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from engine.games import all_games
from lab.benchmarks.accuracy import prints
from lab.benchmarks.harness.results import FILE, share
from lab.benchmarks.harness.targets import combined_results
from lab.benchmarks.rules import referee
from lab.benchmarks.rules.invariants import CHUNK, chunks
from lab.benchmarks.rules.referee import Played
from tests.lab.benchmarks.datasets.test_decks import write_deck

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("deals", [1, 2, 1000, CHUNK * len(all_games()) + 1])
def test_invariants_look_at_as_many_deals_of_every_game(deals: int) -> None:
    dealt = dict.fromkeys(all_games(), 0)
    for chunk in chunks(deals, 1):
        dealt[chunk.game] += chunk.deals
    assert len(set(dealt.values())) == 1
    assert deals <= sum(dealt.values()) < deals + len(dealt)


def test_revokes_are_counted_among_those_that_were_planted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = iter([Played(20, planted=3, impossible=7), Played(20, planted=3), Played(20), Played(20)])
    monkeypatch.setattr(referee, "play_out", lambda *_, **__: next(deals))
    monkeypatch.setenv(FILE, str(tmp_path / "results"))
    assert not referee.planted_revokes(4, 2, seed=1)
    assert combined_results(tmp_path / "results") == [share("not at once", 1, 2)]
    assert "2 planted" in capsys.readouterr().out


def test_a_family_without_a_second_print_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_deck(tmp_path / "ger_new_deck")
    monkeypatch.setattr(sys, "argv", ["prints", str(tmp_path), "--family", "ger_new_deck"])
    assert prints.main() == 2
    assert "expected a family of two decks or more" in capsys.readouterr().err
