"""Menus: every state of the display has a screen, and an answer to a press of one of the four buttons.

`resting_menu` returns the menu that follows from the table alone, so that a restart shows the same screen; the other
menus are open until they are answered. A menu has no state but its cursor and changes nothing itself: its answer has
events to record, and a request for anything that only the appliance can do. Answers are data, a `Reply` for each button
or row: a list is a `ListMenu`, a choice among seats a `SeatMenu`, a question for two buttons a `QuestionMenu`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from common.texts.phrases import Label
from device.hardware.presses import Button, Press
from device.hardware.status_light import State
from device.screens.base import Notice, Screen
from device.screens.lists import LINES, ListScreen, SentenceScreen, TextScreen, wrapped_lines
from device.screens.table import SeatScreen
from device.settings.requests import Aim, Request, ShowDeck
from device.state.table_view import View
from engine.cards import Card, Seat
from engine.events import Event

ItemT = TypeVar("ItemT")


class Answer(NamedTuple):
    """The events to record, the next menu (None is the resting one), and a request to the appliance."""

    events: tuple[Event, ...] = ()
    menu: Menu | None = None
    request: Request | None = None


Reply: TypeAlias = "Answer | Menu | Literal['stay'] | Callable[[View], Reply] | None"
"""An answer; or a menu alone, None for the resting one, `stay` for this one; or a function that returns one of them."""


class Buttons(NamedTuple):
    play: Reply = "stay"
    fold: Reply = "stay"
    up: Reply = "stay"
    down: Reply = "stay"


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

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        """Returns the answers; *seat* has buttons of its own and pressed one of them, None is a shared button."""
        return Buttons()

    def press(self, view: View, press: Press) -> Answer:
        return self.resolve(view, getattr(self.buttons(view, press.seat), press.button))

    def resolve(self, view: View, reply: Reply) -> Answer:
        while callable(reply):
            reply = reply(view)
        if reply == "stay":
            return Answer(menu=self)
        return reply if isinstance(reply, Answer) else Answer(menu=reply)

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


STEPS: Mapping[Button, int] = {"up": -1, "down": 1}


@dataclass(frozen=True, slots=True)
class CursorMenu(Menu, Generic[ItemT]):
    """A cursor: UP and DOWN select an item, around the ends; PLAY chooses it, FOLD goes back."""

    selected: int = field(default=0, kw_only=True)

    @abstractmethod
    def items(self, view: View) -> Sequence[ItemT]: ...

    @abstractmethod
    def choose(self, view: View, item: ItemT, seat: Seat | None) -> Reply:
        """Returns the answer to PLAY with *item* selected; *seat* is that of `Menu.buttons`."""

    def fold(self, view: View) -> Reply:
        return None

    def steps(self, view: View) -> Mapping[Button, int]:
        """Returns by how many items UP and DOWN move the cursor."""
        return STEPS

    def place(self, view: View) -> int:
        """Returns the place of the cursor, to be taken modulo the number of items."""
        return self.selected

    def item(self, view: View) -> ItemT:
        items = self.items(view)
        return items[self.place(view) % len(items)]

    def press(self, view: View, press: Press) -> Answer:
        count = len(self.items(view))
        if not count:
            return self.resolve(view, self.fold)
        if press.button in ("play", "fold"):
            return Menu.press(self, view, press)
        selected = (self.place(view) + self.steps(view)[press.button]) % count
        return Answer(menu=replace(self, selected=selected))

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(lambda view: self.choose(view, self.item(view), seat), self.fold)


class SeatMenu(CursorMenu["Seat"]):
    """Selects one of the seats, `items`, in a drawing of the table."""

    __slots__ = ()

    def title(self, view: View) -> Label:
        return "who_deals"

    def screen(self, view: View) -> Screen:
        return SeatScreen(self.item(view), self.title(view), view.places, view.camera.quarter_turns)


class Item(NamedTuple):
    """A row of a list, or a button of a question, with its answer."""

    label: Label
    reply: Reply = "stay"


class Listing(NamedTuple):
    title: Label
    rows: Sequence[Item]
    back: Reply = None
    empty: Label | None = None
    """The text that stands for the list while it has no rows; any button goes back then."""
    fold: Label | None = "back"


class ListMenu(CursorMenu[Item]):
    __slots__ = ()

    @abstractmethod
    def listing(self, view: View) -> Listing:
        """Returns the title, and the rows with their answers."""

    def screen(self, view: View) -> Screen:
        title, rows, _, empty, fold = self.listing(view)
        if not rows and empty is not None:
            return Notice(title, empty, play=None, fold="back")
        return ListScreen(title, tuple(row.label for row in rows), self.selected % max(len(rows), 1), fold)

    def items(self, view: View) -> Sequence[Item]:
        return self.listing(view).rows

    def choose(self, view: View, item: Item, seat: Seat | None) -> Reply:
        return item.reply

    def fold(self, view: View) -> Reply:
        return self.listing(view).back


class Question(NamedTuple):
    """A question that FOLD and PLAY answer; `more` is for UP and DOWN, or `up` and `down` are for each."""

    title: Label
    text: Label
    fold: Item
    play: Item
    more: Item | None = None
    up: Item | None = None
    down: Item | None = None


class QuestionMenu(Menu):
    __slots__ = ()

    @abstractmethod
    def question(self, view: View) -> Question: ...

    def screen(self, view: View) -> Screen:
        title, text, fold, play, *arrows = self.question(view)
        more, up, down = (None if key is None else key.label for key in arrows)
        return SentenceScreen(title, view.words.label(text), fold.label, play.label, more=more, up=up, down=down)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        _, _, fold, play, more, up, down = self.question(view)
        keys = (play, fold, up or more, down or more)
        return Buttons(*("stay" if key is None else key.reply for key in keys))


@dataclass(frozen=True, slots=True)
class AskMenu(QuestionMenu):
    """A question that is the same at every table."""

    asked: Question

    def question(self, view: View) -> Question:
        return self.asked


@dataclass(frozen=True, slots=True)
class NoticeMenu(Menu):
    """A sentence; any button leads to `back`, None for the resting menu."""

    title: Label
    text: Label
    back: Menu | None = None
    play: Label | None = "ok"
    fold: Label | None = None

    def screen(self, view: View) -> Screen:
        return Notice(self.title, self.text, self.play, self.fold)

    def buttons(self, view: View, seat: Seat | None) -> Buttons:
        return Buttons(*[self.back] * 4)


def between_deals(reply: Reply, notice: Menu) -> Reply:
    """Returns what answers *reply* between two deals, and shows *notice* during one."""
    return lambda view: reply if view.is_between_deals else notice


class ScrollMenu(Menu):
    """A dataclass with the first line shown of a text, which UP and DOWN scroll."""

    __slots__ = ()

    first: int

    @abstractmethod
    def text(self, view: View) -> TextScreen:
        """Returns the screen of the text from its first line on."""

    def screen(self, view: View) -> Screen:
        return replace(self.text(view), first=self.first)

    def press(self, view: View, press: Press) -> Answer:
        if press.button in ("fold", "play"):
            return super().press(view, press)
        last = max(len(wrapped_lines(self.text(view).paragraphs)) - LINES, 0)
        first = max(0, min(self.first + STEPS[press.button], last))
        return Answer(menu=replace(self, first=first))  # type: ignore[type-var]
