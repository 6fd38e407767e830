"""Cards that lie in rows: which cards form a row, their reading order, and how suits are split into rows."""

from __future__ import annotations

import cmath
import itertools
from typing import TYPE_CHECKING

import numpy as np

from vision.enrolment.thresholds import SHOWING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.types import Quad


def split_into_rows(cards: Sequence[Card]) -> list[list[Card]]:
    """Returns *cards* in rows of about equal length, none longer than `SHOWING.max_row_cards`."""
    count = -(-len(cards) // SHOWING.max_row_cards)
    ends = [round(len(cards) * number / count) for number in range(count + 1)] if count else []
    return [list(cards[begin:end]) for begin, end in itertools.pairwise(ends)]


def find_gaps(row: Sequence[Quad]) -> list[int]:
    """Returns the places (from 0, left to right) at which a row has room for a card and shows none."""
    centres = np.array([quad.mean(axis=0) for quad in row]).reshape(-1, 2)
    steps = np.linalg.norm(np.diff(centres, axis=0), axis=1)
    usual = float(np.median(steps)) if len(steps) > 1 else 0.0
    gaps: list[int] = []
    for place, step in enumerate(steps, start=1):
        missing = max(round(float(step) / max(usual, 1.0)) - 1, 0) if usual else 0
        gaps += range(place + len(gaps), place + len(gaps) + missing)
    return gaps


def group_into_rows(quads: Sequence[Quad]) -> list[list[int]]:
    """Returns the indices of the quads row by row from the top, each row from left to right.

    The short sides of the cards give the direction of the rows. The result is empty if they have no common direction,
    or if the rows are too steep to have a left end. A row may bend: each card is compared with its left neighbour.
    """
    level = _rotate_level(quads)
    if level is None:
        return []
    centres = np.array([quad.mean(axis=0) for quad in level]).reshape(-1, 2)
    heights = [float(np.ptp(quad[:, 1])) for quad in level]
    rows: list[list[int]] = []
    for number in np.argsort(centres[:, 0], kind="stable").tolist():
        fitting = [
            (abs(centres[row[-1], 1] - centres[number, 1]), row)
            for row in rows
            if abs(centres[row[-1], 1] - centres[number, 1]) < SHOWING.max_row_offset_of_height * heights[number]
        ]
        if fitting:
            min(fitting, key=lambda pair: pair[0])[1].append(number)
        else:
            rows.append([number])
    return sorted(rows, key=lambda row: float(centres[row, 1].mean()))


def _rotate_level(quads: Sequence[Quad]) -> list[Quad] | None:
    """Returns the quads rotated so that their short sides are level; None without a common direction."""
    if len(quads) < 2:  # one card is a row, however it lies
        return list(quads)
    tops = [complex(*(quad[1] - quad[0] + quad[2] - quad[3])) for quad in quads]
    # A side is the same turned by half; twice its angle is so turned by a whole.
    common = sum((top / max(abs(top), 1e-6)) ** 2 for top in tops) / len(tops)
    slant = cmath.phase(common) / 2
    if abs(common) < SHOWING.min_common_direction or abs(slant) > np.deg2rad(SHOWING.max_row_slant_deg):
        return None
    turn = np.array([[np.cos(slant), -np.sin(slant)], [np.sin(slant), np.cos(slant)]], np.float32)
    return [quad @ turn for quad in quads]


def count_filled(rows: Sequence[int], sizes: Sequence[int]) -> int:
    """Returns how many of *sizes* (cards of each part) the rows fill exactly; 0 if the last part is not filled.

    Each part begins a new row. Only a part longer than `SHOWING.max_row_cards` may take several rows, of two cards at
    least: otherwise a single card lies too high or too low.
    """
    count = filled = 0
    for row in rows:
        if count == len(sizes):
            return 0
        filled += row
        least = sizes[count] if sizes[count] <= SHOWING.max_row_cards else 2
        if row < least or filled > sizes[count]:
            return 0
        if filled == sizes[count]:
            count, filled = count + 1, 0
    return count if not filled else 0
