"""Plays that are reported late are put in order by the times at which the cards came to rest."""

from device.menus.deal.questions import DoubtfulCardMenu, ShortTrickMenu
from device.session.controller import SessionController
from engine.events import CardLaid
from engine.games import game as game_called
from engine.rules.findings import Kind
from tests.support.case_tables import CaseFile
from tests.support.session_script import card, go, in_play, new_controller

cases = CaseFile(__file__)


def trick_after(controller: SessionController, script: str) -> str:
    """Plays a script and returns seats and cards of the trick, such as `0:L7 1:L8`."""
    go(controller, script)
    return " ".join(f"{play.seat}:{play.card}" for play in controller.view.deal.trick.plays)


@cases.table
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


@cases.table
def test_a_seat_left_out_laid_the_card_before_if_its_hand_was_there(script: str, expected: str, missed: int) -> None:
    controller = in_play()
    assert trick_after(controller, script) == expected
    assert [(one.kind, one.seats) for one in controller.table.findings] == [(Kind.MISSED_CARD, (missed,))]


@cases.table
def test_the_card_missing_from_a_gathered_trick_was_covered_by_the_last_if_its_hand_came_from_the_next_seat(
    script: str, expected: str, asked_of: int
) -> None:
    controller = in_play(script)
    assert " ".join(f"{play.seat}:{play.card}" for play in controller.view.deal.tricks[-1].plays) == expected
    assert isinstance(controller.menu, ShortTrickMenu)
    assert controller.menu.seat == asked_of


@cases.table
def test_doubtful_card_is_the_one_that_was_inserted_as_missed(report: str, is_known: bool) -> None:
    controller = in_play("L7>0@1.0 !L9>2@3.0 PLAY PLAY")
    inserted = controller.view.deal.trick.cards[1]
    noted = go(controller, report.format(inserted=inserted))
    assert (noted == []) is is_known


@cases.table
def test_turn_is_uncertain_after_the_lead_was_lifted(report: str, by_turn: bool) -> None:
    """Its trick may be over, and the camera may have missed the cards on it."""
    controller = in_play("L7>0 lift:L7")
    laid = [note.event for note in go(controller, report) if isinstance(note.event, CardLaid)]
    assert [(event.seat, event.seat_by_turn) for event in laid] == [(1, by_turn)]
