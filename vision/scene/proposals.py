"""Proposals: outlines with the answers of the pack, and the selection of those that are cards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.contours import Detection
from vision.geometry.quads import AFTER, area, same_place, shared_area, sides, start_at_second_corner
from vision.geometry.table_plane import fit_plane
from vision.geometry.thresholds import GEOMETRY
from vision.recognition.thumbnail_match import outline_rating
from vision.scene.thresholds import SCENE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.geometry.table_plane import TablePlane
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
    considered = list(proposals)
    return suppress_overlapping(
        _without_name_if_framed(card, considered) for card in considered if not card.answer.is_foreign
    )


def _without_name_if_framed(card: Proposal, proposals: Sequence[Proposal]) -> Proposal:
    """Returns the proposal without its name if it may be the drawing within the printed frame of another card."""
    if card.answer.card is None:
        return card
    for other in proposals:
        is_outline = (
            other.confidence > SCENE.object_min_edges_of_outline and other.answer.candidates[0].card != card.answer.card
        )
        if is_outline and _has_margin(other.quad, card.quad):
            return replace(card, answer=replace(card.answer, card=None))
    return card


def _has_margin(outer: Quad, inner: Quad) -> bool:
    """Tells whether *inner* lies within *outer* at some distance from every side, and is not much smaller."""
    size = area(outer)
    if not SCENE.frame_min_area_of_card * size < area(inner) < size:
        return False
    after = outer[AFTER] - outer
    inwards = np.stack([-after[:, 1], after[:, 0]], axis=1) / np.linalg.norm(after, axis=1)[:, None]
    distances = ((inner[None] - outer[:, None]) * inwards[:, None]).sum(axis=2)
    return bool(distances.min() > SCENE.frame_margin_of_size * np.sqrt(size))


def _both_orientations(detection: Detection) -> list[Detection]:
    """Returns the detection, and it turned by 90° if its short side is not clear."""
    across, down = sides(detection.quad)
    if down > SCENE.squarish_max_length_of_width * across:
        return [detection]
    return [detection, Detection(start_at_second_corner(detection.quad), detection.confidence)]


def suppress_overlapping(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Suppresses overlapping proposals: named ones go before doubtful ones, then the score decides.

    A part of a card, or a loose outline of it, yields to the whole card.
    """
    chosen: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: (p.answer.card is not None, p.score), reverse=True):
        quad = proposal.quad
        rivals = [other for other in chosen if same_place(quad, other.quad)]
        if not rivals:
            chosen.append(proposal)
        elif all(_contains_part(proposal, other) or _has_firmer_edges(proposal, other) for other in rivals):
            chosen = [other for other in chosen if other not in rivals] + [proposal]
    return chosen


def _contains_part(large: Proposal, small: Proposal) -> bool:
    """Tells whether *small* lies within the named card *large*, as a pip does, and is no surer."""
    if large.answer.card is None or large.answer.card == small.answer.card:
        return False
    if large.confidence < small.confidence or area(small.quad) > SCENE.part_max_area_of_card * area(large.quad):
        return False
    return shared_area(large.quad, small.quad) > SCENE.within_min_shared_of_smaller * area(small.quad)


def _has_firmer_edges(one: Proposal, other: Proposal) -> bool:
    """Tells whether both are outlines of one card, of which only *one* lies on edges."""
    return (
        one.answer.card is not None
        and one.answer.card == other.answer.card
        and one.confidence > SCENE.object_min_edges_of_outline > SCENE.loose_max_edges_of_outline > other.confidence
    )


def of_card_size(
    cards: Sequence[Proposal], proposals: Sequence[Proposal], picture: tuple[int, ...], length: float | None = None
) -> list[Proposal]:
    """Returns the proposals with the size and shape of the named *cards*, on their plane if there are enough."""
    sure = [card for card in cards if card.answer.card is not None]
    if not sure:
        return list(proposals)
    if len(sure) < SCENE.plane_min_cards:
        # Of two that differ one may be no card: the one with the better score counts.
        likeliest = max(sure, key=lambda p: p.score).quad
        return [proposal for proposal in proposals if may_be_same_size(proposal.quad, likeliest)]
    plane = fit_plane([card.quad for card in sure], picture, length)
    return [proposal for proposal in proposals if fits_plane(proposal.quad, plane)]


def may_be_same_size(quad: Quad, card: Quad) -> bool:
    """Tells whether a quad may have the size of a card in a view of unknown slant."""
    return 1 / SCENE.slanted_max_area_ratio < area(quad) / area(card) < SCENE.slanted_max_area_ratio


def fits_plane(quad: Quad, plane: TablePlane) -> bool:
    """Tells whether a quad has the size and shape of a card on the plane."""
    short, long = np.log(np.divide(plane.sides(quad), plane.card))
    is_same_shape = abs(long - short) < SCENE.same_shape_max_error_log
    return bool(is_same_shape and plane.has_size_of_card(quad, GEOMETRY.rough_size_max_error_log))
