"""Bauerchen: properties of whole random deals, with and without revokes, house rules and amendments."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import FRENCH_20
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardsShown,
    DealStarted,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)
from engine.games.bauerchen.game import Bauerchen
from engine.notation.record import read, write
from engine.simulation.evening import simulation
from engine.state.table import Table
from tests.support.bauerchen_tables import FOUR
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


EXTRA = st.one_of(
    st.builds(Announced, st.sampled_from(FOUR), st.sampled_from(["trump", "meld"]), st.sampled_from([*"CSHD", ""])),
    st.builds(Announced, st.sampled_from(FOUR), st.sampled_from(["double", "ledig", "misdeal"])),
    st.builds(CardLaid, st.sampled_from(FOUR), st.sampled_from(FRENCH_20.cards)),
    st.builds(CardsShown, st.sampled_from(FOUR), st.lists(st.sampled_from(FRENCH_20.cards), max_size=2).map(tuple)),
    st.builds(TrickGathered, st.none() | st.sampled_from(FOUR)),
    st.builds(UpcardTurned, st.sampled_from(FRENCH_20.cards)),
    st.builds(TricksEntered, st.just(((0, 60), (1, 70))), st.sampled_from(["", "H", "X"])),
    st.builds(Ruled, st.integers(2, 30), st.sampled_from(["taken_back", "counted", "stands"])),
    st.builds(DealStarted, st.sampled_from(FOUR)),
)


@given(seed=st.integers(0, 2**32), extra=st.lists(st.tuples(st.integers(2, 60), EXTRA), max_size=6), data=st.data())
@settings(max_examples=examples(60))
@pytest.mark.slow
def test_the_fold_is_the_same_after_amendments_and_as_text(
    seed: int, extra: list[tuple[int, object]], data: st.DataObject
) -> None:
    random = Random(seed)
    rules = {switch.name: random.choice(switch.values) for switch in Bauerchen.book.switches}
    simulated = simulation("bauerchen", 4, seed, rules)
    for _ in range(2):
        simulated.play_deal(random.choice([None, 3]))
    table = Table.from_journal(simulated.events)
    assert (table.tallies, table.findings) == (simulated.table.tallies, simulated.table.findings)
    journal = list(simulated.events)
    for place, fact in extra:
        aim = min(place, len(journal) - 1)
        journal.append(Amended(aim, fact, before=data.draw(st.booleans())))  # type: ignore[arg-type]
        table.observe(journal[-1])
        anew = Table.from_journal(journal)
        assert (table.tallies, table.findings, table.step) == (anew.tallies, anew.findings, anew.step)
    assert read(write(journal)) == journal
