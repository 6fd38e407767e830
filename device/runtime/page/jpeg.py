"""Pictures for phones: small JPEGs in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from vision.enrolment.aim_check import Aim
    from vision.types import Image

QUALITIES = (80, 60, 40, 20)
"""JPEG qualities; the first with which a picture is small enough is used."""
OUTLINE_BGR, RIM_BGR = (60, 200, 255), (20, 20, 20)
"""Colours of the outlines of found cards, and of the rim around these."""
OUTLINE_PX, RIM_PX, PLACE_RADIUS_PX = 3, 7, 26


def encode_jpeg(image: Image, max_bytes: int) -> bytes:
    """Returns *image* as a JPEG of at most so many bytes; empty if none is small enough."""
    for quality in QUALITIES:
        _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if len(jpeg) <= max_bytes:
            return jpeg.tobytes()
    return b""


def draw_view(image: Image, aim: Aim | None, quarters: int, width_px: int) -> Image:
    """Returns a copy of the view at most so wide, with the outlines of the cards and the place of a fault.

    It is turned clockwise by *quarters* then.
    """
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
