"""Completes cards that lie partly under others: what shows of them, and the known size of a card, give the whole.

PEERS of this kind find no covered card by contours alone; with the cards on top known, the foreground that remains
beside them must be the visible part of a card of the same size.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from vision.corners import cards_at_corners, right_corners
from vision.edges import places_along
from vision.find import LEAST_CONFIDENCE, SMALLEST, Contour, Mask, Workings, distinct
from vision.lines import corners_of, segments_of
from vision.plane import plane_below
from vision.quads import area, overlap, scaled, shared_area
from vision.repeated import repeated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.edges import Floats
    from vision.lines import Segments
    from vision.plane import TablePlane
    from vision.reader import Reader
    from vision.sightings import Image, Luma, Quad

LEAST_VISIBLE = 0.12
LEAST_SHOWN = 0.5
"""Of what would show of a completed card, that does show."""
SAME_CARD = 0.85
"""Completions that overlap so far, intersection over union, say the same."""
LIKEWISE = 0.6
"""Of the best explanation's agreement: less of it is no rival."""
THE_TOP = 0.8
"""Of the smaller of a completion and a card on top, that they share: then it is that card, or its printed frame."""
RIVALS = 0.45
"""Of a completion, that it shares with another: at most one of the two is a card."""
MOST_RIVALS = 2
MOST_COMPLETIONS = 6
AS_LARGE = 0.1
"""Logarithm, by which the sides of an outline may differ from a card's."""
LEAST_ALIKE = 0.25
"""Correlation at a glance with the most alike card; a card whose outline is a little off has more."""
PATTERNS = 40
"""With more outlines than these the table may have a pattern, and what is repeated on it is left out."""
REACH = 0.04
"""Of a card's side, within which its edges are looked for."""


@dataclass(frozen=True, slots=True)
class Covered:
    """`visible` is the part of the card that nothing lies on.

    `agreement` tells how well the card explains what shows beside those on top: intersection over union, 0 where only
    its outline tells of it. `confidence` is the part of what shows of its outline that lies on edges.
    """

    quad: Quad
    visible: float
    agreement: float
    confidence: float = 1.0


class Cover(NamedTuple):
    """What lies on a card: `visible` (H×W) is 0 there. On the `plane` the card below is as large as those on top."""

    visible: Luma
    plane: TablePlane


def find_covered(image: Image, reader: Reader, tops: Sequence[Quad]) -> list[Covered]:
    """Returns what cards may show beside *tops*, the likeliest first; see `Underneath`."""
    return Underneath(Workings(image), reader).beside(tops)


class Underneath:
    """A picture in which covered cards are sought: under the cards on top first, then under those found so far.

    *outlines*, px of the picture, are things that were found in it: a card of which most shows may be among them.
    """

    def __init__(self, workings: Workings, reader: Reader, outlines: Sequence[Quad] = ()) -> None:
        self._workings, self._reader = workings, reader
        self._outlines = [scaled(quad, workings.scale) for quad in outlines]

    def beside(self, tops: Sequence[Quad]) -> list[Covered]:
        """Returns what cards may show beside *tops*, the likeliest first; of some at most one is a card."""
        if not tops:
            return []
        lying = [scaled(top, self._workings.scale) for top in tops]
        plane = plane_below(lying, self._workings.planes.shape)
        around = _Around.those(lying, self._workings.planes.shape[:2])
        rough = [*self._completions(plane, around), *self._outlined(plane, around), *self._cornered(plane, around)]
        kept: list[Covered] = []
        for covered in self._likeliest([*self._drawn(rough, around)], around):
            beside = [shared_area(covered.quad, other.quad) / area(covered.quad) for other in kept]
            doubled = any(overlap(covered.quad, other.quad) > SAME_CARD for other in kept)
            if not doubled and sum(share > RIVALS for share in beside) < MOST_RIVALS:
                kept.append(covered)
        back = 1 / self._workings.scale
        return [
            Covered(scaled(each.quad, back), each.visible, each.agreement, each.confidence)
            for each in kept[:MOST_COMPLETIONS]
        ]

    def _completions(self, plane: TablePlane, around: _Around) -> Iterator[Covered]:
        """What lies at the right corners of what shows."""
        least = max(SMALLEST * around.beside.size, LEAST_VISIBLE * min(area(top) for top in around.tops))
        for mask in self._workings.masks():
            contours, _ = cv2.findContours(
                cv2.bitwise_and(mask, around.beside), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
            )
            bright = cv2.drawContours(np.zeros_like(mask), contours, -1, 255, cv2.FILLED)
            for contour in contours:
                if cv2.contourArea(contour) > least:
                    yield from _explanations(contour, bright & around.clear, plane, around)

    def _outlined(self, plane: TablePlane, around: _Around) -> Iterator[Covered]:
        """What has an outline of a card's size, and is partly hidden."""
        for quad in self._outlines:
            if plane.has_size_of_card(quad, AS_LARGE) and around.is_none_of_tops(quad):
                visible = share_of(quad, around.beside)
                if visible > LEAST_VISIBLE:
                    yield Covered(quad, visible, 0.0)

    def _cornered(self, plane: TablePlane, around: _Around) -> Iterator[Covered]:
        """What lies at right corners between straight lines."""
        corners = corners_of(self._lines, around.side, around.beside)
        for quad in distinct(cards_at_corners(corners, plane)):
            visible = share_of(quad, around.beside)
            if visible > LEAST_VISIBLE and around.is_none_of_tops(quad):
                yield Covered(quad, visible, 0.0)

    @cached_property
    def _lines(self) -> Segments:
        return segments_of(self._workings.planes)

    def _likeliest(self, drawn: Sequence[Covered], around: _Around) -> list[Covered]:
        """Sorts by how much of an outline shows, and how much like a card what shows within it; leaves out patterns."""
        quads = [covered.quad for covered in drawn]
        alike = self._reader.glanced(self._workings.planes, quads, around.beside)
        if len(drawn) > PATTERNS:
            alike = np.where(repeated(self._workings.planes, quads), 0.0, alike)
        ratings = [covered.confidence * max(float(one), 0.0) ** 2 for covered, one in zip(drawn, alike, strict=True)]
        order = sorted(range(len(drawn)), key=lambda index: -ratings[index])
        return [drawn[index] for index in order if alike[index] > LEAST_ALIKE]

    def _drawn(self, rough: Sequence[Covered], around: _Around) -> Iterator[Covered]:
        """Draws what shows of their sides to edges, and leaves out what has hardly any."""
        if not rough:
            return
        quads = np.stack([covered.quad for covered in rough]).astype(np.float32)
        outlines = self._workings.edges.drawn(quads, np.full(len(quads), REACH * around.side), around.shows(quads))
        for covered, quad, confidence in zip(rough, outlines.quads, outlines.confidence, strict=True):
            if confidence > LEAST_CONFIDENCE:
                yield Covered(quad, covered.visible, covered.agreement, float(confidence))


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """The cards on top, and masks of what lies `beside` them, and `clear` of them.

    The rim of a card on top, its shadow or its frame belong to it, not to what shows beside it; what lies close to it
    proves nothing for or against a completed card. `side` is that of the smallest of them, px.
    """

    tops: Sequence[Quad]
    beside: Mask
    clear: Mask
    side: float

    @classmethod
    def those(cls, tops: Sequence[Quad], shape: tuple[int, ...]) -> _Around:
        hidden = np.zeros(shape, np.uint8)
        for top in tops:
            cv2.fillConvexPoly(hidden, np.round(top).astype(np.int32), 255)
        side = float(np.sqrt(min(area(top) for top in tops)))
        beside, clear = (cv2.bitwise_not(_grown(hidden, part * side)) for part in (0.03, 0.15))
        return cls(tops, beside, clear, side)

    def is_none_of_tops(self, quad: Quad) -> bool:
        size = area(quad)
        return all(shared_area(quad, top) < THE_TOP * min(size, area(top)) for top in self.tops)

    def shows(self, quads: Floats) -> Mask:
        """Returns at which places along their sides (N×4×P) nothing lies on the quads (N×4×2)."""
        places = np.round(places_along(quads)).astype(int)
        height, width = self.beside.shape
        x, y = places[..., 0], places[..., 1]
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        shown: Mask = inside & (self.beside[y.clip(0, height - 1), x.clip(0, width - 1)] > 0)
        return shown


def _grown(mask: Mask, rim: float) -> Mask:
    size = 2 * max(1, round(rim / 2)) + 1
    return cv2.dilate(mask, np.ones((size, size), np.uint8))


def _explanations(contour: Contour, bright: Mask, plane: TablePlane, around: _Around) -> list[Covered]:
    """Tries a card at every right corner of what shows; the best first, without those that explain far less.

    Other parts of it may show elsewhere: *bright* is all that may be of cards.
    """
    shown = np.zeros_like(around.clear)
    cv2.drawContours(shown, [contour], -1, 255, cv2.FILLED)
    shown &= around.clear
    found = []
    for quad in cards_at_corners(right_corners(contour), plane):
        if around.is_none_of_tops(quad):
            covered = _agreement(quad, shown, bright, around.clear)
            if covered is not None:
                found.append(covered)
    found.sort(key=lambda covered: -covered.agreement)
    return [covered for covered in found if covered.agreement > LIKEWISE * found[0].agreement]


def _agreement(quad: Quad, shown: Mask, bright: Mask, clear: Mask) -> Covered | None:
    card = np.zeros_like(clear)
    cv2.fillConvexPoly(card, np.round(quad).astype(np.int32), 255)
    expected = card & clear
    expected_size = float(np.count_nonzero(expected))
    visible = expected_size / max(area(quad), 1.0)
    both = float(np.count_nonzero(expected & bright))
    either = float(np.count_nonzero(expected | shown))
    if visible < LEAST_VISIBLE or both < LEAST_SHOWN * expected_size:
        return None
    return Covered(quad, min(visible, 1.0), both / either)


def share_of(quad: Quad, mask: Mask) -> float:
    """Returns the part of *quad* where *mask* is not 0."""
    card = np.zeros_like(mask)
    cv2.fillConvexPoly(card, np.round(quad).astype(np.int32), 255)
    return float(np.count_nonzero(card & mask)) / max(float(np.count_nonzero(card)), 1.0)
