"""The pictures that a pack keeps of its cards, packed small; checked, as files may come from anywhere."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
from PIL import Image as Pillow

from vision.geometry.rectify import inset, rectify, whole
from vision.recognition.thresholds import RECOGNITION

if TYPE_CHECKING:
    from vision.types import Image, Quad

LARGEST = 64 << 10
"""Bytes of one packed picture."""
REMEMBERED = 8
"""Unpacked pictures, 63 KiB each: of the few cards that one place of a picture is compared with again and again."""
_SIZE = (180, 120)
"""Height and width, px: a little more than the network looks at."""
_MARGIN = 0.02
"""So much more than the card is kept on every side, as a share of it."""
_QUALITY = 85


COARSER = ((1.0, 60), (1.0, 40), (0.5, 75), (0.5, 50), (0.5, 25))
"""Scales and JPEG qualities at which pictures can be kept where there is little room, the finest first."""


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
    picture = _decoded(content, (width, height))
    if picture is None:
        raise BadKeepsake(f"got a picture of another size, expected {width}×{height} px")
    return picture


def _decoded(content: bytes, size: tuple[int, int]) -> Image | None:
    """Returns a JPEG in colours of this width and height, None for one of another size.

    :raises BadKeepsake: if these bytes are anything else.
    """
    try:
        # What Pillow warns of, a picture that would fill the memory, is not unpacked. To make errors of
        # warnings here would make errors of those of other threads.
        with Pillow.open(io.BytesIO(content), formats=["JPEG"]) as picture:
            if picture.size != size:
                return None
            if picture.mode != "RGB":
                raise BadKeepsake(f"got a picture in {picture.mode}, expected one in colour")
            colours = np.asarray(picture)
    except BadKeepsake:
        raise
    except (OSError, ValueError, SyntaxError, Warning, Pillow.DecompressionBombError) as error:
        raise BadKeepsake("got a damaged picture, expected a JPEG") from error
    image = np.ascontiguousarray(colours[:, :, ::-1])
    image.setflags(write=False)  # it is remembered
    return cast("Image", image)


def coarsened(content: bytes, by: tuple[float, int]) -> bytes:
    """Returns a kept picture at another scale and quality; `kept_from` makes one of it again."""
    scale, quality = by
    small = cv2.resize(unpacked(content), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1])[1].tobytes()


def kept_from(content: bytes) -> bytes:
    """Returns the kept picture of a coarsened one.

    :raises BadKeepsake: if it is neither kept nor coarsened.
    """
    height, width = _SIZE
    small = _decoded(content, (width // 2, height // 2))
    if small is None:
        unpacked(content)
        return content
    wide = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", wide, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def card_of(content: bytes) -> Image:
    """Returns the card of a kept picture without its margin, as it was shown.

    :raises BadKeepsake: if these bytes are no kept picture.
    """
    picture = unpacked(content)
    return rectify(picture, card_quad(picture), _SIZE)


def card_quad(picture: Image) -> Quad:
    """Returns where the card lies in an unpacked picture."""
    return inset(whole(picture), _MARGIN / (1 + 2 * _MARGIN))


def enrolment_views(picture: Image) -> list[Image]:
    """Returns the upright crops to enrol an unpacked picture by: cut wider and narrower, and once soft."""
    views = [_cut(picture, share) for share in RECOGNITION.enrolment_insets_of_side]
    soft = cv2.GaussianBlur(middle_view(picture), (0, 0), RECOGNITION.enrolment_blur_px)
    return [*views, cast("Image", soft)]


def middle_view(picture: Image) -> Image:
    """Returns the one upright crop that is most like all others, from an unpacked picture."""
    return _cut(picture, RECOGNITION.kept_inset_of_side)


def _cut(picture: Image, share: float) -> Image:
    return rectify(picture, inset(whole(picture), (share + _MARGIN) / (1 + 2 * _MARGIN)))
