"""Plays that are told late are put where they belong by the times at which the cards came to lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.session_script import go, in_play

if TYPE_CHECKING:
    from device.session.controller import SessionController


def trick_after(controller: SessionController, script: str) -> list[tuple[int, str]]:
    """Plays a script and returns seats and cards of the trick."""
    go(controller, script)
    return [(play.seat, str(play.card)) for play in controller.view.deal.trick.plays]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("!L8~3@2.0 !L7~1@1.0", "0:L7 1:L8", id="the lead told second"),
        pytest.param("L7>0@1.0 !L9~3@3.0 !L8~2@2.0", "0:L7 1:L8 2:L9", id="the second card told third"),
        pytest.param("!L8~3@2.0 !L9~3@3.0 !L7~0@1.0", "0:L7 1:L8 2:L9", id="the lead told third"),
        pytest.param("!L8~3@2.0 !L9>2@3.0 !L7~0@1.0", "0:L7 1:L8 2:L9", id="a seat that was seen fits the order"),
        pytest.param("!L8~3@1.2 !L7~1@1.0", "0:L8 1:L7", id="too close to tell which came first"),
        pytest.param("!L8~3@2.0 !L7~1@inf", "0:L8 1:L7", id="nobody knows when it came"),
        pytest.param("!L8~3@inf !L7~1@1.0", "0:L8 1:L7", id="nor when the other did"),
        pytest.param("!L8>0@2.0 !L7~1@1.0", "0:L8 1:L7", id="the hand that led was seen"),
        pytest.param("!L8~3@2.0 !L7>1@1.0", "0:L8 1:L7", id="the hand of the late card was seen"),
        pytest.param("L8@2.0 L7@1.0", "0:L8 1:L7", id="after a rest no card is late"),
    ],
)
def test_a_late_play_goes_before_those_that_overtook_it(script: str, expected: str) -> None:
    plays = [(int(play[0]), play[2:]) for play in expected.split()]
    assert trick_after(in_play(), script) == plays


def test_nobody_is_asked_about_a_late_play() -> None:
    controller = in_play()
    trick_after(controller, "L7>0@1.0 !L9~3@3.0 !L8~2@2.0")
    assert (controller.question, controller.table.findings, controller.view.table.turn) == (None, (), 3)


def test_the_readings_of_an_overtaking_card_stay_its_own() -> None:
    controller = in_play()
    trick_after(controller, "!L8+LU~3@2.0 !L7~1@1.0")
    position = controller.view.deal.trick.plays[1].position
    assert [str(card) for card in controller.view.readings[position]] == ["L8", "LU"]
