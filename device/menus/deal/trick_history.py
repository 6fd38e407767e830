"""The screen of a trick, in play or earlier, and menus that look back at the tricks of a deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Menu, move_cursor
from device.menus.deal.corrections import correct_card
from device.menus.deal.earlier_calls import EarlierCallsMenu, earlier_calls
from device.screens.base import NO_KEYS, Keys, TileScreen
from device.screens.trick import LaidCard, TrickScreen

if TYPE_CHECKING:
    from common.texts.keys import PhraseKey
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View
    from engine.cards import Card, Seat
    from engine.tricks import Trick


def winner(view: View) -> Seat | None:
    """Returns the seat that is winning the trick in play, or None if that is unknown."""
    return view.game.taker_in(view.deal) if view.deal.trick.plays else None


def taker_of(view: View, trick: Trick) -> Seat | None:
    """Returns the seat that took a trick, or is winning the one in play; None if that is unknown."""
    return trick.taker if trick is not view.deal.trick else winner(view)


def trick_screen(
    view: View,
    trick: Trick,
    number: int,
    headline: PhraseKey,
    seat: Seat | None,
    awaits: bool = False,
    open_count: int = 0,
    keys: Keys = NO_KEYS,
) -> TrickScreen:
    laid = view.plays()

    def doubtful(position: int, card: Card) -> bool:
        return position in laid and bool(laid[position].doubts) and laid[position].card == card

    cards = tuple(LaidCard(play.seat, play.card, doubtful(play.position, play.card)) for play in trick.plays)
    trump, game = view.table.trump, view.game
    return TrickScreen(
        headline,
        seat,
        number,
        cards,
        taker_of(view, trick),
        (game.trump_suit(trump) or "") if trump is not None else "",
        (game.trump_rank(trump) or "") if trump is not None else "",
        view.hides_trump,
        len(view.players),
        awaits,
        open_count,
        keys=keys,
    )


@dataclass(frozen=True, slots=True)
class TrickHistoryMenu(Menu):
    """The tricks of this deal, the newest first, and before them the calls; PLAY selects a card to correct."""

    index: int

    def screen(self, view: View) -> Screen:
        trick = view.tricks[self.index]
        keys = Keys("back", play="change", arrows=Text(""))
        return trick_screen(view, trick, self.index + 1, "tricks_done", taker_of(view, trick), keys=keys)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer()
        if press.button == "play":
            return Answer(menu=PickMisreadCardMenu(self.index))
        index = self.index + (-1 if press.button == "up" else 1)
        if index >= len(view.tricks):
            return Answer()
        if index < 0:
            return Answer(menu=EarlierCallsMenu() if earlier_calls(view) else self)
        return Answer(menu=TrickHistoryMenu(index))


def last_trick(view: View) -> TrickHistoryMenu | EarlierCallsMenu | None:
    """Returns the menu of the newest trick, of the calls if no card was laid, or None without either."""
    return (
        TrickHistoryMenu(len(view.tricks) - 1) if view.tricks else EarlierCallsMenu() if earlier_calls(view) else None
    )


@dataclass(frozen=True, slots=True)
class PickMisreadCardMenu(Menu):
    """Selects the misread card of an earlier trick."""

    index: int
    selected: int = 0

    def screen(self, view: View) -> Screen:
        return TileScreen("which_wrong", view.tricks[self.index].cards, self.selected)

    def press(self, view: View, press: Press) -> Answer:
        plays = view.tricks[self.index].plays
        if press.button == "fold":
            return Answer(menu=TrickHistoryMenu(self.index))
        if press.button == "play":
            play = plays[self.selected]
            return Answer(menu=correct_card(view, play.position, play.card))
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(plays))))
