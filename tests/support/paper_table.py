"""A simple synthetic table for tests of detection and tracking: flat cards, a flat arm, a pixel-comparing reader."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import cv2
import numpy as np

from engine.cards import BAVARIAN_32, Card, Seat
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, CropMask, fill_hidden, full_quad, rectify, rotate_180
from vision.recognition.keypoints import KeypointPose
from vision.recognition.naming import Answer
from vision.tracking.tracker import CardTracker
from vision.types import Candidate, CardLanded, Frame, Image, Luma, Quad, Sighting

WIDTH, HEIGHT = 960, 540
CARD_WIDTH, CARD_LENGTH = 84.0, 150.0
CARDS = BAVARIAN_32.cards[:12]


@cache
def card_picture(card: Card) -> Image:
    """A white card with blots of its own: like nothing on earth, and unlike the others either way up."""
    rng = np.random.default_rng([ord(letter) for letter in str(card)])
    picture = np.full((300, 168, 3), 238, np.uint8)
    for _ in range(9):
        centre = int(rng.integers(25, 143)), int(rng.integers(25, 275))
        colour = [int(value) for value in rng.integers(0, 200, 3)]
        cv2.circle(picture, centre, int(rng.integers(10, 30)), colour, cv2.FILLED, cv2.LINE_AA)
    return picture


def quad_at(x: float, y: float, degrees: float, width: float = CARD_WIDTH, length: float = CARD_LENGTH) -> Quad:
    turn = np.deg2rad(degrees)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = np.array([[-width, -length], [width, -length], [width, length], [-width, length]]) / 2
    return (half @ axes + [x, y]).astype(np.float32)


def paste(image: Image, picture: Image, quad: Quad) -> None:
    """Draws the picture at *quad* (px), of which some may lie outside the image."""
    corner = np.maximum(np.floor(quad.min(axis=0)) - 2, 0).astype(int)
    end = np.ceil(quad.max(axis=0)).astype(int) + 3
    under = image[corner[1] : end[1], corner[0] : end[0]]
    matrix = cv2.getPerspectiveTransform(full_quad(picture), (quad - corner).astype(np.float32))
    size = under.shape[1::-1]
    soft = cv2.warpPerspective(np.full(picture.shape[:2], 255, np.uint8), matrix, size, flags=cv2.INTER_AREA)
    laid = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_AREA)
    share = soft[..., None] / np.float32(255)
    under[:] = (under * (1 - share) + laid * share).astype(np.uint8)


def cloth(colour: tuple[int, int, int] = (60, 90, 40), seed: int = 0) -> Image:
    return _woven(colour, seed).copy()


@lru_cache(maxsize=32)
def _woven(colour: tuple[int, int, int], seed: int) -> Image:
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 12, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), 2)
    return np.clip(np.array(colour, np.float32) + grain[..., None], 0, 255).astype(np.uint8)


@cache
def grain(number: int) -> np.ndarray:
    return np.random.default_rng(number).normal(0, 1, (HEIGHT, WIDTH, 3)).astype(np.float32)


@lru_cache(maxsize=16)
def noise(level: float, number: int) -> np.ndarray:
    return level * grain(number)


@dataclass
class Tabletop:
    """Draws what lies there, and plays it to a tracker frame by frame; `noise` is the camera's."""

    tracker: CardTracker
    bare: Image = field(default_factory=cloth)
    noise: float = 2.0
    light: float = 1.0
    knock: np.ndarray | None = None
    """3×3: where a knocked camera sees what it saw before."""
    lying: list[tuple[Card, Quad]] = field(default_factory=list)
    objects: list[tuple[Quad, int]] = field(default_factory=list)
    picture_of: Callable[[Card], Image] = card_picture
    number: int = 0
    _drawn: tuple[object, Image] | None = None
    """What `picture` was drawn of the last time, and it."""

    def still(self, seconds: float = 0.8) -> list[Sighting]:
        return [sighting for _ in range(round(seconds * 10)) for sighting in self._show(None)]

    def arm(self, seat: Seat, x: float, y: float) -> list[Sighting]:
        """An arm reaches in from the edge of *seat* to a place: three frames."""
        return [sighting for share in (0.5, 0.8, 1.0) for sighting in self._show((seat, x, y, share))]

    def arm_leaves(self, seat: Seat, x: float, y: float) -> list[Sighting]:
        return [sighting for share in (0.8, 0.5) for sighting in self._show((seat, x, y, share))]

    def lay(self, seat: Seat, card: Card, quad: Quad) -> list[Sighting]:
        x, y = (float(value) for value in quad.mean(axis=0))
        sightings = self.arm(seat, x, y)
        self.lying.append((card, quad))
        return sightings + self.arm_leaves(seat, x, y) + self.still()

    def take(self, seat: Seat, cards: Sequence[Card]) -> list[Sighting]:
        quads = [quad for card, quad in self.lying if card in cards]
        x, y = (float(value) for value in np.mean(quads, axis=(0, 1)))
        sightings = self.arm(seat, x, y)
        self.lying = [(card, quad) for card, quad in self.lying if card not in cards]
        return sightings + self.arm_leaves(seat, x, y) + self.still()

    def picture(self) -> Image:
        lying = [(card, quad.tobytes()) for card, quad in self.lying]
        drawn_of = self.bare.tobytes(), self.picture_of, lying, [(quad.tobytes(), grey) for quad, grey in self.objects]
        if self._drawn is None or self._drawn[0] != drawn_of:
            image = self.bare.copy()
            for card, quad in self.lying:
                paste(image, self.picture_of(card), quad)
            for quad, grey in self.objects:
                cv2.fillConvexPoly(image, np.round(quad).astype(np.int32), (grey, grey, grey), cv2.LINE_AA)
            self._drawn = drawn_of, image
        return self._drawn[1].copy()

    def _show(self, arm: tuple[Seat, float, float, float] | None) -> list[Sighting]:
        image = self.picture()
        if arm is not None:
            draw_arm(image, *arm)
        if self.knock is not None:
            image = cv2.warpPerspective(image, self.knock, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
        lit = image * np.float32(self.light)
        lit += noise(self.noise, self.number % 8)
        image = np.clip(lit, 0, 255, out=lit).astype(np.uint8)
        luma = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (640, 360), interpolation=cv2.INTER_AREA)
        frame = Frame(self.number, self.number / 10, image, luma)
        self.number += 1
        return self.tracker.process(frame)


def draw_arm(image: Image, seat: Seat, x: float, y: float, share: float = 1.0) -> None:
    start = {0: (x, HEIGHT + 40), 1: (-40, y), 2: (x, -40), 3: (WIDTH + 40, y)}[seat]
    tip = start[0] + (x - start[0]) * share, start[1] + (y - start[1]) * share
    ends = [(round(start[0]), round(start[1])), (round(tip[0]), round(tip[1]))]
    cv2.line(image, ends[0], ends[1], (120, 150, 205), 60, cv2.LINE_AA)


class PixelReader:
    """Reads by the correlation of small pictures: enough for blots."""

    def __init__(self, cards: Sequence[Card] = CARDS, shown: CropMask | None = None) -> None:
        self.cards = self.known = tuple(cards)
        self.shown = np.ones((CROP_HEIGHT, CROP_WIDTH), np.bool_) if shown is None else shown
        crops = [rectify(picture, full_quad(picture)) for picture in map(card_picture, self.cards)]
        self.length = None
        self.likenesses = np.array([[self._vector(crop), self._vector(rotate_180(crop))] for crop in crops])

    def scores(self, image: Image, quads: Sequence[Quad]) -> np.ndarray:
        if not len(quads):
            return np.zeros((0, len(self.cards)))
        vectors = np.array([self._vector(rectify(image, quad)) for quad in quads])
        return np.einsum("nd,kwd->nkw", vectors, self.likenesses).max(axis=2)

    def prescreen(self, planes: np.ndarray, quads: Sequence[Quad], visible: Luma) -> np.ndarray:
        return np.ones(len(quads), np.float32)

    def prescreen_cards(self, crop: Image, shown: CropMask | None) -> np.ndarray:
        reader = self if shown is None else self.for_visible_part(shown)
        return reader.scores(crop, [full_quad(crop)])[0]

    def for_visible_part(self, shown: CropMask, among: Sequence[int] | None = None) -> PixelReader:
        return PixelReader(self.cards, shown)

    def keypoint_poses(self, planes: np.ndarray, free_mask: np.ndarray | None = None) -> Sequence[KeypointPose]:
        return ()

    def pictures(self, card: Card) -> Sequence[Image]:
        return ()  # its scores tell the same

    def missing_of_suit(self, card: Card) -> Iterator[Image]:
        yield from ()

    def _vector(self, crop: Image) -> np.ndarray:
        return _vector(fill_hidden(crop, self.shown))

    def judge(self, scores: np.ndarray) -> Answer:
        order = np.argsort(-scores)[:3]
        best, second = scores[order[0]], scores[order[1]]
        sure = best > 0.75 and best - second > 0.1
        candidates = tuple(Candidate(self.cards[index], float(scores[index])) for index in order)
        return Answer(candidates[0].card if sure else None, candidates, bool(best < 0.55), bool(best >= 0.6))


class InDoubt(PixelReader):
    """Would rather ask what the *doubtful* ones are."""

    def __init__(self, doubtful: Collection[Card]) -> None:
        super().__init__()
        self.doubtful = doubtful

    def judge(self, scores: np.ndarray) -> Answer:
        answer = super().judge(scores)
        return replace(answer, card=None) if answer.card in self.doubtful else answer


class SecondThoughts(PixelReader):
    """Names as ever, but keeps pictures of other cards for the *unlike* ones."""

    def __init__(self, unlike: Collection[Card]) -> None:
        super().__init__()
        self.unlike = unlike

    def pictures(self, card: Card) -> Sequence[Image]:
        picture = card_picture(self.cards[self.cards.index(card) - 1] if card in self.unlike else card)
        return [rectify(picture, full_quad(picture))]


def _vector(crop: Image) -> np.ndarray:
    small = cv2.resize(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), (24, 36), interpolation=cv2.INTER_AREA).astype(np.float32)
    centred = (small - small.mean(axis=(0, 1))).ravel()
    return centred / max(float(np.linalg.norm(centred)), 1e-6)


def landed_cards(sightings: Sequence[Sighting]) -> list[tuple[str, int | None]]:
    """Returns the cards that were told as laid, and by whom."""
    return [
        (str(s.observation.reading.card), s.observation.seat)
        for s in sightings
        if isinstance(s.observation, CardLanded)
    ]


def kinds(sightings: Sequence[Sighting]) -> list[str]:
    return [type(sighting.observation).__name__ for sighting in sightings]
