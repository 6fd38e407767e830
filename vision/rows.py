"""Cards spread in rows: which lie side by side, and in which order they are read."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.sightings import Quad

SAME_ROW = 0.5
"""Of a card's height in the picture, by which the cards of a row may lie higher or lower than their neighbour."""

MOST = 8
"""Cards in a row: with a finger's gap they are as wide as the view."""


def in_parts(cards: Sequence[Card]) -> list[list[Card]]:
    """Returns *cards* in rows about as long as one another, none longer than `MOST`."""
    count = -(-len(cards) // MOST)
    ends = [round(len(cards) * number / count) for number in range(count + 1)] if count else []
    return [list(cards[begin:end]) for begin, end in itertools.pairwise(ends)]


def gaps(row: Sequence[Quad]) -> list[int]:
    """Returns the places, counted from 0, at which a row from left to right has room for a card and shows none."""
    centres = np.array([quad.mean(axis=0) for quad in row]).reshape(-1, 2)
    steps = np.linalg.norm(np.diff(centres, axis=0), axis=1)
    usual = float(np.median(steps)) if len(steps) > 1 else 0.0
    found: list[int] = []
    for place, step in enumerate(steps, start=1):
        missing = max(round(float(step) / max(usual, 1.0)) - 1, 0) if usual else 0
        found += range(place + len(found), place + len(found) + missing)
    return found


def in_rows(quads: Sequence[Quad]) -> list[list[int]]:
    """Returns the numbers of the quads row by row from the top, each from left to right.

    A row may slant: a card belongs to it that lies about as high as the nearest card to its left.
    """
    centres = np.array([quad.mean(axis=0) for quad in quads]).reshape(-1, 2)
    heights = [float(np.ptp(quad[:, 1])) for quad in quads]
    rows: list[list[int]] = []
    for number in np.argsort(centres[:, 0], kind="stable").tolist():
        fitting = [
            (abs(centres[row[-1], 1] - centres[number, 1]), row)
            for row in rows
            if abs(centres[row[-1], 1] - centres[number, 1]) < SAME_ROW * heights[number]
        ]
        if fitting:
            min(fitting, key=lambda pair: pair[0])[1].append(number)
        else:
            rows.append([number])
    return sorted(rows, key=lambda row: float(centres[row, 1].mean()))


def split_by(rows: Sequence[int], sizes: Sequence[int]) -> int:
    """Returns how many of *sizes* the rows fill exactly, each beginning with a row of its own; 0 if they do not."""
    count = filled = 0
    for row in rows:
        if count == len(sizes):
            return 0
        filled += row
        if filled > sizes[count]:
            return 0
        if filled == sizes[count]:
            count, filled = count + 1, 0
    return count if not filled else 0
