"""The pictures that a pack keeps of its cards, packed small; checked, as files may come from anywhere."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
from PIL import Image as Pillow

from vision.rectify import inset, rectify, whole

if TYPE_CHECKING:
    from vision.sightings import Image

LARGEST = 64 << 10
"""Bytes of one packed picture."""
REMEMBERED = 8
"""Unpacked pictures, 63 KiB each: of the few cards that one place of a picture is compared with again and again."""
_SIZE = (180, 120)
"""Height and width, px: a little more than the network looks at."""
_MARGIN = 0.02
"""So much more than the card is kept on every side, as a share of it."""
_INSETS = (-0.01, 0.0, 0.02, 0.04)
MIDDLE = 0.01
"""How much of a card on every side the view leaves away that is most like all others."""
_SOFT = 1.6
"""Blur of one further view, px of the crop: a card is often met out of focus."""
VIEWS = len(_INSETS) + 1
_QUALITY = 85


class BadKeepsake(ValueError):
    """Raised for bytes that are no kept picture."""


def kept(picture: Image) -> bytes:
    """Returns the packed picture of a card that is shown upright and whole."""
    wide = rectify(picture, inset(whole(picture), -_MARGIN), _SIZE)
    return cv2.imencode(".jpg", wide, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


@lru_cache(maxsize=REMEMBERED)
def unpacked(content: bytes) -> Image:
    """Returns the picture, with the margin that is kept around the card; it cannot be written to.

    :raises BadKeepsake: if these bytes are anything else.
    """
    height, width = _SIZE
    try:
        # What Pillow warns of, a picture that would fill the memory, is not unpacked. To make errors of
        # warnings here would make errors of those of other threads.
        with Pillow.open(io.BytesIO(content), formats=["JPEG"]) as picture:
            if picture.size != (width, height) or picture.mode != "RGB":
                raise BadKeepsake(f"got a picture of {picture.size} px, expected {width}×{height} in colour")
            colours = np.asarray(picture)
    except BadKeepsake:
        raise
    except (OSError, ValueError, SyntaxError, Warning, Pillow.DecompressionBombError) as error:
        raise BadKeepsake(f"got a damaged picture, expected a JPEG of {width}×{height} px") from error
    image = np.ascontiguousarray(colours[:, :, ::-1])
    image.setflags(write=False)  # it is remembered
    return cast("Image", image)


def card_of(content: bytes) -> Image:
    """Returns the card of a kept picture without its margin, as it was shown.

    :raises BadKeepsake: if these bytes are no kept picture.
    """
    picture = unpacked(content)
    return rectify(picture, inset(whole(picture), _MARGIN / (1 + 2 * _MARGIN)), _SIZE)


def enrolment_views(picture: Image) -> list[Image]:
    """Returns the upright crops to enrol an unpacked picture by: cut wider and narrower, and once soft."""
    views = [_cut(picture, share) for share in _INSETS]
    soft = cv2.GaussianBlur(middle_view(picture), (0, 0), _SOFT)
    return [*views, cast("Image", soft)]


def middle_view(picture: Image) -> Image:
    """Returns the one upright crop that is most like all others, from an unpacked picture."""
    return _cut(picture, MIDDLE)


def _cut(picture: Image, share: float) -> Image:
    return rectify(picture, inset(whole(picture), (share + _MARGIN) / (1 + 2 * _MARGIN)))
