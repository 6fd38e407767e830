"""Questions about cards that the camera may have missed while hands followed one another without a pause."""

from dataclasses import replace

import pytest

from engine.events import Amended, Ruled
from engine.rules.findings import Kind
from tests.support.session_script import SECOND, card_laid, events, go, in_play


@pytest.mark.parametrize(
    ("word", "seat", "kinds"),
    [
        pytest.param("!L8>1", 1, [], id="hand and turn agree"),
        pytest.param("!L8~2", 1, [], id="unsure hand: the turn counts"),
        pytest.param("!L8>2", 2, [Kind.MISSED_CARD], id="surely another's hand: a card may be missing"),
        pytest.param("L8>2", 2, [Kind.OUT_OF_TURN], id="the same after a rest: out of turn"),
    ],
)
def test_after_a_gap_no_play_is_out_of_turn(word: str, seat: int, kinds: list[Kind]) -> None:
    controller = in_play("L7>0")
    (noted,) = go(controller, word)
    assert noted.event == replace(card_laid(seat, "L8"), after_gap="!" in word, seat_by_turn="~" in word)
    assert [found.kind for found in noted.findings] == kinds
    assert all(found.suspects_camera == found.kind.value.startswith("missed") for found in noted.findings)


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("PLAY L9", [Amended(SECOND, card_laid(1, "L9"), before=True)], id="the missed card is shown"),
        pytest.param(
            "DOWN PLAY", [Amended(SECOND, replace(card_laid(1, "L8"), after_gap=True))], id="it was the other's hand"
        ),
        pytest.param("DOWN DOWN PLAY", [Ruled(SECOND, "stands")], id="it stands"),
    ],
)
def test_table_answers_what_happened(script: str, expected: list[object]) -> None:
    controller = in_play("L7>0 !L8>2")
    text = controller.screen.text  # type: ignore[attr-defined]
    assert text == "Nord legte [leaves:8]. Fehlt mir davor eine Karte von West?"
    assert events(go(controller, script)) == expected
