"""The kept pictures of a pack's cards as small JPEGs; decoding checks them, as files may come from anywhere."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import cast

import cv2
import numpy as np
from PIL.JpegImagePlugin import JpegImageFile

from vision.geometry.rectify import full_quad, inset, rectify
from vision.recognition.thresholds import RECOGNITION
from vision.types import Image, Quad

MAX_PICTURE_BYTES = 64 << 10
"""The largest accepted JPEG of one picture."""
CACHED_CROPS = 8
"""Size of the cache of crops, 41 KiB each: one quad is compared with few cards, repeatedly."""
_SIZE = (180, 120)
"""Height and width of a kept picture, px, a little more than those of the network's crop."""
_MARGIN = 0.02
"""Margin kept on every side, as a share of the card."""
_QUALITY = 85


COARSER = ((1.0, 60), (1.0, 40), (0.5, 75), (0.5, 50), (0.5, 25))
"""Scales and JPEG qualities for storage with little space, the finest first."""


class BadPicture(ValueError):
    """Raised for bytes that are no picture of a pack."""


def encode_picture(picture: Image) -> bytes:
    """Returns the JPEG of a picture that shows a whole upright card and nothing else."""
    wide = rectify(picture, inset(full_quad(picture), -_MARGIN), _SIZE)
    return cv2.imencode(".jpg", wide, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def decode_picture(content: bytes) -> Image:
    """Returns the picture with the margin around the card.

    :raises BadPicture: if the bytes are no JPEG in colour of the expected size.
    """
    height, width = _SIZE
    picture = _decode_jpeg(content, (width, height))
    if picture is None:
        raise BadPicture(f"got a picture of another size, expected {width}×{height} px")
    return picture


def _decode_jpeg(content: bytes, size: tuple[int, int]) -> Image | None:
    """Returns a colour JPEG of this width and height, or None for one of another size.

    :raises BadPicture: if the bytes are no JPEG in colour.
    """
    try:
        # The class itself, as `Image.open` loads the readers of all usual formats, of a MiB.
        with JpegImageFile(io.BytesIO(content)) as picture:
            if picture.size != size:
                return None
            if picture.mode != "RGB":
                raise BadPicture(f"got a picture in {picture.mode}, expected one in colour")
            colours = np.asarray(picture)
    except BadPicture:
        raise
    except (OSError, ValueError, SyntaxError, Warning) as error:
        raise BadPicture("got a damaged picture, expected a JPEG") from error
    return cast("Image", np.ascontiguousarray(colours[:, :, ::-1]))


def encode_coarsely(content: bytes, by: tuple[float, int]) -> bytes:
    """Returns a JPEG at a lower scale and quality, which `restore_picture` converts back."""
    scale, quality = by
    small = cv2.resize(decode_picture(content), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_OPTIMIZE, 1])[1].tobytes()


def restore_picture(content: bytes) -> bytes:
    """Returns a JPEG of the usual size, from one of `encode_coarsely` or unchanged.

    :raises BadPicture: if it has neither size.
    """
    height, width = _SIZE
    small = _decode_jpeg(content, (width // 2, height // 2))
    if small is None:
        decode_picture(content)
        return content
    wide = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", wide, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()


def decode_card(content: bytes) -> Image:
    """Returns the card of a kept picture without its margin.

    :raises BadPicture: if the bytes are no picture of a pack.
    """
    picture = decode_picture(content)
    return rectify(picture, card_quad(picture), _SIZE)


def card_quad(picture: Image) -> Quad:
    """Returns the quad of the card in a decoded picture."""
    return inset(full_quad(picture), _MARGIN / (1 + 2 * _MARGIN))


def enrolment_views(picture: Image) -> list[Image]:
    """Returns the upright crops by which a decoded picture is enrolled: with several insets, and one blurred."""
    views = [_cut(picture, share) for share in RECOGNITION.enrolment_insets_of_side]
    soft = cv2.GaussianBlur(middle_view(picture), (0, 0), RECOGNITION.calibration_blurs_px[1])
    return [*views, cast("Image", soft)]


@lru_cache(maxsize=CACHED_CROPS)
def stored_crop(content: bytes) -> Image:
    """Returns the upright crop of a kept picture with the middle inset, read-only.

    :raises BadPicture: if the bytes are no picture of a pack.
    """
    crop = middle_view(decode_picture(content))
    crop.setflags(write=False)  # it is cached
    return crop


def middle_view(picture: Image) -> Image:
    """Returns the upright crop of a decoded picture with the middle inset."""
    return _cut(picture, RECOGNITION.stored_inset_of_side)


def _cut(picture: Image, share: float) -> Image:
    return rectify(picture, inset(full_quad(picture), (share + _MARGIN) / (1 + 2 * _MARGIN)))
