"""Degradations of a picture, one fault at a time, in named steps from slight to strong."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from lab.benchmarks.stills.camera import (
    add_noise,
    apply_lamp,
    blur_motion,
    compress_jpeg,
    defocus,
    to_display,
    to_linear,
)

if TYPE_CHECKING:
    from vision.types import Image


class Step(NamedTuple):
    fault: str
    amount: float

    def __str__(self) -> str:
        return f"{self.fault} {self.amount:g}"


FAULTS: dict[str, tuple[float, ...]] = {
    "dim, of the light": (0.25, 0.12, 0.06, 0.03),
    "warm, of the blue": (0.5, 0.7, 0.85),
    "blur, % of a card": (1, 2, 4, 6),
    "motion, % of a card": (2, 4, 8, 12),
    "noise, of 255": (16, 32, 64, 96),
    "JPEG quality": (25, 12, 6, 3),
    "card height, px": (80, 60, 45, 30, 20),
    "dim, noisy and soft": (1, 2, 3),
}
"""`blur` is the radius of the blur disc, `motion` the distance that the card moves during the exposure."""
NONE = Step("as it is", 0)
STEPS = (NONE, *(Step(fault, amount) for fault, amounts in FAULTS.items() for amount in amounts))
_PUB = ((0.25, 16, 1.2), (0.12, 24, 1.6), (0.06, 32, 2.0))
"""Light, noise and blur of the combined fault."""


def degrade(picture: Image, step: Step, card_height: float, chance: np.random.Generator) -> tuple[Image, float]:
    """Returns the picture with this fault, and its scale; *card_height* is that of a card in it, px."""
    percent = card_height / 100
    match step.fault, step.amount:
        case "dim, of the light", gain:
            return _expose(picture, gain, 0, 0, chance), 1.0
        case "warm, of the blue", share:
            linear = apply_lamp(to_linear(picture), 0, share / 0.6, chance)
            return np.asarray(to_display(linear), np.uint8), 1.0
        case "blur, % of a card", share:
            return _expose(picture, 1, 0, share * percent, chance), 1.0
        case "motion, % of a card", share:
            linear = blur_motion(to_linear(picture), share * percent + 0.5, chance)
            return np.asarray(to_display(linear), np.uint8), 1.0
        case "noise, of 255", deviation:
            return add_noise(picture.astype(np.float32), deviation, chance), 1.0
        case "JPEG quality", quality:
            return compress_jpeg(picture, int(quality)), 1.0
        case "card height, px", height:
            scale = min(1.0, height / card_height)
            return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), scale
        case "dim, noisy and soft", level:
            gain, deviation, share = _PUB[int(level) - 1]
            return _expose(picture, gain, deviation, share * percent, chance), 1.0
    return picture, 1.0


def _expose(picture: Image, gain: float, deviation: float, radius: float, chance: np.random.Generator) -> Image:
    exposed = to_display(defocus(to_linear(picture), radius) * np.float32(gain))
    return add_noise(exposed, deviation, chance) if deviation else np.asarray(exposed, np.uint8)
