"""The resting menu of a table that takes part in a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.menus.base import Answer, Menu
from device.menus.table.main import TableMenu
from device.menus.table.tournament import TOURNAMENT, TournamentMenu
from device.menus.tournament.pairing import pairing_menu
from device.menus.tournament.result import AgreedMenu, ResultMenu
from device.screens.lists import YesNoScreen
from device.state.open_questions import question_to_show
from engine.rules.values import Phase
from engine.text import Words

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View

WAITING_TEXT = Words("Der Tisch wartet auf seine nächste Paarung.", "The table waits for its next pairing.")
UNCONNECTED_TEXT = Words(
    "Kein Anschluss ans Turnier. Der Tisch wartet auf seine Paarung.",
    "No link to the tournament. The table waits for its pairing.",
)
OWN_GAME = Words("so spielen", "just play")
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
        text = view.words.translate(WAITING_TEXT if is_connected else UNCONNECTED_TEXT)
        return YesNoScreen(TOURNAMENT, text, "more", OWN_GAME, more="table_tile")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(menu=self.otherwise)
        return Answer(menu=TournamentMenu() if press.button == "fold" else TableMenu())
