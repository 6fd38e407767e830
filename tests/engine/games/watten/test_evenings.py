"""Watten: whole evenings under every preset and number of players, also with random amendments and illegal events."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.events import Amended, Announced, CardLaid, Ruled
from engine.games.watten.game import Watten
from engine.rules.findings import Kind
from engine.simulation.evening import Simulation, simulation
from engine.state.table import Table
from lab.benchmarks.rules.fuzzed_events import Mischief
from lab.benchmarks.rules.invariant_checks import amendment_violations, answers, deal_violations, journal_violations
from tests.support.examples import examples

pytestmark = pytest.mark.slow

PRESETS = Watten.book.presets
THREE = ("duels", "dealer_and_back", "all_play")
SEEDS = st.integers(0, 10**6)
quick = settings(max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow])


def house(random: Random) -> dict[str, object]:
    """Returns a preset by lot, with some switches otherwise."""
    rules: dict[str, object] = dict(PRESETS[random.choice(sorted(PRESETS))].rules.changes)
    odd = [switch for switch in Watten.book.switches if random.random() < 0.15]
    return rules | {switch.name: random.choice(switch.values) for switch in odd}


def evening(
    seed: int, deals: int = 3, rules: dict[str, object] | None = None, players: int | None = None
) -> Simulation:
    random = Random(seed)
    chosen = house(random) if rules is None else rules
    simulated = simulation("watten", players or random.choice([2, 3, 4]), seed, chosen)
    for _ in range(deals):
        if simulated.table.phase != "over":
            simulated.play_deal()
    return simulated


WAYS = [(2, "duels"), (4, "duels"), *((3, three) for three in THREE)]
"""In how many, and in which way three of them play."""


@pytest.mark.parametrize(
    ("preset", "players", "three"),
    [(preset, *WAYS[(place + more) % len(WAYS)]) for place, preset in enumerate(PRESETS) for more in (0, 2)],
)
def test_a_game_played_by_the_rules_brings_no_finding(preset: str, players: int, three: str) -> None:
    rules = dict(PRESETS[preset].rules.changes) | {"three": three}
    simulated = simulation("watten", players, 7, rules)
    for _ in range(40):
        if simulated.table.phase == "over":
            break
        simulated.play_deal()
        assert deal_violations(simulated) == []
        assert simulated.table.phase in ("scored", "over")
    assert simulated.table.phase == "over"
    assert sum(simulated.table.standing["bummerl"].values()) >= 1


@quick
@given(SEEDS)
def test_journal_equals_its_text_step_by_step_and_after_amendments(seed: int) -> None:
    simulated = evening(seed)
    assert simulated.findings == []
    assert journal_violations(simulated.events) == []
    assert amendment_violations(simulated.events, Random(seed)) == []


@quick
@example(131071)  # a striker named after tricks were entered that began another deal
@given(SEEDS)
def test_random_calls_never_raise(seed: int) -> None:
    """What the game then offers is never found fault with, and somebody who is asked can always answer."""
    random = Random(seed)
    table = Table.from_journal(evening(seed, 1).events)
    game = table.game
    assert game is not None
    mischief = Mischief(game, random)
    for _ in range(40):
        fact = mischief.fact(len(table.journal))
        if not isinstance(fact, Ruled):
            table.observe(fact)
        assert table.deal is not None
        options = game.options(table.deal)
        assert options or table.phase not in ("announce", "answer", "reveal")
        if options and random.random() < 0.5:
            position = len(table.journal)
            findings = table.observe(random.choice(options))
            assert [one for one in findings if one.position == position] == []
    assert table.next_dealer in table.seats
    assert answers(table) == answers(Table.from_journal(table.journal))


@quick
@given(SEEDS)
def test_undone_and_redone_deal_is_equal(seed: int) -> None:
    events = list(evening(seed, 1).events)
    told = Table.from_journal(events)
    position = Random(seed).randrange(1, len(events))
    redone = Table.from_journal([*events, Amended(position), Amended(len(events))])
    assert (redone.tallies, redone.findings, redone.step) == (told.tallies, told.findings, told.step)


@quick
@given(SEEDS)
def test_simulated_deals_have_no_wild_or_krank_bids(seed: int) -> None:
    simulated = evening(seed, 4)
    kinds = {misdeed_kind for misdeed in simulated.deal.misdeeds.values() for misdeed_kind in misdeed.kinds}
    assert not kinds & {Kind.WILD_BID, Kind.KRANK_BID}


def test_sampled_evenings_cover_all_calls() -> None:
    """The evenings are meaningful samples: every call occurs, and some round ends early."""
    said, early = set(), 0
    for seed in range(60):
        simulated = evening(seed, 6, {}, 4)
        said |= {event.call for event in simulated.events if isinstance(event, Announced)}
        laid = sum(isinstance(event, CardLaid) for event in simulated.events)
        early += laid < 20 * len(simulated.table.history)
    assert said == {"striker", "trump", "better", "swap", "accept", "refuse", "bid", "hold", "go", "strike"}
    assert early > 0


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
    assert table.game is not None
    side = table.game.side_of(revoker, table.seats)
    assert all(table.tallies[seat] == 0 for seat in side)
    if penalty == "bummerl":
        assert (table.phase, set(table.result.losers)) == ("over", set(side))
    else:
        assert table.phase == "scored"
        assert all(table.tallies[seat] >= 2 for seat in table.seats if seat not in side)
