"""A turned table: other seats, or events before it, change nothing but the numbers of seats and events."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.notation.record import read
from engine.simulation.evening import simulation
from tests.support.journals import with_random_events
from tests.support.turned_table import check_turned

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.txt"))


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_at_a_turned_table(path: Path, turn: int) -> None:
    check_turned(list(read(path.read_text(encoding="utf-8"))), turn)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["bohemian-watten", "bauerchen", "watten", "gras"])
def test_faulty_evenings_at_a_turned_table(game: str, seed: int) -> None:
    played = simulation(game, seed=seed)
    for _ in range(2):
        played.play_deal(revoke_at=seed + 2)
    check_turned(with_random_events(played.events, Random(seed)), 1 + seed % 3)
