"""Frames as H.264 at a low bit rate, like those of a webcam or telephone, decoded as `kiebitz watch` does.

The encoder is libx264 of PyAV (extra `benchmark`), since OpenCV's wheels have none; the decoder is OpenCV's.
"""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from simulator.stage.surfaces import Image

RATE_FACTOR = 30
"""libx264's constant rate factor: 23 is its own default; 30 makes some 0.5 Mbit/s of 1280×720 px ten times a second."""
KEYFRAME_SECONDS = 2
MISSING = "PyAV is not installed, which encodes H.264; install the extra: pip install 'kiebitz[benchmark]'"


def can_encode() -> bool:
    return find_spec("av") is not None


def through_h264(pictures: Iterable[Image], rate: int) -> Iterator[Image]:
    """Yields the pictures, *rate* a second, as a decoder gives them back.

    :raises ImportError: if PyAV is not installed.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sequence.mp4"
        write_h264(file, pictures, rate)
        video = cv2.VideoCapture(str(file))
        try:
            while (frame := video.read()[1]) is not None:
                yield np.asarray(frame, np.uint8)
        finally:
            video.release()


def write_h264(file: Path, pictures: Iterable[Image], rate: int) -> None:
    """Writes an MP4 of H×W×3 pictures, BGR, both sides even.

    :raises ImportError: if PyAV is not installed.
    """
    import av

    with av.open(str(file), "w") as container:
        stream = container.add_stream("libx264", rate=rate)
        stream.pix_fmt, stream.gop_size = "yuv420p", KEYFRAME_SECONDS * rate
        stream.options = {"crf": str(RATE_FACTOR), "preset": "veryfast"}
        for picture in pictures:
            if not stream.codec_context.is_open:
                stream.height, stream.width = picture.shape[:2]
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())
