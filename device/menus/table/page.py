"""The menus of the page for phones: on and off, how to join it, and a phone that asks to be the landlord's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from device.menus.base import Answer, Menu, move_cursor
from device.screens.base import Notice
from device.screens.lists import YesNoScreen
from device.screens.page import JoinScreen, WifiScreen
from device.settings.requests import AnswerPhone, ShowCrops, UsePage, UseWifi
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from common.texts.phrases import Label
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.appliance_state import OwnWifi, PageAccess, WifiStage
    from device.state.table_view import View

PAGE: Label = Words("Seite fürs Handy", "Page for phones")
PAGE_ON: Label = Words("Seite: an", "Page: on")
PAGE_OFF: Label = Words("Seite: aus", "Page: off")
ON: Label = Words("an", "on")
OFF: Label = Words("aus", "off")
MEANING = Words(
    "Handys sehen den Tisch. Wer den Code hat, darf ausbessern.",
    "Phones see the table. Who has the code may correct.",
)
CROPS_ON: Label = Words("Bildausschnitte: an", "Card pictures: on")
CROPS_OFF: Label = Words("Bildausschnitte: aus", "Card pictures: off")
CROPS = Words(
    "Bei Streit Fotos der Karten am Handy? Gespeichert wird keins.",
    "Photos of the cards on phones in a dispute? None is stored.",
)
LEAVING = Words("Die Seite abschalten? Alle Handys gehen aus.", "Switch the page off? No phone sees it then.")
WIFI: Label = Words("Eigenes WLAN", "Own Wi-Fi")
WIFI_ON: Label = Words("Eigenes WLAN: an", "Own Wi-Fi: on")
WIFI_OFF: Label = Words("Eigenes WLAN: aus", "Own Wi-Fi: off")
WIFI_MEANING = Words(
    "Für bis zu 8 Handys, ohne Internet. Ein anderes WLAN verlässt Kiebitz.",
    "For up to 8 phones, without internet. Kiebitz leaves any other Wi-Fi.",
)
WIFI_LEAVING = Words("Das WLAN vom Tisch abschalten?", "Switch the table's Wi-Fi off?")
WIFI_STARTS: Label = Words("Das WLAN startet, bis zu einer Minute.", "The Wi-Fi starts, within a minute.")
WIFI_FAULTS: Mapping[WifiStage, Label] = {
    "no_manager": Words("NetworkManager fehlt: am Gerät einrichten.", "NetworkManager is missing: set it up."),
    "no_wifi": Words("Dieses Gerät hat kein WLAN.", "This device has no Wi-Fi."),
    "blocked": Words(
        "Das WLAN ist gesperrt: mit raspi-config das Land wählen.",
        "Wi-Fi is blocked: choose its country (raspi-config).",
    ),
    "failed": Words("Das ging nicht. Aus und wieder an?", "That did not work. Off and on again?"),
}
PASSWORD: Label = Words("WLAN-Passwort", "Wi-Fi password")
NEW: Label = Words("neu", "new")
RENEWING = Words("Neues Passwort? Jedes Handy braucht es dann.", "A new password? Each phone needs it then.")
LANDLORD: Label = Words("Handy des Wirts", "Landlord's phone")
DIGITS = Words("Zeigt das Handy des Wirts {digits}?", "Does the landlord's phone show {digits}?")
BACKUP = Words("Alle Abende und Namen aufs Handy laden?", "Give all evenings and names to the phone?")
Step: TypeAlias = Literal["wifi", "join", "use_wifi", "password", "crops", "leave"]
"""A step of the menu while the page is on: joining the Wi-Fi, joining the page, and its switches."""


def steps(page: PageAccess) -> tuple[Step, ...]:
    """Returns what UP and DOWN lead through; a board that nobody can reach is asked for its own Wi-Fi first."""
    wifi = page.wifi
    if wifi.is_wanted:
        return ("wifi", "join", "use_wifi", *(("password",) if wifi.stage == "on" else ()), "crops", "leave")
    if not wifi.is_offered:
        return ("join", "crops", "leave")
    return ("join", "use_wifi", "crops", "leave") if page.is_reachable else ("use_wifi", "join", "crops", "leave")


@dataclass(frozen=True, slots=True)
class PageMenu(Menu):
    """While it is off: what it means to switch it on. While it is on: how to join, pictures of cards, how to end it."""

    step: Step | None = None
    """None for the first one."""

    def screen(self, view: View) -> Screen:
        page, translate = view.page, view.words.translate
        if not page.is_on:
            return YesNoScreen(PAGE_OFF, translate(MEANING), "back", ON)
        match self._step(page):
            case "wifi":
                return _wifi_screen(page.wifi)
            case "join":
                address = page.addresses[0].partition("://")[2] if page.addresses else ""
                return JoinScreen(page.link, address, page.code)
            case "use_wifi" if page.wifi.is_wanted:
                return YesNoScreen(WIFI_ON, translate(WIFI_LEAVING), "back", OFF, more="more")
            case "use_wifi":
                return YesNoScreen(WIFI_OFF, translate(WIFI_MEANING), "back", ON, more="more")
            case "password":
                return YesNoScreen(PASSWORD, translate(RENEWING), "back", NEW, more="more")
            case "crops":
                title, change = (CROPS_ON, OFF) if page.shows_crops else (CROPS_OFF, ON)
                return YesNoScreen(title, translate(CROPS), "back", change, more="more")
            case "leave":
                return YesNoScreen(PAGE_ON, translate(LEAVING), "back", OFF, more="more")

    def press(self, view: View, press: Press) -> Answer:
        page = view.page
        step = self._step(page)
        if press.button == "fold":
            is_first = not page.is_on or step in ("wifi", "join")
            return Answer() if is_first else Answer(menu=PageMenu())
        if not page.is_on:
            return Answer(menu=self, request=UsePage(on=True)) if press.button == "play" else Answer(menu=self)
        if press.button == "play":
            return _answer_to_play(step, page)
        there = steps(page)
        return Answer(menu=PageMenu(there[move_cursor(there.index(step), press, len(there))]))

    def _step(self, page: PageAccess) -> Step:
        there = steps(page)
        return self.step if self.step in there else there[0]


def _wifi_screen(wifi: OwnWifi) -> Screen:
    if wifi.stage == "on":
        return WifiScreen(wifi.link, wifi.name, wifi.password)
    return Notice(WIFI, WIFI_FAULTS.get(wifi.stage, WIFI_STARTS), play=None, fold="back", more="more")


def _answer_to_play(step: Step, page: PageAccess) -> Answer:
    match step:
        case "use_wifi" if page.wifi.is_wanted:
            return Answer(menu=PageMenu("use_wifi"), request=UseWifi(on=False))
        case "use_wifi":
            return Answer(menu=PageMenu("wifi"), request=UseWifi(on=True))
        case "password":
            return Answer(menu=PageMenu("wifi"), request=UseWifi(on=True, renews=True))
        case "crops":
            return Answer(menu=PageMenu("crops"), request=ShowCrops(not page.shows_crops))
        case "leave":
            return Answer(menu=PageMenu(), request=UsePage(on=False))
    return Answer(menu=PageMenu(step))


@dataclass(frozen=True, slots=True)
class PhoneQuestionMenu(Menu):
    """A question about the request *id* of a phone that would be, or is, the landlord's."""

    light = "question"
    text: Words
    id: str

    def screen(self, view: View) -> Screen:
        return YesNoScreen(LANDLORD, view.words.translate(self.text), "no", "yes")

    def press(self, view: View, press: Press) -> Answer:
        if press.button in ("up", "down"):
            return Answer(menu=self)
        return Answer(request=AnswerPhone(self.id, press.button == "play"))
