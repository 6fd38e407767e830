"""A working image that is also searched for the cards of a pack by keypoints of their drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

from vision.detection.contours import Detection, WorkingImage, refined_detections
from vision.geometry.quads import mask_of_quads, scaled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognition.keypoints import KeypointPose
    from vision.recognition.reader import Reader
    from vision.types import Image, Quad


class SearchedImage(WorkingImage):
    """A working image with keypoint matches that several searches share."""

    def __init__(self, image: Image, working_side: int | None = None) -> None:
        super().__init__(image, working_side)
        self._keypoint_poses: Sequence[KeypointPose] | None = None

    def keypoint_poses(self, reader: Reader, known: Sequence[Quad] = ()) -> Sequence[KeypointPose]:
        """Returns where cards of the pack may lie by their keypoints, in px of the planes, computed at the first call.

        Places within *known* quads (px of the picture) are left out.
        """
        if self._keypoint_poses is None:
            self.edges.forget()  # the keypoint search takes as much memory
            free_mask = cv2.bitwise_not(mask_of_quads([scaled(quad, self.scale) for quad in known], self.planes.shape))
            self._keypoint_poses = reader.keypoint_poses(self.planes, free_mask if known else None)
        return self._keypoint_poses


def detect_by_keypoints(searched: SearchedImage, reader: Reader) -> list[Detection]:
    """Returns the outlines of cards found by keypoints, in px of the picture, that lie on edges."""
    detections = refined_detections(searched.edges, [pose.quad for pose in searched.keypoint_poses(reader)])
    return [Detection(scaled(detection.quad, 1 / searched.scale), detection.confidence) for detection in detections]
