"""Menus of a table in a tournament while it rests: it waits, or a match is over, whose result both sides confirm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.menus.base import Answer, Listing, ListMenu, Menu, Row
from device.menus.table.main import TableMenu
from device.menus.table.tournament import CallingNotice, TournamentMenu
from device.menus.tournament.pairing import pairing_menu, table_name
from device.screens.base import Keys
from device.screens.lists import YesNoScreen
from device.screens.tournament import MOST_NUMBERS, ResultRow, ResultScreen
from device.settings.requests import CallReferee, ConfirmResult
from device.state.open_questions import question_to_show
from engine.rules.values import Phase

if TYPE_CHECKING:
    from common.texts.keys import PhraseKey
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.settings.tournament import Pairing
    from device.state.table_view import View
    from engine.state.contest import Contest


@dataclass(frozen=True, slots=True)
class ResultMenu(Menu):
    """The result of the match, which the sides confirm one after the other; `otherwise` shows the last game."""

    light = "question"
    is_of_pairing = True
    otherwise: Menu

    def screen(self, view: View) -> Screen:
        pairing, contest = _match(view)
        keys = Keys("result_wrong", play="result_right", arrows="table_tile")
        rows = result_rows(pairing, contest)
        title = table_name(view.words, pairing)
        sums: PhraseKey = "result_sums_text" if pairing.unit == "game" else "result_sum_text"
        text = sums if len(contest.games) > MOST_NUMBERS else None
        return ResultScreen("result", title, rows, _side_to_confirm(view), text, keys)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=DisputeMenu(self.otherwise))
        if press.button != "play":
            return Answer(menu=TableMenu())
        side = _side_to_confirm(view)
        if press.seat is not None:
            seats = _match(view)[0].seats
            side = next((number for number, taken in enumerate(seats) if press.seat in taken), side)
        return Answer(request=ConfirmResult(side))


@dataclass(frozen=True, slots=True)
class AgreedMenu(Menu):
    """The result is confirmed; it waits for the hall to have it."""

    is_of_pairing = True
    otherwise: Menu

    def screen(self, view: View) -> Screen:
        pairing, contest = _match(view)
        keys = Keys("result_wrong", arrows="table_tile")
        title = table_name(view.words, pairing)
        return ResultScreen("result", title, result_rows(pairing, contest), None, "result_agreed_text", keys)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=DisputeMenu(self.otherwise))
        return Answer(menu=self if press.button == "play" else TableMenu())


@dataclass(frozen=True, slots=True)
class DisputeMenu(ListMenu):
    """The actions on a wrong result: correct it, or call the referee."""

    is_of_pairing = True
    otherwise: Menu
    selected: int = 0

    def listing(self, view: View) -> Listing:
        call = Answer(menu=CallingNotice(), request=CallReferee(on=True))
        return Listing(
            "result_dispute", (Row("result_correct", Answer(menu=self.otherwise)), Row("tournament_call", call))
        )


def result_rows(pairing: Pairing, contest: Contest) -> tuple[ResultRow, ...]:
    """Returns a row for each side: the points of each game, or of many games those won and their sum."""
    names = pairing.names
    rows = []
    for number, seats in enumerate(pairing.seats):
        points = [game.points[number] for game in contest.games]
        won = sum(number in game.winners for game in contest.games)
        sums = ([str(won)] if pairing.unit == "game" else []) + [str(sum(points))]
        shown = [str(each) for each in points] if len(points) <= MOST_NUMBERS else sums
        rows.append(ResultRow(tuple(map(names.__getitem__, seats)), tuple(each.replace("-", "−") for each in shown)))
    return tuple(rows)


def _match(view: View) -> tuple[Pairing, Contest]:
    tournament = view.tournament
    assert tournament is not None
    assert tournament.pairing is not None
    contest = tournament.contest(view.table)
    assert contest is not None
    return tournament.pairing, contest


def _side_to_confirm(view: View) -> int:
    """Returns the first side that has not confirmed the result."""
    agreed = view.tournament.agreed_by_side(view.table) if view.tournament is not None else ()
    return agreed.index(False) if False in agreed else 0


FIRST_STEPS = ("language", "aim", "deck")
"""The steps of a first start that come before a pairing; it answers the others."""


def tournament_menu(view: View, otherwise: Menu) -> Menu:
    """Returns the resting menu of a table that takes part in a tournament; *otherwise* is the one without it."""
    tournament, table = view.tournament, view.table
    if tournament is None or not tournament.is_on or _comes_first(view):
        return otherwise
    stage = tournament.stage(table) if tournament.asks else "none"
    if stage in ("announced", "confirmed") and tournament.start(table) is None:
        return pairing_menu(view, otherwise)
    if stage in ("finished", "agreed"):
        return ResultMenu(otherwise) if stage == "finished" else AgreedMenu(otherwise)
    is_over = table.phase in (Phase.NO_GAME, Phase.OVER) or view.is_evening_over
    return WaitingMenu(otherwise) if stage == "none" and is_over else otherwise


def _comes_first(view: View) -> bool:
    """Returns whether the table has something else to do: a deal, a question, a pause, the first steps of all."""
    if view.table.phase == Phase.NO_GAME:
        return view.appliance.onboarding.next in FIRST_STEPS
    if not view.is_between_deals or view.camera.watched == "paused" or view.shows_last_trick:
        return True
    return view.table.deal is not None and question_to_show(view) is not None


@dataclass(frozen=True, slots=True)
class WaitingMenu(Menu):
    """Nothing is to be played; the table may play for itself meanwhile."""

    is_of_pairing = True
    otherwise: Menu

    def screen(self, view: View) -> Screen:
        is_connected = view.tournament is not None and view.tournament.is_connected
        text = view.words.phrase("resting_waiting_text" if is_connected else "resting_unconnected_text")
        return YesNoScreen("tournament", text, "more", "resting_own_game", more="table_tile")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(menu=self.otherwise)
        return Answer(menu=TournamentMenu() if press.button == "fold" else TableMenu())
