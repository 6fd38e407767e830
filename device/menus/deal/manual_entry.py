"""Menus of playing without a camera: calls, and the tricks or points of a deal, are entered by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.menus.base import Answer, Menu, move_cursor
from device.menus.deal.calls import CallsMenu
from device.menus.deal.corrections import correct_last_event
from device.menus.deal.score_peek import ScorePeekMenu
from device.screens.base import NumberScreen, SuitTile, TileScreen, fill_phrase
from device.screens.lists import YesNoScreen
from engine.events import TricksEntered

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.i18n.phrases import PhraseKey
    from device.screens.base import Screen
    from device.state.table_view import View
    from engine.cards import Seat


MAX_COUNT_BY_ONES = 20
"""A count that can exceed this is entered in tens and ones."""


@dataclass(frozen=True, slots=True)
class ManualEntryMenu(Menu):
    """Without a camera, calls (UP) and the tricks of the deal can be entered; DOWN shows the score."""

    def screen(self, view: View) -> Screen:
        by_hand = view.watched == "by_hand"
        title: PhraseKey = "by_hand_title" if by_hand else "lens_covered" if view.is_lens_covered else "no_camera"
        phrases = view.words.phrases
        text = phrases.by_hand_text if by_hand else phrases.no_camera_text
        if view.options:
            return YesNoScreen(title, text, "key_correct", "by_hand", up="key_calls", down="key_score")
        return YesNoScreen(title, text, "key_correct", "by_hand", more="key_score")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(menu=_first_menu(view))
        if press.button == "fold":
            return Answer(menu=correct_last_event(view))
        if press.button == "up" and view.options:
            return Answer(menu=CallsMenu())
        return Answer(menu=ScorePeekMenu())


def _first_menu(view: View) -> Menu:
    """Trump is asked first if it is a suit alone and was not announced."""
    trump, suits = view.table.trump, view.game.pack.suits
    if view.game.all_trumps != suits or (trump in suits and view.deal.upcard is None):
        return EnterTricksMenu(trump or "")
    return EnterTrumpMenu(suits.index(trump) if trump in suits else 0)


@dataclass(frozen=True, slots=True)
class EnterTrumpMenu(Menu):
    depends_on_camera = True
    selected: int = 0

    def screen(self, view: View) -> Screen:
        suits = view.game.pack.suits
        name = view.words.suit(suits[self.selected])
        return TileScreen("which_trump", tuple(map(SuitTile, suits)), self.selected, right=name)

    def press(self, view: View, press: Press) -> Answer:
        suits = view.game.pack.suits
        if press.button == "fold":
            return Answer()
        if press.button == "play":
            return Answer(menu=EnterTricksMenu(suits[self.selected]))
        return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(suits))))


@dataclass(frozen=True, slots=True)
class EnterTricksMenu(Menu):
    """The tricks or points of one side after the other; None means that it folded.

    Large numbers go up by tens and by ones, and begin again at 0; what is left for the last side is offered.
    """

    depends_on_camera = True
    trump: str
    done: tuple[tuple[Seat, int | None], ...] = ()
    count: int | None = 0

    def screen(self, view: View) -> Screen:
        words = view.words
        many = _max_count(view) > MAX_COUNT_BY_ONES
        name = words.side(self._sides(view)[len(self.done)])
        title = fill_phrase(words, "points_of" if many else "tricks_of", seat=name)
        return NumberScreen(title, self.count, steps=("+10", "+1") if many else None)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=EnterTricksMenu(self.trump, self.done[:-1]) if self.done else _first_again(view))
        if press.button != "play":
            return Answer(menu=replace(self, count=self._next(view, press)))
        sides = self._sides(view)
        done = (*self.done, (sides[len(self.done)][0], self.count))
        if len(done) == len(sides):
            tricks = tuple((seat, count) for seat, count in done if count is not None)
            return Answer((TricksEntered(tricks, self.trump),))
        most = _max_count(view)
        rest = max(most - sum(count or 0 for _, count in done), 0)
        return Answer(
            menu=EnterTricksMenu(
                self.trump, done, rest if most > MAX_COUNT_BY_ONES and len(done) == len(sides) - 1 else 0
            )
        )

    def _next(self, view: View, press: Press) -> int | None:
        most, step = _max_count(view), 1 if press.button == "up" else -1
        if most > MAX_COUNT_BY_ONES:
            return ((self.count or 0) + (10 if press.button == "up" else 1)) % (most + 1)
        counts: tuple[int | None, ...] = (*range(most + 1), None)
        return counts[(counts.index(self.count) + step) % len(counts)]

    @staticmethod
    def _sides(view: View) -> tuple[tuple[Seat, ...], ...]:
        """Those who play in this deal."""
        return tuple(side for side in view.sides if set(side) & set(view.players))


def _first_again(view: View) -> Menu | None:
    first = _first_menu(view)
    return first if isinstance(first, EnterTrumpMenu) else None


def _max_count(view: View) -> int:
    """Returns the largest number that can be entered."""
    return view.game.entered_total or view.game.hand_size
