"""Breadth-first search for the presses that enter events, over the menus."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.hardware.presses import Press
from device.menus.deal.trick import resting_menu
from device.menus.table.main import TableMenu

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from device.hardware.presses import Button
    from device.menus.base import Answer, Menu
    from device.state.table_view import View
    from engine.events import Event

BUTTONS: tuple[Button, ...] = ("play", "fold", "down", "up")
MAX_MENUS = 2000
"""Most menus that are searched; further ones lead only to corrections of earlier cards."""


@dataclass(frozen=True, slots=True)
class PressSequence:
    """Presses, and the number of wanted events that they enter."""

    presses: tuple[Button, ...]
    event_count: int


def shortest_presses(view: View, menu: Menu, wanted: Sequence[Event]) -> PressSequence | None:
    """Returns the fewest presses that enter the next of the *wanted* events; None if no menu offers it.

    A sequence that enters more of them together is preferred if it is at most one press longer.
    """
    best: PressSequence | None = None
    for way in _press_sequences(view, menu, wanted):
        if best is not None and len(way.presses) > len(best.presses) + 1:
            return best
        if best is None or way.event_count > best.event_count:
            best = way
    return best


def _press_sequences(view: View, menu: Menu, wanted: Sequence[Event]) -> Iterator[PressSequence]:
    """Yields the ways in order of the number of presses."""
    start = repr(menu)
    tried = {start}
    waiting: list[tuple[Menu, tuple[Button, ...]]] = [(menu, ())]
    while waiting and len(tried) < MAX_MENUS:
        here, presses = waiting.pop(0)
        for button in BUTTONS:
            answer = here.press(view, Press(button))
            then = (*presses, button)
            if answer.events:
                event_count = _count_entered(answer, wanted)
                if event_count:
                    yield PressSequence(then, event_count)
                continue
            following = answer.menu if answer.menu is not None else resting_menu(view)
            if isinstance(following, TableMenu):
                continue  # these menus enter no events of a deal
            if (known := repr(following)) not in tried:
                tried.add(known)
                waiting.append((following, then))


def _count_entered(answer: Answer, wanted: Sequence[Event]) -> int:
    """Returns how many of the *wanted* events the answer enters; 0 if it enters anything else."""
    count = len(answer.events)
    return count if tuple(wanted[:count]) == tuple(answer.events) else 0
