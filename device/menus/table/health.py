"""Health checks: results with advice, the worst first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.diagnostics.check import MARKS
from device.menus.base import Buttons, Listing, ListMenu, Row, ScrollMenu
from device.screens.base import Notice
from device.screens.lists import TextScreen

if TYPE_CHECKING:
    from device.diagnostics.check import Check
    from device.screens.base import Screen
    from device.state.table_view import View
    from engine.cards import Seat

WORST_FIRST = ("bad", "warn", "ok", "unknown")


@dataclass(frozen=True, slots=True)
class HealthMenu(ListMenu):
    """The checks as a list; PLAY shows one in full."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        # not super(): the dataclass with slots is another class
        return ListMenu.screen(self, view) if view.appliance.health else Notice("health", "examining", "back")

    def listing(self, view: View) -> Listing:
        words, rows = view.words, []
        for which, check in enumerate(_checks(view)):
            mark = "" if check.verdict in ("ok", "unknown") else "! "
            text = Text(f"{mark}{words.phrase(check.title)}: {words.phrase(check.found)}")
            rows.append(Row(text, CheckDetailsMenu(which)))
        return Listing("health", rows)


@dataclass(frozen=True, slots=True)
class CheckDetailsMenu(ScrollMenu):
    """One check with its advice."""

    which: int
    first: int = 0

    def text(self, view: View) -> TextScreen:
        check, words = _checks(view)[self.which], view.words
        paragraphs = tuple(words.phrase(each) for each in (MARKS[check.verdict], check.found, check.advice) if each)
        return TextScreen(words.phrase(check.title), paragraphs, play="ok")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        back = HealthMenu(self.which)
        return Buttons(back, back)


def _checks(view: View) -> list[Check]:
    return sorted(view.appliance.health, key=lambda check: WORST_FIRST.index(check.verdict))
