"""An enrolment session that is given views of cards, in place of those of a camera, and a pack that knows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import ClassVar, cast

import cv2
import numpy as np

from engine.cards import BAVARIAN_32, Card
from tests.support.paper_table import CARDS as PICTURED
from tests.support.paper_table import card_picture, quad_at
from vision.enrolment.card_crops import CARD_SIZE
from vision.enrolment.showing.progress import MIN_SECONDS_REFUSED, Progress
from vision.enrolment.showing.session import EnrolmentSession
from vision.enrolment.showing.shown_cards import Capture, ShownCardDetector
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Answer
from vision.recognition.pack import EnrolledPack
from vision.types import Candidate, Frame, Image, Quad

LONG = MIN_SECONDS_REFUSED + 0.1
IMAGE = np.zeros((540, 960, 3), np.uint8)
PLACE = quad_at(480, 270, 4, 90, 160)


@cache
def crop_of(number: int) -> Image:
    """Returns the crop of a card: those of different numbers are unlike each other."""
    return cv2.resize(card_picture(PICTURED[number]), CARD_SIZE[::-1], interpolation=cv2.INTER_AREA).astype(np.uint8)


SOFT = np.asarray(cv2.GaussianBlur(crop_of(0), (0, 0), 12), np.uint8)
PLAIN = np.full_like(crop_of(0), 235)


class PixelRecogniser:
    """Embeds by small pictures: enough for blots."""

    calibration: ClassVar[dict[str, float]] = {"near": 0.63, "apart": 0.14, "foreign": 0.57}

    def embed(self, crops: np.ndarray) -> np.ndarray:
        small = [cv2.resize(crop, (8, 12), interpolation=cv2.INTER_AREA).astype(np.float32) for crop in crops]
        vectors = np.array([(each - each.mean(axis=(0, 1))).ravel() for each in small])
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)


class KnownPack:
    """A pack that knows the crops of these numbers by these names; in doubt it names two."""

    def __init__(self, names: dict[int, Card], doubtful: Sequence[int] = ()) -> None:
        self.names, self.doubtful = names, doubtful
        self.looks = PixelRecogniser().embed(np.stack([crop_of(number) for number in names]))

    def scores(self, embeddings: np.ndarray) -> np.ndarray:
        return embeddings @ self.looks.T

    def judge(self, scores: np.ndarray) -> Answer:
        order, numbers, cards = np.argsort(-scores), [*self.names], [*self.names.values()]
        is_sure = scores[order[0]] > 0.9 and numbers[order[0]] not in self.doubtful
        candidates = tuple(Candidate(cards[place], float(scores[place])) for place in order)
        return Answer(cards[order[0]] if is_sure else None, candidates, is_foreign=False, is_of_pack=True)


class Views(ShownCardDetector):
    """Passes on the views that it is given, in place of those of a camera."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Capture] = []
        self.last: list[Capture] = []
        self.learned: list[Quad] = []
        self.ended = 0

    def process(self, frame: Frame) -> list[Capture]:
        captures, self.waiting = self.waiting, []
        return captures

    def finish(self) -> list[Capture]:
        return self.last

    def learn(self, quads: Iterable[Quad]) -> None:
        self.learned += quads

    def end_capture(self) -> None:
        self.ended += 1


def session_of(pack: KnownPack | None = None, **how: object) -> EnrolmentSession:
    known = [cast("EnrolledPack", pack)] if pack is not None else []
    recogniser = cast("Recogniser", PixelRecogniser())
    return EnrolmentSession(BAVARIAN_32, recogniser, known, detector=Views(), **how)  # type: ignore[arg-type]


def views_of(session: EnrolmentSession) -> Views:
    assert isinstance(session.detector, Views)
    return session.detector


def view_of(number: int, *crops: int | Image, since: float = 0.3, quad: Quad = PLACE, **how: object) -> Capture:
    """Returns a view of cards side by side."""
    quads = tuple(quad + np.float32((100 * place - 350 * (len(crops) > 1), 0)) for place in range(len(crops)))
    pictures = tuple(crop_of(each) if isinstance(each, int) else each for each in crops)
    return Capture(number, 10 * number, float(number), since, quads, pictures, **how)  # type: ignore[arg-type]


def show(session: EnrolmentSession, *captures: Capture) -> list[Progress]:
    progress: list[Progress] = []
    for capture in captures:
        views_of(session).waiting = [capture]
        progress += session.process(Frame(capture.frame, capture.time, IMAGE, IMAGE[..., 0]))
    return progress
