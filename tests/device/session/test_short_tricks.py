"""Tricks that are gathered with fewer cards than players: the table is asked for them, and nobody is accused."""

from itertools import combinations
from random import Random

import pytest

from device.session.controller import SessionController
from engine.events import CardLaid, TrickGathered
from engine.games import all_games
from engine.rules.findings import Kind
from tests.support.examples import one_in
from tests.support.session_script import in_play, landed_surely, legal_deal
from vision.types import TableCleared

TRICK = ("L7>0@1", "L8>1@2", "L10>2@3", "LA>3@4")
RECORDED = [kept for count in (1, 2, 3) for kept in combinations(TRICK, count)]


def accusations(controller: SessionController) -> list[Kind]:
    return [one.kind for one in controller.table.findings if not one.suspects_camera]


@pytest.mark.parametrize("clear", ["clear", "clear>2"])
@pytest.mark.parametrize("kept", RECORDED, ids=" ".join)
def test_short_trick_is_a_question_and_no_misdeed(kept: tuple[str, ...], clear: str) -> None:
    controller = in_play(f"{' '.join(kept)} {clear}")
    assert controller.question is not None
    assert controller.question.finding is not None
    assert (controller.question.finding.kind, accusations(controller)) == (Kind.SHORT_TRICK, [])


@pytest.mark.parametrize(
    ("script", "tricks", "trick"),
    [
        pytest.param("clear LK>3", ["0:L7 1:L8 2:L10 3:LK"], "", id="the card is shown"),
        pytest.param("clear L9>3 lift:L9 LO>2", ["0:L7 1:L8 2:L10 3:L9"], "2:LO", id="it is put back"),
        pytest.param("clear LK>3 LO>0", ["0:L7 1:L8 2:L10"], "3:LK 0:LO", id="play goes on over it"),
        pytest.param("clear>2 L9>3 LO>2", ["0:L7 1:L8 2:L10 3:L9"], "2:LO", id="another seat leads"),
        pytest.param("clear>2 LK LO>3", ["0:L7 1:L8 2:L10"], "2:LK 3:LO", id="from a hand that was not seen"),
    ],
)
def test_card_beside_the_question_is_led_if_play_goes_on(script: str, tricks: list[str], trick: str) -> None:
    """In answer to the question it is shown; it is the lead of a seat whose card, not seen, took the trick."""
    controller = in_play(f"L7>0 L8>1 L10>2 {script}")
    deal = controller.view.deal
    assert [[f"{play.seat}:{play.card}" for play in each.plays] for each in (*deal.tricks, deal.trick)] == [
        *(each.split() for each in tricks),
        trick.split(),
    ]
    assert accusations(controller) == []


@pytest.mark.parametrize(
    ("game", "players"), one_in(3, [(name, count) for name, game in all_games().items() for count in game.players])
)
@pytest.mark.parametrize("is_noticed", [True, False], ids=["a hand was seen", "no hand was seen"])
@pytest.mark.parametrize("seed", one_in(4, range(4)))
def test_missed_card_accuses_nobody_in_legal_deals_of_all_games(
    game: str, players: int, seed: int, is_noticed: bool
) -> None:
    """The question is left open. *is_noticed*: the tracker says of the next card that it may have missed one."""
    _, controller, events = legal_deal(game, players, seed)
    missed = Random(seed).choice([event for event in events if isinstance(event, CardLaid)][:-players])
    after_rest = True
    for time, event in enumerate(events):
        if event is missed:
            after_rest = not is_noticed
        elif isinstance(event, CardLaid):
            controller.handle_sighting(landed_surely(event.card, event.seat, time, after_rest=after_rest))
            after_rest = True
        elif isinstance(event, TrickGathered):
            controller.handle_sighting(TableCleared(event.seat, players))
        else:
            controller.adopt([event])
    calls = {Kind.CALL_OUT_OF_TURN, Kind.CALL_NOT_ALLOWED}  # a menu offers only those of the turn that is recorded
    assert set(accusations(controller)) <= calls
