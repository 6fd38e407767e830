"""Plays that are reported late are put in order by the times at which the cards came to rest."""

import pytest

from device.menus.deal.questions import DoubtfulCardMenu, ShortTrickMenu
from device.session.controller import SessionController
from engine.events import CardLaid
from engine.games import game as game_called
from engine.rules.findings import Kind
from tests.support.session_script import card, go, in_play, new_controller


def trick_after(controller: SessionController, script: str) -> str:
    """Plays a script and returns seats and cards of the trick, such as `0:L7 1:L8`."""
    go(controller, script)
    return " ".join(f"{play.seat}:{play.card}" for play in controller.view.deal.trick.plays)


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        # A late play goes before those that overtook it.
        pytest.param("!L8~3@2.0 !L7~1@1.0", "0:L7 1:L8", id="the lead told second"),
        pytest.param("L7>0@1.0 !L9~3@3.0 !L8~2@2.0", "0:L7 1:L8 2:L9", id="the second card told third"),
        pytest.param("!L8~3@2.0 !L9~3@3.0 !L7~0@1.0", "0:L7 1:L8 2:L9", id="the lead told third"),
        pytest.param("!L8~3@2.0 !L9>2@3.0 !L7~0@1.0", "0:L7 1:L8 2:L9", id="a seat that was seen fits the order"),
        pytest.param(
            "!L8~0@2.0 !L9>2@3.0 !L10~2@3.5 !L7>0@1.0",
            "0:L7 1:L8 2:L9 3:L10",
            id="the lead told fourth, after the last card had been taken for the missed one",
        ),
        pytest.param("!L8~3@1.3 !L7~1@1.0", "0:L7 1:L8", id="the lead told second, three frames before the next"),
        pytest.param("!L8~3@1.2 !L7~1@1.0", "0:L8 1:L7", id="too close to tell which came first"),
        pytest.param("L7>0@1.0 !L9~2@2.0 !L8~3@2.1", "0:L7 1:L8 2:L9", id="too close, but the hands tell the order"),
        pytest.param("L7>0@1.0 !L9~2@2.0 !L8~3@2.5", "0:L7 1:L9 2:L8", id="it came later, whatever the hands are"),
        pytest.param("L7>0@1.0 !L9~2@2.0 !L8~2@2.1", "0:L7 1:L9 2:L8", id="too close, and both hands are of one seat"),
        pytest.param("L7>0@1.0 !L9~3@2.0 !L8~1@2.1", "0:L7 1:L9 2:L8", id="too close, and no order fits the hands"),
        pytest.param("!L8~3@2.0 !L7~1@inf", "0:L8 1:L7", id="nobody knows when it came"),
        pytest.param("!L8~3@inf !L7~1@1.0", "0:L8 1:L7", id="nor when the other did"),
        pytest.param("!L8>0@2.0 !L7~1@1.0", "0:L8 1:L7", id="the hand that led was seen"),
        pytest.param("!L8~3@2.0 !L7>1@1.0", "0:L8 1:L7", id="the hand of the late card was seen"),
        pytest.param("L8@2.0 L7@1.0", "0:L8 1:L7", id="after a rest no card is late"),
        # An uncertain seat yields to hands that were surely seen.
        pytest.param("!L7~1@1.0 !L8>2@3.0 !L9~1@2.0", "0:L7 1:L9 2:L8", id="a card came between: no hand was early"),
        pytest.param("!L7~1@1.0 !L8>2@3.0 !L9~0@0.5", "0:L9 1:L7 2:L8", id="a card came before them"),
        pytest.param("L7^1@1.0 !L8>1@2.0", "0:L7 1:L8", id="the hand that probably led was surely the next one"),
        pytest.param("L7^1@1.0 L8>1@2.0", "0:L7 1:L8", id="so it was after a rest"),
        pytest.param("L7^1@1.0 !L8>2@2.0", "1:L7 2:L8", id="the next hand fits to the one that probably led"),
        pytest.param("L7>1@1.0 !L8>1@2.0", "1:L7 2:L8", id="the hand that led was surely seen"),
        pytest.param("L7>1 DOWN DOWN PLAY !L9>2@3.0 !L8~1@2.0", "0:L7 1:L8 2:L9", id="the table said who had led"),
        pytest.param("L7>0@1.0 !L8~2@2.0 L9>2@3.0", "0:L7 1:L8 2:L9", id="nobody else may have led"),
        pytest.param("L7>0@1.0 !L8>1@2.0 L9>1@3.0", "0:L7 1:L8 2:L9", id="two hands of one seat"),
        # A card in turn is the one missed before, unless it came later.
        pytest.param("!L8>1@1.0 !L9>2@2.0 !LK>3@3.0 !L10>0@4.0", "1:L8 2:L9 3:LK 0:L10", id="it came last"),
        pytest.param("!L8>1@inf !L9>2@2.0 !LK>3@3.0 !L10>0@4.0", "1:L8 2:L9 3:LK 0:L10", id="and others before it"),
        pytest.param("L7>0@1.0 !L9>2@3.0 !L8>1@2.0", "0:L7 1:L8 2:L9", id="it came before, and is told late"),
        pytest.param("L7>0@1.0 !L9>2@3.0 !L8>1@inf", "0:L7 1:L8 2:L9", id="nothing came in between"),
        pytest.param("L7>0@1.0 !L9>2@3.0 !L8>1@4.0", "0:L7 2:L9 1:L8", id="it came after, out of turn or not"),
        pytest.param("!L8>1@2.0 !L7~0@inf", "0:L7 1:L8", id="its hand was likelier that of the seat left out"),
        pytest.param("!L8>1@2.0 !L7~0@3.0", "1:L8 2:L7", id="but it came after"),
        pytest.param("!L8>1@2.0 !L7~2@inf", "1:L8 2:L7", id="its hand was likelier that of the seat at turn"),
        # A trick of which one card was seen is over when that has left.
        pytest.param("L7>0 lift:L7 !L8>2", "2:L8", id="a hand out of turn leads the next trick"),
        pytest.param("L7>0 lift:L7 !L8>1", "0:L7 1:L8", id="the hand in turn goes on: nothing was lifted"),
        pytest.param("L7>0 lift:L7 !L8>0", "0:L7 1:L8", id="its own hand"),
        pytest.param("L7>0 L9>1 lift:L7 !L8>3", "0:L7 1:L9 3:L8", id="another card still lies there"),
    ],
)
def test_plays_in_haste_are_put_in_order(script: str, expected: str) -> None:
    assert trick_after(in_play(), script) == expected


def test_the_lead_of_an_uncertain_hand_is_doubted_while_the_turn_is_unknown() -> None:
    """With a secret trump either player may have taken the first trick."""
    secret = game_called("watten", preset="latinisch").rules.changes
    controller = new_controller(2, game="watten", rules=secret)
    assert trick_after(controller, "L7>0 L8>2 clear S9~2") == "2:S9"
    assert [play.seat_by_turn for play in controller.view.plays().values()] == [False, False, True]
    assert trick_after(controller, "S8>2") == "0:S9 2:S8"


def test_a_ruling_on_an_overtaking_play_goes_with_it() -> None:
    """The table said of the second L7, and then of the first, that it is one; neither is asked again."""
    controller = in_play("L7>0@1.0 !L7~3@3.0")
    for _ in range(2):
        assert isinstance(controller.menu, DoubtfulCardMenu)
        trick_after(controller, "DOWN " * list(controller.menu.cards).index(card("L7")) + "PLAY")
    assert trick_after(controller, "!L8~2@2.0") == "0:L7 1:L8 2:L7"
    assert controller.question is None
    assert Kind.TOO_LATE not in [one.kind for one in controller.table.findings]


@pytest.mark.parametrize(
    ("script", "expected", "missed"),
    [
        pytest.param("L7>0 !L8~2 !L9>3", "0:L7 2:L8 3:L9", 1, id="the hand before came from the seat left out"),
        pytest.param("L7>0 !L8~1 !L9>3", "0:L7 1:L8 3:L9", 2, id="it came from the seat at turn"),
        pytest.param("L7>0 !L8 !L9>3", "0:L7 1:L8 3:L9", 2, id="no hand was seen"),
        pytest.param("L7>0 !L8~3 !L9>3", "0:L7 1:L8 3:L9", 2, id="it came from a third seat"),
        pytest.param("!L7~1 !L8>2", "1:L7 2:L8", 0, id="the lead was missed"),
    ],
)
def test_a_seat_left_out_laid_the_card_before_if_its_hand_was_there(script: str, expected: str, missed: int) -> None:
    controller = in_play()
    assert trick_after(controller, script) == expected
    assert [(one.kind, one.seats) for one in controller.table.findings] == [(Kind.MISSED_CARD, (missed,))]


@pytest.mark.parametrize(
    ("script", "expected", "asked_of"),
    [
        pytest.param("L7>0 !L8>1 !LK~3 clear", "0:L7 1:L8 3:LK", 2, id="the hand of the last card was the next one's"),
        pytest.param("L7>0 !L8>1 !LK~2 clear", "0:L7 1:L8 2:LK", 3, id="it was that of the seat at turn"),
        pytest.param("L7>0 !L8>1 !LK clear", "0:L7 1:L8 2:LK", 3, id="no hand was seen"),
        pytest.param("L7>0 !L8>1 !LK~0 clear", "0:L7 1:L8 2:LK", 3, id="it was one that had laid its card"),
        pytest.param("L7>0 !L8>1 LK>2 clear", "0:L7 1:L8 2:LK", 3, id="it was seen"),
    ],
)
def test_the_card_missing_from_a_gathered_trick_was_covered_by_the_last_if_its_hand_came_from_the_next_seat(
    script: str, expected: str, asked_of: int
) -> None:
    controller = in_play(script)
    assert " ".join(f"{play.seat}:{play.card}" for play in controller.view.deal.tricks[-1].plays) == expected
    assert isinstance(controller.menu, ShortTrickMenu)
    assert controller.menu.seat == asked_of


@pytest.mark.parametrize(
    ("report", "is_known"),
    [
        pytest.param("!{inserted}/LK>1@3.0", True, id="the likeliest card, of its hand"),
        pytest.param("!{inserted}/LK~3@3.0", True, id="the likeliest card, of an uncertain hand"),
        pytest.param("!{inserted}/LK>2@3.0", True, id="the likeliest card, beside a hand that has laid another"),
        pytest.param("!LK/{inserted}>1@3.0", False, id="another card is likelier"),
        pytest.param("!LK/{inserted}>1@2.0", True, id="another card is likelier, but it lay there before the next"),
        pytest.param("!LK/LU>1@2.0", False, id="it lay there before, and is like other cards"),
        pytest.param("!{inserted}/LK>3@2.0", False, id="a hand that is still to play"),
    ],
)
def test_doubtful_card_is_the_one_that_was_inserted_as_missed(report: str, is_known: bool) -> None:
    controller = in_play("L7>0@1.0 !L9>2@3.0 PLAY PLAY")
    inserted = controller.view.deal.trick.cards[1]
    noted = go(controller, report.format(inserted=inserted))
    assert (noted == []) is is_known


@pytest.mark.parametrize(
    ("report", "by_turn"),
    [
        pytest.param("!LA>1", True, id="in haste"),
        pytest.param("LA>1", False, id="after a rest: it is the lead, as the table takes the lifted card back"),
    ],
)
def test_turn_is_uncertain_after_the_lead_was_lifted(report: str, by_turn: bool) -> None:
    """Its trick may be over, and the camera may have missed the cards on it."""
    controller = in_play("L7>0 lift:L7")
    laid = [note.event for note in go(controller, report) if isinstance(note.event, CardLaid)]
    assert [(event.seat, event.seat_by_turn) for event in laid] == [(1, by_turn)]
