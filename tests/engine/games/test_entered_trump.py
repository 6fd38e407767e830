"""Score-only mode: an unknown trump scores nothing and is a finding."""

from __future__ import annotations

import pytest

from engine.events import GameStarted, TricksEntered
from engine.games import all_games
from engine.rules.findings import Kind
from engine.state.table import Table

TRICKS = {"bauerchen": ((0, 70), (1, 60), (2, 0), (3, 0))}


@pytest.mark.parametrize("game", ["bauerchen", "bohemian-watten", "gras", "watten"])
def test_unknown_entered_trump_is_a_finding(game: str) -> None:
    table = Table()
    table.observe(GameStarted(game, (0, 1, 2, 3), 0))
    tricks = TRICKS.get(game, ((0, 3), (1, 2), (2, 0), (3, 0)))
    (finding,) = table.observe(TricksEntered(tricks, "XX"))
    assert finding.kind is Kind.UNKNOWN_CALL
    assert table.score is None
    trump = next(iter(all_games()[game]().all_trumps))
    assert Kind.UNKNOWN_CALL not in {findings.kind for findings in table.observe(TricksEntered(tricks, trump))}
    assert table.score is not None
    assert table.trump == trump
