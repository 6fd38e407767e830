"""The menu of the tournament that the table has joined: call its referee, take part or not, leave it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.menus.base import Answer, Listing, ListMenu, Menu, Row
from device.screens.base import Notice
from device.screens.lists import YesNoScreen
from device.settings.requests import CallReferee, LeaveTournament, UseTournament

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View


@dataclass(frozen=True, slots=True)
class TournamentMenu(ListMenu):
    """The actions of the table in a tournament besides playing."""

    selected: int = 0
    back: Menu | None = None

    def listing(self, view: View) -> Listing:
        return Listing("tournament" if _is_connected(view) else "tournament_unconnected", self._rows(view), self.back)

    def _rows(self, view: View) -> tuple[Row, ...]:
        tournament = view.tournament
        if tournament is None:
            return ()
        leave = Row("tournament_leave", Answer(menu=LeaveMenu(self.back)))
        if not tournament.is_on:
            return (Row("tournament_switch_on", Answer(request=UseTournament(on=True))), leave)
        calls = tournament.calls_referee
        call = Answer(menu=None if calls else CallingNotice(), request=CallReferee(not calls))
        return (
            Row("tournament_called" if calls else "tournament_call", call),
            Row("tournament_switch_off", Answer(request=UseTournament(on=False))),
            leave,
        )


def _is_connected(view: View) -> bool:
    return view.tournament is None or view.tournament.is_connected or not view.tournament.is_on


@dataclass(frozen=True, slots=True)
class CallingNotice(Menu):
    """Says that the referee was called; any button goes back."""

    def screen(self, view: View) -> Screen:
        return Notice("tournament", "tournament_calling_text")

    def press(self, view: View, press: Press) -> Answer:
        return Answer()


@dataclass(frozen=True, slots=True)
class LeaveMenu(Menu):
    """Asks before the tournament is forgotten."""

    back: Menu | None

    def screen(self, view: View) -> Screen:
        return YesNoScreen("tournament", view.words.phrase("tournament_leave_text"), "back", "tournament_leaves")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=TournamentMenu(back=self.back))
        return Answer(request=LeaveTournament()) if press.button == "play" else Answer(menu=self)


@dataclass(frozen=True, slots=True)
class FixedNotice(Menu):
    """Says that the tournament fixes this; any button goes back."""

    back: Menu

    def screen(self, view: View) -> Screen:
        return Notice("tournament", "tournament_fixed_text")

    def press(self, view: View, press: Press) -> Answer:
        return Answer(menu=self.back)
