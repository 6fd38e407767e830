"""Watten under any preset and house rules: whatever is called, it goes on; a counted revoke ends the round."""

from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.events import Ruled
from engine.games.watten.game import Watten
from engine.simulation.evening import Simulation, simulation
from engine.state.table import Table
from lab.benchmarks.rules.fuzzed_events import Mischief
from lab.benchmarks.rules.invariant_checks import answers
from tests.support.examples import examples

pytestmark = pytest.mark.slow

PRESETS = Watten.book.presets
SEEDS = st.integers(0, 10**6)
quick = settings(max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow])


def house(random: Random) -> dict[str, object]:
    """Returns a preset by lot, with some switches otherwise."""
    rules: dict[str, object] = dict(PRESETS[random.choice(sorted(PRESETS))].rules.changes)
    odd = [switch for switch in Watten.book.switches if random.random() < 0.15]
    return rules | {switch.name: random.choice(switch.values) for switch in odd}


def deal(seed: int) -> Simulation:
    random = Random(seed)
    rules = house(random)
    simulated = simulation("watten", random.choice([2, 3, 4]), seed, rules)
    simulated.play_deal()
    return simulated


@quick
@example(131071)  # a striker named after tricks were entered that began another deal
@given(SEEDS)
def test_random_calls_never_raise(seed: int) -> None:
    """What the game then offers is never found fault with, and somebody who is asked can always answer."""
    random = Random(seed)
    table = Table.from_journal(deal(seed).events)
    game = table.game
    assert game is not None
    mischief = Mischief(game, random)
    for _ in range(40):
        fact = mischief.fact(len(table.journal))
        if not isinstance(fact, Ruled):
            table.observe(fact)
        options = game.options(table.current_deal)
        assert options or table.phase not in ("announce", "answer", "reveal")
        if options and random.random() < 0.5:
            position = len(table.journal)
            findings = table.observe(random.choice(options))
            assert [one for one in findings if one.position == position] == []
    assert table.next_dealer in table.seats
    assert answers(table) == answers(Table.from_journal(table.journal))


@quick
@given(SEEDS, st.sampled_from(["two_points", "stake", "bummerl"]))
def test_a_counted_revoke_always_ends_the_round(seed: int, penalty: str) -> None:
    simulated = simulation("watten", 4, seed, {"revoke_penalty": penalty})
    simulated.play_deal(revoke_at=0)
    if simulated.planted is None:
        return
    table = simulated.table
    table.observe(Ruled(simulated.planted.position, "counted"))
    revoker = simulated.planted.seat
    side = table.current_game.side_of(revoker, table.seats)
    assert all(table.tallies[seat] == 0 for seat in side)
    if penalty == "bummerl":
        assert (table.phase, set(table.result.losers)) == ("over", set(side))
    else:
        assert table.phase == "scored"
        assert all(table.tallies[seat] >= 2 for seat in table.seats if seat not in side)
