"""Cards cut out of pictures, with their embeddings, and whether two of them show the same card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.enrolment.thresholds import CROP
from vision.geometry.rectify import rotate_180
from vision.recognition.card_images import decode_picture, encode_picture, enrolment_views

if TYPE_CHECKING:
    import numpy.typing as npt

    from vision.recognition.embedder import Recogniser
    from vision.types import Image, Quad

CARD_SIZE = (432, 288)
"""Height and width of a crop, px."""


@dataclass(slots=True)
class EmbeddedCrop:
    """A cut-out card. `embeddings` is 2×V×D: V views of D values, as it lies and turned by 180°."""

    crop: Image
    quad: Quad
    embeddings: npt.NDArray[np.float32]


def embed_crop(crop: Image, quad: Quad, recogniser: Recogniser) -> EmbeddedCrop:
    """Returns *crop*, which lay at *quad*, with the embeddings that it will have in a pack."""
    views = enrolment_views(decode_picture(encode_picture(crop)))
    embeddings = recogniser.embed(np.stack([*views, *map(rotate_180, views)]))
    return EmbeddedCrop(crop, quad, embeddings.reshape(2, len(views), -1))


def show_same_card(one: EmbeddedCrop, other: EmbeddedCrop) -> bool:
    """Tells whether embeddings and pixels both agree: the pixels of look-alikes differ by the place of a pip."""
    cosine = float((one.embeddings[0] @ other.embeddings.reshape(-1, one.embeddings.shape[2]).T).max())
    return (
        cosine > CROP.min_same_cosine
        and max(_correlation(one.crop, other.crop), _correlation(rotate_180(one.crop), other.crop))
        > CROP.min_same_correlation
    )


def _correlation(one: Image, other: Image) -> float:
    """Returns the correlation of two crops at the best shift, −1 to 1."""
    small = [
        cv2.GaussianBlur(cv2.resize(crop, (96, 144), interpolation=cv2.INTER_AREA), (0, 0), 1.0)
        for crop in (one, other)
    ]
    inner = np.ascontiguousarray(small[0][8:-8, 6:-6])
    return float(cv2.matchTemplate(small[1], inner, cv2.TM_CCOEFF_NORMED).max())
