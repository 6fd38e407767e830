"""Which of two cards lies on the other: the one whose kept picture fits better where both would show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from vision.geometry.quads import mask_of_quads, shared_area
from vision.geometry.rectify import rectify, shown_part
from vision.recognition.correlation import masked_ncc
from vision.recognition.thresholds import RECOGNITION
from vision.tracking.settled_scene import Arrival

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.recognition.reader import Reader
    from vision.tracking.background.background_model import TrackedCard
    from vision.types import Image, Mask, Quad


class DepthOrder(Protocol):
    """Tells whether one card surely lies on another."""

    def is_on_top(self, upper: Arrival | TrackedCard, lower: Arrival) -> bool: ...


@dataclass(frozen=True, slots=True)
class DepthByPictures:
    """The depth order of the cards *lying* in a picture: arrivals, and cards that were in view."""

    image: Image
    reader: Reader
    lying: Sequence[Arrival | TrackedCard]

    def is_on_top(self, upper: Arrival | TrackedCard, lower: Arrival) -> bool:
        """Tells whether the part that only these two share looks like *upper*, and less like *lower*."""
        upper_card, lower_card = self._likeliest(upper), self._likeliest(lower)
        if upper_card is None or lower_card is None:
            return False
        shared = cv2.bitwise_and(self._mask([upper.quad]), self._mask([lower.quad]))
        others = [card.quad for card in self.lying if card is not upper and card is not lower]
        shared[self._mask([quad for quad in others if shared_area(quad, lower.quad) > 0]) > 0] = 0
        ncc = self._ncc(upper.quad, upper_card, shared)
        return ncc > max(RECOGNITION.placed_min_ncc, self._ncc(lower.quad, lower_card, shared))

    def _likeliest(self, lying: Arrival | TrackedCard) -> Card | None:
        if not isinstance(lying, Arrival):
            return lying.card
        reading = lying.partial_reading or self.reader.judge(np.mean(lying.votes, axis=0))
        return reading.candidates[0].card

    def _mask(self, quads: Sequence[Quad]) -> Mask:
        return mask_of_quads(quads, self.image.shape)

    def _ncc(self, quad: Quad, card: Card, part: Mask) -> float:
        """Returns the correlation (-1 to 1) of a part of a place with a card's pictures; 0 if it shows too little."""
        return masked_ncc(rectify(self.image, quad), self.reader.pictures(card), shown_part(part, quad))
