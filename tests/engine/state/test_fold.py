"""The fold: what is undone and done again, or inserted, is as if it had always been so; an error changes nothing."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.events import Amended, DealStarted, Event, GameStarted
from engine.rules.house_rules import RuleError
from engine.state.match import BadGame
from engine.state.table import Table
from tests.support.examples import examples
from tests.support.journals import evening

patient = settings(
    max_examples=examples(40),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a shaken evening shrinks too slowly to wait for
)
randoms = st.randoms(use_true_random=False)


def state(table: Table) -> dict[str, Any]:
    positions = range(len(table.journal))
    return {
        "step": table.step,
        "tallies": table.tallies,
        "history": table.history,
        "findings": table.findings,
        "deal": table.deal,
        "next": table.next_dealer,
        "players": table.players,
        "standing": table.standing,
        "verdicts": [table.verdict(position) for position in positions],
    }


@patient
@given(st.integers(0, 10**6), randoms)
def test_a_missed_event_can_be_inserted(seed: int, random: Random) -> None:
    journal = evening(seed, deals=1)
    missed = random.randrange(2, len(journal) - 1)
    table = Table.from_journal([*journal[:missed], *journal[missed + 1 :]])
    table.observe(Amended(missed, journal[missed], before=True))  # type: ignore[arg-type]
    right = Table.from_journal(journal)
    assert (table.step, table.tallies, len(table.findings)) == (right.step, right.tallies, len(right.findings))


def test_an_error_leaves_the_table_as_it_was() -> None:
    table = Table.from_journal(evening(1))
    before = state(table)
    for event in (Amended(10**6), Amended(0, GameStarted("whist", (0, 1), 0)), GameStarted("whist", (0, 1), 0)):
        with pytest.raises(ValueError, match="got"):
            table.observe(event)
    assert state(table) == before


@pytest.mark.parametrize(
    ("event", "error", "message"),
    [
        (GameStarted("bohemian-watten", (0,), 0), BadGame, "got seats 0, expected 2, 3 or 4 different ones"),
        (GameStarted("bohemian-watten", (0, 0), 0), BadGame, "got seats 0 0"),
        (GameStarted("bohemian-watten", (0, 2), 1), BadGame, "got dealer 1, expected one of the seats 0 2"),
        (GameStarted("bohemian-watten", (0, 2), 0, (("x", 1),)), RuleError, "got rule 'x', expected one of"),
    ],
)
def test_a_game_that_cannot_begin(event: Event, error: type[ValueError], message: str) -> None:
    with pytest.raises(error, match=message):
        Table().observe(event)


def test_events_before_a_game_have_no_findings() -> None:
    table = Table()
    assert table.observe(DealStarted(0)) == []
    assert (table.phase, table.turn, table.tallies, table.trump) == ("no_game", None, {}, None)
