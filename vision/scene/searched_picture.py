"""A picture as it is searched for the cards of a pack: also by what is drawn on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

from vision.detection.contours import Finding, WorkingImage, refined_findings
from vision.geometry.quads import mask_of_quads, scaled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.recognition.keypoints import Drawn
    from vision.recognition.reader import Reader
    from vision.types import Image, Quad


class SearchedImage(WorkingImage):
    """A picture with what more than one search of it for the cards of a pack needs."""

    def __init__(self, image: Image, working_side: int | None = None) -> None:
        super().__init__(image, working_side)
        self._drawn: Sequence[Drawn] | None = None

    def drawn_by(self, reader: Reader, known: Sequence[Quad] = ()) -> Sequence[Drawn]:
        """Returns where cards of its pack may lie by what is drawn on them, in px of the planes.

        What lies at *known* places (px of the picture), when this is first asked for, is not looked at.
        """
        if self._drawn is None:
            self.edges.forget()  # the search for points takes as much room
            beside = cv2.bitwise_not(mask_of_quads([scaled(quad, self.scale) for quad in known], self.planes.shape))
            self._drawn = reader.drawn(self.planes, beside if known else None)
        return self._drawn


def find_drawn(workings: SearchedImage, reader: Reader) -> list[Finding]:
    """Returns the outlines of what is drawn on cards, in px of the picture, as far as they lie on edges."""
    found = refined_findings(workings.edges, [drawn.quad for drawn in workings.drawn_by(reader)])
    return [Finding(scaled(finding.quad, 1 / workings.scale), finding.confidence) for finding in found]
