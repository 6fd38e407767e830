"""A camera that misses, doubles, swaps or doubts a card of a legal deal: questions, but no proved revoke."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import BAVARIAN_32, GERMAN_33, Card
from engine.events import Announced, CardLaid, DealStarted, Event, GameStarted, TrickGathered
from engine.rules.findings import Kind
from engine.simulation.evening import simulation
from engine.state.table import Table
from tests.support.examples import examples, one_in

Fault: TypeAlias = Callable[[list[Event], int, Random], None]


def misses(events: list[Event], index: int, random: Random) -> None:
    del events[index]


def doubles(events: list[Event], index: int, random: Random) -> None:
    events.insert(index, events[index])


def doubts(events: list[Event], index: int, random: Random) -> None:
    laid = events[index]
    assert isinstance(laid, CardLaid)
    wrong, other = random.sample([card for card in BAVARIAN_32.cards if card != laid.card], 2)
    events[index] = replace(laid, card=wrong, doubts=(other, laid.card))


def takes_for_another_seat(events: list[Event], index: int, random: Random) -> None:
    laid = events[index]
    assert isinstance(laid, CardLaid)
    events[index] = replace(laid, seat=random.choice([seat for seat in range(4) if seat != laid.seat]))


def swaps_with_the_next(events: list[Event], index: int, random: Random) -> None:
    if isinstance(events[index + 1], CardLaid):
        events[index], events[index + 1] = events[index + 1], events[index]


def misses_the_gathering_after(events: list[Event], index: int, random: Random) -> None:
    del events[next(later for later in range(index, len(events)) if isinstance(events[later], TrickGathered))]


@pytest.mark.parametrize(
    "fault",
    one_in(3, [misses, doubles, doubts, takes_for_another_seat, swaps_with_the_next, misses_the_gathering_after]),
)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=examples(80))
def test_camera_faults_prove_no_revoke(fault: Fault, seed: int) -> None:
    random = Random(seed)
    simulated = simulation(players=4, seed=seed)
    simulated.play_deal()
    events = list(simulated.events)
    fault(events, random.choice([index for index, event in enumerate(events) if isinstance(event, CardLaid)]), random)
    assert not accusations(events)


def accusations(events: Sequence[Event]) -> list[Kind]:
    findings = Table.from_journal(events).findings
    return [finding.kind for finding in findings if finding.kind in (Kind.REVOKE, Kind.REVOKE_AMONG)]


@pytest.mark.parametrize("place", [0, 1])
def test_nothing_is_owed_on_a_card_of_another_pack(place: int) -> None:
    """The camera has read some other card so; what that demands nobody knows."""
    table = Table.from_journal([GameStarted("watten", (0, 1, 2, 3), 0, (("pack", "bavarian32"),)), DealStarted(0)])
    trick = [*GERMAN_33.parse("HA H9")]
    trick[place] = Card("S", "6")  # the Weli, which this pack lacks
    calls = [Announced(1, "striker", "8"), Announced(0, "trump", "H")]
    plays = [CardLaid(seat, card) for seat, card in zip((1, 2, 3, 0), [*trick, *GERMAN_33.parse("LK EK")], strict=True)]
    later = [TrickGathered(1), CardLaid(1, Card("E", "9")), CardLaid(2, Card("E", "7")), CardLaid(3, Card("H", "7"))]
    found = [finding.kind for event in (*calls, *plays, *later) for finding in table.observe(event)]
    assert Kind.FOREIGN_CARD in found
    assert not {Kind.REVOKE, Kind.REVOKE_AMONG} & set(found)
