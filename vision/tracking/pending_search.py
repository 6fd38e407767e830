"""Keeps a frame whose changes still need a thorough search, in case a hand or a card covers them before it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.tracking.background.change_detection import difference, threshold_of
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from vision.tracking.background.parts import Part
    from vision.tracking.settled_scene import SettledScene
    from vision.types import Image, Map, Mask

JPEG_QUALITY = 90
"""A 1080p frame takes some 0.4 MiB, a fifteenth of its pixels; the network is trained on JPEG of quality 40 and
more."""


@dataclass(frozen=True, slots=True, eq=False)
class PendingSearch:
    """A scene whose parts had not been still for long enough, and its frame as a JPEG."""

    scene: SettledScene
    picture: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, scene: SettledScene, image: Image) -> PendingSearch | None:
        """Returns the deferred parts of *scene* that do not touch the rim (hands do); None if there are none."""
        parts = [part for part in scene.deferred_parts if not part.at_rim]
        if not parts:
            return None
        encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
        search = replace(scene, parts=parts, arrivals=[], overlooked=None, deferred_parts=[], mature=None, frame=None)
        return cls(search, np.asarray(encoded, np.uint8))

    def image(self) -> Image:
        """Returns the frame, H×W×3, uint8, BGR."""
        return np.asarray(cv2.imdecode(self.picture, cv2.IMREAD_COLOR), np.uint8)

    def is_taken_over(self, now: Map, parts: Sequence[Part], unrest: Mask | None) -> bool:
        """Whether a later scene, *now*, shows all of it unchanged, among its own changed *parts*."""
        changed = np.zeros(now.shape[:2], bool)
        for part in parts:
            changed |= part.mask > 0
        differences = difference(now, self.scene.map)
        same = differences <= threshold_of(differences)
        if unrest is not None:
            same &= unrest == 0
        return all(
            np.count_nonzero((part.mask > 0) & same & changed)
            > TRACKING.pending_min_same_of_part * np.count_nonzero(part.mask)
            for part in self.scene.parts
        )
