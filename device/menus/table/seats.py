"""Menus of the seats: swap, move on, join or sit out. Points move along with players who have a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.menus.base import (
    Answer,
    AskMenu,
    Buttons,
    Key,
    Listing,
    ListMenu,
    Menu,
    NoticeMenu,
    Question,
    Row,
    SeatMenu,
)
from device.menus.table.change_game import ChangeGameMenu
from device.menus.table.player_names import PlayerToNameMenu, seat_players
from device.screens.table import SeatingScreen
from device.settings.requests import TurnPicture

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from common.texts.keys import PhraseKey
    from common.texts.phrases import Label
    from device.menus.base import Reply
    from device.screens.base import Screen
    from device.state.table_view import View
    from engine.cards import Card, Seat


def fixed_notice(back: Menu) -> NoticeMenu:
    """Returns the notice that the tournament fixes what was to be changed."""
    return NoticeMenu("tournament", "tournament_fixed_text", back)


@dataclass(frozen=True, slots=True)
class PlayersMenu(ListMenu):
    """Changes of players and seats between two deals."""

    selected: int = 0

    def listing(self, view: View) -> Listing:
        all_named = set(view.setup.seats) <= view.names.keys()
        menus: Mapping[PhraseKey, Menu] = {
            "swap_seats": SwapSeatsMenu() if all_named else NAMES_FIRST,
            "rotate_seats": ROTATE_SEATS if all_named else NAMES_FIRST,
            "who_plays": ChangeGameMenu("players"),
            "who_sits_where": WhoSitsWhereMenu(),
            "names": PlayerToNameMenu(),
        }
        if view.is_in_match:
            menus = {name: menu if name == "who_sits_where" else fixed_notice(self) for name, menu in menus.items()}
        return Listing("players", [Row(name, menu) for name, menu in menus.items()])


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

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        if seat in view.places and seat != self._seat(view):
            return Buttons(*[WhoSitsWhereMenu(seat)] * 4)
        return Buttons(None, PlayersMenu(), self._turn(view, -1), self._turn(view, 1))

    def answer_card(self, view: View, card: Card | None, seat: Seat | None) -> Answer:
        return Answer(menu=self) if seat is None else self._turn(view, self._seat(view) - seat)

    def _turn(self, view: View, quarters: int) -> Answer:
        turned = TurnPicture((view.camera.quarter_turns + quarters) % 4)
        return Answer(menu=self, request=turned if quarters % 4 else None)

    def _seat(self, view: View) -> Seat:
        return view.places[0] if self.seat is None else self.seat


@dataclass(frozen=True, slots=True)
class SwapSeatsMenu(SeatMenu):
    """Two who change seats, chosen one after the other."""

    first: Seat | None = None
    selected: int = 0

    def title(self, view: View) -> Label:
        if self.first is None:
            return "swap_who"
        return view.words.phrase("swap_with", seat=view.words.seat(self.first))

    def items(self, view: View) -> Sequence[Seat]:
        return tuple(seat for seat in view.setup.seats if seat != self.first)

    def choose(self, view: View, item: Seat, seat: Seat | None) -> Reply:
        if self.first is None:
            return SwapSeatsMenu(item)
        return seat_players(view, {**view.names, self.first: view.names[item], item: view.names[self.first]})

    def fold(self, view: View) -> Reply:
        return SwapSeatsMenu() if self.first is not None else PlayersMenu()


def rotate_seats(view: View) -> Answer:
    """Returns the answer by which everybody takes the next seat, clockwise."""
    seats = view.setup.seats
    moved = {after: view.names[seat] for seat, after in zip(seats, (*seats[1:], seats[0]), strict=True)}
    return seat_players(view, {**view.names, **moved})


NAMES_FIRST = AskMenu(Question("names", "names_first", Key("back", PlayersMenu()), Key("names", PlayerToNameMenu())))
"""Without names points cannot move along with the players."""
ROTATE_SEATS = AskMenu(Question("rotate_seats", "rotate_text", Key("back", PlayersMenu()), Key("ok", rotate_seats)))
