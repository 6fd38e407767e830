"""Cards that lay there when the camera began to look: one printed on a box is no play, one laid before is."""

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from device.session.controller import SessionController
from engine.cards import Card
from engine.events import CardLaid, Event, TrickGathered, UpcardTurned
from engine.games import all_games
from engine.rules.findings import Kind
from tests.support.examples import one_in
from tests.support.session_script import go, in_play, landed_surely, legal_deal, observation
from vision.types import CardLanded, TableCleared

GAMES = [(name, count) for name, game in all_games().items() for count in game.players]
CALLS = {Kind.CALL_OUT_OF_TURN, Kind.CALL_NOT_ALLOWED}


def lying(card: Card) -> CardLanded:
    return replace(landed_surely(card, 0, 0.0), seat=None, seat_confidence=0.0, was_present=True)


def plays(controller: SessionController) -> list[tuple[int, Card]]:
    return [(fact.seat, fact.card) for fact in controller.view.plays().values()]


def plays_of(events: Collection[Event]) -> list[tuple[int, Card]]:
    return [(event.seat, event.card) for event in events if isinstance(event, CardLaid)]


def watch(controller: SessionController, event: Event, time: float) -> None:
    match event:
        case CardLaid(seat, card):
            controller.handle_sighting(landed_surely(card, seat, time))
        case UpcardTurned(card):
            controller.handle_sighting(landed_surely(card, controller.view.deal.dealer, time))
        case TrickGathered(seat):
            controller.handle_sighting(TableCleared(seat, len(controller.view.players)))
        case _:
            controller.record(event)


def accusations(controller: SessionController) -> set[Kind]:
    return {one.kind for one in controller.table.findings if not one.suspects_camera} - CALLS


@pytest.mark.parametrize(
    ("game", "players", "seed"), one_in(16, ((*each, seed) for each in GAMES for seed in range(2)))
)
def test_card_on_a_box_changes_no_deal(game: str, players: int, seed: int) -> None:
    """Wherever the restart is, and also if the card of that name is laid later in the deal."""
    *_, events = legal_deal(game, players, seed)
    pack = all_games()[game].pack.cards
    last = max(place for place, event in enumerate(events) if isinstance(event, CardLaid))
    for start in Random(seed).sample(range(last + 1), 5):
        _, controller, _ = legal_deal(game, players, seed)
        seen = {event.card for event in events[:start] if isinstance(event, CardLaid | UpcardTurned)}
        box = Random(start).choice([card for card in pack if card not in seen])
        for time, event in enumerate(events):
            if time == start:
                controller.handle_sighting(lying(box))
            watch(controller, event, float(time))
        assert (plays(controller), controller.table.findings) == (plays_of(events), ())


@pytest.mark.parametrize(
    ("game", "players", "seed"), one_in(16, ((*each, seed) for each in GAMES for seed in range(2)))
)
def test_cards_laid_during_a_power_cut_are_plays(game: str, players: int, seed: int) -> None:
    """One card, or several, up to the end of their trick; an upcard may lie there from before."""
    *_, events = legal_deal(game, players, seed)
    upcards = {event.card for event in events if isinstance(event, UpcardTurned)}
    ends = [-1, *(place for place, event in enumerate(events) if isinstance(event, TrickGathered)), len(events)]
    spans = [
        (first, last)
        for begin, end in pairwise(ends)
        for first in range(begin + 1, end)
        for last in range(first + 1, end + 1)
        if end < len(events)
        and all(isinstance(event, CardLaid) and event.card not in upcards for event in events[first:last])
    ]
    for first, last in Random(seed).sample(spans, 5):
        _, controller, _ = legal_deal(game, players, seed)
        for time, event in enumerate(events):
            if first <= time < last:
                assert isinstance(event, CardLaid)
                controller.handle_sighting(lying(event.card))
            else:
                watch(controller, event, float(time))
        assert (plays(controller), accusations(controller)) == (plays_of(events), set()), events[first:last]


@pytest.mark.parametrize(
    ("script", "expected", "accused"),
    [
        pytest.param("L7>0", ["0:L7"], set(), id="the seat at turn lays its card"),
        pytest.param("S7>1", ["0:L9", "1:S7"], set(), id="play goes on over it"),
        pytest.param("L9>1", ["1:L9"], set(), id="it is laid elsewhere"),
        pytest.param("lift:L9 S7>1", ["1:S7"], {Kind.OUT_OF_TURN}, id="it is taken away"),
        pytest.param("L7>0 S8>2", ["0:L7", "2:S8"], {Kind.OUT_OF_TURN}, id="it is not the card that is missed later"),
        pytest.param("S8>2", ["2:S8"], set(), id="more than one card is missed"),
    ],
)
def test_lying_card_is_a_lead_only_if_the_next_seat_goes_on(
    script: str, expected: list[str], accused: set[Kind]
) -> None:
    controller = in_play()
    there = observation("L9")
    assert isinstance(there, CardLanded)
    controller.adopt([])  # what was seen before is forgotten, as by a restart
    assert controller.handle_sighting(replace(there, was_present=True)) == []
    go(controller, script)
    assert [f"{seat}:{card}" for seat, card in plays(controller)] == expected
    assert accusations(controller) == accused


def test_lying_lead_under_cards_of_unknown_hands_accuses_nobody() -> None:
    controller = in_play()
    controller.adopt([])
    there = observation("L9")
    assert isinstance(there, CardLanded)
    controller.handle_sighting(replace(there, was_present=True))
    go(controller, "L7 L8>2")
    assert [one.kind for one in controller.table.findings] == [Kind.MISSED_CARD]
