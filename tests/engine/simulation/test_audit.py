"""Whole deals under any house rules: no false finding; planted revokes are proved at the first provable play."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import all_games
from engine.games.bohemian_watten.game import BohemianWatten
from engine.simulation.audit import audited_deals
from engine.simulation.playouts import Policy, random_card, simple_card
from tests.support.examples import examples, one_in

GAME = BohemianWatten.name
TABLES = [(name, players) for name, kind in all_games().items() for players in kind.players]
CASES = [
    pytest.param(*table, policy, id=f"{'_'.join(map(str, table))}_{policy.__name__}")
    for policy in (random_card, simple_card)
    for table in TABLES
]


@pytest.mark.parametrize(("name", "players", "policy"), one_in(40, CASES))
def test_legal_deals_bring_no_finding(name: str, players: int, policy: Policy) -> None:
    for deal in audited_deals(name, examples(60), players, "legal", policy):
        assert deal.recorded_findings == ()


@pytest.mark.parametrize(("name", "players", "policy"), one_in(40, CASES))
def test_planted_revokes_are_proved_at_the_first_provable_play(name: str, players: int, policy: Policy) -> None:
    """In Watten only some cards have duties, and most deals are decided before the last card."""
    planted, deals = 0, 120 if name == "watten" else examples(120)
    for deal in audited_deals(name, deals, players, "revoke", policy, revokes=True):
        planted += deal.planted is not None
        assert deal.false_findings == ()
        if deal.is_audited:
            assert deal.position_of_proof == deal.provable
            assert name != GAME or deal.planted is None or (deal.delay is not None and deal.delay >= 0)
    assert planted > (0 if name == "watten" else deals // 2)


@pytest.mark.slow
def test_the_oracle_judges_whatever_was_played_if_it_is_asked() -> None:
    """Also deals in which no hand gave the choice to revoke."""
    deals = list(audited_deals(GAME, 60, 2, "judged", revokes=True))
    assert {deal.planted is None for deal in deals if deal.plays} == {True, False}
    assert all(deal.is_audited == bool(deal.plays) for deal in deals)
    assert not any(deal.is_audited for deal in audited_deals(GAME, 3, 2, "legal"))


@pytest.mark.slow
@given(seed=st.integers(0, 2**32), table=st.sampled_from(TABLES))
@settings(max_examples=examples(60))
def test_under_any_house_rules(seed: int, table: tuple[str, int]) -> None:
    name, players = table
    random = Random(seed)
    rules = {switch.name: random.choice(switch.values) for switch in all_games()[name].book.switches}
    for deal in audited_deals(name, 4, players, seed, rules=rules):
        assert deal.false_findings == ()
    for deal in audited_deals(name, 4, players, seed, revokes=True, rules=rules):
        assert deal.false_findings == ()
        if deal.is_audited:
            assert deal.position_of_proof == deal.provable
