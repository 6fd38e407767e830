"""Menus that look back at the tricks of a deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Menu, move_cursor
from device.menus.deal.corrections import correct_card
from device.menus.deal.earlier_calls import EarlierCallsMenu, earlier_calls
from device.menus.deal.trick_screen import taker_of, trick_screen
from device.screens.base import Keys, TileScreen

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View


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
