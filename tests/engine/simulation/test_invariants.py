"""Invariants of every game, variant and number of players; added games are included."""

from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.cards import SEATS, Card
from engine.events import CardLaid, GameStarted, TrickGathered
from engine.games import all_games, game
from engine.rules.game import Game
from engine.rules.house_rules import Rules
from engine.simulation.evening import Simulation, simulation
from engine.simulation.playouts import random_card, simple_card
from engine.state.table import Table
from lab.benchmarks.rules.fuzzed_events import Mischief
from lab.benchmarks.rules.invariant_checks import amendment_violations, answers, deal_violations, journal_violations
from tests.support.examples import examples

pytestmark = pytest.mark.slow

TABLES = [
    pytest.param(name, players, id=f"{name}_{players}")
    for name, kind in all_games().items()
    for players in kind.players
]
PRESETS = [
    pytest.param(name, preset, id=f"{name}_{preset or 'usual'}")
    for name, kind in all_games().items()
    for preset in ("", *kind.book.presets)
]
seeds = st.integers(0, 2**32)
hasty = settings(
    max_examples=examples(15),
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a seed does not get simpler by being smaller
)


def house(name: str, random: Random) -> Rules:
    """Returns a preset, or every switch by lot."""
    book = all_games()[name].book
    presets = [preset.rules for preset in book.presets.values()]
    drawn = Rules(book.switches, {switch.name: random.choice(switch.values) for switch in book.switches})
    return random.choice([drawn, *presets][: 1 + len(presets)]) if random.random() < 0.5 else drawn


def begun(name: str, players: int, seed: int) -> Simulation:
    random = Random(seed)
    rules = dict(house(name, random).changes)
    return simulation(name, players, seed, rules, random.choice((random_card, simple_card)))


def evening(name: str, players: int, seed: int, deals: int = 4) -> Simulation:
    simulated = begun(name, players, seed)
    while deals and simulated.table.step.phase != "over":
        simulated.play_deal()
        deals -= 1
    return simulated


@pytest.mark.parametrize(("name", "players"), TABLES)
@hasty
@given(seeds)
def test_legal_deals_are_whole(name: str, players: int, seed: int) -> None:
    """Nothing is found, every card is somewhere and just once, each trick has one taker, the score is whole."""
    simulated = begun(name, players, seed)
    for _ in range(6):
        if simulated.table.step.phase == "over":
            break
        simulated.play_deal()
        assert deal_violations(simulated) == []


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_legal_deals_are_whole_under_every_preset(name: str, preset: str) -> None:
    chosen = game(name, preset=preset or None)
    for players in chosen.players:
        simulated = simulation(name, players, players, dict(chosen.rules.changes))
        for _ in range(5):
            if simulated.table.step.phase == "over":
                break
            simulated.play_deal()
            assert deal_violations(simulated) == []


def test_violated_invariants_are_reported() -> None:
    simulated = simulation(seed=3)
    simulated.play_deal()
    assert deal_violations(simulated) == []
    simulated.dealing.stock.append(simulated.hands_dealt[0][0])
    card = str(simulated.hands_dealt[0][0])
    assert deal_violations(simulated) == [f"cards not just once: {{'{card}': 2}}"]
    revoked = simulation(seed=3)
    revoked.play_deal(revoke_at=4)
    assert any("found revoke" in what for what in deal_violations(revoked))


@pytest.mark.parametrize(("name", "players"), TABLES)
@hasty
@given(seeds)
def test_journal_is_equal_in_every_format(name: str, players: int, seed: int) -> None:
    assert journal_violations(evening(name, players, seed).events) == []


@pytest.mark.parametrize(("name", "players"), TABLES)
@hasty
@given(seeds)
def test_amended_journal_equals_the_correct_one(name: str, players: int, seed: int) -> None:
    assert amendment_violations(evening(name, players, seed, deals=2).events, Random(seed)) == []


@pytest.mark.parametrize(("name", "players"), TABLES)
@hasty
@given(seeds)
def test_random_events_never_raise(name: str, players: int, seed: int) -> None:
    """Everything is asked after each event; `journal_violations` looks at whose turn it is as well."""
    journal = mischief(name, players, seed)
    table = Table()
    for event in journal:
        table.observe(event)
        answers(table)
        assert set(table.tallies) == set(table.seats)
    assert journal_violations(journal) == []


def mischief(name: str, players: int, seed: int) -> list[object]:
    """Returns an evening that begins well and ends anyhow."""
    random = Random(seed)
    simulated = begun(name, players, seed)
    reported: list[object] = list(simulated.events)
    if random.random() < 0.5:
        simulated.play_deal()
        reported = list(simulated.events[: random.randrange(2, len(simulated.events))])
    made = Mischief(simulated.game, random)
    while len(reported) < 45:
        reported.append(made.event(len(reported)))
    return reported


@pytest.mark.parametrize(("name", "players"), [table for table in TABLES if table.values[1] < len(SEATS)])
def test_gathering_by_an_empty_seat_never_gives_it_the_turn(name: str, players: int) -> None:
    simulated = simulation(name, players, 1)
    while not any(isinstance(event, CardLaid) for event in simulated.events):
        simulated.play_deal()  # all but one may have folded
    cut = next(index for index, event in enumerate(simulated.events) if isinstance(event, CardLaid)) + 1
    strangers = [seat for seat in SEATS if seat not in simulated.table.seats]
    for length in (2, cut, cut + 1, len(simulated.events) - 1):
        for seat in strangers:
            table = Table.from_journal([*simulated.events[:length], TrickGathered(seat)])
            assert table.turn in (None, *table.seats)


@pytest.mark.parametrize("name", all_games())
def test_cards_of_every_pack_may_lie_on_the_table(name: str) -> None:
    kind = all_games()[name]
    for card in (Card("S", "6"), Card("C", "J"), Card("H", "2")):
        table = Table()
        table.observe(GameStarted(name, _seats(kind), 0))
        table.observe(CardLaid(0, card))
        assert answers(table)


def _seats(kind: type[Game]) -> tuple[int, ...]:
    return tuple(range(max(kind.players)))
