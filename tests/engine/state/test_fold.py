"""The fold: an amended journal equals the correct one, and no event raises."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from engine.amendments import effective_facts
from engine.events import Amended, CardLaid, DealStarted, GameStarted, Ruled
from engine.notation.explain_findings import sentence
from engine.rules.findings import Kind
from engine.rules.house_rules import RuleError
from engine.simulation.evening import simulation
from engine.state.match import BadGame
from engine.state.table import Table
from tests.support.examples import examples
from tests.support.journals import evening, facts, journals, with_random_events

if TYPE_CHECKING:
    from random import Random

    from engine.events import Event

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
def test_observing_events_equals_folding_the_journal(seed: int, random: Random) -> None:
    journal = with_random_events(evening(seed), random)
    table = Table()
    for event in journal:
        table.observe(event)
    assert state(table) == state(Table.from_journal(journal))


@patient
@given(st.integers(0, 10**6), randoms)
def test_amended_journal_equals_the_correct_one(seed: int, random: Random) -> None:
    """The amended table has the state of a table that observed only the effective facts."""
    journal = with_random_events(evening(seed), random)
    # A ruling names its event by position, which inserted events move.
    assume(not any(isinstance(fact, Ruled) for _, fact in effective_facts(journal)))
    amended, right = Table.from_journal(journal), Table()
    for _, fact in effective_facts(journal):
        right.observe(fact)
    assert (amended.step, amended.tallies, amended.next_dealer) == (right.step, right.tallies, right.next_dealer)
    kinds = [[(finding.kind, finding.seat, finding.card) for finding in table.findings] for table in (amended, right)]
    assert kinds[0] == kinds[1]


@patient
@given(st.integers(0, 10**6), randoms)
def test_undo_and_redo(seed: int, random: Random) -> None:
    journal = evening(seed)
    table = Table.from_journal(journal)
    before = state(table)
    table.observe(Amended(random.randrange(1, len(journal))))
    table.observe(Amended(len(journal)))
    after = state(table)
    assert after["verdicts"][: len(journal)] == before["verdicts"]
    assert {key: value for key, value in after.items() if key != "verdicts"} == {
        key: value for key, value in before.items() if key != "verdicts"
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


def mistold(journal: list[Event], place: int, how: str, random: Random) -> list[Event]:
    """Returns a journal in which one event was missed, doubled, told too late, or seen from the wrong seat."""
    event, rest = journal[place], journal[place + 1 :]
    if how == "missed":
        return journal[:place] + rest
    if how == "doubled":
        return [*journal[:place], event, event, *rest]
    if how == "late":
        return [*journal[:place], *rest[:1], event, *rest[1:]]
    if isinstance(event, CardLaid):
        event = replace(event, seat=random.randrange(4))
    return [*journal[:place], event, *rest]


@patient
@given(st.integers(0, 10**6), st.sampled_from(["missed", "doubled", "late", "seat"]), randoms)
def test_single_camera_fault_proves_no_revoke(seed: int, how: str, random: Random) -> None:
    simulated = simulation(players=random.choice([2, 3, 4]), seed=seed)
    simulated.play_deal()
    journal = list(simulated.events)
    for place in range(2, len(journal)):
        table = Table.from_journal(mistold(journal, place, how, random))
        assert not {Kind.REVOKE, Kind.REVOKE_AMONG} & {finding.kind for finding in table.findings}


@patient
@given(st.integers(0, 10**6), randoms)
def test_table_accepts_random_events(seed: int, random: Random) -> None:
    """Whatever happens, it goes on, and every finding has a sentence in both languages."""
    table = Table()
    for event in with_random_events(with_random_events(evening(seed), random), random):
        for finding in table.observe(event):
            assert table.game is not None
            assert all(len(words) > 5 for words in sentence(finding, table.game))


anything = facts.filter(lambda fact: not isinstance(fact, GameStarted))


@patient
@given(st.sampled_from([(0, 2), (0, 1, 2), (0, 1, 2, 3)]), journals(anything, max_size=40))
def test_random_events_never_raise(seats: tuple[int, ...], journal: list[Event]) -> None:
    table = Table()
    table.observe(GameStarted("bohemian-watten", seats, seats[0]))
    for event in journal:
        table.observe(replace(event, position=event.position + 1) if isinstance(event, Amended) else event)
        assert set(table.tallies) == set(seats)
        assert table.turn in (None, *seats)
    assert table.findings == Table.from_journal(table.journal).findings
