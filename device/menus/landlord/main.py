"""The menu of the landlord: the USB stick, deletion, and trials of buttons and light."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.menus.base import Answer
from device.menus.landlord.erase import ERASE, EraseMenu
from device.menus.landlord.stick import STICK, StickMenu
from device.menus.list_menu import Listing, ListMenu, Row
from device.settings.requests import LookUp, TryParts
from engine.text import Words

if TYPE_CHECKING:
    from device.menus.base import Menu
    from device.state.table_view import View

LANDLORD = Words("Für den Wirt", "For the landlord")
BUTTONS = Words("Tasten prüfen", "Try the buttons")
LIGHT = Words("Licht und Ton prüfen", "Try light and tone")


@dataclass(frozen=True, slots=True)
class LandlordMenu(ListMenu):
    """The actions that the landlord needs and players do not."""

    selected: int = 0
    back: Menu | None = None

    def listing(self, view: View) -> Listing:
        rows = (
            Row(STICK, Answer(menu=StickMenu(replace(self, selected=0)), request=LookUp())),
            Row(ERASE, Answer(menu=EraseMenu(replace(self, selected=1)), request=LookUp())),
            Row(BUTTONS, Answer(request=TryParts("buttons"))),
            Row(LIGHT, Answer(request=TryParts("light"))),
        )
        return Listing(LANDLORD, rows, self.back)
