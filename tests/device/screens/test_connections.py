"""The code to join, read back from a blurred picture of the display, and the menus around it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from common.texts.phrases import LANGUAGES, Language
from common.texts.words import words_for
from device.menus.table.connections import WIFI_FAULTS, PageMenu, PhoneQuestionMenu, steps
from device.runtime.root_units import PASSWORD_LENGTH, PASSWORD_LETTERS
from device.screens.base import Screen, draw
from device.screens.connections import MAX_LINK_BYTES, JoinScreen, WifiScreen, modules
from device.settings.requests import AnswerPhone, ShowCrops, UsePage, UseWifi
from device.state.appliance_state import OwnWifi, PageAccess
from tests.support.screens.painted import layout_faults
from tests.support.session_script import GERMAN, go, in_play, press

ON = PageAccess(True, "7F3Q9K", ("http://kiebitz.local",))


@pytest.mark.parametrize("address", ["kiebitz.local", "10.42.0.1", "192.168.178.199:8321"])
def test_a_phone_reads_the_code_from_the_display(address: str) -> None:
    screen = JoinScreen(f"http://{address}/j/7F3Q9K", address, "7F3Q9K")
    assert read_back(screen) == screen.link


@pytest.mark.parametrize("password", ["abcdefghjkmn", "mmmmmmwwwwww", PASSWORD_LETTERS[-PASSWORD_LENGTH:]])
def test_a_phone_reads_the_code_of_the_wifi_from_the_display(password: str) -> None:
    wifi = OwnWifi(True, True, "on", "Kiebitz-WW", password)
    assert len(wifi.link.encode()) <= MAX_LINK_BYTES
    assert len(password) == PASSWORD_LENGTH
    assert read_back(WifiScreen(wifi.link, wifi.name, wifi.password)) == wifi.link


def read_back(screen: Screen) -> str:
    """Returns what a decoder reads from a blurred picture of the display, on which nothing is cut off."""
    assert layout_faults(screen, GERMAN) == []
    shown = cv2.resize(np.asarray(draw(screen, GERMAN).convert("L")), None, fx=6, fy=6, interpolation=cv2.INTER_NEAREST)
    blurred = cv2.GaussianBlur(np.pad(shown, 30), (0, 0), 3)
    read, *_ = cv2.QRCodeDetector().detectAndDecode(blurred)
    return str(read)


@pytest.mark.parametrize("link", ["", "http://" + "a" * (MAX_LINK_BYTES - 6)])
def test_without_room_for_a_code_there_are_words(link: str) -> None:
    assert modules(link) == ()
    assert layout_faults(JoinScreen(link, "kiebitz.local", "7F3Q9K"), GERMAN) == []


def with_wifi(stage: str, addresses: tuple[str, ...] = ON.addresses) -> PageAccess:
    wifi = OwnWifi(True, stage != "off", stage, "Kiebitz-7F", "abcdefghjkmn")  # type: ignore[arg-type]
    return PageAccess(True, "7F3Q9K", addresses, wifi)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menus_fit(language: Language) -> None:
    view = in_play(words=words_for(language, "bavarian")).view
    stages = ("off", "starting", "on", *WIFI_FAULTS)
    accesses = (PageAccess(True), ON, PageAccess(True, "7F3Q9K"), replace(ON, shows_crops=True))
    for access in (*accesses, *map(with_wifi, stages)):
        view.page = access
        questions = (PhoneQuestionMenu("page_digits", "a", "4711"), PhoneQuestionMenu("page_backup", "a"))
        for menu in (*map(PageMenu, steps(access)), *questions):
            assert layout_faults(menu.screen(view), view.words) == [], (access, menu)


def test_the_page_is_switched_on_and_off_at_the_table() -> None:
    controller = in_play()
    rows = "DOWN DOWN DOWN DOWN"
    assert "page" not in str(controller.menu)
    view = controller.view
    view.page = PageAccess(True)
    on = PageMenu().press(view, press("PLAY"))
    assert on.request == UsePage(on=True)
    view.page = ON
    assert on.menu is not None
    assert on.menu.press(view, press("PLAY")).request is None
    leaving = on.menu.press(view, press("UP")).menu
    assert leaving is not None
    assert leaving.press(view, press("PLAY")).request == UsePage(on=False)
    assert leaving.press(view, press("FOLD")).menu == PageMenu()
    assert PageMenu().press(view, press("FOLD")).menu is None
    assert go(controller, rows) == []


@pytest.mark.parametrize("is_on", [False, True])
def test_pictures_of_cards_are_switched_at_the_table(is_on: bool) -> None:
    view = in_play().view
    view.page = replace(ON, shows_crops=is_on)
    menu = PageMenu().press(view, press("DOWN")).menu
    assert menu is not None
    answer = menu.press(view, press("PLAY"))
    assert (answer.request, answer.menu) == (ShowCrops(not is_on), menu)
    assert menu.press(view, press("FOLD")).menu == PageMenu()


@pytest.mark.parametrize(
    ("access", "presses", "request_"),
    [
        (with_wifi("off"), "DOWN PLAY", UseWifi(on=True)),
        (with_wifi("off", ("http://127.0.0.1",)), "PLAY", UseWifi(on=True)),
        (with_wifi("on"), "DOWN DOWN PLAY", UseWifi(on=False)),
        (with_wifi("failed"), "DOWN DOWN PLAY", UseWifi(on=False)),
        (with_wifi("on"), "DOWN DOWN DOWN PLAY", UseWifi(on=True, renews=True)),
        (with_wifi("on"), "UP PLAY", UsePage(on=False)),
        (with_wifi("on"), "PLAY DOWN PLAY", None),
    ],
)
def test_the_wifi_is_switched_at_the_table(access: PageAccess, presses: str, request_: object) -> None:
    view = in_play().view
    view.page = access
    menu: object = PageMenu()
    for word in presses.split():
        assert isinstance(menu, PageMenu)
        answer = menu.press(view, press(word))
        menu = answer.menu
    assert answer.request == request_


def test_first_the_wifi_is_shown_and_then_the_page() -> None:
    view = in_play().view
    for stage, shown in (("starting", "wifi_starts"), ("blocked", "wifi_blocked"), ("on", "Kiebitz-7F")):
        view.page = with_wifi(stage)
        assert shown in repr(PageMenu("wifi").screen(view))
        assert isinstance(PageMenu("join").screen(view), JoinScreen)
    assert steps(view.page)[:2] == ("wifi", "join")


@pytest.mark.parametrize(("button", "confirmed"), [("PLAY", True), ("FOLD", False)])
def test_the_landlords_phone_is_confirmed_by_a_press(button: str, confirmed: bool) -> None:
    controller = in_play("L7")
    controller.open_menu = PhoneQuestionMenu("page_digits", "a", "4711")
    go(controller, "UP DOWN")
    assert isinstance(controller.menu, PhoneQuestionMenu)
    go(controller, button)
    assert controller.take_requests() == (AnswerPhone("a", confirmed),)
