"""Menus of the end of an evening: the summary, and good night."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.menus.base import Answer, Menu, move_cursor
from device.menus.table.evening_summary import person_summaries
from device.screens.lists import YesNoScreen
from device.screens.table import EveningScreen
from device.settings.requests import BeginEvening, EndEvening
from engine.events import Amended, EveningStarted

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.menus.table.evening_summary import PersonSummary
    from device.screens.base import Screen
    from device.state.table_view import View


def end_of_evening(view: View) -> Menu:
    return EveningSummaryMenu(person_summaries(view)) if view.is_between_deals else UnfinishedDealMenu()


@dataclass(frozen=True, slots=True)
class UnfinishedDealMenu(Menu):
    """Asks whether to end the evening although a deal is unfinished."""

    def screen(self, view: View) -> Screen:
        return YesNoScreen("evening_end", view.words.phrase("unfinished_text"), "back", "insist")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "play":
            return Answer(menu=EveningSummaryMenu(person_summaries(view)))
        return Answer(menu=None if press.button == "fold" else self)


@dataclass(frozen=True, slots=True)
class EveningSummaryMenu(Menu):
    """The summary of the evening, one page a person; UP and DOWN turn the pages, PLAY ends the evening."""

    pages: tuple[PersonSummary, ...]
    at: int = 0

    def screen(self, view: View) -> Screen:
        words = view.words
        if not self.pages:
            return YesNoScreen("evening_end", words.phrase("nothing_played"), "back", "good_night")
        page = self.pages[self.at]
        name = page.player.name or words.seat(page.player.seat or 0)
        return EveningScreen(name, f"{self.at + 1}/{len(self.pages)}", page.columns)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer()
        if press.button == "play":
            # An evening without a name: later games belong to another evening, and all names are cleared.
            return Answer((EveningStarted(),), GoodNightMenu(len(view.table.journal)), EndEvening())
        return Answer(menu=EveningSummaryMenu(self.pages, move_cursor(self.at, press, max(len(self.pages), 1))))


@dataclass(frozen=True, slots=True)
class GoodNightMenu(Menu):
    """The device may be unplugged. PLAY begins a new evening, FOLD continues this one."""

    ended: int
    """The event that ended it."""

    def screen(self, view: View) -> Screen:
        return YesNoScreen("good_night", view.words.phrase("good_night_text"), "back", "new_evening")

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer((Amended(self.ended),))
        return Answer(request=BeginEvening()) if press.button == "play" else Answer(menu=self)
