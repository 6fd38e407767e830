"""What else stands on a pub table: glasses, beer mats, coins, an ashtray, a phone, a card box."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from vision.simulator.grain import Generator

PropKind = Literal["glass", "mat", "coin", "ashtray", "phone", "box"]


@dataclass(frozen=True, slots=True)
class Prop:
    """`x`, `y` in mm, `angle` in degrees."""

    kind: PropKind
    x: float
    y: float
    angle: float
    seed: int


def random_props(rng: Generator) -> tuple[Prop, ...]:
    return ()
