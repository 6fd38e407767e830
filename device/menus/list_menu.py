"""The base of menus with a list: rows that UP and DOWN select and PLAY chooses."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from device.menus.base import Answer, Menu, move_cursor

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.state.table_view import View


class ListMenu(Menu):
    """A dataclass with a list: UP and DOWN select a row, PLAY chooses it, FOLD goes to `back`, by default to the game.

    While the list is empty any button goes back.
    """

    __slots__ = ()

    selected: int
    back: Menu | None

    def press(self, view: View, press: Press) -> Answer:
        count = self.count(view)
        if press.button == "fold" or not count:
            return Answer(menu=self.back)
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, count)))  # type: ignore[type-var]
        return self.choose(view, self.selected % count)

    @abstractmethod
    def count(self, view: View) -> int:
        """Returns the number of rows."""

    @abstractmethod
    def choose(self, view: View, index: int) -> Answer:
        """Returns the answer to PLAY on a row."""
