"""The live picture on the phone of the landlord while the camera is aimed: the latest frame, while a phone asks."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from common.feed.messages import LivePicture
from common.texts.keys import PhraseKey
from vision.types import Frame, Image

if TYPE_CHECKING:
    from vision.enrolment.aim_check import Aim


QUALITIES = (80, 60, 40, 20)
"""JPEG qualities; the first with which a picture is small enough is used."""
OUTLINE_BGR, RIM_BGR = (60, 200, 255), (20, 20, 20)
"""Colours of the outlines of found cards, and of the rim around these."""
OUTLINE_PX, RIM_PX, PLACE_RADIUS_PX = 3, 7, 26


def encode_jpeg(image: Image, max_bytes: int) -> bytes:
    """Returns *image* as a JPEG of at most so many bytes; empty if none is small enough."""
    import cv2  # OpenCV is loaded by the frame worker alone

    for quality in QUALITIES:
        _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if len(jpeg) <= max_bytes:
            return jpeg.tobytes()
    return b""


def draw_view(image: Image, aim: Aim | None, quarters: int, width_px: int) -> Image:
    """Returns a copy of the view at most so wide, with the outlines of the cards and the place of a fault.

    It is turned clockwise by *quarters* then.
    """
    import cv2
    import numpy as np

    height, width = image.shape[:2]
    scale = min(width_px / width, 1.0)
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA) if scale < 1 else image.copy()
    if aim is not None:
        outlines = [(card * scale).round().astype(np.int32) for card in aim.cards]
        for colour, thickness in ((RIM_BGR, RIM_PX), (OUTLINE_BGR, OUTLINE_PX)):
            cv2.polylines(small, outlines, True, colour, thickness, cv2.LINE_AA)
            if aim.place is not None:
                place = round(aim.place[0] * size[0]), round(aim.place[1] * size[1])
                cv2.circle(small, place, PLACE_RADIUS_PX, colour, thickness, cv2.LINE_AA)
    return np.ascontiguousarray(np.rot90(small, -quarters))


WIDTH_PX, MAX_BYTES = 800, 60_000
"""The width of a frame for a phone before it is turned, and its maximum size as a JPEG."""
INTERVAL_S = 0.25
"""Seconds between two frames for phones."""
PATIENCE_S = 5.0
"""Seconds after the last question of a phone after which nobody looks any more: it sleeps, or shows something else."""
NO_CAMERA: PhraseKey = "no_camera"
"""The advice while no frames arrive."""


class LiveView:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked_at = self._put_at = float("-inf")
        self._picture: LivePicture | None = None
        self._number = 0

    @property
    def is_watched(self) -> bool:
        """Whether it has begun, and a phone has asked for a frame a moment ago."""
        return self._clock() - self._asked_at < PATIENCE_S

    def begin(self) -> None:
        """Begins; the display must say so before the phone gets a frame."""
        self._picture, self._put_at = None, float("-inf")
        self._asked_at = self._clock()

    def end(self) -> None:
        """Ends; the last frame is forgotten."""
        self._asked_at, self._picture = float("-inf"), None

    def put(self, frame: Frame, aim: Aim | None, quarters: int, advice: PhraseKey) -> None:
        """Offers a frame, turned clockwise by *quarters*; *advice* is the name of the phrase on the display."""
        now = self._clock()
        if not self.is_watched or now - self._put_at < INTERVAL_S:
            return
        self._put_at = now
        jpeg = encode_jpeg(draw_view(frame.image, aim, quarters, WIDTH_PX), MAX_BYTES)
        if jpeg:
            self._offer(advice, jpeg)

    def tell_missing_camera(self) -> None:
        if self._picture is None or self._picture.jpeg:
            self._offer(NO_CAMERA, b"")

    def after(self, number: int) -> str:
        """Returns the latest frame as JSON; empty if that is the one of this *number*.

        :raises ValueError: if it has ended.
        """
        if not self.is_watched:
            self.end()
            raise ValueError("got a question for a frame, expected one while the camera is aimed with a phone")
        self._asked_at = self._clock()
        picture = self._picture
        return msgspec.json.encode(picture).decode() if picture is not None and picture.number != number else ""

    def _offer(self, advice: PhraseKey, jpeg: bytes) -> None:
        self._number += 1
        self._picture = LivePicture(self._number, advice, base64.b64encode(jpeg).decode())
