"""The health of the device, and long texts that scroll."""

from dataclasses import replace

import pytest

from common.texts.keys import FilledPhrase
from device.diagnostics.check import Check
from device.menus.base import Menu
from device.menus.deal.resting import TrickMenu
from device.menus.new_evening import HouseRulesMenu
from device.menus.table.table_menu import CheckDetailsMenu, HealthMenu, PauseMenu
from device.screens.lists import LINES, ListScreen, TextScreen, wrapped_lines
from device.settings.requests import Examine
from tests.support.seated_table import table
from tests.support.session_script import go, in_play, press


def test_the_health_can_be_looked_at_in_a_pause() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('pause')} DOWN UP UP PLAY")
    assert isinstance(controller.menu, HealthMenu)
    go(controller, "FOLD")
    assert isinstance(controller.menu, PauseMenu)
    go(controller, "UP PLAY")
    assert isinstance(controller.menu, TrickMenu), "the first row goes on"


def test_health_is_a_list_with_the_worst_first() -> None:
    controller = in_play("L7")
    go(controller, f"DOWN {table('health')}")
    assert controller.take_requests() == (Examine(),)
    fine = Check("disk", "check_disk", "ok", FilledPhrase("check_size", {"mib": "12"}), None)
    bad = Check("power", "check_power", "bad", "check_too_weak", "check_power_advice")
    slow = Check("clock", "check_clock", "warn", "check_not_measured", None)
    unclear = Check("camera", "check_camera", "unknown", "check_not_asked", None)
    controller.view.appliance.health = (unclear, fine, slow, bad)
    assert isinstance(controller.screen, ListScreen)
    assert controller.screen.rows == (
        "! Strom: zu schwach",
        "! Uhr: nicht messbar",
        "Platz: 12 MB",
        "Kamera: nicht gefragt",
    )
    go(controller, "PLAY")
    assert controller.menu == CheckDetailsMenu(0)
    go(controller, "PLAY DOWN PLAY FOLD")
    assert controller.menu == HealthMenu(selected=1)
    go(controller, "FOLD")
    assert isinstance(controller.menu, TrickMenu)


@pytest.mark.parametrize("menu", [CheckDetailsMenu(0), HouseRulesMenu()], ids=["health", "house rules"])
def test_a_long_text_scrolls_by_lines_between_its_ends(menu: Menu) -> None:
    view, text = in_play().view, " ".join(["Wort"] * 80)
    view.setup = replace(view.setup, house=text)
    view.appliance.health = (Check("power", "check_power", "bad", FilledPhrase("check_model", {"model": text}), None),)
    screen = menu.screen(view)
    assert isinstance(screen, TextScreen)
    last = len(wrapped_lines(screen.paragraphs)) - LINES
    shown = []
    for word in ("UP", *["DOWN"] * (last + 1), "UP"):
        menu = menu.press(view, press(word)).menu or menu
        shown.append(menu.screen(view).first)  # type: ignore[attr-defined]
    assert shown == [0, *range(1, last + 1), last, last - 1]
