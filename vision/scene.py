"""Reads every card of one still picture: find, read, choose among the proposals, complete what lies underneath."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from vision.covered import find_covered
from vision.find import Finding, find_cards
from vision.quads import area, edge_lengths, quarter_turned, shared_area

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.sightings import Image, Luma, Quad, Reading

SQUARISH = 1.2
"""A quad no longer than so many widths may be a card seen at a slant: both ways round are read."""
SAME_PLACE = 0.45
"""Of the smaller of two quads, that the other shares: then at most one of them is a card."""
SIZE_SPREAD = 2.4
"""The cards of a picture differ in area by less than this from the middle one."""
CLEARLY_SMALLER = 0.7


class Reader(Protocol):
    """Reads crops against an enrolled pack."""

    def read(self, image: Image, quads: Sequence[Quad], visible: Sequence[Luma | None] | None = None) -> list[Reading]:
        """Returns one reading a quad; *visible* masks (H×W of the image, 0 where hidden) grey out what lies on it."""

    def is_of_pack(self, reading: Reading) -> bool:
        """Tells whether the best candidate is near enough that this is a card of the pack, known or doubtful."""


@dataclass(frozen=True, slots=True)
class Proposal:
    reading: Reading
    confidence: float

    @property
    def score(self) -> float:
        return self.reading.candidates[0].score if self.reading.candidates else -1.0


def read_scene(image: Image, reader: Reader) -> list[Reading]:
    """Returns the cards of a picture, from top to bottom of the heap; what is no card of the pack is left out."""
    tops = [proposal.reading for proposal in read_whole_cards(image, reader, find_cards(image))]
    if not tops:
        return []
    covered = [found for found in find_covered(image, [top.quad for top in tops]) if found.visible < 1]
    hidden = hidden_by(image, [top.quad for top in tops])
    beneath = reader.read(image, [found.quad for found in covered], [255 - hidden] * len(covered))
    below = [
        replace(reading, visible=found.visible)
        for reading, found in zip(beneath, covered, strict=True)
        if reader.is_of_pack(reading)
    ]
    return tops + below


def read_whole_cards(image: Image, reader: Reader, findings: Iterable[Finding]) -> list[Proposal]:
    """Returns the best readings among findings that overlap, the surest first."""
    both_ways = [
        found
        for finding in findings
        for found in (
            [finding, Finding(quarter_turned(finding.quad), finding.confidence)]
            if _length_ratio(finding.quad) < SQUARISH
            else [finding]
        )
    ]
    readings = reader.read(image, [finding.quad for finding in both_ways])
    proposals = [
        Proposal(reading, finding.confidence)
        for reading, finding in zip(readings, both_ways, strict=True)
        if reader.is_of_pack(reading)
    ]
    return _of_like_size(_one_a_place(proposals))


def hidden_by(image: Image, tops: Sequence[Quad]) -> Luma:
    """Returns the mask, 255 inside, of what lies on top."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for quad in tops:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    return mask


def _one_a_place(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Known cards go before doubtful ones, then the score decides; but a card is not a part of another."""
    kept: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: (p.reading.card is not None, p.score), reverse=True):
        quad = proposal.reading.quad
        rivals = [other for other in kept if _same_place(quad, other.reading.quad)]
        if not rivals:
            kept.append(proposal)
        elif all(_swallows(proposal, other) for other in rivals):
            kept = [other for other in kept if other not in rivals] + [proposal]
    return kept


def _same_place(first: Quad, second: Quad) -> bool:
    return shared_area(first, second) > SAME_PLACE * min(area(first), area(second))


def _swallows(large: Proposal, small: Proposal) -> bool:
    """A known card that holds another reading wholly within it, such as a pip, is the card."""
    if large.reading.card is None or area(small.reading.quad) > CLEARLY_SMALLER * area(large.reading.quad):
        return False
    return shared_area(large.reading.quad, small.reading.quad) > 0.9 * area(small.reading.quad)


def _of_like_size(proposals: Sequence[Proposal]) -> list[Proposal]:
    sure = [area(proposal.reading.quad) for proposal in proposals if proposal.reading.card is not None]
    if not sure:
        return list(proposals)
    middle = float(np.median(sure))
    return [p for p in proposals if 1 / SIZE_SPREAD < area(p.reading.quad) / middle < SIZE_SPREAD]


def _length_ratio(quad: Quad) -> float:
    top, right, bottom, left = edge_lengths(quad)
    return (left + right) / (top + bottom)
