"""Cards that were cut out of pictures of a table, and which of them show the same card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.enrolment.thresholds import CROP
from vision.geometry.rectify import turned
from vision.recognition.card_images import enrolment_views, kept, unpacked

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.recognition.embedder import Recogniser
    from vision.types import Image, Quad


@dataclass(slots=True)
class CutCard:
    """The embeddings are those of its views, 2×V×D: as it lies, and the other way up."""

    crop: Image
    quad: Quad
    embeddings: npt.NDArray[np.float32]


def cut_card(crop: Image, quad: Quad, recogniser: Recogniser) -> CutCard:
    """Returns the card that was cut out at *quad*, embedded as it will be when it is enrolled."""
    views = enrolment_views(unpacked(kept(crop)))
    embeddings = recogniser.embed(np.stack([*views, *map(turned, views)]))
    return CutCard(crop, quad, embeddings.reshape(2, len(views), -1))


def is_same(one: CutCard, other: CutCard) -> bool:
    """Look-alikes are near each other for the network; their pixels tell that one pip is elsewhere."""
    cosine = float((one.embeddings[0] @ other.embeddings.reshape(-1, one.embeddings.shape[2]).T).max())
    return (
        cosine > CROP.min_same_cosine
        and max(_correlation(one.crop, other.crop), _correlation(turned(one.crop), other.crop))
        > CROP.min_same_correlation
    )


def _correlation(one: Image, other: Image) -> float:
    """Returns the correlation of two crops, one of them shifted to where it fits best; 1 if they are the same."""
    small = [
        cv2.GaussianBlur(cv2.resize(crop, (96, 144), interpolation=cv2.INTER_AREA), (0, 0), 1.0)
        for crop in (one, other)
    ]
    inner = np.ascontiguousarray(small[0][8:-8, 6:-6])
    return float(cv2.matchTemplate(small[1], inner, cv2.TM_CCOEFF_NORMED).max())
