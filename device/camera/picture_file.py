"""Pictures: their low-resolution luminance, their size, and files from people, of which few formats are decoded.

Huge pictures are decoded at a smaller size.
"""

from __future__ import annotations

import io
import os
import stat
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from common.files.durable_files import BINARY
from common.files.user_files import MAX_PICTURE_BYTES
from device.camera.base import LUMA_WIDTH, MAX_ASPECT_RATIO, MIN_SIDE_PX, CameraError
from vision.types import Image, Luma


def low_resolution(image: Image) -> Luma:
    """Returns the luminance of a BGR picture, at most 640 px wide."""
    import cv2

    return shrink(cast("Luma", cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))


def shrink(luma: Luma) -> Luma:
    import cv2

    height, width = luma.shape
    if width > LUMA_WIDTH:
        size = (LUMA_WIDTH, round(height * LUMA_WIDTH / width))
        luma = cast("Luma", cv2.resize(luma, size, interpolation=cv2.INTER_AREA))
    return luma


def size_fault(picture: Image | Luma) -> str:
    """Returns the fault of a picture's size with the expected sizes; empty if cards can be found in it."""
    height, width = picture.shape[:2]
    if min(height, width) >= MIN_SIDE_PX and max(height, width) <= MAX_ASPECT_RATIO * min(height, width):
        return ""
    expected = f"at least {MIN_SIDE_PX} on each side, and no side longer than {MAX_ASPECT_RATIO} times the other"
    return f"a picture of {width}×{height} px, expected {expected}"


_JPEG = b"\xff\xd8"
READERS = {_JPEG: "Jpeg", b"\x89PNG": "Png", b"RIFF": "WebP", b"BM": "Bmp"}
"""Pillow's reader by the first bytes of what is decoded: OpenCV has decoders of a dozen more, which no camera needs."""
MAX_DECODED_PX = 50_000_000
"""Pixels of a picture in memory, three bytes each; a larger JPEG is decoded at a half, a quarter or an eighth."""
WHOLE_FILE = "a whole JPEG, PNG, WebP or BMP file"


class BadPictureFile(CameraError):
    """Raised for a file that is missing, no regular file, no whole picture, or too large."""


@dataclass(frozen=True)
class Picture:
    """A decoded picture, and by how much the one in the file is larger on each side."""

    image: Image
    reduction: int


def read_file(path: Path) -> bytes:
    """Returns the content of a picture file; a pipe, a device or a socket is not waited for.

    :raises BadPictureFile: if it cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | BINARY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
            content = file.read(MAX_PICTURE_BYTES + 1) if regular else b""
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        raise BadPictureFile(f"got picture {path}: {reason}, expected a picture file, check the path") from error
    except ValueError as error:  # an invalid file name
        raise BadPictureFile(f"got the name {str(path)[:80]!r}, expected that of a file") from error
    if not regular:
        raise BadPictureFile(f"got {path}, which is no regular file, expected a picture file, check the path")
    if len(content) > MAX_PICTURE_BYTES:
        raise BadPictureFile(f"got {path} of more than {MAX_PICTURE_BYTES} bytes, expected a file as people write them")
    return content


def read_picture(path: Path) -> Picture:
    """Returns the picture of a file, H×W×3, uint8, BGR, upright; a huge JPEG smaller than it is.

    :raises BadPictureFile: if it cannot be read or decoded.
    """
    import cv2
    import numpy as np

    flags = {
        1: cv2.IMREAD_COLOR,
        2: cv2.IMREAD_REDUCED_COLOR_2,
        4: cv2.IMREAD_REDUCED_COLOR_4,
        8: cv2.IMREAD_REDUCED_COLOR_8,
    }
    content = read_file(path)
    pixels = declared_pixels(content)
    reduction = next((factor for factor in flags if pixels <= MAX_DECODED_PX * factor**2), 0)
    if not reduction or (reduction > 1 and not content.startswith(_JPEG)):  # others are decoded whole, then reduced
        raise BadPictureFile(
            f"got picture {path} of {pixels // 1_000_000} million pixels, "
            f"expected at most {MAX_DECODED_PX // 1_000_000} million; save it smaller, or as JPEG"
        )
    image = decode(content, flags[reduction])
    if image is None:
        raise BadPictureFile(f"cannot read picture {path}, expected {WHOLE_FILE}; save it as one of these")
    return Picture(np.asarray(image, np.uint8), reduction)


def decode(content: bytes, flags: int) -> Image | Luma | None:
    """Returns the picture with OpenCV's *flags*; None if it is not whole, or of no format of `READERS`."""
    import cv2
    import numpy as np

    if not declared_pixels(content):
        return None
    try:
        return cast("Image | None", cv2.imdecode(np.frombuffer(content, np.uint8), flags))
    except cv2.error:  # a header with a larger size than OpenCV accepts
        return None


def declared_pixels(content: bytes) -> int:
    """Returns how many pixels the header declares; 0 if the content is of no format of `READERS`."""
    name = next((name for start, name in READERS.items() if content.startswith(start)), None)
    if name is None:
        return 0
    try:
        # Its class, as `Image.open` loads the readers of all usual formats, of a MiB.
        reader = getattr(import_module(f"PIL.{name}ImagePlugin"), f"{name}ImageFile")
        with reader(io.BytesIO(content)) as header:
            width, height = header.size
    except Exception:  # its parsers raise errors of many kinds
        return 0
    return int(width * height)
