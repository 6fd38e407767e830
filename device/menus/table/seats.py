"""Menus of the seats: swap, move on, join or sit out. Points move along with players who have a name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.menus.base import Answer, Listing, ListMenu, Menu, Row, move_cursor, seat_screen
from device.menus.table.change_game import ChangeGameMenu
from device.menus.table.player_names import PlayerToNameMenu, seat_players
from device.menus.table.tournament import FixedNotice
from device.screens.lists import YesNoScreen
from device.screens.table import SeatingScreen
from device.settings.requests import TurnPicture

if TYPE_CHECKING:
    from common.texts.keys import PhraseKey
    from common.texts.phrases import Label
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View
    from engine.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class PlayersMenu(ListMenu):
    """Changes of players and seats between two deals."""

    selected: int = 0

    def listing(self, view: View) -> Listing:
        all_named = set(view.setup.seats) <= view.names.keys()
        menus: dict[PhraseKey, Menu] = {
            "swap_seats": SwapSeatsMenu() if all_named else NamesFirstMenu(),
            "rotate_seats": RotateSeatsMenu() if all_named else NamesFirstMenu(),
            "who_plays": ChangeGameMenu("players"),
            "who_sits_where": WhoSitsWhereMenu(),
            "names": PlayerToNameMenu(),
        }
        if view.is_in_match:
            menus = {name: menu if name == "who_sits_where" else FixedNotice(self) for name, menu in menus.items()}
        return Listing("players", [Row(name, Answer(menu=menu)) for name, menu in menus.items()])


@dataclass(frozen=True, slots=True)
class WhoSitsWhereMenu(Menu):
    """The places as the camera sees them. UP and DOWN turn its picture by a quarter, and so does a card.

    Whoever is named in the title lays a card before himself: the side from which it comes is his. At a table with
    buttons for every seat that is whoever pressed his own.
    """

    watches_all_sides = True
    seat: Seat | None = None

    def screen(self, view: View) -> Screen:
        title = view.words.phrase("lays_to_turn", seat=view.words.seat(self._seat(view)))
        return SeatingScreen(view.places, title, view.camera.quarter_turns, "key_turn")

    def press(self, view: View, press: Press) -> Answer:
        if press.seat in view.places and press.seat != self._seat(view):
            return Answer(menu=WhoSitsWhereMenu(press.seat))
        if press.button in ("fold", "play"):
            return Answer(menu=PlayersMenu() if press.button == "fold" else None)
        return self._turn(view, 1 if press.button == "down" else -1)

    def answer_card(self, view: View, card: Card | None, seat: Seat | None) -> Answer:
        return Answer(menu=self) if seat is None else self._turn(view, self._seat(view) - seat)

    def _turn(self, view: View, quarters: int) -> Answer:
        return Answer(
            menu=self, request=TurnPicture((view.camera.quarter_turns + quarters) % 4) if quarters % 4 else None
        )

    def _seat(self, view: View) -> Seat:
        return view.places[0] if self.seat is None else self.seat


@dataclass(frozen=True, slots=True)
class NamesFirstMenu(Menu):
    """Without names points cannot move along with the players; PLAY leads to the names."""

    def screen(self, view: View) -> Screen:
        return YesNoScreen("names", view.words.phrase("names_first"), "back", "names")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(menu=PlayerToNameMenu())
        return Answer(menu=PlayersMenu() if press.button == "fold" else self)


@dataclass(frozen=True, slots=True)
class SwapSeatsMenu(Menu):
    """Two who change seats, chosen one after the other."""

    first: Seat | None = None
    selected: int = 0

    def screen(self, view: View) -> Screen:
        title: Label = "swap_who"
        if self.first is not None:
            title = view.words.phrase("swap_with", seat=view.words.seat(self.first))
        return seat_screen(view, self._seats(view)[self.selected], title)

    def press(self, view: View, press: Press) -> Answer:
        seats = self._seats(view)
        if press.button == "fold":
            return Answer(menu=SwapSeatsMenu() if self.first is not None else PlayersMenu())
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(seats))))
        seat = seats[self.selected]
        if self.first is None:
            return Answer(menu=SwapSeatsMenu(seat))
        return seat_players(view, {**view.names, self.first: view.names[seat], seat: view.names[self.first]})

    def _seats(self, view: View) -> tuple[Seat, ...]:
        return tuple(seat for seat in view.setup.seats if seat != self.first)


@dataclass(frozen=True, slots=True)
class RotateSeatsMenu(Menu):
    """Everybody takes the next seat, clockwise."""

    def screen(self, view: View) -> Screen:
        return YesNoScreen("rotate_seats", view.words.phrase("rotate_text"), "back", "ok")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=PlayersMenu())
        if press.button != "play":
            return Answer(menu=self)
        seats = view.setup.seats
        after = {seat: seats[(place + 1) % len(seats)] for place, seat in enumerate(seats)}
        return seat_players(view, {**view.names, **{after[seat]: view.names[seat] for seat in seats}})
