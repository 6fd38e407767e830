"""Acceptance threshold of a deck, calibrated on the deck itself as it was enrolled.

Cards left out of a deck (the sixes of 36, the low ranks of 52) resemble its cards as these resemble each other. So
augmented views of each card are compared with its own picture and, leaving it out, with those of the others. The doubt
of a name is (1 - cosine) times the share of pixels that the picture leaves unexplained. The product separates cards of
the deck from others where neither factor does: the network confuses the nine with the seven of a suit, and pixels
confuse clubs with spades in some decks. The threshold is the geometric mean of the largest doubts of the deck's own
cards and the smallest doubts of cards left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, rectify, rotate_180
from vision.recognition.card_images import card_quad, decode_picture
from vision.recognition.ecc_alignment import share_explained
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Acceptance
from vision.recognition.pack import EnrolledPack
from vision.recognition.thresholds import RECOGNITION
from vision.types import Image

Numbers: TypeAlias = npt.NDArray[Any]


def calibrate_acceptance(pack: EnrolledPack, recogniser: Recogniser, seed: int = 5) -> EnrolledPack:
    """Returns the pack with its acceptance threshold; unchanged if it has no pictures or fewer than two cards."""
    if not pack.pictures or len(pack.known) < 2:
        return pack
    chance = np.random.default_rng(seed)
    views = [view for contents in pack.pictures for view in views_of(contents, chance)]
    truth = np.repeat(np.arange(len(pack.known)), RECOGNITION.calibration_views)
    cosines = pack.scores(recogniser.embed(np.stack(views)))
    own = np.sort(_doubts(pack, views, cosines, truth, nearest=False))[::-1]
    others = cosines.copy()
    others[np.arange(len(truth)), truth] = -1.0
    left_out = np.sort(_doubts(pack, views, others, others.argmax(axis=1), nearest=True))
    beyond = min(int(RECOGNITION.calibration_max_wrong_of_views * len(views)), len(own) - 1)
    # With cards that look the same the mean would reject all of them: own cards stay named.
    most = max(own[beyond], float(np.sqrt(own[beyond] * left_out[beyond])))
    return replace(pack, acceptance=Acceptance(round(float(most), 6)))


def _doubts(
    pack: EnrolledPack, views: Sequence[Image], cosines: Numbers, columns: Numbers, *, nearest: bool
) -> Numbers:
    """Returns the doubts of naming views as known cards (*columns*, indices), for the nearest or the farthest views."""
    nearness = cosines[np.arange(len(columns)), columns]
    compared = np.argsort(-nearness if nearest else nearness)[: RECOGNITION.calibration_max_compared]
    explained = [
        share_explained(views[index], full_quad(views[index]), pack.pictures_of(pack.known[int(columns[index])]))
        for index in compared
    ]
    return np.asarray((1 - nearness[compared]) * (1 - np.array(explained)))


def views_of(contents: Sequence[bytes], chance: np.random.Generator) -> Iterator[Image]:
    """Yields `calibration_views` augmented views of a card from its packed pictures, some of them upside down."""
    for number in range(RECOGNITION.calibration_views):
        view = augmented_view(decode_picture(contents[number % len(contents)]), chance)
        yield rotate_180(view) if chance.random() < 0.5 else view


def augmented_view(picture: Image, chance: np.random.Generator) -> Image:
    """Returns a crop of a kept picture with random errors of corners, light, colour, blur and noise."""
    corners = card_quad(picture)
    height = float(corners[3, 1] - corners[0, 1])
    corners = corners + chance.normal(0, RECOGNITION.stored_inset_of_side * height, (4, 2)).astype(np.float32)
    crop = rectify(picture, corners).astype(np.float32)
    y, x = np.mgrid[:CROP_HEIGHT, :CROP_WIDTH].astype(np.float32) / CROP_HEIGHT - 0.5
    way, shade = chance.uniform(0, 2 * np.pi), chance.uniform(0, RECOGNITION.calibration_max_shade_of_light)
    gain = chance.uniform(*RECOGNITION.calibration_gains)
    light = gain * (1 + 2 * shade * (x * np.cos(way) + y * np.sin(way)))
    blue = chance.uniform(0, RECOGNITION.calibration_max_loss_of_blue)
    lit = crop * light[:, :, None] * np.array([1 - blue, 1 - blue / 4, 1.0], np.float32)
    soft = cv2.GaussianBlur(lit, (0, 0), chance.uniform(*RECOGNITION.calibration_blurs_px))
    noisy = soft + chance.normal(0, chance.uniform(*RECOGNITION.calibration_noise_levels), soft.shape)
    return cast("Image", np.clip(noisy, 0, 255).astype(np.uint8))
