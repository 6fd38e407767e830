"""The menu of the tournament that the table has joined: call its referee, take part or not, leave it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.menus.base import Answer, Listing, ListMenu, Menu, Row
from device.screens.base import Notice
from device.screens.lists import YesNoScreen
from device.settings.requests import CallReferee, LeaveTournament, UseTournament
from engine.text import Words

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View

TOURNAMENT = Words("Turnier", "Tournament")
UNCONNECTED = Words("Turnier: kein Anschluss", "Tournament: no link")
CALL = Words("Turnierleitung rufen", "Call the referee")
CALLED = Words("Doch nicht rufen", "Take the call back")
TAKE_PART, PAUSE = (
    Words("Turnier: einschalten", "Tournament: switch on"),
    Words("Turnier: ausschalten", "Tournament: switch off"),
)
LEAVE = Words("Turnier verlassen", "Leave the tournament")
LEAVE_TEXT = Words(
    "Das Turnier verlassen? Zurück geht es nur mit der Datei vom Tisch.",
    "Leave the tournament? Only the file of the table leads back.",
)
LEAVES = Words("verlassen", "leave")
CALLING_TEXT = Words(
    "Die Turnierleitung ist gerufen und kommt an den Tisch.", "The referee is called and comes to the table."
)
FIXED_TEXT = Words("Spiel, Regeln und Namen legt das Turnier fest.", "Game, rules and names are the tournament's.")


@dataclass(frozen=True, slots=True)
class TournamentMenu(ListMenu):
    """The actions of the table in a tournament besides playing."""

    selected: int = 0
    back: Menu | None = None

    def listing(self, view: View) -> Listing:
        return Listing(TOURNAMENT if _is_connected(view) else UNCONNECTED, self._rows(view), self.back)

    def _rows(self, view: View) -> tuple[Row, ...]:
        tournament = view.tournament
        if tournament is None:
            return ()
        leave = Row(LEAVE, Answer(menu=LeaveMenu(self.back)))
        if not tournament.is_on:
            return (Row(TAKE_PART, Answer(request=UseTournament(on=True))), leave)
        calls = tournament.calls_referee
        call = Answer(menu=None if calls else CallingNotice(), request=CallReferee(not calls))
        return (Row(CALLED if calls else CALL, call), Row(PAUSE, Answer(request=UseTournament(on=False))), leave)


def _is_connected(view: View) -> bool:
    return view.tournament is None or view.tournament.is_connected or not view.tournament.is_on


@dataclass(frozen=True, slots=True)
class CallingNotice(Menu):
    """Says that the referee was called; any button goes back."""

    def screen(self, view: View) -> Screen:
        return Notice(TOURNAMENT, CALLING_TEXT)

    def press(self, view: View, press: Press) -> Answer:
        return Answer()


@dataclass(frozen=True, slots=True)
class LeaveMenu(Menu):
    """Asks before the tournament is forgotten."""

    back: Menu | None

    def screen(self, view: View) -> Screen:
        return YesNoScreen(TOURNAMENT, view.words.translate(LEAVE_TEXT), "back", LEAVES)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=TournamentMenu(back=self.back))
        return Answer(request=LeaveTournament()) if press.button == "play" else Answer(menu=self)


@dataclass(frozen=True, slots=True)
class FixedNotice(Menu):
    """Says that the tournament fixes this; any button goes back."""

    back: Menu

    def screen(self, view: View) -> Screen:
        return Notice(TOURNAMENT, FIXED_TEXT)

    def press(self, view: View, press: Press) -> Answer:
        return Answer(menu=self.back)
