"""What the four buttons do: every state of the display is a menu with a screen and an answer to a press.

`resting` names the menu that follows from the table alone, so that a restart shows the same screen; the other menus
are open only until they are answered. Menus hold no state but their cursor, and change nothing: they answer with
events, and with a wish where only the appliance can do what is wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from device.hardware.presses import Press
    from device.screens.base import Screen
    from device.settings.requests import Request
    from device.state.table_view import View
    from engine.events import Event


class Answer(NamedTuple):
    """What happened, the menu to go on in (None is the resting one), and what is wished for besides."""

    events: tuple[Event, ...] = ()
    menu: Menu | None = None
    wish: Request | None = None


class Menu(Protocol):
    def screen(self, view: View) -> Screen: ...

    def press(self, view: View, press: Press) -> Answer: ...


def moved(selected: int, press: Press, count: int) -> int:
    """Returns the cursor after UP or DOWN; it runs around the ends."""
    step = {"up": -1, "down": 1}.get(press.button, 0)
    return (selected + step) % count
