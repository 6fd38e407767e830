"""The menu of the landlord: the USB stick, deletion, and trials of buttons and light."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.menus.base import Answer, Menu, move_cursor
from device.menus.landlord.erase import EraseMenu
from device.menus.landlord.stick import StickMenu
from device.screens.lists import ListScreen
from device.settings.requests import LookUp, TryParts
from engine.text import Words

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.i18n.phrases import Label
    from device.screens.base import Screen
    from device.state.table_view import View

LANDLORD = Words("Für den Wirt", "For the landlord")
STICK = Words("USB-Stick", "USB stick")
ERASE = Words("Löschen", "Delete")
BUTTONS = Words("Tasten prüfen", "Try the buttons")
LIGHT = Words("Licht und Ton prüfen", "Try light and tone")


@dataclass(frozen=True, slots=True)
class LandlordMenu(Menu):
    """What the landlord needs, and players do not; FOLD goes to *back*, by default to the game."""

    selected: int = 0
    back: Menu | None = None

    def screen(self, view: View) -> Screen:
        return ListScreen(LANDLORD, tuple(name for name, _ in self._rows()), self.selected)

    def press(self, view: View, press: Press) -> Answer:
        rows = self._rows()
        if press.button == "fold":
            return Answer(menu=self.back)
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(rows))))
        return rows[self.selected][1]

    def _rows(self) -> tuple[tuple[Label, Answer], ...]:
        return (
            (STICK, Answer(menu=StickMenu(replace(self, selected=0)), request=LookUp())),
            (ERASE, Answer(menu=EraseMenu(replace(self, selected=1)), request=LookUp())),
            (BUTTONS, Answer(request=TryParts("buttons"))),
            (LIGHT, Answer(request=TryParts("light"))),
        )
