"""Simple frames in which cards are laid one after the other: for timing, not for accuracy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.camera.base import DEFAULT_FPS
from device.camera.picture_file import low_resolution
from lab.benchmarks.stills.camera import add_noise
from lab.benchmarks.stills.tabletop import SIZE, TableView
from lab.benchmarks.stills.things import card as card_of_paper
from vision.types import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vision.types import Image

ARM_FRAMES, STILL_FRAMES = 3, 8
CARD = (58.0, 96.0)
"""Width and height, mm."""
COLUMNS, STEP = 4, (105.0, 118.0)
"""Columns of the grid of cards, and the distance between cards, mm."""
NOISE = 3.0


def lay_cards(cards: Iterable[Image], seed: int = 1) -> Iterator[Image]:
    """Yields pictures of 1920×1080 px: the empty table, then each card laid by an arm; at most eight are in view."""
    chance = np.random.default_rng(seed)
    place = TableView(chance)
    yield from _still(place.picture, chance, STILL_FRAMES)
    for number, card in enumerate(cards):
        x = (number % COLUMNS - (COLUMNS - 1) / 2) * STEP[0]
        y = (number // COLUMNS - 0.5) * STEP[1]
        quad = place.quad(x, y, float(chance.normal(0, 0.3)), CARD)
        for moment in range(ARM_FRAMES):
            reached = quad.mean(axis=0) + np.array([25, 40]) * moment
            yield _photograph(_arm(place.picture, reached), chance)
        place.put(card_of_paper(card, CARD[1]), quad)
        yield from _still(place.picture, chance, STILL_FRAMES)


def still(cards: Iterable[Image], count: int, seed: int = 1) -> list[Image]:
    """Returns *count* pictures of a table with these cards, which differ only by the noise of the camera."""
    chance = np.random.default_rng(seed)
    place = TableView(chance)
    for number, card in enumerate(cards):
        quad = place.quad((number - 1) * STEP[0], 0, float(chance.normal(0, 0.3)), CARD)
        place.put(card_of_paper(card, CARD[1]), quad)
    return list(_still(place.picture, chance, count))


def frames_of(pictures: Iterable[Image], fps: float = DEFAULT_FPS) -> Iterator[Frame]:
    for number, picture in enumerate(pictures):
        yield Frame(number, number / fps, picture, low_resolution(picture))


def _still(picture: Image, chance: np.random.Generator, count: int) -> Iterator[Image]:
    for _ in range(count):
        yield _photograph(picture, chance)


def _photograph(picture: Image, chance: np.random.Generator) -> Image:
    soft = cv2.GaussianBlur(picture, (0, 0), 0.8)
    return add_noise(soft.astype(np.float32), NOISE, chance)


def _arm(picture: Image, reached: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Image:
    with_arm = picture.copy()
    x, y = (int(value) for value in reached)
    cv2.line(with_arm, (x, y), (x + 120, SIZE[1]), (95, 130, 190), 110, cv2.LINE_AA)
    return with_arm
