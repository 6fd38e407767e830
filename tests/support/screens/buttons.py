"""Compares what a screen says about the buttons with what presses of them do."""

from collections.abc import Mapping

from common.texts.words import TableWords
from device.hardware.presses import Button, Press
from device.menus.base import Menu
from device.menus.deal.resting import resting_menu
from device.menus.table.deck_enrolment import EnrolmentMenu, EnrolmentState
from device.screens.base import Notice, Screen
from device.state.table_view import View
from tests.support.screens.painted import named_buttons

BUTTONS: tuple[Button, ...] = ("play", "fold", "up", "down")


def button_faults(menu: Menu | EnrolmentMenu, state: View | EnrolmentState, words: TableWords) -> list[str]:
    """Returns what `misnamed_buttons` does, of the screen of a menu."""
    return misnamed_buttons(menu.screen(state), words, effects_of(menu, state))  # type: ignore[arg-type]


def effects_of(menu: Menu | EnrolmentMenu, state: View | EnrolmentState) -> dict[Button, object]:
    """Returns what a press of each button does; None if that is nothing."""
    return {button: _effect(menu, state, button) for button in BUTTONS}


def misnamed_buttons(screen: Screen, words: TableWords, effects: Mapping[Button, object]) -> list[str]:
    """Returns the buttons that do something which the screen does not say, or that it promises and that do nothing.

    A button that does the same as a named one needs no name, nor does any on a notice, which every button closes.
    """
    named = named_buttons(screen, words)
    if isinstance(screen, Notice) and len({repr(effect) for effect in effects.values()}) == 1:
        return [] if any(named.values()) else ["nothing is named"]
    said = [repr(effects[button]) for button in named]
    unnamed = [
        f"{button} is not named"
        for button, effect in effects.items()
        if effect is not None and button not in named and repr(effect) not in said
    ]
    idle = [f"{button} does nothing: {label}" for button, label in named.items() if label and effects[button] is None]
    return [*unnamed, *idle]


def _effect(menu: Menu | EnrolmentMenu, state: View | EnrolmentState, button: Button) -> object:
    answer = menu.press(state, Press(button))  # type: ignore[arg-type]
    if isinstance(state, EnrolmentState):
        return answer if answer.request is not None or repr(answer.menu) != repr(menu) else None
    following = answer.menu or resting_menu(state)
    if answer.events or answer.request is not None or repr(following) != repr(menu):  # type: ignore[union-attr]
        return answer._replace(menu=following)  # type: ignore[arg-type]
    return None
