"""The menus of the page for phones: on and off, how to join it, and a phone that asks to be the landlord's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from device.menus.base import Answer, Menu, move_cursor
from device.screens.base import Notice
from device.screens.lists import YesNoScreen
from device.screens.page import JoinScreen, WifiScreen
from device.settings.requests import AnswerPhone, ShowCrops, UsePage, UseWifi

if TYPE_CHECKING:
    from collections.abc import Mapping

    from common.texts.keys import PhraseKey
    from common.texts.phrases import Label
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.state.appliance_state import OwnWifi, PageAccess, WifiStage
    from device.state.table_view import View


WIFI_FAULTS: Mapping[WifiStage, Label] = {
    "no_manager": "wifi_no_manager",
    "no_wifi": "wifi_missing",
    "blocked": "wifi_blocked",
    "failed": "wifi_failed",
}


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
        page, phrase = view.page, view.words.phrase
        if not page.is_on:
            return YesNoScreen("page_off", phrase("page_meaning"), "back", "on")
        match self._step(page):
            case "wifi":
                return _wifi_screen(page.wifi)
            case "join":
                address = page.addresses[0].partition("://")[2] if page.addresses else ""
                return JoinScreen(page.link, address, page.code)
            case "use_wifi" if page.wifi.is_wanted:
                return YesNoScreen("wifi_on", phrase("wifi_leaving"), "back", "off", more="more")
            case "use_wifi":
                return YesNoScreen("wifi_off", phrase("wifi_meaning"), "back", "on", more="more")
            case "password":
                return YesNoScreen("page_password", phrase("page_renewing"), "back", "page_new", more="more")
            case "crops" if page.shows_crops:
                return YesNoScreen("crops_on", phrase("crops"), "back", "off", more="more")
            case "crops":
                return YesNoScreen("crops_off", phrase("crops"), "back", "on", more="more")
            case "leave":
                return YesNoScreen("page_on", phrase("page_leaving"), "back", "off", more="more")

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
    return Notice("wifi", WIFI_FAULTS.get(wifi.stage, "wifi_starts"), play=None, fold="back", more="more")


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
    question: PhraseKey
    id: str
    digits: str = ""

    def screen(self, view: View) -> Screen:
        return YesNoScreen("page_landlord", view.words.phrase(self.question, digits=self.digits), "no", "yes")

    def press(self, view: View, press: Press) -> Answer:
        if press.button in ("up", "down"):
            return Answer(menu=self)
        return Answer(request=AnswerPhone(self.id, press.button == "play"))
