"""The rendered table: its look, and its frames with ground truth of a choreography before a virtual camera."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Literal, Self, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import Card, Seat
from simulator.choreography import Action
from simulator.deck import back, make_deck
from simulator.performer import FACE_UP, LyingCard, Performer, Place
from simulator.script import Script
from simulator.stage.camera import Camera
from simulator.stage.keyframes import Track
from simulator.stage.lights import random_light
from simulator.stage.sensor import Sensor
from simulator.stage.stage import Stage
from simulator.stage.surfaces import TABLES, table_top
from simulator.stage.things import Body, Held, beer_mat, coin, glass, phone
from vision.types import Image, Quad

Owners: TypeAlias = npt.NDArray[np.int16]


LightName = Literal["good", "dim"]
LIGHT_KINDS = {"good": ("daylight", "lamp", "mixed"), "dim": ("dim",)}
"""The kinds of `simulator.stage.lights.LIGHTS` that are good or dim."""


@dataclass(frozen=True, slots=True)
class Look:
    """`surface` is a name of `TABLES`, `light` one of `LIGHTS`; whatever else is random comes from the seed.

    `camera` is that of a view 1280 px wide, `focus` the blur of its lens in px of such a view, `brightness` a factor of
    display values. `props` counts the things beside the cards; `stock_corner` is -1 or 1 in x and in y.
    """

    seed: int
    surface: str
    light: str
    camera: Camera
    focus: float = 0.7
    brightness: float = 1.0
    props: int = 0
    stock_corner: tuple[int, int] = (1, 1)

    @classmethod
    def random(cls, seed: int, light: LightName = "good") -> Self:
        rng = np.random.default_rng([seed, 7])
        distance, across = float(rng.uniform(520, 780)), float(rng.uniform(600, 670))
        return cls(
            seed=seed,
            surface=str(rng.choice(TABLES)),
            light=str(rng.choice(LIGHT_KINDS[light])),
            camera=Camera(
                size=(1280, 720),
                focal=1280 * distance / across,
                distance=distance,
                tilt=np.radians(float(rng.normal(0, 4))),
                bank=np.radians(float(rng.normal(0, 3))),
                roll=np.radians(float(rng.normal(0, 1.5))),
                barrel=float(rng.uniform(-0.1, 0.0)),
            ),
            brightness=0.88,  # so that the paper of cards is not blown out
            focus=float(rng.uniform(0.45, 0.8) if light == "good" else rng.uniform(0.8, 1.2)),
            props=int(rng.integers(0, 5)),
            stock_corner=(int(rng.choice([-1, 1])), int(rng.choice([-1, 1]))),
        )

    def camera_of(self, size: tuple[int, int]) -> Camera:
        """Returns the camera with pictures of *size* px, of the same field of view."""
        return replace(self.camera, size=size, focal=self.camera.focal * size[0] / self.camera.size[0])


SEATS = (0, 1, 2, 3)
CALM_SECONDS = (0.5, 0.9)
"""Least and most seconds of calm after an action."""
NEAR_VIEW_MM = 60.0
"""An arm whose axis is nearer to the view than this counts as moving: its sleeve or shadow may be in view."""
PROP_ROOM_MM = 120.0
"""Least distance of props to stock, upcard and put-away cards."""


@dataclass(frozen=True, slots=True)
class RenderedCard:
    """A card face up; `visible` is its share in view, 0 to 1."""

    card: Card
    seat: Seat
    place: Place
    quad: Quad
    visible: float


@dataclass(frozen=True, slots=True)
class RenderedFrame:
    """One frame and the truth about it; cards stand in the order in which they were laid.

    `completed` is the action whose last movement ended just before this frame.
    """

    number: int
    time: float
    image: Image
    cards: tuple[RenderedCard, ...]
    moving: bool
    completed: Action | None


class RenderedTable:
    """A table of a given look; the same deck, look, seed and actions give the same bytes.

    :param size: width and height of the frames in px.
    """

    def __init__(
        self,
        deck: Mapping[Card, Image],
        look: Look,
        seed: int,
        size: tuple[int, int] = (1280, 720),
        frames_per_second: float = 10.0,
    ) -> None:
        self.deck = deck
        self.rate = frames_per_second
        self._size = size
        top = table_top(look.surface, np.random.default_rng([look.seed, 5]))
        light = random_light(look.light, np.random.default_rng([look.seed, 13]))
        light.brightness = Track.constant([look.brightness])
        sensor = Sensor.random(np.random.default_rng([seed, 17]), size, light)
        sensor.focus = look.focus * size[0] / 1280
        self._stage = Stage(top, light, sensor, [(-1.0, look.camera_of(size))], rate=frames_per_second)
        rng, cards = np.random.default_rng([seed, 11]), make_deck(deck, "table", "")
        self._script = Script(self._stage, cards, rng, SEATS, back(rng, cards.width / cards.height), 0.0)
        self._script.pause = CALM_SECONDS
        self._performer = Performer(self._script, look.stock_corner)
        self._furnish(look)
        self._number = 0
        self._outlines: tuple[object, list[tuple[Quad, float]], Owners, npt.NDArray[np.int64]]
        self._outlines = (None, [], np.empty((0, 0), np.int16), np.empty(0, np.int64))
        """What they were computed for, quad and area in px of each card, the number of the top card at each px, and
        the px at which each card is on top."""

    def play(self, actions: Iterable[Action]) -> Iterator[RenderedFrame]:
        """Yields the frames of *actions*; table and clock keep their state afterwards.

        :raises NothingThere: if a card to take or touch does not lie there.
        """
        script, performer = self._script, self._performer
        for action in actions:
            script.now = self._number / self.rate
            performer.perform(action)
            ends = script.now
            pending: Action | None = action
            while pending is not None or self._number / self.rate < ends - 1e-6:
                time = self._number / self.rate
                moving = self._is_moving(time)
                is_done = time >= script.calm - 1e-6 and not moving
                image = self._stage.frame(self._number)
                completed, number = pending if is_done else None, self._number
                self._number += 1
                yield RenderedFrame(number, time, image, self._truth(time), moving, completed)
                pending = None if is_done else pending
            self._stage.forget_before(self._number / self.rate)
            performer.lying = [one for one in performer.lying if one.until == inf]
            script.truth.clear()

    @property
    def lying(self) -> list[LyingCard]:
        """The sheets on the table, complete between two actions."""
        return self._performer.lying

    def clear(self) -> None:
        self._performer.clear()

    def _furnish(self, look: Look) -> None:
        """Puts things beside the cards, near the rim of the view."""
        rng, fineness = np.random.default_rng([look.seed, 19]), self._stage.cameras[0][1].fineness
        kept_free = [place[:2] for place in self._performer.places]
        for _ in range(look.props):
            makers = (lambda: beer_mat(rng, fineness), lambda: coin(rng, fineness), lambda: phone(rng, fineness))
            body: Body = glass(rng) if rng.random() < 0.4 else makers[int(rng.integers(3))]()
            place = self._script.rim(int(rng.integers(4)), rng.uniform(0.05, 0.95), -rng.uniform(20, 60))
            kept_free_here = [*kept_free, *(self._script.rim(seat, 0.5, 0.0) for seat in SEATS)]
            if min(float(np.linalg.norm(place - other)) for other in kept_free_here) < PROP_ROOM_MM:
                continue
            kept_free.append(place)
            pose = Track.constant([*place, 0.0, rng.uniform(0, 2 * np.pi)])
            thing = self._script.prop(body)
            thing.spans, thing.layers = [(0.0, pose)], [(0.0, self._script.top_layer())]

    def _is_moving(self, time: float) -> bool:
        begins, ends = self._performer.unsteady
        if begins < time < ends:
            return True
        camera, room = self._stage.camera(time), NEAR_VIEW_MM * self._stage.camera(time).fineness
        moving = [arm.points(time, each=9) for arm in self._stage.arms if arm.visible(time)]
        held = [thing for thing in self._stage.things if thing.visible(time) and isinstance(thing.way(time), Held)]
        moving += [thing.body.points(thing.pose(time)) for thing in held]
        projected = [camera.project(points) for points in moving]
        return any(((one > -room) & (one < np.array(camera.size) + room)).all(axis=1).any() for one in projected)

    def _truth(self, time: float) -> tuple[RenderedCard, ...]:
        lying = [one for one in self._performer.lying if one.since <= time < one.until]
        camera = self._stage.camera(time)
        poses = [one.placed.thing.pose(time)[:4] for one in lying]
        key = (id(camera), tuple(map(id, lying)), tuple(pose.tobytes() for pose in poses))
        if self._outlines[0] != key:
            quads = [np.array(self._script.quad(pose, time), np.float32) for pose in poses]
            owner = np.full(self._size[::-1], -1, np.int16)
            areas = [_fill(owner, quad, number) for number, quad in enumerate(quads)]
            self._outlines = (key, list(zip(quads, areas, strict=True)), owner, _pixels(owner, len(lying)))
        owner, uncovered, covered = self._outlines[2], self._outlines[3], self._stage.covered
        visible = uncovered
        if covered is not None and covered.any():
            hidden = cv2.resize(camera.through_lens(covered), self._size, interpolation=cv2.INTER_LINEAR) > 0.5
            visible = uncovered - _pixels(owner[hidden], len(lying))
        return tuple(
            RenderedCard(one.card, one.seat, one.place, quad, round(min(1.0, int(pixels) / area), 4))
            for one, (quad, area), pixels in zip(lying, self._outlines[1], visible, strict=True)
            if one.card is not None and one.place in FACE_UP
        )


def _pixels(owner: Owners, cards: int) -> npt.NDArray[np.int64]:
    """Returns the px of each card in *owner*, which is -1 where there is none."""
    return np.bincount(owner.ravel() + 1, minlength=cards + 1)[1:]


def _fill(owner: Owners, quad: Quad, number: int) -> float:
    """Marks the pixels of a card with its *number*, and returns its area, px, with what is out of view."""
    mask = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad * 16).astype(np.int32), (1,), cv2.LINE_8, 4)
    owner[mask > 0] = number
    # A card partly out of view covers fewer pixels than its area.
    return max(float(np.count_nonzero(mask)), float(cv2.contourArea(quad)) * 0.985)
