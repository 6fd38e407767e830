"""Reads quads of a picture against an enrolled pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.rectify import rectify
from vision.sightings import Reading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.pack import Answer, EnrolledPack
    from vision.recognise import Recogniser
    from vision.sightings import Image, Luma, Quad

Scores: TypeAlias = npt.NDArray[Any]
"""N×K: the cosine of each of N quads to each of the K cards of the pack."""


class Reader(Protocol):
    """Scores first, judgement later: so several views of a card can vote."""

    def scores(self, image: Image, quads: Sequence[Quad], visible: Luma | None = None) -> Scores:
        """Returns N×K scores; *visible* (H×W of the image, 0 where hidden) greys out what lies on the cards."""

    def judge(self, scores: Scores) -> Answer:
        """Returns the answer to K scores."""


@dataclass(frozen=True, slots=True)
class PackReader:
    recogniser: Recogniser
    pack: EnrolledPack

    def scores(self, image: Image, quads: Sequence[Quad], visible: Luma | None = None) -> Scores:
        if not quads:
            return np.zeros((0, len(self.pack.cards)), np.float32)
        crops = np.stack([rectify(image, quad, visible=visible) for quad in quads])
        return self.pack.scores(self.recogniser.embed(crops))

    def judge(self, scores: Scores) -> Answer:
        return self.pack.judge(scores)


def reading_of(answer: Answer, quad: Quad, visible: float = 1.0) -> Reading:
    return Reading(answer.card, answer.candidates, quad, visible, answer.near)
