"""The controller during the play: (what happened, what happens now) → (events, screen), through the real table."""

from dataclasses import replace

import pytest

from common.texts.words import words_for
from device.menus.deal.questions import DoubtfulCardMenu, FindingMenu, ShortTrickMenu
from device.menus.deal.resting import ShowRestMenu, TrickMenu
from device.screens.base import TileScreen
from device.session.controller import SessionController
from device.settings.table_setup import Setup
from engine.events import Amended, CardLaid, CardsShown
from engine.rules.findings import Kind
from engine.simulation.evening import simulation
from tests.support.case_tables import CaseFile
from tests.support.session_script import (
    GERMAN,
    SECOND,
    card,
    card_laid,
    cards,
    events,
    go,
    in_play,
    new_controller,
    recorded,
)

cases = CaseFile(__file__)


@pytest.mark.parametrize(
    ("word", "seat", "by_turn", "kinds"),
    [
        pytest.param("L8", 1, False, [], id="nobody knows whose hand"),
        pytest.param("L8>1", 1, False, [], id="hand and turn agree"),
        pytest.param("L8~2", 1, False, [], id="unsure hand: the turn counts"),
        pytest.param("L8>2", 2, False, [Kind.OUT_OF_TURN], id="surely another's hand: out of turn"),
        pytest.param("L8>0", 1, True, [], id="who has laid already only reached over, or the turn is wrong"),
    ],
)
def test_play_gets_the_seat_at_turn_or_of_a_certain_hand(
    word: str, seat: int, by_turn: bool, kinds: list[Kind]
) -> None:
    controller = in_play("L7>0")
    noted = go(controller, word)
    assert events(noted) == [replace(card_laid(seat, "L8"), seat_by_turn=by_turn)]
    assert [found.kind for found in noted[0].findings] == kinds


@cases.table
def test_out_of_turn_is_ruled_by_the_table(script: str, expected: str) -> None:
    controller = in_play("L7>0 L8>2")
    assert isinstance(controller.menu, FindingMenu)
    assert controller.screen.text == "Nord legte [leaves:8], aber West ist dran"  # type: ignore[attr-defined]
    assert recorded(controller, script) == expected
    assert isinstance(controller.menu, TrickMenu)


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        pytest.param("lift:L8 L9>1", [], id="another card of the same hand"),
        pytest.param("lift:L8 L10>2", [Kind.MISSED_CARD], id="the next hand: perhaps nothing was taken back"),
        pytest.param("lift:L8 L8 LO>3", [Kind.OUT_OF_TURN], id="it came back: who is due is certain"),
    ],
)
def test_a_wrong_turn_after_a_lift_is_only_asked_about(word: str, kinds: list[Kind]) -> None:
    controller = in_play("L7>0 L8>1")
    noted = go(controller, word)
    assert [found.kind for one in noted for found in one.findings] == kinds


@pytest.mark.parametrize(
    ("word", "seat", "is_inserted"),
    [
        pytest.param("!L7~1", 0, True, id="a hand that has laid its card uncovers the one that was missed"),
        pytest.param("!L7>0", 0, True, id="the hand that was due is seen late"),
        pytest.param("!L7~2", 2, False, id="the next hand lays the next card"),
    ],
)
def test_a_card_found_late_is_the_one_that_was_missed(word: str, seat: int, is_inserted: bool) -> None:
    controller = in_play("!L8>1")
    (event,) = events(go(controller, word))
    late = CardLaid(seat, card("L7"), (), after_gap=True, seat_by_turn="~" in word)
    assert event == (Amended(SECOND - 1, late, before=True) if is_inserted else late)


def test_doubtful_card_raises_a_question_during_play() -> None:
    controller = in_play("L7>0")
    assert events(go(controller, "L8/L9/LU/LO/LK")) == [card_laid(1, "L8", "L9 LU LO")]
    assert isinstance(controller.menu, DoubtfulCardMenu)
    assert controller.state == "question"
    assert controller.screen.tiles[:5] == cards("L8 L9 LU LO LK")  # type: ignore[attr-defined]

    go(controller, "L10")
    assert isinstance(controller.menu, TrickMenu), "it waits while cards are laid"
    assert controller.screen.open_questions == 1  # type: ignore[attr-defined]

    go(controller, "LA clear")
    assert isinstance(controller.menu, DoubtfulCardMenu), "and comes back between tricks"
    assert events(go(controller, "DOWN PLAY")) == [Amended(SECOND, card_laid(1, "L9"))]
    assert isinstance(controller.menu, TrickMenu)


def test_a_sure_card_revises_an_earlier_doubt() -> None:
    controller = in_play("L7>0 L8/L9/LU>1")
    assert events(go(controller, "L8>2")) == [Amended(SECOND, card_laid(1, "L9", "LU L8")), card_laid(2, "L8")]
    go(controller, "LA clear")
    assert isinstance(controller.menu, DoubtfulCardMenu), "soft evidence settles nothing"


def test_card_seen_twice_is_attributed_to_the_camera() -> None:
    controller = in_play("L7>0 L9>1")
    noted = go(controller, "L9+L8>2")
    assert [found.kind for found in noted[0].findings] == [Kind.SEEN_TWICE]
    assert isinstance(controller.menu, DoubtfulCardMenu)
    screen = controller.screen
    assert isinstance(screen, TileScreen)
    named = f"{controller.view.words.token(card('L9'))} Nord?", "Stich 1: West", card("L8")
    assert (screen.title, screen.right, screen.tiles[0]) == named
    assert card("L9") in screen.tiles[:4]
    assert events(go(controller, "PLAY")) == [Amended(SECOND + 1, card_laid(2, "L8"))]
    assert controller.question is None


@cases.table
def test_a_card_seen_twice_that_is_confirmed_leads_to_the_earlier_one(presses: str, expected: str) -> None:
    controller = in_play("L7>0 L9>1 L9+L8>2")
    assert events(go(controller, "DOWN DOWN DOWN PLAY")) == []
    assert (controller.screen.title, controller.screen.right) == (  # type: ignore[attr-defined]
        f"{controller.view.words.token(card('L9'))} West?",
        "Stich 1: Nord",
    )
    assert recorded(controller, presses) == expected
    assert controller.question is None or controller.question.finding.kind != Kind.SEEN_TWICE  # type: ignore[union-attr]


def test_the_missing_lead_of_a_short_trick_goes_before_the_cards_that_were_seen() -> None:
    controller = in_play("!L8>1 !L9>2 !LK>3 clear")
    assert isinstance(controller.menu, ShortTrickMenu)
    assert events(go(controller, "L7")) == [Amended(SECOND - 1, card_laid(0, "L7"), before=True)]
    assert controller.question is None


def test_a_card_of_the_short_trick_itself_gets_the_seat_that_is_asked_about() -> None:
    """Its seat followed from the turn alone, so it is offered first; then the other seat's card was missed."""
    controller = in_play("L7>0 !L8>1 !LK clear")
    assert isinstance(controller.menu, ShortTrickMenu)
    assert (controller.menu.seat, controller.menu.cards[0]) == (3, card("LK"))
    go(controller, "PLAY")
    assert isinstance(controller.menu, ShortTrickMenu)
    assert controller.menu.seat == 2
    assert card("LK") not in controller.menu.cards[:8]
    go(controller, "L9")
    plays = controller.view.deal.tricks[0].plays
    assert [(play.seat, str(play.card)) for play in plays] == [(0, "L7"), (1, "L8"), (2, "L9"), (3, "LK")]
    assert (controller.question, controller.table.findings) == (None, ())


ALL_BUT_ONE = "L7 L8 L10 LA clear LK L9 LU LO clear S8 S9 S10 SU clear SA SK SO H7 clear H9>0 HA>1 H8>2 HU>3"


@pytest.mark.parametrize("word", ["lift:HU HU>3", "lift:HA HA", "lift:H9 lift:HU HU H9"])
def test_a_card_of_the_last_trick_that_is_put_back_begins_no_deal(word: str) -> None:
    controller = in_play(ALL_BUT_ONE)
    assert controller.table.phase == "scored"
    assert events(go(controller, word)) == []


@cases.table
def test_cards_that_are_laid_and_lifted(played: str, word: str, expected: str) -> None:
    assert recorded(in_play(played), word) == expected


def test_a_card_that_is_asked_for_may_be_shown_when_the_game_is_over() -> None:
    simulated = simulation("watten", 4, seed=0)
    while simulated.table.phase != "over" or not any(simulated.hands.values()):
        simulated = (
            simulated if simulated.table.phase != "over" else simulation("watten", 4, seed=len(simulated.events))
        )
        simulated.play_deal()
    controller = SessionController(Setup("watten", simulated.table.seats), GERMAN, simulated.events)
    seat, hand = next((seat, list(hand)) for seat, hand in simulated.hands.items() if hand)
    controller.open_menu = ShowRestMenu(seat)
    noted = go(controller, [f"{shown}>{seat}" for shown in hand])
    assert events(noted) == [CardsShown(seat, tuple(hand), whole=True)]


def test_player_may_lead_the_card_that_was_flipped() -> None:
    words = words_for("de", "french")
    controller = new_controller(4, words=words, game="bauerchen", rules=(("die_letzte", True),))
    assert [event for event in events(go(controller, "CQ>0 lift:CQ CQ>0 CK>1")) if isinstance(event, CardLaid)] == [
        card_laid(0, "CQ"),
        card_laid(1, "CK"),
    ]
