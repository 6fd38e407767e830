"""Places on the motion gate's luminance: their masks, what moves over them, and those where only light moves.

The inside of a place moves while its surroundings are still if light moves on a card, as of a lamp that swings. A hand
that reaches for a card crosses its surroundings, and a card that moves uncovers the table beside it. The reflection of
a lamp on a glossy card ends at the card's outline.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.motion_gate import MotionGate, SmallMask
from vision.tracking.motion.thresholds import MOTION
from vision.types import Quad


def place_mask(quad: Quad, shape: tuple[int, ...]) -> SmallMask:
    """Returns the mask of a quad given from 0 to 1 across and down the view."""
    mask: SmallMask = np.zeros(shape[:2], np.uint8)
    corners = np.round(quad * (shape[1] - 1, shape[0] - 1)).astype(np.int32)
    return cv2.fillConvexPoly(mask, corners, (255,))


def moves_over(place: SmallMask, still: SmallMask, most: float) -> bool:
    """Whether more than *most* of a place (a mask) moves, from 0 to 1; *still* tells where nothing moves."""
    return bool(np.count_nonzero((place > 0) & (still == 0)) > most * np.count_nonzero(place))


def is_mostly_still(place: SmallMask, still: SmallMask, least: float) -> bool:
    """Whether more than *least* of a place (a mask) is still, from 0 to 1."""
    return bool(np.count_nonzero((place > 0) & (still > 0)) > least * np.count_nonzero(place))


@dataclass(slots=True)
class SteadyPlaces:
    """Finds places in which what moves is light, by the *gate*; the *history* knows what lies on the table."""

    gate: MotionGate
    history: FrameHistory
    _recent: deque[tuple[float, SmallMask]] = field(default_factory=deque)
    """Times and masks of what moved, for as long as the surroundings of a place must be still."""
    places: SmallMask | None = None
    """The steady places of the last frame; None before the first motion."""
    understood: SmallMask | None = None
    """The places that have been steady since a scene showed what lies there; None without any."""

    def update(self, time: float, cards: Iterable[Quad]) -> None:
        """Finds the steady places in the frame of *time*; *cards* are known ones, from 0 to 1 across and down the view.

        A place becomes steady when something keeps moving in it and nothing has moved around it for some time, and
        remains so until something moves around it.
        """
        moved, before = self.gate.moved, self.places
        if before is None or before.shape != moved.shape:
            self._recent.clear()
            before = np.zeros_like(moved)
        if not before.any():
            self.understood = None
            if not moved.any():
                self.places = before
                return
        self._recent.append((time, moved))
        while self._recent[0][0] < time - MOTION.hand_leaves_max_seconds:
            self._recent.popleft()
        things = self._things(cards, moved.shape)
        beside = _grown(things, MOTION.outline_reach_px) & ~_grown(things, 1)
        still = self.gate.still_mask(MOTION.hand_leaves_max_seconds)
        count, labels = cv2.connectedComponents(things)
        at_rim = set(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]).tolist())
        moves = [np.bincount(labels[mask > 0], minlength=count) >= MOTION.moving_min_px for _, mask in self._recent]
        is_lit = np.sum(moves, axis=0) >= MOTION.light_min_frames
        is_lit[labels[before > 0]] = True
        steady = np.zeros_like(things)
        for label in set(np.flatnonzero(is_lit).tolist()) - at_rim - {0}:
            place = np.asarray(labels == label, np.uint8) * np.uint8(255)
            around = _grown(place, MOTION.outline_reach_px) & beside
            if np.count_nonzero(around & ~still) < MOTION.moved_min_px:  # of a heap, an arm covers a small share
                steady |= _grown(place, 1)
        self.places = steady
        if self.understood is not None:
            self.understood = self.understood & steady

    def understand(self, since: SmallMask, shown: SmallMask) -> None:
        """Records what a scene has *shown*, in whose frame the places *since* were steady."""
        self.understood = None if self.places is None else np.where(shown > 0, since & self.places, np.uint8(0))

    def _things(self, cards: Iterable[Quad], shape: tuple[int, ...]) -> SmallMask:
        """Returns the mask of the known *cards* and of what differs from the view as it was last understood."""
        small = self.gate.small
        assert small is not None
        things = self.history.foreground(small, self.gate.step) * np.uint8(255)
        for quad in cards:
            things |= place_mask(quad, shape)
        return cv2.morphologyEx(things, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))


def _grown(mask: SmallMask, pixels: int) -> SmallMask:
    return cv2.dilate(mask, np.ones((2 * pixels + 1, 2 * pixels + 1), np.uint8))
