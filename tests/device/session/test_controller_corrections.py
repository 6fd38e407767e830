"""The controller: corrections, revokes, scores, and play without a camera."""

import pytest

from common.texts.phrases import Text
from device.menus.deal.before_play import CutMenu, DeclareMenu
from device.menus.deal.corrections import CorrectCardMenu
from device.menus.deal.manual_entry import ManualEntryMenu
from device.menus.deal.questions import FindingMenu
from device.menus.deal.resting import ScoreMenu, TrickMenu
from device.screens.base import NumberScreen
from device.screens.deal import FindingScreen, TrickScreen
from device.screens.lists import SentenceScreen
from engine.events import Amended, DealStarted, Ruled, TrickGathered, TricksEntered, UpcardTurned
from engine.rules.findings import Kind
from tests.support.session_script import SECOND, card, card_laid, cards, events, go, in_play, new_controller, recorded

# Corrections


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        pytest.param("FOLD PLAY", "correct 7: play 1:LU", id="first runner-up"),
        pytest.param("FOLD DOWN PLAY", "correct 7: play 1:LO", id="second runner-up"),
        pytest.param("FOLD UP PLAY", "undo 7", id="phantom card"),
        pytest.param("PLAY DOWN PLAY", "play 2:LK", id="missed card, by hand"),
        pytest.param("PLAY L10", "play 2:L10", id="missed card, shown"),
        pytest.param("FOLD FOLD", "", id="thought better of it"),
    ],
)
def test_a_correction_takes_three_presses_at_most(script: str, expected: str) -> None:
    controller = in_play("L7>0 L8+LU+LO>1")
    assert len([word for word in script.split() if word.isalpha()]) <= 3
    assert recorded(controller, script) == expected
    assert isinstance(controller.menu, TrickMenu)


def test_undo_of_the_undo() -> None:
    controller = in_play("L7>0 L8+LU>1")
    go(controller, "FOLD PLAY")
    assert controller.table.deal.trick.cards == cards("L7 LU")  # type: ignore[union-attr]
    assert events(go(controller, "FOLD PLAY")) == [Amended(SECOND + 1)]
    assert controller.table.deal.trick.cards == cards("L7 L8")  # type: ignore[union-attr]
    assert events(go(controller, "FOLD PLAY")) == [Amended(SECOND + 2)]
    assert controller.table.deal.trick.cards == cards("L7 LU")  # type: ignore[union-attr]


def test_after_the_gathering_the_last_card_comes_first() -> None:
    controller = in_play("L7 L8 L10 LA+LK clear")
    go(controller, "FOLD")
    assert isinstance(controller.menu, CorrectCardMenu)
    assert controller.menu.tiles[0] == card("LK")
    assert controller.menu.tiles[-2:] == ("undo", "no_card")
    assert events(go(controller, "PLAY")) == [Amended(SECOND + 2, card_laid(3, "LK"))]


def test_all_tricks_of_a_deal_can_be_looked_back_at() -> None:
    """UP shows the trick before, DOWN the one after it; DOWN at the newest leads back to the deal."""
    tricks = ["L7 L8 L10 LA", "LK L9 LO LU", "H7 H8 H9 HO", "S7 S8 S9 SO"]
    controller = in_play(" clear ".join([*tricks, "E7"]))
    numbers, laid = [], {}
    for press in ("UP", "UP", "UP", "UP", "UP", "DOWN", "DOWN", "DOWN"):
        go(controller, press)
        assert isinstance(controller.screen, TrickScreen)
        numbers.append(controller.screen.number)
        laid[controller.screen.number] = " ".join(str(each.card) for each in controller.screen.cards)
    assert numbers == [5, 4, 3, 2, 1, 2, 3, 4]
    assert laid == dict(enumerate([*tricks, "E7"], start=1))
    go(controller, "DOWN DOWN")
    assert isinstance(controller.menu, TrickMenu)


# Revokes, scores, degraded


REVOKED = "L7>0 S9>1 L10>2 LA>3 clear LK>3 L9>0 L8>1 LO>2 clear"


def test_a_revoke_is_shown_after_the_trick_with_its_evidence() -> None:
    controller = in_play()
    words = REVOKED.split()
    noted = go(controller, words[:8])
    assert [found.kind for note in noted for found in note.findings] == [Kind.REVOKE]
    assert isinstance(controller.menu, TrickMenu), "nobody is interrupted in the middle of a trick"
    go(controller, words[8:])
    screen = controller.screen
    assert isinstance(screen, FindingScreen)
    assert screen.title == "Nicht bedient"
    assert screen.text == "1. Stich: West gab [bells:9] auf [leaves:7]. Im 2. kam [leaves:8]."
    assert screen.rulings == ("passt schon", "werten")
    assert events(go(controller, "DOWN PLAY")) == [Ruled(SECOND, "counted")]
    assert isinstance(controller.menu, TrickMenu)


DEAL = "L7 L8 L10 LA clear LK L9 LU LO clear S8 S9 S10 SU clear SA SK SO H7 clear H9 HA H8 HU clear"


def test_the_score_comes_with_the_last_card_and_a_card_begins_the_next_deal() -> None:
    controller = in_play(" ".join(DEAL.split()[:-1]))
    assert isinstance(controller.menu, ScoreMenu)
    tallies = dict(controller.table.tallies)
    assert sum(tallies.values()) == 80 - 5 + 5 * sum(tally == 20 + 5 for tally in tallies.values())
    assert events(go(controller, "clear")) == [TrickGathered()]
    assert events(go(controller, "E10")) == [DealStarted(0), UpcardTurned(card("E10"))]
    assert isinstance(controller.menu, DeclareMenu)


def test_tricks_are_entered_by_hand_without_camera() -> None:
    controller = new_controller(3)
    controller.set_camera(False)
    assert isinstance(controller.menu, ManualEntryMenu)
    assert controller.state == "pause"
    noted = go(controller, "PLAY DOWN PLAY" + " UP UP UP PLAY" + " UP UP PLAY" + " DOWN PLAY")
    assert events(noted) == [TricksEntered(((0, 3), (1, 2)), "L")]
    assert controller.table.tallies == {0: 17, 1: 18, 2: 20}
    assert isinstance(controller.menu, FindingMenu), "nobody may fold in the first deal"
    go(controller, "PLAY")
    assert isinstance(controller.menu, ScoreMenu)
    go(controller, "PLAY")
    assert isinstance(controller.menu, ManualEntryMenu)
    controller.set_camera(True)
    assert isinstance(controller.menu, CutMenu)


def test_what_is_left_for_the_last_seat_is_filled_in() -> None:
    controller = new_controller(3)
    controller.set_camera(False)
    go(controller, "PLAY DOWN PLAY UP UP PLAY PLAY")
    for press in ("", "UP", "DOWN UP UP"):
        go(controller, press)
        assert controller.screen == NumberScreen(Text("Nord: Stiche"), 3, steps=(None, None))
    assert events(go(controller, "PLAY")) == [TricksEntered(((0, 2), (1, 0), (2, 3)), "L")]


def test_numbers_that_do_not_add_up_leave_the_deal_open() -> None:
    controller = new_controller(3)
    controller.set_camera(False)
    controller.table.observe(TricksEntered(((0, 0), (1, 0), (2, 0)), "L"))
    assert isinstance(controller.menu, ManualEntryMenu)
    assert isinstance(controller.screen, SentenceScreen)
    assert controller.screen.question == "Eingetragen: 0, zusammen sind es immer 5"
    assert (controller.table.phase, controller.table.tallies) == ("cut", {0: 20, 1: 20, 2: 20})
    twin = controller.table.copy()
    assert [finding.kind for finding in twin.observe(DealStarted(1))] == [Kind.DEAL_UNFINISHED, Kind.WRONG_DEALER]
    go(controller, "PLAY DOWN PLAY PLAY PLAY PLAY")
    assert controller.table.tallies == {0: 25, 1: 25, 2: 15}


def test_manual_entry_can_go_back() -> None:
    controller = new_controller(2)
    controller.set_camera(False)
    noted = go(controller, "PLAY PLAY UP PLAY FOLD UP UP PLAY UP UP UP PLAY")
    assert events(noted) == [TricksEntered(((0, 2), (2, 3)), "E")]
