"""An enrolled pack: what the cards of one deck look like to the network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from engine.cards import Card
from vision.geometry.rectify import CropMask, fill_hidden, rotate_180
from vision.geometry.thresholds import GEOMETRY
from vision.recognition.card_images import decode_picture, encode_picture, enrolment_views, stored_crop
from vision.recognition.embedder import Embeddings, Recogniser
from vision.recognition.keypoints import PackKeypoints, keypoints_of
from vision.recognition.naming import NEVER, PARTS, Acceptance, Answer, Thresholds
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.thumbnail_match import Thumbnails, thumbnails_of
from vision.types import Candidate, Image, SetAside

PICTURES = 3
"""The largest number of pictures of a card that are kept and enrolled."""
Pictures: TypeAlias = "tuple[tuple[bytes, ...], ...]"
_NOTHING: Mapping[SetAside, Sequence[Image]] = MappingProxyType({})


class NothingEnrolled(ValueError):
    """Raised for an enrolment without pictures."""


@dataclass(frozen=True, slots=True)
class LookAlikes:
    """Two cards that the network can hardly distinguish; `turned` if only when one of them is upside down."""

    first: Card
    second: Card
    cosine: float
    turned: bool


@dataclass(frozen=True, eq=False)
class EnrolledPack:
    """`prototypes` are K×V×D: embeddings of V views of each of K known cards, the second half of them upside down.

    The known cards are `cards`, then those `set_aside`. `pictures` are the JPEGs of each, empty for a pack of
    embeddings only. `length` is that of a card in its widths, None if it is unknown.
    """

    name: str
    kind: str
    cards: tuple[Card, ...]
    prototypes: npt.NDArray[np.float32]
    thresholds: Thresholds
    version: str
    pictures: Pictures = ()
    length: float | None = None
    set_aside: tuple[SetAside, ...] = ()
    acceptance: Acceptance | None = None

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards in play, then those set aside, in the order of the scores."""
        return self.cards + self.set_aside

    def scores(self, embeddings: Embeddings) -> npt.NDArray[np.float32]:
        """Returns N×K cosines to the nearest prototype of each known card."""
        count, views, size = self.prototypes.shape
        cosines = embeddings @ self.prototypes.reshape(count * views, size).T
        return cast("npt.NDArray[np.float32]", cosines.reshape(-1, count, views).max(axis=2))

    def read(self, embeddings: Embeddings) -> Answer:
        """Returns the answer for one or several views (N×D) of the same card, by their mean scores."""
        return self.judge(self.scores(np.atleast_2d(embeddings)).mean(axis=0))

    def judge(self, scores: npt.NDArray[np.float32]) -> Answer:
        """Returns the answer to K scores, one per known card."""
        order = np.argsort(-scores, kind="stable")[: RECOGNITION.max_candidates]
        candidates = tuple(Candidate(self.known[index], round(float(scores[index]), 4)) for index in order)
        best = candidates[0]
        near = best.score >= self.thresholds.near
        apart = self.distance_apart(scores)
        return Answer(
            card=best.card if near and apart >= self.thresholds.apart else None,
            candidates=candidates,
            is_foreign=best.score < self.thresholds.foreign,
            is_of_pack=bool(near),
            acceptance=self.acceptance,
            apart=apart,
        )

    def distance_apart(self, scores: npt.NDArray[np.float32]) -> float:
        """Returns the distance of the embedding from the nearest plane midway between its card and another."""
        best = int(scores.argmax())
        gaps = scores[best] - scores
        spacing = np.sqrt(2 * np.maximum(1 - self._likeness[best], 1e-3))
        distances = gaps / spacing
        distances[best] = np.inf
        return float(distances.min()) if len(distances) > 1 else 1.0

    @cached_property
    def _likeness(self) -> npt.NDArray[np.float32]:
        """K×K largest cosines between views of two cards."""
        return np.stack([self.scores(views).max(axis=0) for views in self.prototypes])

    def subset(self, indices: Sequence[int]) -> EnrolledPack:
        """Returns the pack of some of its known cards, those in play first."""
        columns = sorted(indices, key=lambda index: index >= len(self.cards))
        in_play = sum(index < len(self.cards) for index in columns)
        cards = [self.known[index] for index in columns]
        return replace(
            self,
            cards=tuple(cards[:in_play]),
            prototypes=self.prototypes[columns],
            pictures=tuple(self.pictures[index] for index in columns) if self.pictures else (),
            set_aside=cast("tuple[SetAside, ...]", tuple(cards[in_play:])),
        )

    def for_visible_part(self, shown: CropMask, recogniser: Recogniser) -> EnrolledPack:
        """Returns the pack with prototypes of the part *shown* of a crop, either way up, and thresholds for it.

        A pack without pictures is returned as it is, or as one that names no card if much is hidden.
        """
        part = float(shown.mean())
        if not self.pictures:
            return self if part >= PARTS[-1] else replace(self, thresholds=replace(self.thresholds, near=NEVER))
        upright, over = [], []
        for views in self._middle_views():
            upright.append([fill_hidden(view, shown) for view in views])
            over.append([fill_hidden(rotate_180(view), shown) for view in views])
        prototypes = _prototypes(upright, over, recogniser)
        thresholds = Thresholds.of(recogniser.calibration, part)
        return replace(self, prototypes=prototypes, thresholds=thresholds)

    def _middle_views(self) -> Iterator[list[Image]]:
        """Yields the upright crops of each card, one card at a time: those of a deck take more than a MiB."""
        for contents in self.pictures:
            yield [stored_crop(content) for content in contents]

    @cached_property
    def thumbnails(self) -> Thumbnails:
        """Thumbnails of the kept pictures of all cards, upright and upside down."""
        return thumbnails_of(view for views in self._middle_views() for view in views)

    @property
    def first_thumbnails(self) -> list[int]:
        """The index of each card's first thumbnail in `thumbnails`; there are two of every picture."""
        return [0, *(2 * np.cumsum([len(of_card) for of_card in self.pictures])[:-1]).tolist()]

    @cached_property
    def keypoints(self) -> PackKeypoints:
        """Keypoints of the kept pictures of all cards."""
        return keypoints_of(view for views in self._middle_views() for view in views)

    def pictures_of(self, card: Card) -> list[Image]:
        """Returns upright crops of the kept pictures of a card."""
        pictures = self.pictures[self.known.index(card)] if self.pictures else ()
        return [stored_crop(content) for content in pictures]

    def look_alikes(self) -> tuple[LookAlikes, ...]:
        """Returns the pairs of cards in play whose cosine is high enough to be reported, the highest first."""
        least = RECOGNITION.look_alike_min_cosine
        half = self.prototypes.shape[1] // 2
        upright, over = self.prototypes[:, :half], self.prototypes[:, half:]
        pairs = []
        for one in range(len(self.cards)):
            for other in range(one + 1, len(self.cards)):
                same_way = float((upright[one] @ upright[other].T).max())
                other_way = float((upright[one] @ over[other].T).max())
                if max(same_way, other_way) >= least:
                    pair = self.cards[one], self.cards[other]
                    pairs.append(LookAlikes(*pair, max(same_way, other_way), same_way < least))
        return tuple(sorted(pairs, key=lambda pair: -pair.cosine))


def enrol(
    pictures: Mapping[Card, Sequence[Image]],
    kind: str,
    recogniser: Recogniser,
    name: str,
    length: float | None = None,
    set_aside: Mapping[SetAside, Sequence[Image]] = _NOTHING,
) -> EnrolledPack:
    """Returns the pack of these cards, from one or more pictures each that show the whole upright card.

    Cards *set_aside* belong to the deck and are not in play. *length* is that of a card in its widths, which pictures
    resized to one shape do not show.

    :raises NothingEnrolled: if there is no picture.
    """
    if not pictures or not all(pictures.values()):
        raise NothingEnrolled("got no picture to enrol from, expected one of each card")
    picture_lists = (*pictures.values(), *set_aside.values())
    packed = tuple(
        tuple(encode_picture(picture) for picture in pictures_of_card[:PICTURES]) for pictures_of_card in picture_lists
    )
    return EnrolledPack(
        name=name,
        kind=kind,
        cards=tuple(pictures),
        prototypes=embed_pictures(packed, recogniser),
        thresholds=Thresholds.of(recogniser.calibration),
        version=recogniser.version,
        pictures=packed,
        length=length if length is not None and is_plausible_length(length) else None,
        set_aside=tuple(set_aside),
    )


def is_plausible_length(length: float) -> bool:
    """Tells whether a length in widths is plausible for a card."""
    return GEOMETRY.min_length_of_width <= length <= GEOMETRY.max_length_of_width


def embed_pictures(pictures: Pictures, recogniser: Recogniser) -> npt.NDArray[np.float32]:
    """Returns the prototypes (K×V×D) of fully visible cards from their JPEGs."""
    upright = [
        [view for content in contents for view in enrolment_views(decode_picture(content))] for contents in pictures
    ]
    return _prototypes(upright, [[rotate_180(view) for view in views] for views in upright], recogniser)


def with_set_aside(
    pack: EnrolledPack, pictures: Mapping[SetAside, tuple[bytes, ...]], recogniser: Recogniser
) -> EnrolledPack:
    """Returns the pack with further known cards that are not in play, from their JPEGs."""
    if not pictures:
        return pack
    packed = tuple(pictures.values())
    prototypes = np.concatenate(_of_as_many_views(pack.prototypes, embed_pictures(packed, recogniser)))
    return replace(pack, prototypes=prototypes, pictures=pack.pictures + packed, set_aside=tuple(pictures))


def _of_as_many_views(*each: npt.NDArray[np.float32]) -> list[npt.NDArray[np.float32]]:
    """Returns arrays K×V×D with the same V, by repeating views of the upright and of the other half."""
    most = max(prototypes.shape[1] for prototypes in each) // 2
    arrays = []
    for prototypes in each:
        half = prototypes.shape[1] // 2
        repeated = np.arange(most) % half
        arrays.append(prototypes[:, np.concatenate([repeated, half + repeated])])
    return arrays


def _prototypes(
    upright: Sequence[Sequence[Image]], over: Sequence[Sequence[Image]], recogniser: Recogniser
) -> npt.NDArray[np.float32]:
    """Returns prototypes (K×V×D) of K cards with one or more views each; fewer views are repeated."""
    most = max(len(views) for views in upright)
    rows = []
    for ways in zip(upright, over, strict=True):
        repeated = np.arange(most) % len(ways[0])
        rows.append(np.concatenate([recogniser.embed(np.stack(views))[repeated] for views in ways]))
    return np.stack(rows).astype(np.float32)
