"""Menus of a table in a tournament while it rests: it waits, or a match is over, whose result both sides confirm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.menus.base import Answer, Buttons, Key, Listing, ListMenu, Menu, Question, QuestionMenu, Row
from device.menus.table.connections import CALL_REFEREE
from device.menus.table.main import TableMenu
from device.menus.tournament.pairing import MORE, TO_TABLE, pairing_menu, side_to_confirm, table_name
from device.screens.base import Keys, Screen
from device.screens.tournament import MOST_NUMBERS, ResultRow, ResultScreen
from device.settings.requests import ConfirmResult
from device.state.open_questions import question_to_show
from engine.rules.values import Phase

if TYPE_CHECKING:
    from common.texts.keys import PhraseKey
    from device.settings.tournament import Pairing
    from device.state.table_view import View
    from engine.cards import Seat
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
        return ResultScreen("result", title, rows, side_to_confirm(_agreed(view)), text, keys)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        side = side_to_confirm(_agreed(view), _match(view)[0], seat)
        confirm = Answer(request=ConfirmResult(side))
        return Buttons(confirm, DisputeMenu(self.otherwise), TableMenu(), TableMenu())


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

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons("stay", DisputeMenu(self.otherwise), TableMenu(), TableMenu())


@dataclass(frozen=True, slots=True)
class DisputeMenu(ListMenu):
    """The actions on a wrong result: correct it, or call the referee."""

    is_of_pairing = True
    otherwise: Menu
    selected: int = 0

    def listing(self, view: View) -> Listing:
        return Listing("result_dispute", (Row("result_correct", self.otherwise), CALL_REFEREE))


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


def _agreed(view: View) -> tuple[bool, ...]:
    return view.tournament.agreed_by_side(view.table) if view.tournament is not None else ()


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
class WaitingMenu(QuestionMenu):
    """Nothing is to be played; the table may play for itself meanwhile."""

    is_of_pairing = True
    otherwise: Menu

    def question(self, view: View) -> Question:
        is_connected = view.tournament is not None and view.tournament.is_connected
        text: PhraseKey = "resting_waiting_text" if is_connected else "resting_unconnected_text"
        return Question("tournament", text, MORE, Key("resting_own_game", self.otherwise), TO_TABLE)
