"""Menus that change who plays what: the next game and its house rules, who sits where, who swaps or moves on.

The game in play does not change. Points move along with players who have a name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from common.texts.keys import PhraseKey
from common.texts.phrases import Label
from device.hardware.presses import Press
from device.menus.base import (
    Answer,
    AskMenu,
    Buttons,
    Item,
    Listing,
    ListMenu,
    Menu,
    NoticeMenu,
    Question,
    Reply,
    SeatMenu,
)
from device.menus.first_start import step_menu
from device.menus.new_evening import next_game
from device.menus.table.player_names import PlayerToNameMenu, seat_players
from device.screens.base import Screen
from device.screens.table import SeatingScreen
from device.settings.requests import Choose, TurnPicture
from device.settings.table_setup import apply_choice, has_seatings_to_choose
from device.state.appliance_state import ORDER, OnboardingSteps
from device.state.table_view import View
from engine.cards import Card, Seat
from engine.games import all_games
from engine.rules.game import Phase

Step = Literal["game", "rules", "players"]
NO_CHOICE = Choose()


@dataclass(frozen=True, slots=True)
class ChangeGameMenu(Menu):
    """Asks the steps by the menus of the first start; the last one requests the whole choice."""

    step: Step = "game"
    choice: Choose = NO_CHOICE
    inner: Menu | None = None

    def screen(self, view: View) -> Screen:
        return self._menu(view).screen(self._view_with_choice(view))

    def press(self, view: View, press: Press) -> Answer:
        menu, opening_view = self._menu(view), self._view_with_choice(view)
        if press.button == "fold" and type(menu) is type(step_menu(opening_view, self.step)):
            return Answer(
                menu=ChangeGameMenu("rules", self.choice) if self.step == "players" and self.choice.game else None
            )
        answer = menu.press(opening_view, press)
        if not isinstance(answer.request, Choose):
            return Answer(menu=replace(self, inner=answer.menu))
        choice = Choose(game=answer.request.game or self.choice.game, seats=answer.request.seats or self.choice.seats)
        if self.step == "game":
            return Answer(menu=ChangeGameMenu("rules", choice))
        players = all_games()[apply_choice(view.setup, choice).game].players
        if self.step == "rules" and has_seatings_to_choose(players) and len(view.setup.seats) not in players:
            return Answer(menu=ChangeGameMenu("players", choice))
        later = view.table.game is not None and view.table.phase != Phase.OVER
        return Answer(menu=BEGIN_NOW if later else None, request=choice)

    def _menu(self, view: View) -> Menu:
        menu = self.inner or step_menu(self._view_with_choice(view), self.step)
        assert menu is not None, self.step
        return menu

    def _view_with_choice(self, view: View) -> View:
        """Returns the view as if the choice already held; going back is always possible."""
        onboarding = OnboardingSteps(frozenset(ORDER), deck=view.appliance.onboarding.deck)
        return replace(
            view, setup=apply_choice(view.setup, self.choice), appliance=replace(view.appliance, onboarding=onboarding)
        )


BEGIN_NOW = AskMenu(Question("next_game", "next_game_text", Item("later", None), Item("yes", next_game)))
"""The choice holds from the next game on; asks whether to begin that game now."""


def fixed_notice(back: Menu) -> NoticeMenu:
    """Returns the notice that the tournament fixes what was to be changed."""
    return NoticeMenu("tournament", "tournament_fixed_text", back)


@dataclass(frozen=True, slots=True)
class PlayersMenu(ListMenu):
    """Changes of players and seats between two deals."""

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
        return Listing("players", [Item(name, menu) for name, menu in menus.items()])


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


NAMES_FIRST = AskMenu(Question("names", "names_first", Item("back", PlayersMenu()), Item("names", PlayerToNameMenu())))
"""Without names points cannot move along with the players."""
ROTATE_SEATS = AskMenu(Question("rotate_seats", "rotate_text", Item("back", PlayersMenu()), Item("ok", rotate_seats)))
