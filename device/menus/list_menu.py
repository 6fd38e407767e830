"""The base of menus with a list: rows that UP and DOWN select and PLAY chooses, each a label with its answer."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from device.menus.base import Answer, Menu, move_cursor
from device.screens.base import Notice
from device.screens.lists import ListScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from common.texts.phrases import Label
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View


class Row(NamedTuple):
    label: Label
    answer: Answer | Callable[[View], Answer]
    """What PLAY answers, or a function that returns it once the row is chosen."""


class Listing(NamedTuple):
    title: Label
    rows: Sequence[Row]
    back: Menu | None = None
    """The menu to which FOLD leads; None for the game."""
    empty: Label | None = None
    """The text that stands for the list while it has no rows; any button goes back then."""


class ListMenu(Menu):
    """A dataclass with a cursor: UP and DOWN select a row, PLAY chooses it, FOLD goes back."""

    __slots__ = ()

    selected: int

    @abstractmethod
    def listing(self, view: View) -> Listing:
        """Returns the title, and the rows with their answers."""

    def screen(self, view: View) -> Screen:
        title, rows, _, empty = self.listing(view)
        if not rows and empty is not None:
            return Notice(title, empty, play=None, fold="back")
        return ListScreen(title, tuple(row.label for row in rows), self.selected % max(len(rows), 1))

    def press(self, view: View, press: Press) -> Answer:
        _, rows, back, _ = self.listing(view)
        if press.button == "fold" or not rows:
            return Answer(menu=back)
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(rows))))  # type: ignore[type-var]
        answer = rows[self.selected % len(rows)].answer
        return answer if isinstance(answer, Answer) else answer(view)
