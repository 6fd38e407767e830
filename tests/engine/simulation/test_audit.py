"""Whole deals under any house rules: no false finding; planted revokes are proved at the first provable play."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.bohemian_watten.game import BohemianWatten
from engine.simulation.audit import audited_deals
from engine.simulation.playouts import random_card, simple_card
from tests.support.examples import examples, one_in

GAME = BohemianWatten.name
CASES = product((2, 3, 4), (random_card, simple_card))
TABLES = one_in(5, (pytest.param(players, policy, id=f"{players}_{policy.__name__}") for players, policy in CASES))


@pytest.mark.parametrize(("players", "policy"), TABLES)
def test_legal_deals_bring_no_finding(players: int, policy: object) -> None:
    for deal in audited_deals(GAME, examples(300), players, "legal", policy):  # type: ignore[arg-type]
        assert deal.recorded_findings == ()


@pytest.mark.parametrize(("players", "policy"), TABLES)
def test_planted_revokes_are_proved_at_the_first_provable_play(players: int, policy: object) -> None:
    count = examples(120)
    planted = [deal for deal in audited_deals(GAME, count, players, "revoke", policy, revokes=True) if deal.planted]  # type: ignore[arg-type]
    assert len(planted) > count // 2
    for deal in planted:
        assert deal.provable is not None
        assert deal.position_of_proof == deal.provable
        assert deal.false_findings == ()
        assert deal.delay is not None
        assert deal.delay >= 0


def test_the_oracle_judges_whatever_was_played_if_it_is_asked() -> None:
    """Also deals in which no hand gave the choice to revoke."""
    deals = list(audited_deals(GAME, 60, 2, "judged", revokes=True))
    assert {deal.planted is None for deal in deals if deal.plays} == {True, False}
    assert all(deal.is_audited == bool(deal.plays) for deal in deals)
    assert not any(deal.is_audited for deal in audited_deals(GAME, 3, 2, "legal"))


@given(seed=st.integers(0, 2**32), players=st.sampled_from((2, 3, 4)))
@settings(max_examples=examples(40))
def test_under_any_house_rules(seed: int, players: int) -> None:
    random = Random(seed)
    rules = {switch.name: random.choice(switch.values) for switch in BohemianWatten.book.switches}
    for deal in audited_deals(GAME, 4, players, seed, rules=rules):
        assert deal.false_findings == ()
    for deal in audited_deals(GAME, 4, players, seed, revokes=True, rules=rules):
        assert deal.position_of_proof == deal.provable
        assert deal.false_findings == ()


@pytest.mark.slow
def test_many_legal_deals_bring_no_finding() -> None:
    for players in (2, 3, 4):
        for deal in audited_deals(GAME, 500, players, "many"):
            assert deal.recorded_findings == ()
