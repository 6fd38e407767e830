"""An enrolled pack: what the cards of one deck look like to the network, and when to believe a likeness.

Softmax confidence does not reject a foreign card, distances do. So a card is named if its prototype is near enough
and if the embedding lies clearly on its side of the plane midway to the nearest other card. That distance to the
plane means the same for look-alikes as for cards that differ: a pack of look-alikes asks more by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import inset, rectify, turned, whole
from vision.sightings import Candidate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card
    from vision.recognise import Embeddings, Recogniser
    from vision.sightings import Image

_INSETS = (-0.01, 0.0, 0.02, 0.04)
_SOFT = 1.6
"""Blur of one further view, px of the crop: a card is often met out of focus."""
VIEWS = len(_INSETS) + 1
_CANDIDATES = 4
_LOOK_ALIKE = 0.75


class NothingEnrolled(ValueError):
    """Raised for an enrolment without pictures."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Measured in training, on its own decks, for a fixed share of wrong answers.

    `near`: the least cosine to a card's prototype. `apart`: the least distance to the plane midway to the next card.
    `foreign`: the cosine below which it is not even worth asking: no card of this pack.
    """

    near: float
    apart: float
    foreign: float


@dataclass(frozen=True, slots=True)
class Answer:
    """`card` is None where the reader would rather ask; then `foreign` tells that it looks like none of the pack.

    `near` tells that it surely is a card of the pack, whichever.
    """

    card: Card | None
    candidates: tuple[Candidate, ...]
    foreign: bool
    near: bool


@dataclass(frozen=True, slots=True)
class LookAlikes:
    """Two cards that the network can hardly tell apart, `turned` if only when one of them lies the other way up."""

    first: Card
    second: Card
    cosine: float
    turned: bool


@dataclass(frozen=True, eq=False)
class EnrolledPack:
    """`prototypes` are K×V×D: V views of each of the K cards, the second half of them the other way up."""

    name: str
    kind: str
    cards: tuple[Card, ...]
    prototypes: npt.NDArray[np.float32]
    thresholds: Thresholds
    version: str

    def scores(self, embeddings: Embeddings) -> npt.NDArray[np.float32]:
        """Returns N×K cosines to the nearest prototype of each card."""
        count, views, size = self.prototypes.shape
        cosines = embeddings @ self.prototypes.reshape(count * views, size).T
        return cast("npt.NDArray[np.float32]", cosines.reshape(-1, count, views).max(axis=2))

    def read(self, embeddings: Embeddings) -> Answer:
        """Returns the card that one or several views (N×D) of the same thing show; the views vote by their scores."""
        return self.judge(self.scores(np.atleast_2d(embeddings)).mean(axis=0))

    def judge(self, scores: npt.NDArray[np.float32]) -> Answer:
        """Returns the answer to K scores, one a card."""
        order = np.argsort(-scores, kind="stable")[:_CANDIDATES]
        candidates = tuple(Candidate(self.cards[index], round(float(scores[index]), 4)) for index in order)
        best = candidates[0]
        near = best.score >= self.thresholds.near
        apart = self.distance_apart(scores) >= self.thresholds.apart
        return Answer(
            card=best.card if near and apart else None,
            candidates=candidates,
            foreign=best.score < self.thresholds.foreign,
            near=bool(near),
        )

    def distance_apart(self, scores: npt.NDArray[np.float32]) -> float:
        """Returns how far the embedding lies from the nearest plane midway between its card and another."""
        best = int(scores.argmax())
        gaps = scores[best] - scores
        spacing = np.sqrt(2 * np.maximum(1 - self._likeness[best], 1e-3))
        distances = gaps / spacing
        distances[best] = np.inf
        return float(distances.min()) if len(distances) > 1 else 1.0

    @cached_property
    def _likeness(self) -> npt.NDArray[np.float32]:
        """K×K cosines between cards at their most alike, either way up."""
        return np.stack([self.scores(views).max(axis=0) for views in self.prototypes])

    def look_alikes(self, cosine: float = _LOOK_ALIKE) -> tuple[LookAlikes, ...]:
        """Returns the pairs of cards at least as alike as *cosine*, the most alike first."""
        half = self.prototypes.shape[1] // 2
        upright, over = self.prototypes[:, :half], self.prototypes[:, half:]
        found = []
        for one in range(len(self.cards)):
            for other in range(one + 1, len(self.cards)):
                same_way = float((upright[one] @ upright[other].T).max())
                other_way = float((upright[one] @ over[other].T).max())
                if max(same_way, other_way) >= cosine:
                    pair = self.cards[one], self.cards[other]
                    found.append(LookAlikes(*pair, max(same_way, other_way), same_way < cosine))
        return tuple(sorted(found, key=lambda pair: -pair.cosine))


def enrol(pictures: Mapping[Card, Sequence[Image]], kind: str, recogniser: Recogniser, name: str) -> EnrolledPack:
    """Returns the pack of these cards, each shown upright and whole by one picture or several.

    :raises NothingEnrolled: if there is no picture.
    """
    if not pictures or not all(pictures.values()):
        raise NothingEnrolled("got no picture to enrol from, expected one of each card")
    most = max(len(shown) for shown in pictures.values())
    prototypes = []
    for shown in pictures.values():
        views = [view for picture in shown for view in enrolment_views(picture)]
        upright = recogniser.embed(np.stack(views))
        over = recogniser.embed(np.stack([turned(view) for view in views]))
        wanted = np.arange(most * VIEWS) % len(views)  # a card with fewer pictures repeats them
        prototypes.append(np.concatenate([upright[wanted], over[wanted]]))
    limits = recogniser.calibration
    return EnrolledPack(
        name=name,
        kind=kind,
        cards=tuple(pictures),
        prototypes=np.stack(prototypes).astype(np.float32),
        thresholds=Thresholds(limits["near"], limits["apart"], limits["foreign"]),
        version=recogniser.version,
    )


def enrolment_views(picture: Image) -> list[Image]:
    """Returns the upright crops that a card's picture is enrolled by: cut wider and narrower, and once soft."""
    outline = whole(picture)
    views = [rectify(picture, inset(outline, share)) for share in _INSETS]
    soft = cv2.GaussianBlur(rectify(picture, inset(outline, 0.01)), (0, 0), _SOFT)
    return [*views, cast("Image", soft)]
