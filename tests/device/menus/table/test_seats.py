"""Seats and names: who sits where, swaps, moves on, is named, and what undoing that comes to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.menus.deal.score import AtScore
from device.menus.table.new_evening import new_game
from device.menus.table.player_names import KnownName, WhoIsNamed, WriteName
from device.menus.table.seats import NamesFirst, SwapWho
from device.screens.base import WhoDeals
from device.screens.lists import Listed
from device.screens.score import Score
from device.session.controller import SessionController
from device.settings.requests import Choose
from engine.events import (
    DealStarted,
    GameStarted,
    PlayersSeated,
)
from tests.support.seated_table import NAMED, NAMES, at_score, table, tallies
from tests.support.session_script import GAME, GERMAN, events, go, new_keeper


def test_two_swap_seats_and_their_points_move_along() -> None:
    keeper = at_score()
    told = events(go(keeper, f"{table('players')} PLAY PLAY UP PLAY"))
    assert told == [PlayersSeated(((0, "Done"), (1, "Bene"), (2, "Cenz"), (3, "Anna")))]
    assert tallies(keeper) == [("Done", 17), ("Bene", 25), ("Cenz", 18), ("Anna", 25)]
    assert keeper.take_requests() == (Choose(names=told[0].players),)
    assert isinstance(keeper.screen, Score)
    go(keeper, "FOLD PLAY")
    assert tallies(keeper) == [("Anna", 25), ("Bene", 25), ("Cenz", 18), ("Done", 17)]


def test_everybody_moves_on() -> None:
    keeper = at_score()
    go(keeper, f"{table('players')} DOWN PLAY PLAY")
    assert tallies(keeper) == [("Done", 17), ("Anna", 25), ("Bene", 25), ("Cenz", 18)]


def test_who_swapped_seats_stays_there_in_the_next_game() -> None:
    keeper = at_score()
    go(keeper, f"{table('players')} PLAY PLAY PLAY")
    noted = go(keeper, f"{table('players')} DOWN DOWN PLAY UP PLAY PLAY PLAY")
    assert events(noted) == [GameStarted(GAME, (0, 1, 2), 0), DealStarted(0)]
    assert [name for name, _ in tallies(keeper)] == ["Bene", "Anna", "Cenz"]


def test_without_names_points_cannot_move() -> None:
    keeper = at_score(names=False)
    go(keeper, f"{table('players')} PLAY")
    assert isinstance(keeper.menu, NamesFirst)
    go(keeper, "PLAY PLAY")
    assert isinstance(keeper.menu, WriteName)
    told = go(keeper, "PLAY DOWN DOWN PLAY PLAY")
    assert events(told) == [PlayersSeated(((0, "Ab"),))]
    assert keeper.menu == WhoIsNamed(), "the others have none yet"
    assert keeper.view.words.seats == ("Ab", "West", "Nord", "Ost")
    for _ in range(3):
        go(keeper, "PLAY " + "PLAY " * (isinstance(keeper.menu, KnownName)) + "PLAY PLAY")
    go(keeper, "FOLD DOWN DOWN DOWN PLAY" if not isinstance(keeper.menu, AtScore) else table("players"))
    go(keeper, "PLAY")
    assert isinstance(keeper.menu, SwapWho)


@pytest.mark.parametrize("row", ["", "DOWN"])
def test_who_is_to_play_along_is_named_before_points_move(row: str) -> None:
    keeper = SessionController(replace(NAMED, seats=(0, 1, 3), names=(NAMES[0], NAMES[1], NAMES[3])), GERMAN)
    keeper.start(3)
    go(keeper, f"DOWN {table('players')} DOWN DOWN PLAY PLAY")
    while keeper.screen.seats != (0, 1, 2):  # type: ignore[attr-defined]
        go(keeper, "DOWN")
    go(keeper, "PLAY FOLD")
    assert keeper.view.setup.seats == (0, 1, 2)
    go(keeper, f"DOWN {table('players')} {row} PLAY")
    assert isinstance(keeper.menu, NamesFirst)
    go(keeper, "PLAY")
    assert keeper.screen == WhoDeals(2, "names")


def test_a_name_that_is_undone_is_nobodys_any_more() -> None:
    keeper = new_keeper(2)
    go(keeper, f"DOWN {table('players')} UP PLAY PLAY PLAY PLAY FOLD")
    assert keeper.view.names == {0: "A"}
    go(keeper, "FOLD PLAY")
    assert keeper.view.names == {}
    assert keeper.view.words.seat(0) == GERMAN.seat(0)
    assert keeper.take_requests()[-1] == Choose(names=())
    assert [type(event) for event in new_game(keeper.view, 0)] == [GameStarted, DealStarted]
    go(keeper, "FOLD PLAY")
    assert keeper.view.names == {0: "A"}, "the undo is undone"
    assert keeper.take_requests() == (Choose(names=((0, "A"),)),)


def test_who_was_here_before_need_not_be_written_again() -> None:
    keeper = at_score()
    go(keeper, f"{table('players')} UP PLAY PLAY UP PLAY PLAY")
    assert keeper.view.names[0] == "Ü"
    go(keeper, f"{table('players')} UP PLAY PLAY")
    assert isinstance(keeper.screen, Listed)
    assert keeper.screen.rows == ("Anna", "new_name")
    go(keeper, "PLAY")
    assert keeper.view.names[0] == "Anna"


def test_a_name_is_taken_back_letter_by_letter() -> None:
    keeper = at_score(names=False)
    go(keeper, f"{table('players')} UP PLAY PLAY PLAY DOWN PLAY")
    assert keeper.menu == WriteName(0, "Aa")
    go(keeper, "FOLD FOLD")
    assert keeper.menu == WriteName(0)
    go(keeper, "FOLD FOLD")
    assert isinstance(keeper.menu, AtScore)
