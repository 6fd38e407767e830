"""Reads quads of a picture against an enrolled pack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.rectify import greyed, rectify, shown_part
from vision.recognition.keypoints import match_keypoints
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.thumbnail_match import prescreen_crops, prescreen_quads
from vision.types import Reading, SetAside

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.cards import Card
    from vision.geometry.rectify import Shown
    from vision.recognition.embedder import Recogniser
    from vision.recognition.keypoints import Drawn
    from vision.recognition.pack import Answer, EnrolledPack
    from vision.types import Image, Luma, Mask, Planes, Quad

Scores: TypeAlias = npt.NDArray[Any]
"""N×K: the cosine of each of N quads to each of the K known cards of the pack, those set aside last."""


class Reader(Protocol):
    """Scores first, judgement later: so several views of a card can vote."""

    @property
    def length(self) -> float | None:
        """Length of a card in its widths, if it is known."""

    @property
    def known(self) -> Sequence[Card]:
        """The cards that the columns of the scores are of; those set aside last."""

    def scores(self, image: Image, quads: Sequence[Quad]) -> Scores:
        """Returns N×K scores."""

    def judge(self, scores: Scores, seen: Collection[Card] = ()) -> Answer:
        """Returns the answer to K scores; cards that have surely been *seen* elsewhere are less likely."""

    def glimpsed(self, image: Image, quads: Sequence[Quad], visible: Luma) -> Scores:
        """Returns how much what shows of N×K cards looks like them at a glance: which few it may be, not which it is.

        They are partly hidden where *visible* (H×W) is 0; only what shows at all of the quads counts.
        """

    def covered(self, quads: Sequence[Quad], visible: Luma, among: Sequence[int] | None = None) -> Reader:
        """Returns the reader of a card that lies at one of *quads* and is partly hidden where *visible* (H×W) is 0.

        It goes by what shows at all of these places, and compares it with the same part of every card, or of those
        *among* them, by their columns in the scores. Its own scores have no others, and mean something to its own
        `judge` only. Making it takes as long as reading all those cards: keep it for several frames.
        """

    def glanced(self, planes: Planes, quads: Sequence[Quad], visible: Mask) -> npt.NDArray[np.float32]:
        """Returns how much each of N quads looks like a card of the pack, -1 to 1; 1 for a pack without pictures.

        The picture is in L*a*b*; they are partly hidden where *visible* (H×W) is 0.
        """

    def drawn(self, planes: Planes, beside: Mask | None = None) -> Sequence[Drawn]:
        """Returns where cards of the pack may lie by what is drawn on them, the likeliest first.

        The picture is in L*a*b*, and what is returned in its px; where *beside*, as large, is 0 cards are known. None
        for a pack without pictures.
        """

    def pictures(self, card: Card) -> Sequence[Image]:
        """Returns the upright crops of the pictures that are kept of a card; none if none are kept."""


@dataclass(frozen=True, slots=True)
class PackReader:
    """`shown` is the part of a crop to go by, None for all of it."""

    recogniser: Recogniser
    pack: EnrolledPack
    shown: Shown | None = None

    @property
    def length(self) -> float | None:
        return self.pack.length

    @property
    def known(self) -> Sequence[Card]:
        return self.pack.known

    def scores(self, image: Image, quads: Sequence[Quad]) -> Scores:
        if not quads:
            return np.zeros((0, len(self.pack.known)), np.float32)
        crops = [rectify(image, quad) for quad in quads]
        if self.shown is not None:
            crops = [greyed(crop, self.shown) for crop in crops]
        return self.pack.scores(self.recogniser.embed(np.stack(crops)))

    def judge(self, scores: Scores, seen: Collection[Card] = ()) -> Answer:
        return self.pack.judge(scores, seen)

    def glimpsed(self, image: Image, quads: Sequence[Quad], visible: Luma) -> Scores:
        shown = _shown_at_all(quads, visible)
        if not self.pack.pictures:
            return replace(self, shown=shown).scores(image, quads)
        alike = prescreen_crops([rectify(image, quad) for quad in quads], shown, self.pack.looks)
        return np.maximum.reduceat(alike, self.pack.first_looks, axis=1)

    def glanced(self, planes: Planes, quads: Sequence[Quad], visible: Mask) -> npt.NDArray[np.float32]:
        known = bool(self.pack.pictures)
        return prescreen_quads(planes, quads, visible, self.pack.looks) if known else np.ones(len(quads), np.float32)

    def covered(self, quads: Sequence[Quad], visible: Luma, among: Sequence[int] | None = None) -> PackReader:
        shown = _shown_at_all(quads, visible)
        if shown.mean() >= RECOGNITION.whole_min_shown:
            return self
        pack = self.pack if among is None else self.pack.of_few(among)
        return replace(self, pack=pack.covered(shown, self.recogniser), shown=shown)

    def drawn(self, planes: Planes, beside: Mask | None = None) -> Sequence[Drawn]:
        if not self.pack.pictures:
            return ()
        return match_keypoints(cv2.extractChannel(planes, 0), self.pack.drawings, beside)

    def pictures(self, card: Card) -> Sequence[Image]:
        return self.pack.pictures_of(card)


def _shown_at_all(quads: Sequence[Quad], visible: Luma) -> Shown:
    shown: Shown = np.logical_and.reduce([shown_part(visible, quad) for quad in quads])
    return shown


def reading_of(answer: Answer, quad: Quad, visible: float = 1.0) -> Reading:
    if isinstance(answer.card, SetAside):
        return Reading(None, answer.candidates, quad, visible, answer.near, answer.card)
    return Reading(answer.card, answer.candidates, quad, visible, answer.near)
