"""Menus: every state of the display has a screen, and an answer to a press of one of the four buttons.

`resting_menu` returns the menu that follows from the table alone, so that a restart shows the same screen; the other
menus are open until they are answered. A menu has no state but its cursor and changes nothing itself: its answer has
events to record, and a request for anything that only the appliance can do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from device.screens.base import Notice, SeatScreen
from device.screens.lists import ListScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from common.texts.phrases import Label
    from device.hardware.presses import Press
    from device.hardware.status_light import State
    from device.screens.base import Screen
    from device.settings.requests import Aim, Request, ShowDeck
    from device.state.table_view import View
    from engine.cards import Card, Seat
    from engine.events import Event


class Answer(NamedTuple):
    """The events to record, the next menu (None is the resting one), and a request to the appliance."""

    events: tuple[Event, ...] = ()
    menu: Menu | None = None
    request: Request | None = None


class Menu(ABC):
    """A screen and an answer to a press; further methods have defaults that most menus keep."""

    __slots__ = ()

    light: ClassVar[State] = "ready"
    """The state of the light while the menu is open, unless the trick is full."""
    repeats: ClassVar[bool] = True
    """Whether a held button moves on within the menu, as along a list."""
    watches_all_sides: ClassVar[bool] = False
    """Whether cards may come from all four sides of the picture, not only from those of the seats in play."""
    depends_on_camera: ClassVar[bool] = False
    """Whether its rows change when the camera appears or disappears."""
    is_of_pairing: ClassVar[bool] = False
    """Whether it closes when the pairing of a tournament changes."""
    shows_task: ClassVar[bool] = False
    """Whether it shows the work for the landlord that goes on (`View.appliance.task`)."""

    @abstractmethod
    def screen(self, view: View) -> Screen: ...

    @abstractmethod
    def press(self, view: View, press: Press) -> Answer: ...

    @property
    def due(self) -> Aim | ShowDeck | None:
        """The request that the appliance carries out without a press while this menu is open."""
        return None

    def answer_card(self, view: View, card: Card | None, seat: Seat | None) -> Answer | None:
        """Returns the answer to a card that is shown; None if the menu did not ask for it.

        *card* is None if it cannot be read, *seat* is None unless it is certain who laid it.
        """
        return None

    def events_of_landing(self, view: View, card: Card | None, seat: Seat | None) -> tuple[Event, ...]:
        """Returns the events that another card laid before play implies, as an answer to this menu."""
        return ()

    def events_of_lifting(self, card: Card) -> tuple[Event, ...]:
        """Returns the events that lifting *card* implies, as an answer to this menu."""
        return ()


def move_cursor(selected: int, press: Press, count: int) -> int:
    """Returns the cursor after UP or DOWN; it runs around the ends."""
    step = {"up": -1, "down": 1}.get(press.button, 0)
    return (selected + step) % count


def seat_screen(view: View, seat: Seat, title: Label = "who_deals") -> SeatScreen:
    """Returns the screen with *seat* selected among the places of those who play."""
    return SeatScreen(seat, title, view.places, view.camera.quarter_turns)


class Row(NamedTuple):
    label: Label
    answer: Answer | Callable[[View], Answer]
    """What PLAY answers, or a function that returns it once the row is chosen."""


class Listing(NamedTuple):
    title: Label
    rows: Sequence[Row]
    back: Menu | None = None
    """The menu to which FOLD leads; None for the game."""
    empty: Label | None = None
    """The text that stands for the list while it has no rows; any button goes back then."""


class ListMenu(Menu):
    """A dataclass with a cursor: UP and DOWN select a row, PLAY chooses it, FOLD goes back."""

    __slots__ = ()

    selected: int

    @abstractmethod
    def listing(self, view: View) -> Listing:
        """Returns the title, and the rows with their answers."""

    def screen(self, view: View) -> Screen:
        title, rows, _, empty = self.listing(view)
        if not rows and empty is not None:
            return Notice(title, empty, play=None, fold="back")
        return ListScreen(title, tuple(row.label for row in rows), self.selected % max(len(rows), 1))

    def press(self, view: View, press: Press) -> Answer:
        _, rows, back, _ = self.listing(view)
        if press.button == "fold" or not rows:
            return Answer(menu=back)
        if press.button != "play":
            return Answer(menu=replace(self, selected=move_cursor(self.selected, press, len(rows))))  # type: ignore[type-var]
        answer = rows[self.selected % len(rows)].answer
        return answer if isinstance(answer, Answer) else answer(view)
