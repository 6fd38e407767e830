"""Trials of buttons and light at the display: what is said, and how they end."""

import io

import pytest

from common.texts.phrases import LANGUAGES, Language
from common.texts.words import words_for
from device.hardware.board import Board, ButtonPin
from device.hardware.presses import Press
from device.menus.table.table_menu import TableMenu
from device.runtime.activities.part_trials import (
    PRESS_PATIENCE_S,
    SIGNAL_S,
    SIGNALS_SHOWN,
    ButtonActivity,
    LightActivity,
)
from device.runtime.appliance import Appliance
from device.screens.base import Notice
from tests.device.runtime.landlord.conftest import TO_LANDLORD
from tests.support.appliance import PARTLESS, SETTLED, driven
from tests.support.clock import Clock
from tests.support.screens.painted import layout_faults, shortened_texts
from tests.support.session_script import GERMAN

FOUR = Board(buttons=())
FULL = Board(buttons=tuple(ButtonPin(button, pin) for pin, button in enumerate(("fold", "play", "up", "down"), 4)))


def test_buttons_still_to_press_are_named_until_all_were() -> None:
    activity = ButtonActivity(GERMAN, FULL, Clock())
    assert activity.screen == Notice(
        "try_buttons", GERMAN.phrase("try_buttons_missing", names="rot, grün, auf, ab"), play=None
    )
    for button in ("fold", "up", "down"):
        activity.press(Press(button))  # type: ignore[arg-type]
    assert activity.screen == Notice("try_buttons", GERMAN.phrase("try_buttons_missing", names="grün"), play=None)
    activity.press(Press("play"))
    assert (activity.screen, activity.done) == (Notice("try_buttons", "try_buttons_all"), False)
    activity.press(Press("up"))
    assert activity.done


@pytest.mark.parametrize("waits", [True, False])
def test_a_broken_button_is_told_after_a_while_or_a_second_press(waits: bool) -> None:
    clock = Clock()
    activity = ButtonActivity(GERMAN, FOUR, clock)
    for button in ("fold", "up", "down"):
        activity.press(Press(button))  # type: ignore[arg-type]
    if waits:
        clock.now = PRESS_PATIENCE_S + 1
    else:
        activity.press(Press("down"))
    assert activity.screen == Notice("try_buttons", GERMAN.phrase("try_buttons_failed", names="grün"))
    activity.press(Press("fold"))
    assert activity.done


def test_every_signal_comes_by_itself_or_by_a_press() -> None:
    clock = Clock()
    activity = LightActivity(GERMAN, clock)
    seen = []
    for _ in SIGNALS_SHOWN[:3]:
        seen.append(activity.light)
        clock.now += SIGNAL_S
    for _ in SIGNALS_SHOWN[3:]:
        seen.append(activity.light)
        activity.press(Press("up"))
    assert seen == [state for state, _ in SIGNALS_SHOWN]
    assert (activity.screen, activity.done) == (Notice("try_light", "try_light_over"), False)
    activity.press(Press("play"))
    assert activity.done


def test_the_landlord_tries_both_and_the_table_goes_on() -> None:
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        appliance.session.start(3)
        tries_light = lambda: isinstance(appliance.activity, LightActivity)  # noqa: E731
        tries_buttons = lambda: isinstance(appliance.activity, ButtonActivity)  # noqa: E731
        is_back = lambda: appliance.activity is None  # noqa: E731
        presses = ["up"] * (len(SIGNALS_SHOWN) + 1)
        driven(
            appliance, *TO_LANDLORD, "up", "play", tries_light, *presses, is_back,
            *TO_LANDLORD, "down", "down", "play", tries_buttons, "up", "up", "up", is_back, "down", "down",
        )  # fmt: skip
        assert isinstance(appliance.session.controller.menu, TableMenu)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits(language: Language) -> None:
    words = words_for(language, "bavarian", {0: "Hannah", 1: "Ammon", 2: "Werner", 3: "Monika"})
    seats = Board(buttons=tuple(ButtonPin("fold", seat + 4, seat) for seat in range(4)))
    screens = [Notice("try_light", text, "go_on") for _, text in SIGNALS_SHOWN] + [
        Notice("try_light", "try_light_over")
    ]
    for board in (FOUR, seats):
        clock = Clock()
        activity = ButtonActivity(words, board, clock)
        screens.append(activity.screen)
        clock.now = PRESS_PATIENCE_S + 1
        screens.append(activity.screen)
    for screen in screens:
        assert layout_faults(screen, words) == [], screen
        assert shortened_texts(screen, words) == [], screen
