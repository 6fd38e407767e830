"""Menus of what the table is connected with: phones, which join its page, and a tournament that it has joined."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from common.texts.keys import PhraseKey
from common.texts.phrases import Label
from device.menus.base import (
    Answer,
    AskMenu,
    Buttons,
    Item,
    Listing,
    ListMenu,
    Menu,
    NoticeMenu,
    Question,
    QuestionMenu,
)
from device.screens.base import Notice, Screen
from device.screens.connections import JoinScreen, WifiScreen
from device.screens.lists import SentenceScreen
from device.settings import requests
from device.state.appliance_state import PageAccess, WifiStage
from device.state.table_view import View
from engine.cards import Seat

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


class _Switch(NamedTuple):
    title: Label
    text: PhraseKey
    play: Label
    answer: Answer


@dataclass(frozen=True, slots=True)
class PageMenu(Menu):
    """While it is off: what it means to switch it on. While it is on: how to join, pictures of cards, how to end it."""

    step: Step | None = None
    """None for the first one."""

    def screen(self, view: View) -> Screen:
        page = view.page
        switch = self._switch(page)
        if switch is not None:
            text = view.words.phrase(switch.text)
            more: Label | None = "more" if page.is_on else None
            return SentenceScreen(switch.title, text, "back", switch.play, more=more)
        wifi = page.wifi
        if self._step(page) == "join":
            address = page.addresses[0].partition("://")[2] if page.addresses else ""
            return JoinScreen(page.link, address, page.code)
        if wifi.stage == "on":
            return WifiScreen(wifi.link, wifi.name, wifi.password)
        return Notice("wifi", WIFI_FAULTS.get(wifi.stage, "wifi_starts"), play=None, fold="back", more="more")

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        page = view.page
        switch = self._switch(page)
        if not page.is_on:
            return Buttons(None if switch is None else switch.answer, None)
        order, step = steps(page), self._step(page)
        place = order.index(step)
        up, down = PageMenu(order[place - 1]), PageMenu(order[(place + 1) % len(order)])
        fold = None if step in ("wifi", "join") else PageMenu()
        return Buttons(PageMenu(step) if switch is None else switch.answer, fold, up, down)

    def _step(self, page: PageAccess) -> Step:
        there = steps(page)
        return self.step if self.step in there else there[0]

    def _switch(self, page: PageAccess) -> _Switch | None:
        """Returns what is switched on or off here; None where something is joined."""
        if not page.is_on:
            return _Switch("page_off", "page_meaning", "on", Answer(menu=self, request=requests.UsePage(on=True)))
        match self._step(page):
            case "use_wifi" if page.wifi.is_wanted:
                answer = Answer(menu=PageMenu("use_wifi"), request=requests.UseWifi(on=False))
                return _Switch("wifi_on", "wifi_leaving", "off", answer)
            case "use_wifi":
                answer = Answer(menu=PageMenu("wifi"), request=requests.UseWifi(on=True))
                return _Switch("wifi_off", "wifi_meaning", "on", answer)
            case "password":
                answer = Answer(menu=PageMenu("wifi"), request=requests.UseWifi(on=True, renews=True))
                return _Switch("page_password", "page_renewing", "page_new", answer)
            case "crops":
                answer = Answer(menu=PageMenu("crops"), request=requests.ShowCrops(not page.shows_crops))
                is_on = page.shows_crops
                return _Switch("crops_on" if is_on else "crops_off", "crops", "off" if is_on else "on", answer)
            case "leave":
                return _Switch(
                    "page_on", "page_leaving", "off", Answer(menu=PageMenu(), request=requests.UsePage(on=False))
                )
        return None


@dataclass(frozen=True, slots=True)
class PhoneQuestionMenu(QuestionMenu):
    """A question about the request *id* of a phone that would be, or is, the landlord's."""

    light = "question"
    text: PhraseKey
    id: str
    digits: str = ""

    def question(self, view: View) -> Question:
        no, yes = (Answer(request=requests.AnswerPhone(self.id, confirmed)) for confirmed in (False, True))
        text = view.words.phrase(self.text, digits=self.digits)
        return Question("page_landlord", text, Item("no", no), Item("yes", yes))


@dataclass(frozen=True, slots=True)
class TournamentMenu(ListMenu):
    """The actions of the table in a tournament besides playing."""

    back: Menu | None = None

    def listing(self, view: View) -> Listing:
        tournament = view.tournament
        if tournament is None:
            return Listing("tournament", (), self.back)
        fold, play = TournamentMenu(back=self.back), Answer(request=requests.LeaveTournament())
        keys = Item("back", fold), Item("tournament_leaves", play)
        leave = Item("tournament_leave", AskMenu(Question("tournament", "tournament_leave_text", *keys)))
        if not tournament.stored.on:
            on = Item("tournament_switch_on", Answer(request=requests.UseTournament(on=True)))
            return Listing("tournament", (on, leave), self.back)
        call, off = CALL_REFEREE, Item("tournament_switch_off", Answer(request=requests.UseTournament(on=False)))
        if tournament.stored.calls_referee:
            call = Item("tournament_called", Answer(request=requests.CallReferee(on=False)))
        title: Label = "tournament" if tournament.is_connected else "tournament_unconnected"
        return Listing(title, (call, off, leave), self.back)


CALL_REFEREE = Item(
    "tournament_call",
    Answer(menu=NoticeMenu("tournament", "tournament_calling_text"), request=requests.CallReferee(on=True)),
)
