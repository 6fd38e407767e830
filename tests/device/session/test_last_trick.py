"""How long the last trick of a deal stays on the display, and after which events it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from device.session.last_trick import LastTrick
from device.session.session_state import RecordedEvent
from engine.events import CardLaid, CardTaken, Ruled, TricksEntered
from tests.support.session_script import card, go, new_controller, observation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.session.controller import SessionController
    from engine.events import Event
    from vision.types import Observation

BEFORE_LAST_CARD = "E9 L7>0 L9>2 clear L8>2 LO>0 clear S8>0 S9>2 clear H7>2 H8>0 clear LK>0"
"""A deal of two in which both play, but for its last card."""
LAST, TAKEN, ENTERED = CardLaid(2, card("LA")), CardTaken(2, card("E9"), "upcard"), TricksEntered(((0, 3), (2, 2)), "L")
RULED = Ruled(8, "stands")


def noted(*events: Event) -> list[RecordedEvent]:
    return [RecordedEvent(position, event, ()) for position, event in enumerate(events)]


def before_last_card() -> SessionController:
    controller = new_controller(2, dealer=2)
    go(controller, BEFORE_LAST_CARD)
    return controller


def shown(now: list[float]) -> tuple[SessionController, LastTrick]:
    """Returns a table that shows the last trick since the first time of *now*."""
    controller = before_last_card()
    last_trick = LastTrick(controller.view, lambda: now[0])
    last_trick.update(observation("LA>2"), go(controller, "LA>2"), controller.table.score)
    assert controller.view.shows_last_trick
    return controller, last_trick


@pytest.mark.parametrize(
    ("script", "recorded", "is_scored", "is_shown"),
    [
        pytest.param("LA>2", [LAST], True, True, id="a card ends the deal"),
        pytest.param("LA>2", [TAKEN, LAST], True, True, id="what its card proved is noted with it"),
        pytest.param("LA>2", [LAST, RULED], True, True, id="a ruling is noted with it"),
        pytest.param("LA>2", [LAST], False, False, id="a card that ends no deal"),
        pytest.param("LA>2", [RULED], True, False, id="the score follows from a ruling"),
        pytest.param("", [ENTERED], True, False, id="the score is entered by hand"),
        pytest.param("", [LAST], True, False, id="the deal ends within a trick"),
    ],
)
def test_the_last_trick_is_shown_when_its_card_ends_the_deal(
    script: str, recorded: Sequence[Event], is_scored: bool, is_shown: bool
) -> None:
    controller = before_last_card()
    go(controller, script)
    last_trick = LastTrick(controller.view, lambda: 100.0)
    score = shown([100.0])[0].table.score if is_scored else None
    last_trick.update(observation("LA>2"), noted(*recorded), score)
    assert controller.view.shows_last_trick is is_shown


@pytest.mark.parametrize(
    ("seen", "recorded", "is_shown"),
    [
        pytest.param(observation("moves:1.0"), [], True, id="a hand moves over the table"),
        pytest.param(observation("L7"), [], True, id="a card is seen again"),
        pytest.param(observation("clear"), [], False, id="the trick is gathered"),
        pytest.param(None, [], False, id="a button is pressed"),
        pytest.param(observation("L7"), [RULED], False, id="something is recorded"),
    ],
)
def test_what_follows_ends_it(seen: Observation | None, recorded: list[Event], is_shown: bool) -> None:
    controller, last_trick = shown([100.0])
    last_trick.update(seen, noted(*recorded), None)
    assert controller.view.shows_last_trick is is_shown


@pytest.mark.parametrize(
    ("later", "is_over"),
    [
        pytest.param(0.0, False, id="at once"),
        pytest.param(4.5, False, id="a moment before"),
        pytest.param(5.5, True, id="after five seconds"),
        pytest.param(-0.5, True, id="the clock was set back"),
    ],
)
def test_it_ends_after_some_seconds(later: float, is_over: bool) -> None:
    now = [100.0]
    controller, last_trick = shown(now)
    now[0] += later
    assert last_trick.expire() is is_over
    assert controller.view.shows_last_trick is not is_over
    assert not last_trick.expire(), "it ends once"


def test_nothing_ends_where_nothing_is_shown() -> None:
    now = [100.0]
    controller, last_trick = shown(now)
    last_trick.end()
    assert not controller.view.shows_last_trick
    now[0] += 60.0
    assert not last_trick.expire()
