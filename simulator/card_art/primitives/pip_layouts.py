"""Where the suit signs of a numeral card stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random


@dataclass(frozen=True, slots=True)
class Spot:
    """`x` runs from -1 to 1 across, `y` from 0 (top) to 1 (bottom) of the field; `turn` is in degrees, clockwise."""

    x: float
    y: float
    turn: float = 0.0
    sign: str | None = None


_COLUMNS: Mapping[int, Sequence[Sequence[int]]] = {
    10: ((3, 4, 3), (3, 4, 3), (5, 5), (4, 2, 4)),
    9: ((3, 3, 3), (3, 3, 3), (4, 1, 4), (3, 3, 3)),
    8: ((4, 4), (4, 4), (3, 2, 3), (4, 4)),
    7: ((3, 1, 3), (3, 1, 3), (2, 3, 2), (3, 1, 3)),
    6: ((3, 3), (3, 3), (2, 2, 2), (3, 3)),
    5: ((2, 1, 2),),
    4: ((2, 2),),
    3: ((3,),),
    2: ((2,),),
    1: ((1,),),
}
_FRENCH: Mapping[int, tuple[Sequence[float], Sequence[float]]] = {
    1: ((), (0.5,)),
    2: ((), (0, 1)),
    3: ((), (0, 0.5, 1)),
    4: ((0, 1), ()),
    5: ((0, 1), (0.5,)),
    6: ((0, 0.5, 1), ()),
    7: ((0, 0.5, 1), (0.25,)),
    8: ((0, 0.5, 1), (0.25, 0.75)),
    9: ((0, 1 / 3, 2 / 3, 1), (0.5,)),
    10: ((0, 1 / 3, 2 / 3, 1), (1 / 6, 5 / 6)),
}
"""Heights of each of the two outer columns, and of the middle one."""


def column_layout(count: int, rng: Random | None = None) -> tuple[Spot, ...]:
    """Hearts and bells: upright columns, the middle one raised or lowered as it has room."""
    choices = _COLUMNS[count]
    columns = rng.choice(choices) if rng else choices[0]
    spots: list[Spot] = []
    tallest = max(columns)
    for index, length in enumerate(columns):
        x = 0.0 if len(columns) == 1 else (-1 + 2 * index / (len(columns) - 1)) * (0.62 if len(columns) == 2 else 1.0)
        step = 1 / max(tallest - 1, 1)
        if len(columns) == 3 and index == 1:
            start = 0.0 if length == 1 else (1 - step * (length - 1)) / 2
            start = max(0.0, start - step * 0.4) if length == tallest == 3 else start
        else:
            start = (1 - step * (length - 1)) / 2
        spots += [Spot(x, start + step * row) for row in range(length)]
    if tallest == columns[0] == 3 and columns[1:2] == (3,):
        spots = [Spot(s.x, s.y * 0.86 + (0.14 if s.x else 0.0)) for s in spots]
    if columns == (3, 1, 3):
        spots = [Spot(s.x, s.y * 0.88 + 0.12) if s.x else s for s in spots]
    return tuple(spots)


def branch_layout(count: int, is_horizontal: bool) -> tuple[Spot, ...]:
    """Acorns and leaves: pairs along a twig, an odd one at its tip; *is_horizontal* ones point away from the twig."""
    pairs, odd = divmod(count, 2)
    turn = 90.0 if is_horizontal else 0.0
    first = 0.9 if odd else 0.0
    step = 1 / max(pairs - 1 + first, 1)
    spots = [Spot(0.0, 0.0)] if odd else []
    for row in range(pairs):
        y = (row + first) * step
        spots += [Spot(-1.0, y, -turn), Spot(1.0, y, turn)]
    return tuple(spots)


def weli_layout() -> tuple[Spot, ...]:
    """Six bells, with an acorn and a heart between them."""
    bells = [Spot(x, y) for x in (-1.0, 1.0) for y in (0.0, 0.5, 1.0)]
    return (*bells, Spot(0.0, 0.12, 0.0, "E"), Spot(0.0, 0.85, 0.0, "H"))


def french_layout(count: int) -> tuple[Spot, ...]:
    """Signs in the lower half stand on their heads."""
    outer, middle = _FRENCH[count]
    spots = [Spot(x, y) for x in (-1.0, 1.0) for y in outer] + [Spot(0.0, y) for y in middle]
    return tuple(Spot(spot.x, spot.y, 180.0 if spot.y > 0.55 else 0.0) for spot in spots)
