"""Places of cards with a still outline: what moves within such a place is light on the card, and no hand.

A hand that reaches for a card crosses its outline, and a card that moves uncovers the table beside it. The reflection
of a lamp that swings on a glossy card ends at its outline, and crosses only a part of its rim at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detection.contours import quad_of_hull
from vision.tracking.motion.place_masks import moves_over, place_mask
from vision.tracking.motion.thresholds import MOTION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy.typing as npt

    from vision.tracking.motion.frame_history import FrameHistory
    from vision.tracking.motion.motion_gate import SmallLuma, SmallMask
    from vision.types import Quad


@dataclass(slots=True)
class SteadyPlaces:
    """`quads` are those of cards in view and of things that are read as cards, from 0 to 1 across and down the view.

    `may_be_card` tells of such a quad whether its size and shape are those of a card.
    """

    history: FrameHistory
    may_be_card: Callable[[Quad], bool]
    quads: Sequence[Quad] = ()
    _counts: npt.NDArray[np.float32] | None = field(default=None, init=False)
    """In how many recent frames something has moved in each place; a card that comes or goes changes in one or two."""

    def around(self, moved: SmallMask, small: SmallLuma, step: float) -> SmallMask:
        """Returns the mask of the places in which something keeps moving but around which nothing has *moved*.

        Besides the known places these are the outlines of a card's size and shape that *small* shows, different by more
        than *step* grey levels from the view as it was last understood.
        """
        background = self.history.background
        if background is None or background.shape != small.shape:
            return np.zeros(small.shape, np.uint8)
        foreground = self.history.foreground(small, step)
        places = [place_mask(quad, small.shape) for quad in self.quads]
        if (moved & ~_union(places, small)).any():
            places += self._new_places(foreground)
        on_cards = _grown(_union(places, small), 1)
        if self._counts is None or self._counts.shape != small.shape:
            self._counts = np.zeros(small.shape, np.float32)
        self._counts *= MOTION.gleaming_decay_per_frame
        steady, crossed = np.zeros((2, *small.shape), np.uint8)
        for place in places:
            if not (moved & place).any():
                continue
            beside = _grown(place, MOTION.outline_reach_px) & ~on_cards
            rim = place & ~_shrunk(place, MOTION.outline_reach_px - 1)
            if (
                moves_over(beside, ~moved, MOTION.outline_max_moving)
                or moves_over(rim, ~moved, MOTION.rim_max_moving)
                or moves_over(beside, 1 - foreground, MOTION.outline_max_changed)
            ):
                crossed |= place
            else:
                steady |= place
        steady &= ~crossed
        self._counts[steady > 0] += 1
        steady[self._counts < MOTION.gleaming_min_frames] = 0
        return np.asarray(_grown(steady, 1) & ~crossed)

    def _new_places(self, foreground: SmallMask) -> Iterator[SmallMask]:
        """Yields the places of what lies alone and has the outline of a card, as that of one that a hand has left."""
        for hull in map(cv2.convexHull, cv2.findContours(foreground, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]):
            quad = quad_of_hull(hull) if len(hull) > 3 else None
            if quad is not None and self.may_be_card((quad / foreground.shape[::-1]).astype(np.float32)):
                yield cv2.fillConvexPoly(np.zeros_like(foreground), hull, (255,))


def _union(places: Sequence[SmallMask], small: SmallLuma) -> SmallMask:
    return np.bitwise_or.reduce(places) if places else np.zeros(small.shape, np.uint8)


def _grown(mask: SmallMask, pixels: int) -> SmallMask:
    return cv2.dilate(mask, np.ones((2 * pixels + 1, 2 * pixels + 1), np.uint8))


def _shrunk(mask: SmallMask, pixels: int) -> SmallMask:
    return cv2.erode(mask, np.ones((2 * pixels + 1, 2 * pixels + 1), np.uint8))
