"""Menus that correct calls and turned cards of earlier in the deal, after cards have been laid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.menus.base import Answer, Menu, move_cursor
from device.menus.deal.corrections import correct_card
from device.menus.list_menu import Listing, ListMenu, Row
from device.screens.engine_text import option_text
from device.screens.lists import ListScreen
from engine.events import Amended, Announced, CardTaken, Exchanged, UpcardTurned

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View
    from engine.events import Fact


def earlier_calls(view: View) -> tuple[tuple[int, Fact], ...]:
    """Returns the calls, exchanges and turned cards of this deal, each with its position in the journal."""
    kinds = Announced | Exchanged | CardTaken | UpcardTurned
    return tuple((position, fact) for position, fact in view.facts if isinstance(fact, kinds))


@dataclass(frozen=True, slots=True)
class EarlierCallsMenu(Menu):
    """The calls and turned cards of the deal; the last one is selected, PLAY corrects it."""

    selected: int = -1

    def screen(self, view: View) -> Screen:
        rows = tuple(_row(view, fact) for _, fact in earlier_calls(view))
        return ListScreen("was_told", rows, self.selected % len(rows))

    def press(self, view: View, press: Press) -> Answer:
        entries = earlier_calls(view)
        if press.button == "fold":
            return Answer()
        if press.button != "play":
            return Answer(menu=EarlierCallsMenu(move_cursor(self.selected % len(entries), press, len(entries))))
        position, fact = entries[self.selected]
        if isinstance(fact, UpcardTurned | CardTaken):
            return Answer(menu=correct_card(view, position, fact.card))
        return Answer(menu=CorrectCallMenu(position, other_options(view, position)))


@dataclass(frozen=True, slots=True)
class CorrectCallMenu(ListMenu):
    """The calls that were legal at that time; the last row removes the call."""

    position: int
    options: tuple[Fact, ...]
    selected: int = 0

    def listing(self, view: View) -> Listing:
        rows = [Row(_row(view, option), Answer((Amended(self.position, option),))) for option in self.options]
        return Listing(
            "said_otherwise", [*rows, Row("undo_title", Answer((Amended(self.position),)))], EarlierCallsMenu()
        )


def other_options(view: View, position: int) -> tuple[Fact, ...]:
    """Returns the calls that were legal for the same seat at *position*."""
    recorded, deal = dict(view.facts)[position], view.table.deal_before(position)
    seat = getattr(recorded, "seat", None)
    options = view.game.options(deal) if deal is not None else ()
    legal_then = (option for option in options if isinstance(option, Announced | Exchanged))
    return tuple(option for option in legal_then if option.seat == seat and option != recorded)


def _row(view: View, fact: Fact) -> Text:
    text, seat = option_text(fact, view.game, view.words), getattr(fact, "seat", None)
    if isinstance(fact, UpcardTurned):
        text, seat = Text(view.words.token(fact.card)), view.deal.dealer
    return text if seat is None else view.words.phrase("says", seat=view.words.seat(seat), what=text)
