"""Reads every card of one still picture: find, read, choose among the proposals, complete what lies underneath."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.covered import Covered, find_covered
from vision.find import Finding, find_cards
from vision.quads import area, edge_lengths, portrait, quarter_turned, shared_area
from vision.reader import reading_of
from vision.rectify import whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.pack import Answer
    from vision.reader import Reader
    from vision.sightings import Image, Luma, Quad, Reading

SQUARISH = 1.2
"""A quad no longer than so many widths may be a card seen at a slant: both ways round are read."""
SAME_PLACE = 0.45
"""Of the smaller of two quads, that the other shares: then at most one of them is a card."""
SIZE_SPREAD, NARROW_SPREAD = 2.4, 2.0
"""The cards of a slanting view differ in area by less than this from the usual one."""
CLEARLY_SMALLER = 0.7
RIM = 0.02
SEARCH_STEP = 0.03
"""Of a card's sides."""
CERTAIN_CARD = 0.85
"""An outline that explains so much of what shows is a card's, even if it is like none of the pack: ask."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    quad: Quad
    answer: Answer
    confidence: float

    @property
    def score(self) -> float:
        return self.answer.candidates[0].score


@dataclass(frozen=True, slots=True)
class Survey:
    """What was considered in a picture, from outlines to readings; to be read, and to be drawn for a maker.

    `findings` are outlines, the surest first; `proposals` what each of them looks like, those that could be turned a
    quarter twice, and also what is like no card; `covered` the completed outlines of what shows beside the cards on
    top; `readings` the cards, those on top first.
    """

    findings: tuple[Finding, ...]
    proposals: tuple[Proposal, ...]
    covered: tuple[Covered, ...]
    readings: tuple[Reading, ...]


def read_scene(image: Image, reader: Reader) -> list[Reading]:
    """Returns the cards of a picture, those on top first; what is no card of the pack is left out."""
    return list(survey(image, reader).readings)


def survey(image: Image, reader: Reader) -> Survey:
    """Returns the cards of a picture, and everything that was held for one on the way to them."""
    scan = Finding(portrait(whole(image)), 0.0)  # the picture may be a card and nothing else
    findings = (*find_cards(image), scan)
    proposals = proposals_of(image, reader, findings)
    tops = whole_cards(proposals)
    if not tops:
        return Survey(findings, tuple(proposals), (), ())
    readings = [reading_of(top.answer, top.quad) for top in tops]
    side = float(np.sqrt(min(area(top.quad) for top in tops)))
    visible = 255 - hidden_by(image, [top.quad for top in tops], RIM * side)
    covered = tuple(find_covered(image, [top.quad for top in tops]))
    for found in covered:
        reading = _read_covered(image, reader, found, visible)
        if reading is not None:
            readings.append(reading)
    return Survey(findings, tuple(proposals), covered, tuple(readings))


def _read_covered(image: Image, reader: Reader, found: Covered, visible: Luma) -> Reading | None:
    """The hidden sides of a completed card are guesses: it is read where it is most like any card of the pack."""
    steps = (-SEARCH_STEP, 0.0, SEARCH_STEP)
    places = [_shifted(found.quad, across, down) for down in steps for across in steps]
    covered = reader.covered(places, visible)
    scores = covered.scores(image, places)
    answer = covered.judge(scores.max(axis=0))
    if answer.foreign and found.agreement < CERTAIN_CARD:
        return None
    return reading_of(answer, places[int(scores.max(axis=1).argmax())], found.visible)


def _shifted(quad: Quad, across: float, down: float) -> Quad:
    shift = (quad[1] - quad[0]) * across + (quad[3] - quad[0]) * down
    moved: Quad = np.add(quad, shift, dtype=np.float32)
    return moved


def proposals_of(image: Image, reader: Reader, findings: Iterable[Finding]) -> list[Proposal]:
    """Returns what each of the findings looks like, also those that are like no card."""
    both_ways = [way for finding in findings for way in _ways_round(finding)]
    scores = reader.scores(image, [finding.quad for finding in both_ways])
    return [
        Proposal(finding.quad, reader.judge(row), finding.confidence)
        for finding, row in zip(both_ways, scores, strict=True)
    ]


def whole_cards(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Returns the best among proposals that overlap, the surest first, without what is no card."""
    return _of_like_size(one_a_place(proposal for proposal in proposals if not proposal.answer.foreign))


def _ways_round(finding: Finding) -> list[Finding]:
    top, right, bottom, left = edge_lengths(finding.quad)
    if left + right > SQUARISH * (top + bottom):
        return [finding]
    return [finding, Finding(quarter_turned(finding.quad), finding.confidence)]


def hidden_by(image: Image, tops: Sequence[Quad], rim: float) -> Luma:
    """Returns the mask, 255 inside, of what lies on top, with *rim* px of shadow or frame around it."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for quad in tops:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    size = 2 * round(rim) + 1
    return np.asarray(cv2.dilate(mask, np.ones((size, size), np.uint8)), np.uint8)


def one_a_place(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Known cards go before doubtful ones, then the score decides; but a card is not a part of another."""
    kept: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: (p.answer.card is not None, p.score), reverse=True):
        quad = proposal.quad
        rivals = [other for other in kept if _same_place(quad, other.quad)]
        if not rivals:
            kept.append(proposal)
        elif all(_swallows(proposal, other) for other in rivals):
            kept = [other for other in kept if other not in rivals] + [proposal]
    return kept


def _same_place(first: Quad, second: Quad) -> bool:
    return shared_area(first, second) > SAME_PLACE * min(area(first), area(second))


def _swallows(large: Proposal, small: Proposal) -> bool:
    """A known card that holds another reading wholly within it, such as a pip, is the card."""
    if large.answer.card is None or area(small.quad) > CLEARLY_SMALLER * area(large.quad):
        return False
    return shared_area(large.quad, small.quad) > 0.9 * area(small.quad)


def _of_like_size(proposals: Sequence[Proposal]) -> list[Proposal]:
    sure = [proposal for proposal in proposals if proposal.answer.card is not None]
    if not sure:
        return list(proposals)
    # Two may differ because one is none: then the better read one counts. Of more, the middle one is surely a card.
    few = len(sure) < 3
    usual = area(max(sure, key=lambda p: p.score).quad) if few else float(np.median([area(p.quad) for p in sure]))
    spread = NARROW_SPREAD if few else SIZE_SPREAD
    return [proposal for proposal in proposals if 1 / spread < area(proposal.quad) / usual < spread]
