"""The live picture on the landlord's phone while the camera is aimed: the latest frame, as long as a phone asks for it.

The frame worker puts frames in, the thread of the phone's connection takes the latest one out, the loop begins and ends
it. No thread waits for another one: a frame that no phone asks for is not encoded, and one that comes too soon is
skipped.
"""

from __future__ import annotations

import base64
import time
from typing import TYPE_CHECKING

import msgspec

from common.feed.messages import LivePicture

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.enrolment.aim_check import Aim
    from vision.types import Frame

WIDTH_PX, MAX_BYTES = 800, 60_000
"""The width of a frame for a phone before it is turned, and its maximum size as a JPEG."""
INTERVAL_S = 0.25
"""Seconds between two frames for phones."""
PATIENCE_S = 5.0
"""Seconds after the last question of a phone after which nobody looks any more: it sleeps, or shows something else."""
NO_CAMERA = "no_camera"
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

    def put(self, frame: Frame, aim: Aim | None, quarters: int, advice: str) -> None:
        """Offers a frame, turned clockwise by *quarters*; *advice* is the name of the phrase on the display."""
        now = self._clock()
        if not self.is_watched or now - self._put_at < INTERVAL_S:
            return
        from device.runtime.page.jpeg import draw_view, encode_jpeg  # OpenCV is loaded by the frame worker alone

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

    def _offer(self, advice: str, jpeg: bytes) -> None:
        self._number += 1
        self._picture = LivePicture(self._number, advice, base64.b64encode(jpeg).decode())
