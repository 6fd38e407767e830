"""Which cards lie on an arrival: those whose kept pictures fit better where both cards would show."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from vision.geometry.quad_comparison import lies_on
from vision.geometry.quads import mask_of_quads
from vision.geometry.rectify import rectify, shown_part
from vision.recognition.correlation import masked_ncc
from vision.recognition.thresholds import RECOGNITION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.recognition.reader import Reader
    from vision.tracking.background.background_model import TrackedCard
    from vision.tracking.settled_scene import Arrival
    from vision.types import Image, Mask, Quad


class _Lying(NamedTuple):
    """A card of an arrival or in view, by its likeliest name."""

    of: Arrival | TrackedCard
    card: Card

    @property
    def quad(self) -> Quad:
        return self.of.quad


def set_cards_on_top(image: Image, reader: Reader, arrivals: Sequence[Arrival], in_view: Sequence[TrackedCard]) -> None:
    """Sets for each arrival the cards that surely lie on it: other arrivals, or cards *in view*."""
    arrived = [_Lying(arrival, _likeliest(reader, arrival)) for arrival in arrivals]
    lying = [*arrived, *(_Lying(card, card.card) for card in in_view if card.card is not None)]
    for arrival, lower in zip(arrivals, arrived, strict=True):
        others = [one for one in lying if one is not lower and one.of is not arrival.previous]
        near = [one for one in others if lies_on(one.quad, lower.quad)]
        arrival.cards_on_top = [
            upper.of
            for upper in near
            if _is_on_top(image, reader, upper, lower, [one.quad for one in near if one is not upper])
        ]


def _likeliest(reader: Reader, arrival: Arrival) -> Card:
    reading = arrival.partial_reading or reader.judge(np.mean(arrival.votes, axis=0))
    return reading.candidates[0].card


def _is_on_top(image: Image, reader: Reader, upper: _Lying, lower: _Lying, covering: Sequence[Quad]) -> bool:
    """Tells whether the part that only these two share looks like *upper*, and less like *lower*."""
    shared = cv2.bitwise_and(mask_of_quads([upper.quad], image.shape), mask_of_quads([lower.quad], image.shape))
    shared[mask_of_quads(covering, image.shape) > 0] = 0
    ncc = _ncc_within(image, reader, upper, shared)
    return ncc > max(RECOGNITION.min_ncc, _ncc_within(image, reader, lower, shared))


def _ncc_within(image: Image, reader: Reader, lying: _Lying, part: Mask) -> float:
    """Returns the correlation (-1 to 1) of a part of a place with the kept pictures; 0 if it shows too little."""
    return masked_ncc(rectify(image, lying.quad), reader.pictures(lying.card), shown_part(part, lying.quad))
