"""Ground truth of the sheets on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.cards import Card, Seat
    from simulator.render.card_stock import Lie
    from simulator.render.scene import Sheet

Place = Literal["trick", "upcard", "stock", "away", "taken"]
FACE_UP: tuple[Place, ...] = ("trick", "upcard")


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A sheet on the table; a card that lies face down is None."""

    sheet: Sheet
    lie: Lie
    card: Card | None
    seat: Seat
    place: Place
