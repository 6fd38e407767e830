"""Seats and names: swapping, rotating, naming, and undoing these."""

from dataclasses import replace

import pytest

from device.menus.deal.resting import ScoreMenu
from device.menus.new_evening import new_game
from device.menus.table.changes import NAMES_FIRST, WhoSitsWhereMenu
from device.menus.table.player_names import WriteNameMenu, groups_of, letters_after
from device.screens.lists import ListScreen
from device.screens.score import ScoreScreen
from device.screens.table import SeatingScreen, SeatScreen
from device.session.controller import SessionController
from device.settings.requests import Choose, TurnPicture
from engine.events import DealStarted, GameStarted, PlayersSeated
from engine.rules.game import Phase
from tests.support.seated_table import NAMED, NAMES, at_score, table, tallies
from tests.support.session_script import GAME, GERMAN, events, go, new_controller
from tests.support.spelling import letter, spell


def test_two_swap_seats_and_their_points_move_along() -> None:
    controller = at_score()
    recorded_events = events(go(controller, f"{table('players')} PLAY PLAY UP PLAY"))
    assert recorded_events == [PlayersSeated(((0, "Done"), (1, "Bene"), (2, "Cenz"), (3, "Anna")))]
    assert tallies(controller) == [("Done", 17), ("Bene", 25), ("Cenz", 18), ("Anna", 25)]
    assert controller.take_requests() == (Choose(names=recorded_events[0].players),)
    assert isinstance(controller.screen, ScoreScreen)
    go(controller, "FOLD")
    assert controller.screen.title == "Zurück: neue Plätze?"  # type: ignore[attr-defined]
    go(controller, "PLAY")
    assert tallies(controller) == [("Anna", 25), ("Bene", 25), ("Cenz", 18), ("Done", 17)]


def test_all_players_move_one_seat() -> None:
    controller = at_score()
    go(controller, f"{table('players')} DOWN PLAY PLAY")
    assert tallies(controller) == [("Done", 17), ("Anna", 25), ("Bene", 25), ("Cenz", 18)]


def test_swapped_seats_are_kept_in_the_next_game() -> None:
    controller = at_score()
    go(controller, f"{table('players')} PLAY PLAY PLAY")
    noted = go(controller, f"{table('players')} DOWN DOWN PLAY UP PLAY PLAY PLAY")
    assert events(noted) == [GameStarted(GAME, (0, 1, 2), 0), DealStarted(0)]
    assert [name for name, _ in tallies(controller)] == ["Bene", "Anna", "Cenz"]


@pytest.mark.parametrize("row", ["", "DOWN"])
def test_players_are_named_before_points_move(row: str) -> None:
    controller = SessionController(replace(NAMED, seats=(0, 1, 3), names=(NAMES[0], NAMES[1], NAMES[3])), GERMAN)
    controller.start(3)
    go(controller, f"DOWN {table('players')} DOWN DOWN PLAY PLAY")
    while controller.screen.seats != (0, 1, 2):  # type: ignore[attr-defined]
        go(controller, "DOWN")
    go(controller, "PLAY FOLD")
    assert controller.view.setup.seats == (0, 1, 2)
    go(controller, f"DOWN {table('players')} {row} PLAY")
    assert controller.menu == NAMES_FIRST
    go(controller, "PLAY")
    assert isinstance(controller.screen, SeatScreen)
    assert (controller.screen.seat, controller.screen.title) == (2, "names")


WHO_SITS_WHERE = "UP UP PLAY"
"""From the menu of players and seats."""


@pytest.mark.parametrize(("script", "quarters"), [("DOWN", 1), ("DOWN DOWN", 2), ("UP", 3), ("UP DOWN", 0)])
def test_the_picture_is_turned_by_quarters(script: str, quarters: int) -> None:
    controller = at_score()
    go(controller, f"{table('players')} {WHO_SITS_WHERE} {script}")
    assert controller.view.camera.quarter_turns == quarters
    assert controller.take_requests()[-1] == TurnPicture(quarters)
    assert isinstance(controller.screen, SeatingScreen)
    assert controller.screen.camera_side == quarters


@pytest.mark.parametrize(("script", "laid_by", "quarters"), [("", 1, 3), ("", 0, 0), ("DOWN", 1, 0), ("PLAY@2", 1, 1)])
def test_the_side_from_which_a_card_comes_is_whose_it_was_asked_for(script: str, laid_by: int, quarters: int) -> None:
    """Without a turn a card from the left side of the picture is that of seat 1."""
    controller = at_score()
    go(controller, f"{table('players')} {WHO_SITS_WHERE} {script} E7>{laid_by}")
    assert controller.view.camera.quarter_turns == quarters
    assert controller.table.phase == Phase.SCORED, "the card begins no deal"


def test_whoever_is_asked_leaves_the_places_with_his_own_button() -> None:
    controller = at_score()
    go(controller, f"{table('players')} {WHO_SITS_WHERE} PLAY@0")
    assert isinstance(controller.menu, ScoreMenu)


def test_a_card_of_an_unknown_hand_turns_nothing() -> None:
    controller = at_score()
    menu = WhoSitsWhereMenu()
    go(controller, f"{table('players')} {WHO_SITS_WHERE} E7~1")
    assert (controller.menu, controller.view.camera.quarter_turns) == (menu, 0)


def test_undone_name_is_removed_from_its_seat() -> None:
    controller = new_controller(2)
    go(controller, f"DOWN {table('players')} UP PLAY PLAY {spell('A')} FOLD")
    assert controller.view.names == {0: "A"}
    go(controller, "FOLD PLAY")
    assert controller.view.names == {}
    assert controller.view.words.seat(0) == GERMAN.seat(0)
    assert controller.take_requests()[-1] == Choose(names=())
    assert [type(event) for event in new_game(controller.view, 0)] == [GameStarted, DealStarted]
    go(controller, "FOLD PLAY")
    assert controller.view.names == {0: "A"}, "the undo is undone"
    assert controller.take_requests() == (Choose(names=((0, "A"),)),)


def test_earlier_players_are_offered_by_name() -> None:
    controller = at_score()
    go(controller, f"{table('players')} UP PLAY PLAY {spell('Ü')}")
    assert controller.view.names[0] == "Ü"
    go(controller, f"{table('players')} UP PLAY PLAY")
    assert isinstance(controller.screen, ListScreen)
    assert controller.screen.rows == ("Anna", "new_name")
    go(controller, "PLAY")
    assert controller.view.names[0] == "Anna"


def test_a_name_is_taken_back_letter_by_letter() -> None:
    controller = at_score(names=False)
    go(controller, f"{table('players')} UP PLAY PLAY {letter('', 'A')} {letter('A', 'a')} UP")
    assert controller.menu == WriteNameMenu(0, "Aa", groups_of(letters_after("Aa"), "Aa")[0])
    go(controller, "FOLD")
    assert controller.menu == WriteNameMenu(0, "Aa"), "a group is left first"
    go(controller, "FOLD FOLD")
    assert controller.menu == WriteNameMenu(0)
    go(controller, "FOLD FOLD")
    assert isinstance(controller.menu, ScoreMenu)
