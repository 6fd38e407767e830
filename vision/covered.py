"""Completes cards that lie partly under others: what shows of them, and the known size of a card, give the whole.

PEERS of this kind find no covered card by contours alone; with the cards on top known, the foreground that remains
beside them must be the visible part of a card of the same size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.corners import cards_at_corners, right_corners
from vision.find import SMALLEST, Contour, Mask, Workings
from vision.plane import table_plane
from vision.quads import area, overlap, scaled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.plane import TablePlane
    from vision.sightings import Image, Quad

LEAST_VISIBLE = 0.12
LEAST_SHOWN = 0.8
"""Of what would show of a completed card, that does show."""
SAME_CARD = 0.85
"""Completions that overlap so far, intersection over union, say the same."""
LIKEWISE = 0.6
"""Of the best explanation's agreement: less of it is no rival."""
MOST_COMPLETIONS = 6


@dataclass(frozen=True, slots=True)
class Covered:
    """`visible` is the part of the card that nothing lies on.

    `agreement` tells how well the card explains what shows beside those on top: intersection over union.
    """

    quad: Quad
    visible: float
    agreement: float


def find_covered(image: Image, tops: Sequence[Quad]) -> list[Covered]:
    """Returns what cards may show beside *tops*, the best explained first; see `Underneath`."""
    return Underneath(Workings(image)).beside(tops)


class Underneath:
    """A picture in which covered cards are sought: under the cards on top first, then under those found so far."""

    def __init__(self, workings: Workings) -> None:
        self._workings = workings

    def beside(self, tops: Sequence[Quad]) -> list[Covered]:
        """Returns what cards may show beside *tops*, the best explained first; of some at most one is a card."""
        if not tops:
            return []
        lying = [scaled(top, self._workings.scale) for top in tops]
        kept: list[Covered] = []
        for covered in sorted(self._completions(lying), key=lambda covered: -covered.agreement):
            if all(overlap(covered.quad, other.quad) < SAME_CARD for other in kept):
                kept.append(covered)
        back = 1 / self._workings.scale
        return [Covered(scaled(c.quad, back), c.visible, c.agreement) for c in kept[:MOST_COMPLETIONS]]

    def _completions(self, tops: Sequence[Quad]) -> Iterator[Covered]:
        plane = table_plane(tops, self._workings.planes.shape)
        assert plane is not None
        hidden = np.zeros(self._workings.planes.shape[:2], np.uint8)
        for top in tops:
            cv2.fillConvexPoly(hidden, np.round(top).astype(np.int32), 255)
        side = float(np.sqrt(min(area(top) for top in tops)))
        # The rim of a card on top, its shadow or its frame belong to it, not to what shows beside it;
        # what lies close to it proves nothing for or against a completed card.
        beside, clear = (cv2.bitwise_not(_grown(hidden, part * side)) for part in (0.03, 0.15))
        least = max(SMALLEST * hidden.size, LEAST_VISIBLE * min(area(top) for top in tops))
        for mask in self._workings.masks:
            contours, _ = cv2.findContours(mask & beside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
            for contour in contours:
                if cv2.contourArea(contour) > least:
                    for covered in _explanations(contour, plane, tops, clear):
                        free = np.array([_free_sides(covered.quad, beside)])
                        drawn = self._workings.edges.drawn(covered.quad[None], np.array([0.04 * side]), free)
                        yield Covered(drawn.quads[0], covered.visible, covered.agreement)


def _grown(mask: Mask, rim: float) -> Mask:
    size = 2 * max(1, round(rim / 2)) + 1
    return cv2.dilate(mask, np.ones((size, size), np.uint8))


def _free_sides(quad: Quad, beside: Mask) -> list[bool]:
    """Tells which sides show for the greater part."""
    free = []
    for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        points = np.round(start + np.linspace(0.1, 0.9, 17)[:, None] * (end - start)).astype(int)
        points = points.clip(0, np.array(beside.shape[::-1]) - 1)
        free.append(float(np.mean(beside[points[:, 1], points[:, 0]] > 0)) > 0.5)
    return free


def _explanations(contour: Contour, plane: TablePlane, tops: Sequence[Quad], clear: Mask) -> list[Covered]:
    """Tries a card at every right corner of what shows; the best first, without those that explain far less."""
    shown = np.zeros_like(clear)
    cv2.drawContours(shown, [contour], -1, 255, cv2.FILLED)
    shown &= clear
    found = []
    for quad in cards_at_corners(right_corners(contour), plane):
        if all(overlap(quad, top) < SAME_CARD for top in tops):
            covered = _agreement(quad, shown, clear)
            if covered is not None:
                found.append(covered)
    found.sort(key=lambda covered: -covered.agreement)
    return [covered for covered in found if covered.agreement > LIKEWISE * found[0].agreement]


def _agreement(quad: Quad, shown: Mask, clear: Mask) -> Covered | None:
    card = np.zeros_like(clear)
    cv2.fillConvexPoly(card, np.round(quad).astype(np.int32), 255)
    expected = card & clear
    expected_size = float(np.count_nonzero(expected))
    visible = expected_size / max(area(quad), 1.0)
    both = float(np.count_nonzero(expected & shown))
    either = float(np.count_nonzero(expected | shown))
    if visible < LEAST_VISIBLE or both < LEAST_SHOWN * expected_size:
        return None
    return Covered(quad, min(visible, 1.0), both / either)
