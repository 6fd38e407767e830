"""The positions that events name: those of amendments and rulings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.events import Amended, Ruled

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Event


def map_positions(event: Event, name: Callable[[int], int]) -> Event:
    """Returns the event with each position that it names replaced by *name* of it."""
    match event:
        case Amended(position, fact, before):
            moved = map_positions(fact, name) if fact is not None else None
            return Amended(name(position), None if isinstance(moved, Amended) else moved, before)
        case Ruled():
            return replace(event, position=name(event.position))
    return event


def shift_positions(event: Event, by: int) -> Event:
    """Returns the event with *by* added to the positions that it names."""
    return map_positions(event, lambda position: position + by)
