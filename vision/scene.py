"""Reads every card of one still picture: find, read, choose among the proposals, complete what lies underneath."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.covered import find_covered
from vision.find import Finding, find_cards
from vision.quads import area, edge_lengths, quarter_turned, shared_area
from vision.reader import reading_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.pack import Answer
    from vision.reader import Reader
    from vision.sightings import Image, Luma, Quad, Reading

SQUARISH = 1.2
"""A quad no longer than so many widths may be a card seen at a slant: both ways round are read."""
SAME_PLACE = 0.45
"""Of the smaller of two quads, that the other shares: then at most one of them is a card."""
SIZE_SPREAD = 2.4
"""The cards of a picture differ in area by less than this from the middle one."""
CLEARLY_SMALLER = 0.7
LEAST_SURE = 0.75
DETAIL = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    quad: Quad
    answer: Answer
    confidence: float

    @property
    def score(self) -> float:
        return self.answer.candidates[0].score


def read_scene(image: Image, reader: Reader) -> list[Reading]:
    """Returns the cards of a picture, those on top first; what is no card of the pack is left out."""
    tops = read_whole_cards(image, reader, find_cards(image))
    if not tops:
        return []
    readings = [reading_of(top.answer, top.quad) for top in tops]
    covered = find_covered(image, [top.quad for top in tops])
    visible = 255 - hidden_by(image, [top.quad for top in tops])
    for found, scores in zip(covered, reader.scores(image, [found.quad for found in covered], visible), strict=True):
        answer = reader.judge(scores)
        if not answer.foreign:
            readings.append(reading_of(answer, found.quad, found.visible))
    return readings


def read_whole_cards(image: Image, reader: Reader, findings: Iterable[Finding]) -> list[Proposal]:
    """Returns the best readings among findings that overlap, the surest first."""
    both_ways = [way for finding in findings for way in _ways_round(finding)]
    scores = reader.scores(image, [finding.quad for finding in both_ways])
    answers = [reader.judge(row) for row in scores]
    proposals = [
        Proposal(finding.quad, answer, finding.confidence)
        for finding, answer in zip(both_ways, answers, strict=True)
        if not answer.foreign
    ]
    return _of_like_size(one_a_place(proposals))


def _ways_round(finding: Finding) -> list[Finding]:
    top, right, bottom, left = edge_lengths(finding.quad)
    if left + right > SQUARISH * (top + bottom):
        return [finding]
    return [finding, Finding(quarter_turned(finding.quad), finding.confidence)]


def hidden_by(image: Image, tops: Sequence[Quad]) -> Luma:
    """Returns the mask, 255 inside, of what lies on top."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for quad in tops:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    return mask


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
    sure = [area(proposal.quad) for proposal in proposals if proposal.answer.card is not None]
    if not sure:
        return list(proposals)
    middle = float(np.median(sure))
    return [p for p in proposals if 1 / SIZE_SPREAD < area(p.quad) / middle < SIZE_SPREAD]


def outlines(image: Image) -> list[Quad]:
    """Returns the whole cards of a picture whose pack is not known yet, as for enrolling them; none overlap.

    Of the card-shaped things those of one size are cards that together cover the most.
    """
    sure = [finding for finding in find_cards(image) if finding.confidence >= LEAST_SURE]
    whole = [finding for finding in sure if not any(_is_detail(finding.quad, other.quad) for other in sure)]
    whole.sort(key=lambda finding: (round(finding.confidence, 1), area(finding.quad)), reverse=True)
    apart: list[Finding] = []
    for finding in whole:
        if not any(_same_place(finding.quad, other.quad) for other in apart):
            apart.append(finding)
    sets = [[other for other in apart if 1 < area(other.quad) / area(one.quad) * 1.01 < 2] for one in apart]
    best = max(sets, key=lambda cards: sum(area(card.quad) for card in cards), default=[])
    return [card.quad for card in best]


def _is_detail(small: Quad, large: Quad) -> bool:
    """A pip or a letter on a card; a card on a table is a smaller part, or the table runs out of view."""
    return area(small) < DETAIL * area(large) and shared_area(small, large) > 0.9 * area(small)
