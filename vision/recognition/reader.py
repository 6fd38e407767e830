"""Reads quads of a picture against an enrolled pack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import PACKS, Card
from vision.geometry.rectify import CropMask, fill_hidden, rectify
from vision.recognition.keypoints import KeypointPose, match_keypoints
from vision.recognition.thumbnail_match import prescreen_crop, prescreen_quads
from vision.types import Reading, SetAside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.recognition.embedder import Recogniser
    from vision.recognition.naming import Answer
    from vision.recognition.pack import EnrolledPack
    from vision.types import Image, Mask, Planes, Quad

Scores: TypeAlias = npt.NDArray[Any]
"""N×K: cosines of N quads with the K known cards of the pack, those set aside last."""


class Reader(Protocol):
    """Reads quads of a picture. Scores and judgement are separate, so that several views of a card can vote."""

    @property
    def length(self) -> float | None:
        """Length of a card in its widths, if it is known."""

    @property
    def known(self) -> Sequence[Card]:
        """The cards of the columns of the scores, those set aside last."""

    def scores(self, image: Image, quads: Sequence[Quad]) -> Scores:
        """Returns N×K scores."""

    def judge(self, scores: Scores) -> Answer:
        """Returns the answer to K scores."""

    def prescreen_cards(self, crop: Image, shown: CropMask | None) -> Scores:
        """Returns K thumbnail correlations (-1 to 1) of the part *shown* of a crop, to preselect candidates.

        Without kept pictures the cosines of the network are returned.
        """

    def for_visible_part(self, shown: CropMask, among: Sequence[int] | None = None) -> Reader:
        """Returns a reader of cards of which the part *shown* is visible.

        It compares this part with the same part of every card, or only of those in *among* (columns of the scores). Its
        scores have these columns only and are valid for its own `judge` only. Creating it takes as long as reading all
        those cards.
        """

    def prescreen(self, planes: Planes, quads: Sequence[Quad], visible: Mask) -> npt.NDArray[np.float32]:
        """Returns the best thumbnail correlation (-1 to 1) of N quads; 1 for a pack without pictures.

        *planes* is the picture in L*a*b*; quads are covered where *visible* (H×W) is 0.
        """

    def keypoint_poses(self, planes: Planes, free_mask: Mask | None = None) -> Sequence[KeypointPose]:
        """Returns poses of cards of the pack by keypoints, in px of *planes* (L*a*b*), the likeliest first.

        Where *free_mask*, of the same size, is 0 cards are known already. Empty for a pack without pictures.
        """

    def pictures(self, card: Card) -> Sequence[Image]:
        """Returns upright crops of the kept pictures of a card, if there are any."""

    def missing_of_suit(self, card: Card) -> Iterator[Image]:
        """Yields upright crops of what cards of a card's suit may look like that are missing in the pack."""


@dataclass(frozen=True, slots=True)
class PackReader:
    """Reads with an enrolled pack; `shown` is the part of a crop that counts, None for all of it."""

    recogniser: Recogniser
    pack: EnrolledPack
    shown: CropMask | None = None

    def prepare(self) -> None:
        """Computes what the first reading would have to wait for, once a pack: thumbnails and keypoints."""
        if self.pack.pictures:
            _ = self.pack.thumbnails, self.pack.keypoints

    @property
    def length(self) -> float | None:
        return self.pack.length

    @property
    def known(self) -> Sequence[Card]:
        return self.pack.known

    def scores(self, image: Image, quads: Sequence[Quad]) -> Scores:
        if not quads:
            return np.zeros((0, len(self.pack.known)), np.float32)
        return self._cosines([rectify(image, quad) for quad in quads])

    def _cosines(self, crops: Sequence[Image]) -> Scores:
        visible = crops if self.shown is None else [fill_hidden(crop, self.shown) for crop in crops]
        return self.pack.scores(self.recogniser.embed(np.stack(visible)))

    def judge(self, scores: Scores) -> Answer:
        return self.pack.judge(scores)

    def prescreen_cards(self, crop: Image, shown: CropMask | None) -> Scores:
        if not self.pack.pictures:
            scores: Scores = replace(self, shown=shown)._cosines([crop])[0]
            return scores
        return np.maximum.reduceat(prescreen_crop(crop, shown, self.pack.thumbnails), self.pack.first_thumbnails)

    def prescreen(self, planes: Planes, quads: Sequence[Quad], visible: Mask) -> npt.NDArray[np.float32]:
        known = bool(self.pack.pictures)
        return (
            prescreen_quads(planes, quads, visible, self.pack.thumbnails) if known else np.ones(len(quads), np.float32)
        )

    def for_visible_part(self, shown: CropMask, among: Sequence[int] | None = None) -> PackReader:
        if shown.all():
            return self
        pack = self.pack if among is None else self.pack.subset(among)
        return replace(self, pack=pack.for_visible_part(shown, self.recogniser), shown=shown)

    def keypoint_poses(self, planes: Planes, free_mask: Mask | None = None) -> Sequence[KeypointPose]:
        if not self.pack.pictures:
            return ()
        return match_keypoints(cv2.extractChannel(planes, 0), self.pack.keypoints, free_mask)

    def pictures(self, card: Card) -> Sequence[Image]:
        return self.pack.pictures_of(card)

    def missing_of_suit(self, card: Card) -> Iterator[Image]:
        return missing_of_suit(self.pack, card)


def reading_of(answer: Answer, quad: Quad, visible: float = 1.0) -> Reading:
    """Returns an answer as the reading of a quad; a card set aside is no name, but `not_in_play`."""
    if isinstance(answer.card, SetAside):
        return Reading(None, answer.candidates, quad, visible, answer.is_of_pack, answer.card, answer.apart)
    return Reading(answer.card, answer.candidates, quad, visible, answer.is_of_pack, apart=answer.apart)


def missing_of_suit(pack: EnrolledPack, card: Card) -> Iterator[Image]:
    """Yields upright crops of what the missing cards of a card's suit may look like, one of each suit that tells.

    The nine of leaves differs from the seven of leaves about as the nine of hearts differs from the seven of hearts.
    """
    own = pack.pictures_of(card)
    if not own:
        return
    missing = (one for one in PACKS[pack.kind].cards if one.suit == card.suit and one not in pack.known)
    for rank in {one.rank for one in missing}:
        for suit in PACKS[pack.kind].suits:
            same, other = Card(suit, card.rank), Card(suit, rank)
            if same in pack.known and other in pack.known:
                change = pack.pictures_of(other)[0].astype(np.int16) - pack.pictures_of(same)[0]
                yield np.clip(own[0] + change, 0, 255).astype(np.uint8)
