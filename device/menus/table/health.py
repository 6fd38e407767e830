"""Health checks: results with advice, the worst first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.texts.phrases import Text
from device.diagnostics.check import MARKS
from device.menus.base import Answer, Menu, move_cursor
from device.screens.base import Notice
from device.screens.lists import LINES, ListScreen, TextScreen, wrapped_lines

if TYPE_CHECKING:
    from device.diagnostics.check import Check
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.table_view import View

WORST_FIRST = ("bad", "warn", "ok", "unknown")
STEPS = {"up": -1, "down": 1}


@dataclass(frozen=True, slots=True)
class HealthMenu(Menu):
    """The checks as a list; PLAY shows one in full."""

    selected: int = 0

    def screen(self, view: View) -> Screen:
        if not view.appliance.health:
            return Notice("health", "examining", "back")
        words = view.words
        rows = (
            Text(f"{_mark(check)}{words.phrase(check.title)}: {words.phrase(check.found)}") for check in _checks(view)
        )
        return ListScreen("health", tuple(rows), self.selected)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold" or not view.appliance.health:
            return Answer()
        if press.button == "play":
            return Answer(menu=CheckDetailsMenu(self.selected))
        return Answer(menu=HealthMenu(move_cursor(self.selected, press, len(view.appliance.health))))


@dataclass(frozen=True, slots=True)
class CheckDetailsMenu(Menu):
    """One check with its advice."""

    which: int
    first: int = 0

    def screen(self, view: View) -> Screen:
        return TextScreen(view.words.phrase(_checks(view)[self.which].title), self._paragraphs(view), self.first, "ok")

    def press(self, view: View, press: Press) -> Answer:
        if press.button in ("fold", "play"):
            return Answer(menu=HealthMenu(self.which))
        last = max(len(wrapped_lines(self._paragraphs(view))) - LINES, 0)
        return Answer(menu=replace(self, first=max(0, min(self.first + STEPS[press.button], last))))

    def _paragraphs(self, view: View) -> tuple[str, ...]:
        check, words = _checks(view)[self.which], view.words
        return tuple(words.phrase(each) for each in (MARKS[check.verdict], check.found, check.advice) if each)


def _checks(view: View) -> list[Check]:
    return sorted(view.appliance.health, key=lambda check: WORST_FIRST.index(check.verdict))


def _mark(check: Check) -> str:
    """A good result has no mark."""
    return "" if check.verdict in ("ok", "unknown") else "! "
