"""The view of names and seats: a form to type the names, and to swap two seats by two taps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.events import PlayersSeated
from web.table.views.table import PLACES

if TYPE_CHECKING:
    from web.table.views.base import TableContext


@dataclass(frozen=True, slots=True)
class SeatName:
    seat: int
    place: str
    direction: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatNames:
    seats: tuple[SeatName, ...]
    known: tuple[str, ...]
    """Names of earlier players who are not seated now."""
    may_change: bool
    say: str = ""


def names_view(context: TableContext) -> SeatNames:
    view = context.view
    names = view.names
    seats = tuple(
        SeatName(seat, PLACES[seat], context.words.phrases.seats[seat], names.get(seat, "")) for seat in view.places
    )
    earlier = [fact.players for _, fact in reversed(view.table.facts) if isinstance(fact, PlayersSeated)]
    known = dict.fromkeys(name for players in earlier for _, name in players if name)
    return SeatNames(
        seats,
        tuple(name for name in known if name not in names.values()),
        context.may_change and view.is_between_deals,
    )
