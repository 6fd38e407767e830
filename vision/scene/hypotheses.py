"""Hypotheses: outlines with the answers of the pack, and the selection of those that are cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vision.detection.contours import Outline
from vision.geometry.quads import area, same_place, sides, start_at_second_corner
from vision.geometry.thresholds import GEOMETRY
from vision.recognition.naming import Answer
from vision.recognition.reader import Reader
from vision.scene.thresholds import SCENE
from vision.types import Image, Quad


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """A quad and its answer; `ncc` is the correlation with the kept picture of its card, 1 if it was not compared."""

    quad: Quad
    answer: Answer
    confidence: float
    ncc: float = 1.0

    @property
    def score(self) -> float:
        """Cosine of the likeliest card, from -1 to 1."""
        return self.answer.candidates[0].score


def hypotheses_of(image: Image, reader: Reader, outlines: Iterable[Outline]) -> list[Hypothesis]:
    """Returns a hypothesis for each outline, also for those that are like no card; squarish ones are read both ways."""
    both_ways = [way for outline in outlines for way in _both_orientations(outline)]
    scores = reader.scores(image, [outline.quad for outline in both_ways])
    return [
        Hypothesis(outline.quad, reader.judge(row), outline.confidence)
        for outline, row in zip(both_ways, scores, strict=True)
    ]


def whole_cards(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Returns the best of overlapping hypotheses, without those that are no card."""
    return suppress_overlapping(card for card in hypotheses if not card.answer.is_foreign)


def _both_orientations(outline: Outline) -> list[Outline]:
    """Returns the outline, and it turned by 90° if its short side is not clear."""
    across, down = sides(outline.quad)
    if down > GEOMETRY.min_length_of_width * across:
        return [outline]
    return [outline, Outline(start_at_second_corner(outline.quad), outline.confidence)]


def suppress_overlapping(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Suppresses overlapping hypotheses: named ones go before doubtful ones, then the score decides."""
    chosen: list[Hypothesis] = []
    for hypothesis in sorted(hypotheses, key=lambda one: (one.answer.card is not None, one.score), reverse=True):
        if not any(same_place(hypothesis.quad, other.quad) for other in chosen):
            chosen.append(hypothesis)
    return chosen


def may_be_same_size(quad: Quad, card: Quad) -> bool:
    """Tells whether a quad may have the size of a card in a view of unknown slant."""
    return 1 / SCENE.slanted_max_area_ratio < area(quad) / area(card) < SCENE.slanted_max_area_ratio
