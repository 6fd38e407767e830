"""Shows for a moment that a press was noticed which changed nothing on the display: the rim is inverted."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PIL import ImageChops

from device.display.text_layout import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

ACKNOWLEDGED_S = 0.15
"""Seconds for which the rim stays inverted. Chosen: long enough to be seen, over before the next press."""
RIM_PX = 2
"""Width of the rim."""


class Acknowledgement:
    """Inverts the rim of the shown pictures for a moment after `give`; used by the thread of the loop only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._given_at = float("-inf")

    def give(self) -> None:
        """Inverts the rim of the pictures shown from now on, for `ACKNOWLEDGED_S` seconds."""
        self._given_at = self._clock()

    def on(self, picture: Image.Image) -> Image.Image:
        """Returns the picture to show now."""
        is_given = 0 <= self._clock() - self._given_at < ACKNOWLEDGED_S
        return with_inverted_rim(picture) if is_given else picture


def with_inverted_rim(picture: Image.Image) -> Image.Image:
    inverted = ImageChops.invert(picture)
    inner = (RIM_PX, RIM_PX, WIDTH - RIM_PX, HEIGHT - RIM_PX)
    inverted.paste(picture.crop(inner), inner)
    return inverted
