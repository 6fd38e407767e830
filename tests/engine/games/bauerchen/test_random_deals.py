"""Bauerchen: properties of whole random deals, with and without revokes, house rules and amendments."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.bauerchen.game import Bauerchen
from engine.simulation.evening import simulation
from tests.support.examples import examples

rule = pytest.mark.rule


@rule("BA5")
@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(60))
def test_the_points_of_a_deal_sum_to_130(seed: int) -> None:
    simulated = simulation("bauerchen", 4, seed, {"target": 31})
    simulated.play_deal()
    four = simulated.game
    assert isinstance(four, Bauerchen)
    points = four.points(simulated.deal)
    if four.ledig(simulated.deal) is None:
        assert sum(points.values()) == 130
    home, away = (sum(points[seat] for seat in side) for side in (four.home(simulated.deal), four.away(simulated.deal)))
    score = simulated.table.score
    assert score is not None
    assert len({score.changes[0], score.changes[2]}) == len({score.changes[1], score.changes[3]}) == 1
    if not simulated.deal.callers("meld", "ledig"):
        assert (sum(score.changes[seat] for seat in four.home(simulated.deal)) > 0) == (home > away)
