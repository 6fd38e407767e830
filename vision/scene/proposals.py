"""Proposals: outlines with the answers of the pack, and the selection of those that are cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.contours import Detection
from vision.geometry.quads import area, same_place, sides, start_at_second_corner
from vision.recognition.thumbnail_match import outline_rating
from vision.scene.thresholds import SCENE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.recognition.naming import Answer
    from vision.recognition.reader import Reader, Scores
    from vision.types import Image, Quad


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A quad and its answer; `ncc` is the correlation with the kept picture of its card, 1 if it was not compared.

    `scores` are the K cosines with the known cards that gave the answer.
    """

    quad: Quad
    answer: Answer
    confidence: float
    ncc: float = 1.0
    scores: Scores = field(default_factory=lambda: np.zeros(0, np.float32))

    @property
    def score(self) -> float:
        """Cosine of the likeliest card, from -1 to 1."""
        return self.answer.candidates[0].score

    @property
    def rating(self) -> float:
        """How likely the quad is a card, from 0 to 1, by its outline and its correlation."""
        return outline_rating(self.confidence, self.ncc)


def proposals_of(image: Image, reader: Reader, detections: Iterable[Detection]) -> list[Proposal]:
    """Returns a proposal for each detection, also for those that are like no card; squarish ones are read both ways."""
    both_ways = [way for detection in detections for way in _both_orientations(detection)]
    scores = reader.scores(image, [detection.quad for detection in both_ways])
    return [
        Proposal(detection.quad, reader.judge(row), detection.confidence, scores=row)
        for detection, row in zip(both_ways, scores, strict=True)
    ]


def whole_cards(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Returns the best of overlapping proposals, without those that are no card."""
    return suppress_overlapping(card for card in proposals if not card.answer.is_foreign)


def _both_orientations(detection: Detection) -> list[Detection]:
    """Returns the detection, and it turned by 90° if its short side is not clear."""
    across, down = sides(detection.quad)
    if down > SCENE.squarish_max_length_of_width * across:
        return [detection]
    return [detection, Detection(start_at_second_corner(detection.quad), detection.confidence)]


def suppress_overlapping(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Suppresses overlapping proposals: named ones go before doubtful ones, then the score decides."""
    chosen: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: (p.answer.card is not None, p.score), reverse=True):
        if not any(same_place(proposal.quad, other.quad) for other in chosen):
            chosen.append(proposal)
    return chosen


def may_be_same_size(quad: Quad, card: Quad) -> bool:
    """Tells whether a quad may have the size of a card in a view of unknown slant."""
    return 1 / SCENE.slanted_max_area_ratio < area(quad) / area(card) < SCENE.slanted_max_area_ratio
