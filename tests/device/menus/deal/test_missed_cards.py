"""Questions about cards that the camera may have missed while hands followed one another without a pause."""

from dataclasses import replace

import pytest

from device.menus.deal.corrections import MissedCardMenu
from device.menus.deal.questions import FindingMenu
from engine.events import Amended, Ruled
from engine.rules.findings import Kind
from tests.support.session_script import SECOND, card_laid, cards, events, go, in_play


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


def test_late_card_is_inserted_before_the_card_that_overtook_it() -> None:
    controller = in_play("L7>0 !L10>2")
    assert isinstance(controller.menu, FindingMenu)
    late = replace(card_laid(1, "L8"), after_gap=True)
    assert events(go(controller, "!L8>1")) == [Amended(SECOND, late, before=True)]
    assert [play.card for play in controller.view.deal.trick.plays] == list(cards("L7 L8 L10"))
    assert not controller.table.findings
    assert not isinstance(controller.menu, FindingMenu)


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


def test_the_missed_card_is_picked_first() -> None:
    controller = in_play("L7>0 !L8>2")
    go(controller, "PLAY")
    assert isinstance(controller.menu, MissedCardMenu)


def test_missed_card_entered_by_the_table_is_not_recorded_again() -> None:
    controller = in_play("L7>0 !L8>2")
    go(controller, "PLAY L9")
    assert events(go(controller, "!L9>1")) == []
    assert [play.card for play in controller.view.deal.trick.plays] == list(cards("L7 L9 L8"))
    assert not controller.table.findings


def test_a_card_taken_up_in_the_unrest_is_not_taken_back_by_the_next_play() -> None:
    """It may only have been hidden by a hand."""
    controller = in_play("L7>0 L8>1 lift:L8")
    assert events(go(controller, "!L10>2")) == [replace(card_laid(2, "L10"), after_gap=True)]
    assert [play.card for play in controller.view.deal.trick.plays] == list(cards("L7 L8 L10"))
