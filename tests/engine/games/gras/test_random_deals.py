"""Gras: properties of whole random deals, with and without revokes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.simulation.audit import audited_deals
from engine.simulation.playouts import random_card, simple_card
from tests.support.examples import examples

if TYPE_CHECKING:
    from engine.simulation.playouts import Policy

rule = pytest.mark.rule


TABLES = [pytest.param(players, policy, id=f"{players}_{policy.__name__}") for players in (2, 3, 4)
          for policy in (random_card, simple_card)]  # fmt: skip


@rule("GR5", "GR6")
@pytest.mark.parametrize(("players", "policy"), TABLES)
def test_legal_evenings_bring_no_finding(players: int, policy: Policy) -> None:
    for deal in audited_deals("gras", examples(150), players, "legal", policy):
        assert deal.recorded_findings == ()
        factor = 2 if deal.score.trump == "H" else 1
        assert sum(deal.score.tricks.values()) == 5
        assert sum(change for change in deal.score.changes.values() if change < 0) == -5 * factor


@pytest.mark.parametrize(("players", "policy"), TABLES)
def test_planted_revokes_are_proved_at_the_first_provable_play(players: int, policy: Policy) -> None:
    count = examples(80)
    planted = [deal for deal in audited_deals("gras", count, players, "revoke", policy, revokes=True) if deal.planted]
    assert len(planted) > count // 2
    for deal in planted:
        assert deal.provable is not None
        assert deal.position_of_proof == deal.provable
        assert deal.false_findings == ()
