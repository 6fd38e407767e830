"""Least numbers of presses for the ten commonest actions, searched in the menus: `python -m lab.papers.presses`.

The table of docs/flows.md is made from them, so that a menu that grows longer changes it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from common.texts.words import words_for
from device.hardware.presses import Button, Press
from device.menus.base import Answer, Menu
from device.menus.deal.resting import resting_menu
from device.menus.deal.score import ScorePeekMenu
from device.menus.deal.trick_history import TrickHistoryMenu
from device.menus.table.player_names import WriteNameMenu
from device.session.controller import SessionController
from device.settings.requests import UseCamera
from device.settings.table_setup import Setup
from engine.cards import Card
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    DealStarted,
    Event,
    GameStarted,
    PlayersSeated,
    TrickGathered,
    UpcardTurned,
)

BUTTONS: tuple[Button, ...] = ("play", "fold", "up", "down")
GAME, SEATS = "bohemian-watten", (0, 1, 2, 3)
MAX_MENUS = 20_000
"""Most menus that one search opens."""
NEW_NAME = "Resi"
"""The name of four letters in the table; the tests enter many more."""
TRICKS = (
    "0 L7, 1 L8, 2 L10, 3 LA",
    "3 LK, 0 L9, 1 LU, 2 LO",
    "3 S8, 0 S9, 1 S10, 2 SU",
    "2 SA, 3 SK, 0 SO, 1 H7",
    "2 H9, 3 HA, 0 H8, 1 HU",
)


@dataclass(frozen=True, slots=True)
class Action:
    """What people do after the events `before`, and how to tell that it is done."""

    name: str
    before: tuple[Event, ...]
    is_done: Callable[[Answer, Menu], object]


def least_presses(action: Action, start: Menu | None = None, leads_on: Callable[[Menu], bool] = lambda _: True) -> int:
    """Returns the least number of presses of *action*, from the menu *start*, by default the one of the table.

    Menus for which *leads_on* returns False are not opened.

    :raises LookupError: if no presses lead to it.
    """
    controller = SessionController(Setup(GAME, SEATS), words_for("en", "bavarian"), action.before)
    first = start or controller.menu
    waiting, known = deque([(first, 0)]), {repr(first)}
    while waiting and len(known) < MAX_MENUS:
        menu, presses = waiting.popleft()
        for button in BUTTONS:
            answer = menu.press(controller.view, Press(button))
            following = answer.menu or resting_menu(controller.view)
            if action.is_done(answer, following):
                return presses + 1
            if not answer.events and repr(following) not in known and leads_on(following):
                known.add(repr(following))
                waiting.append((following, presses + 1))
    raise LookupError(f"got no presses that lead to: {action.name}")


def presses_for_name(name: str) -> int:
    """Returns the least number of presses that enter a new *name*, from the screen of its first letter on."""

    def leads_on(menu: Menu) -> bool:
        return isinstance(menu, WriteNameMenu) and name.startswith(menu.name)

    return least_presses(Action(name, _begun(), lambda answer, _: _seats(answer, name)), WriteNameMenu(0), leads_on)


def counts() -> dict[str, int]:
    """Returns the least number of presses by action."""
    found = {action.name: least_presses(action) for action in actions()}
    return {**found, f"a new name of four letters ({NEW_NAME})": presses_for_name(NEW_NAME)}


def actions() -> Iterator[Action]:
    """Yields the commonest actions but the entry of a new name."""
    trick: tuple[Event, ...] = (*_begun(), *_plays(TRICKS[0]), TrickGathered(), *_plays("3 LK, 0 L9"))
    last = len(trick) - 1
    tricks: Iterator[tuple[Event, ...]] = ((*_plays(each), TrickGathered()) for each in TRICKS)
    deal: tuple[Event, ...] = (*_begun(), *chain.from_iterable(tricks))
    doubt: tuple[Event, ...] = (*trick[:-1], CardLaid(0, Card("L", "9"), (Card("L", "7"),)))
    known: tuple[Event, ...] = (PlayersSeated(((0, "Anna"),)), PlayersSeated(()), *deal)
    yield Action("the last card was misread", trick, lambda answer, _: _amends(answer, last, is_card=True))
    yield Action("there was no card", trick, lambda answer, _: _amends(answer, last, is_card=False))
    yield Action("a card was missed", trick, lambda answer, _: _adds(answer, CardLaid))
    yield Action("which card was it? the one offered", doubt, lambda answer, _: _amends(answer, last, is_card=True))
    yield Action("the score during a deal", trick, lambda _, menu: isinstance(menu, ScorePeekMenu))
    yield Action("the last trick", trick, lambda _, menu: menu == TrickHistoryMenu(0))
    yield Action("the next deal", deal, lambda answer, _: _adds(answer, DealStarted))
    yield Action("a pause", trick, lambda answer, _: answer.request == UseCamera("paused"))
    yield Action("a name from earlier evenings", known, lambda answer, _: _seats(answer, "Anna"))


def table_lines() -> list[str]:
    """Returns the table of docs/flows.md."""
    return ["| action | presses |", "|---|--:|", *(f"| {name} | {count} |" for name, count in counts().items())]


def _begun() -> tuple[Event, ...]:
    """Returns a deal in which all play."""
    plays = tuple(Announced(seat, "play") for seat in SEATS[:-1])
    return GameStarted(GAME, SEATS, 3), DealStarted(3), UpcardTurned(Card("E", "9")), *plays


def _plays(trick: str) -> Iterator[CardLaid]:
    for play in trick.split(", "):
        seat, card = play.split()
        yield CardLaid(int(seat), Card(card[0], card[1:]))


def _amends(answer: Answer, position: int, is_card: bool) -> bool:
    amended = [event for event in answer.events if isinstance(event, Amended) and event.position == position]
    return any((event.fact is not None) == is_card for event in amended)


def _adds(answer: Answer, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in answer.events)


def _seats(answer: Answer, name: str) -> bool:
    return any(isinstance(event, PlayersSeated) and name in dict(event.players).values() for event in answer.events)


if __name__ == "__main__":
    print("\n".join(table_lines()))
