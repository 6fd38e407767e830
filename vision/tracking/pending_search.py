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

    from vision.tracking.background.regions import Region
    from vision.tracking.settled_scene import SettledScene
    from vision.types import Image, Map, Mask

JPEG_QUALITY = 90
"""A 1080p frame takes some 0.4 MiB, a fifteenth of its pixels; the network is trained on JPEG of quality 40 and
more."""


@dataclass(frozen=True, slots=True, eq=False)
class PendingSearch:
    """A scene whose regions had not been still for long enough, and its frame as a JPEG."""

    scene: SettledScene
    picture: npt.NDArray[np.uint8]

    @classmethod
    def of(cls, scene: SettledScene, image: Image) -> PendingSearch | None:
        """Returns the deferred regions of *scene* that do not touch the rim (hands do); None if there are none."""
        regions = [region for region in scene.deferred_regions if not region.at_rim]
        if not regions:
            return None
        encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1]
        search = replace(
            scene, regions=regions, arrivals=[], faint_arrivals=None, deferred_regions=[], long_still=None, frame=None
        )
        return cls(search, np.asarray(encoded, np.uint8))

    def image(self) -> Image:
        """Returns the frame, H×W×3, uint8, BGR."""
        return np.asarray(cv2.imdecode(self.picture, cv2.IMREAD_COLOR), np.uint8)

    def is_superseded(self, now: Map, regions: Sequence[Region], motion_mask: Mask | None) -> bool:
        """Whether a later scene, *now*, shows all of it unchanged, among its own changed *regions*."""
        changed = np.zeros(now.shape[:2], bool)
        for region in regions:
            changed |= region.mask > 0
        differences = difference(now, self.scene.map)
        same = differences <= threshold_of(differences)
        if motion_mask is not None:
            same &= motion_mask == 0
        return all(
            np.count_nonzero((region.mask > 0) & same & changed)
            > TRACKING.pending_min_same_of_region * np.count_nonzero(region.mask)
            for region in self.scene.regions
        )
