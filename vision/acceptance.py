"""When a card that lies open is one of this very deck: measured on the deck itself, as it was enrolled.

The cards of one deck are alike, and those that were left out of it (the sixes of 36, the low ranks of 52) are as like
its cards as these are like one another. So each card is left out in turn and shown to the others as a camera may see
it: how near it comes to them, and how much of it their pictures explain, tells what a card must reach to be named. A
deck of look-alikes asks more by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.kept import card_quad, unpacked
from vision.opinion import share_explained
from vision.pack import Acceptance
from vision.rectify import CROP_HEIGHT, CROP_WIDTH, rectify, turned, whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.pack import EnrolledPack
    from vision.recognise import Recogniser
    from vision.sightings import Image

Numbers: TypeAlias = npt.NDArray[Any]

LEFT_OUT_NAMED = 0.005
"""Share of views of cards left out that the network alone may name; the pixels may name as many of the rest."""
BEYOND = 0.25
"""Of what is left to 1: a card that nobody showed may come nearer than those of the deck come to one another."""
VIEWS = 6
"""Of each card."""
COMPARED = 48
"""Views of cards left out that are compared by pixels, the likeliest ones: each takes some ten milliseconds."""
LEAST_EXPLAINED = 0.5
"""A card that is not explained by half is not named, however little alike the cards of its deck are."""
NO_SURER_THAN = 0.97
"""Cosine: two cards that look the same cannot be told from one another by any threshold, and must not forbid all."""
CORNERS_OFF = 0.01
"""Deviation of a corner, of the card's height."""
_DARKEST, _BRIGHTEST = 0.35, 1.05
_SHADED, _WARMEST = 0.3, 0.5
"""Of the light: how much less there may be at one side than at the other, and how much less blue."""
_SOFTEST, _NOISIEST = 1.6, 8.0
"""Px of the crop, and grey levels."""


def calibrated(pack: EnrolledPack, recogniser: Recogniser, seed: int = 5) -> EnrolledPack:
    """Returns the pack with what its own cards tell of when to name one; as it is without pictures, or of one card."""
    if not pack.pictures or len(pack.known) < 2:
        return pack
    trial = _left_out(pack, recogniser, np.random.default_rng(seed))
    sure = max(_nearer_to_one(_exceeded_by(trial.score, LEFT_OUT_NAMED)), pack.thresholds.near)
    sure = min(sure, NO_SURER_THAN)
    likeliest = np.argsort(-trial.score)[:COMPARED]
    shares = np.array([_share(pack, trial, int(index)) for index in likeliest], np.float32)
    allowed = LEFT_OUT_NAMED * len(trial.score) / len(shares)
    explained = max(_nearer_to_one(_exceeded_by(shares, allowed)), LEAST_EXPLAINED)
    return replace(pack, acceptance=Acceptance(round(float(sure), 4), round(float(explained), 4)))


@dataclass(frozen=True)
class _Trial:
    """N views of cards left out: each view, which other card it comes nearest to, and the cosine."""

    views: Sequence[Image]
    nearest: Numbers
    score: Numbers


def _left_out(pack: EnrolledPack, recogniser: Recogniser, chance: np.random.Generator) -> _Trial:
    views = [view for contents in pack.pictures for view in views_of(contents, chance)]
    truth = np.repeat(np.arange(len(pack.known)), VIEWS)
    scores = pack.scores(recogniser.embed(np.stack(views)))
    scores[np.arange(len(truth)), truth] = -1.0
    return _Trial(views, scores.argmax(axis=1), scores.max(axis=1))


def views_of(contents: Sequence[bytes], chance: np.random.Generator) -> Iterator[Image]:
    """Yields `VIEWS` views of a card by its packed pictures, either way up."""
    for number in range(VIEWS):
        view = seen_view(unpacked(contents[number % len(contents)]), chance)
        yield turned(view) if chance.random() < 0.5 else view


def _share(pack: EnrolledPack, trial: _Trial, index: int) -> float:
    pictures = pack.pictures_of(pack.known[int(trial.nearest[index])])
    view = trial.views[index]
    return share_explained(view, whole(view), pictures)


def _exceeded_by(values: Numbers, share: float) -> float:
    """Returns the least threshold that no more than this share of the values reach."""
    ordered = np.sort(values)[::-1]
    reached = int(share * len(ordered))
    return float(np.nextafter(ordered[reached], np.float32(2.0))) if reached < len(ordered) else 0.0


def _nearer_to_one(threshold: float) -> float:
    return threshold + BEYOND * (1 - threshold)


def seen_view(picture: Image, chance: np.random.Generator) -> Image:
    """Returns the crop of a kept picture as a camera above a table may see it: corners a little off, some light."""
    corners = card_quad(picture)
    height = float(corners[3, 1] - corners[0, 1])
    corners = corners + chance.normal(0, CORNERS_OFF * height, (4, 2)).astype(np.float32)
    crop = rectify(picture, corners).astype(np.float32)
    y, x = np.mgrid[:CROP_HEIGHT, :CROP_WIDTH].astype(np.float32) / CROP_HEIGHT - 0.5
    way, shade = chance.uniform(0, 2 * np.pi), chance.uniform(0, _SHADED)
    light = chance.uniform(_DARKEST, _BRIGHTEST) * (1 + 2 * shade * (x * np.cos(way) + y * np.sin(way)))
    blue = chance.uniform(0, _WARMEST)
    lit = crop * light[:, :, None] * np.array([1 - blue, 1 - blue / 4, 1.0], np.float32)
    soft = cv2.GaussianBlur(lit, (0, 0), chance.uniform(0.3, _SOFTEST))
    noisy = soft + chance.normal(0, chance.uniform(1.0, _NOISIEST), soft.shape)
    return cast("Image", np.clip(noisy, 0, 255).astype(np.uint8))
