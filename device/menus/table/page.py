"""The menus of the page for phones: on and off, how to join it, and a phone that asks to be the landlord's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from device.menus.base import Answer, Menu, move_cursor
from device.screens.lists import YesNoScreen
from device.screens.page import JoinScreen
from device.settings.requests import ConfirmLandlord, ShowCrops, UsePage
from engine.text import Words as BothLanguages

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.i18n.phrases import Label
    from device.screens.base import Screen
    from device.state.table_view import View

PAGE: Label = BothLanguages("Seite fürs Handy", "Page for phones")
PAGE_ON: Label = BothLanguages("Seite: an", "Page: on")
PAGE_OFF: Label = BothLanguages("Seite: aus", "Page: off")
ON: Label = BothLanguages("an", "on")
OFF: Label = BothLanguages("aus", "off")
MEANING = BothLanguages(
    "Handys sehen den Tisch. Wer den Code hat, darf ausbessern.",
    "Phones see the table. Who has the code may correct.",
)
CROPS_ON: Label = BothLanguages("Bildausschnitte: an", "Card pictures: on")
CROPS_OFF: Label = BothLanguages("Bildausschnitte: aus", "Card pictures: off")
CROPS = BothLanguages(
    "Bei Streit Fotos der Karten am Handy? Gespeichert wird keins.",
    "Photos of the cards on phones in a dispute? None is stored.",
)
LEAVING = BothLanguages("Die Seite abschalten? Alle Handys gehen aus.", "Switch the page off? No phone sees it then.")
LANDLORD: Label = BothLanguages("Handy des Wirts", "Landlord's phone")
DIGITS = BothLanguages("Zeigt das Handy des Wirts {digits}?", "Does the landlord's phone show {digits}?")

Place: TypeAlias = Literal["join", "crops", "end"]
PLACES: tuple[Place, ...] = ("join", "crops", "end")
"""What UP and DOWN go through while the page is on."""


@dataclass(frozen=True, slots=True)
class PageMenu(Menu):
    """While it is off: what it means to switch it on. While it is on: how to join, pictures of cards, how to end it."""

    place: Place = "join"

    def screen(self, view: View) -> Screen:
        if not view.page.is_on:
            return YesNoScreen(PAGE_OFF, view.words.translate(MEANING), "back", ON)
        page = view.page
        if self.place == "end":
            return YesNoScreen(PAGE_ON, view.words.translate(LEAVING), "back", OFF, more="more")
        if self.place == "crops":
            title, change = (CROPS_ON, OFF) if page.shows_crops else (CROPS_OFF, ON)
            return YesNoScreen(title, view.words.translate(CROPS), "back", change, more="more")
        address = page.addresses[0].partition("://")[2] if page.addresses else ""
        return JoinScreen(page.link, address, page.code)

    def press(self, view: View, press: Press) -> Answer:
        if press.button == "fold":
            return Answer(menu=PageMenu()) if self.place != "join" and view.page.is_on else Answer()
        if not view.page.is_on:
            return Answer(menu=self, request=UsePage(on=True)) if press.button == "play" else Answer(menu=self)
        if press.button == "play":
            return self._take(view)
        return Answer(menu=PageMenu(PLACES[move_cursor(PLACES.index(self.place), press, len(PLACES))]))

    def _take(self, view: View) -> Answer:
        match self.place:
            case "crops":
                return Answer(menu=self, request=ShowCrops(not view.page.shows_crops))
            case "end":
                return Answer(menu=PageMenu(), request=UsePage(on=False))
        return Answer(menu=self)


@dataclass(frozen=True, slots=True)
class LandlordPhoneMenu(Menu):
    """A phone asks to be the landlord's: PLAY if it shows the same digits."""

    light = "question"
    digits: str
    id: str

    def screen(self, view: View) -> Screen:
        return YesNoScreen(LANDLORD, view.words.translate(DIGITS).format(digits=self.digits), "no", "yes")

    def press(self, view: View, press: Press) -> Answer:
        if press.button in ("up", "down"):
            return Answer(menu=self)
        return Answer(request=ConfirmLandlord(self.id, press.button == "play"))
