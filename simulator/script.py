"""The script of a sequence: motions of arms and cards, and the sightings that a tracker should report."""

from dataclasses import asdict, dataclass, field
from typing import Any

import cv2
import numpy as np

from simulator.deck import Deck, cut
from simulator.stage.arms import SHAPES, Arm, Dress, bite
from simulator.stage.keyframes import Floats, Track
from simulator.stage.stage import Stage
from simulator.stage.surfaces import Image
from simulator.stage.things import Body, Held, Slab, Thing

OVER = 1000
"""Layers from this one on are above the table."""
_EDGES = ((3, 2), (0, 3), (1, 0), (2, 1))
"""The edge of each seat, by the corners of the view: top left, top right, bottom right, bottom left."""


@dataclass(slots=True)
class Expected:
    """`released` is the first frame in which it is visible, `rest` the first without the hand.

    Events of the same `group` may be reported in any order; `optional` ones need not be reported.
    """

    event: str
    released: int
    rest: int
    seat: int | None
    card: str | None
    cards: int
    group: int
    quad: list[list[float]] | None = None
    optional: bool = False

    def line(self) -> dict[str, Any]:
        return {"frame": self.rest, **asdict(self)}


@dataclass(slots=True, eq=False)
class PlacedThing:
    name: str
    thing: Thing
    pose: Floats


@dataclass(slots=True, eq=False)
class Script:
    """`now` is the time in seconds at which the next action may begin; every action advances it."""

    stage: Stage
    deck: Deck
    rng: np.random.Generator
    seats: tuple[int, ...]
    back: Image
    now: float = 1.0
    calm: float = 0.0
    pause: tuple[float, float] = (0.7, 1.6)
    """Seconds between one hand leaving the view and the next one entering."""
    tempo: float = 1.0
    """Factor of the durations of hands: 0.5 is twice as fast."""
    truth: list[Expected] = field(default_factory=list)
    placed: list[PlacedThing] = field(default_factory=list)
    dresses: dict[int, Dress] = field(default_factory=dict)
    unplayed: list[str] = field(default_factory=list)
    props: list[Thing] = field(default_factory=list)
    """Objects that cards must avoid."""
    layers: int = 0
    groups: int = 0

    def __post_init__(self) -> None:
        self.unplayed = [str(card) for card in self.deck.faces]
        self.rng.shuffle(self.unplayed)
        table = self.stage.top.reshape(-1, 3)[::997].mean(axis=0)
        self.dresses = {seat: Dress.random(self.rng, table) for seat in range(4)}

    # Places

    def rim(self, seat: int, along: float, outward: float) -> Floats:
        """Returns a point, mm, at the edge of a seat: *along* from 0 to 1, *outward* mm beyond the view."""
        width, height = self.stage.cameras[0][1].size
        corners = self.stage.cameras[0][1].on_table([[0, 0], [width, 0], [width, height], [0, height]], 60.0)
        first, second = corners[_EDGES[seat][0]], corners[_EDGES[seat][1]]
        edge = (second - first) / np.linalg.norm(second - first)
        out = np.array([-edge[1], edge[0]])
        place: Floats = first + (second - first) * along
        if np.dot(out, place - corners.mean(axis=0)) < 0:
            out = -out
        return place + out * outward

    def in_view(self, pose: Floats) -> bool:
        width, height = self.stage.cameras[0][1].size
        margin = width / 53
        projected = self.stage.cameras[0][1].project(self._outline(pose))
        return bool((projected > margin).all() and (projected < [width - margin, height - margin]).all())

    def _outline(self, pose: Floats) -> Floats:
        body = Slab(np.empty((0,)), np.empty((0,)), self.deck.width, self.deck.height)  # type: ignore[arg-type]
        return body.corners(np.append(pose[:4], 0.0))

    def cover(self, upper: Floats, lower: Floats) -> float:
        """Returns the share of the card at *lower* that one at *upper* hides."""
        first, second = (self._outline(pose)[:, :2].astype(np.float32) for pose in (upper, lower))
        return float(cv2.intersectConvexConvex(first, second)[0]) / (self.deck.width * self.deck.height)

    def spot(self, seat: int, overlap: tuple[float, float] = (0.0, 0.0)) -> Floats:
        """Returns a pose before *seat* whose card hides a share within *overlap* of another card."""
        towards = self.rim(seat, 0.5, 0.0)
        for attempt in range(600):
            loose = 12 + attempt * 0.25
            place = towards * self.rng.uniform(0.1, 0.45) + self.rng.normal(0, loose, 2)
            if overlap[1] > 0 and self.placed:
                near = self.placed[int(self.rng.integers(len(self.placed)))].pose[:2]
                place = near + self.rng.normal(0, 0.5 * self.deck.height, 2)
            yaw = np.arctan2(-towards[0], towards[1]) + self.rng.normal(0, 0.45) + np.pi * self.rng.integers(2)
            pose = np.array([*place, 0.0, yaw])
            most = max((self.cover(pose, one.pose) for one in self.placed), default=overlap[0])
            if self.in_view(pose) and overlap[0] <= most <= overlap[1] and not self.in_the_way(pose[:2]):
                pose[2] = 0.3 * sum(self.cover(pose, one.pose) > 0 for one in self.placed)
                return pose
        raise RuntimeError("the table is too full for another card")

    def in_the_way(self, place: Floats, room: float = 95.0) -> bool:
        """Whether an object other than a card is nearer than *room*, mm."""
        places = [one.pose(self.now)[:2] for one in self.props if one.visible(self.now)]
        return any(float(np.linalg.norm(place - other)) < room for other in places)

    # Arms

    def arm(self, seat: int, start: float, shape: str = "pinch") -> Arm:
        """Returns an arm of *seat* outside the view; callers append its motion, and `withdraw` ends it."""
        side = int(self.rng.choice([-1, 1], p=[0.25, 0.75]))
        along = float(np.clip(0.5 + self.rng.normal(0, 0.09) + 0.12 * side, 0.15, 0.85))
        anchor = np.append(self.rim(seat, along, 430.0), self.rng.uniform(110, 180))
        home = np.append(self.rim(seat, along, 170.0), 60.0)
        arm = Arm(
            anchor=anchor,
            dress=self.dresses[seat],
            side=side,
            reach=Track([start], [home], ["even"]),
            shape=Track([start], [np.array(SHAPES[shape])], ["even"]),
            shown=(start, np.inf),
            seat=seat,
            bend=float(self.rng.normal(0, 0.2)),
            thumb_over=bool(self.rng.random() < 0.4) and shape == "pinch",
        )
        self.stage.arms.append(arm)
        return arm

    def uniform(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def seconds(self, low: float, high: float) -> float:
        """Returns a random duration, scaled by the tempo."""
        return self.tempo * self.uniform(low, high)

    def withdraw(self, arm: Arm, shape: str = "relaxed") -> tuple[int, float]:
        """Moves the arm out of the view; returns the first frame without it, and that time in seconds."""
        start = arm.reach.times[-1]
        end = start + self.seconds(0.45, 0.9)
        arm.reach.to(end, arm.reach.values[0] + [0, 0, 20])
        arm.shape.hold(max(start, arm.shape.times[-1])).to(end, SHAPES[shape])
        arm.shown = (arm.shown[0], end)
        frame = int(np.ceil(start * self.stage.rate))
        while (time := frame / self.stage.rate) < end:
            camera = self.stage.camera(time)
            projected, margin = camera.project(arm.points(time)), 40 * camera.fineness
            if not ((projected > -margin) & (projected < np.array(camera.size) + margin)).all(axis=1).any():
                break
            frame += 1
        return frame, time

    def tip_for(self, arm: Arm, pose: Floats, held: Held) -> Floats:
        """Returns x and y of the fingertips with which the held object is at *pose*."""
        tip = pose[:2].copy()
        for _ in range(8):
            away = tip - arm.anchor[:2]
            heading = np.arctan2(away[1], away[0]) + arm.bend
            ahead, aside = np.array([np.cos(heading), np.sin(heading)]), np.array([-np.sin(heading), np.cos(heading)])
            tip = pose[:2] - ahead * held.forward - aside * held.lateral
        held.yaw = float(pose[3] - heading)
        return tip

    # Cards

    def take(self) -> str:
        return self.unplayed.pop()

    def card(self, name: str) -> Thing:
        face = next(picture for card, picture in self.deck.faces.items() if str(card) == name)
        size = self._texture_size
        bend = float(self.rng.choice([0.0, 0.0, self.rng.uniform(0.5, 3.0)]))
        return self.add(Slab(cut(face, size), cut(self.back, size), self.deck.width, self.deck.height, bend=bend))

    def packet(self, thickness: float) -> Thing:
        """Returns a packet of cards face down, *thickness* mm high."""
        back = cut(self.back, self._texture_size)
        return self.add(Slab(back, back, self.deck.width, self.deck.height, thickness, side=(190, 200, 205)))

    def prop(self, body: Body) -> Thing:
        """Returns a thing that is no card; cards avoid it."""
        thing = self.add(body)
        self.props.append(thing)
        return thing

    def add(self, body: Body) -> Thing:
        """Returns a new thing of the stage."""
        thing = Thing(body)
        self.stage.things.append(thing)
        return thing

    @property
    def _texture_size(self) -> tuple[int, int]:
        fineness = self.stage.cameras[0][1].fineness * 1.1
        return round(self.deck.width * fineness), round(self.deck.height * fineness)

    def held(self, arm: Arm, pose: Floats) -> Held:
        """Returns the attachment with which *arm* holds a card for *pose*: by the edge nearest to the hand."""
        away = pose[:2] - arm.anchor[:2]
        yaw = float(pose[3] - np.arctan2(away[1], away[0]) - arm.bend)
        forward = bite(self.deck.width, self.deck.height, yaw)
        return Held(arm, forward, float(self.rng.uniform(-8, 8)), yaw)

    def top_layer(self) -> int:
        self.layers += 1
        return self.layers

    def quad(self, pose: Floats, time: float) -> list[list[float]]:
        camera = self.stage.camera(time)
        quad: list[list[float]] = camera.bent(camera.project(self._outline(pose))).round(1).tolist()
        return quad

    def new_group(self) -> int:
        self.groups += 1
        return self.groups

    def expect(
        self,
        event: str,
        released: float,
        rest: int,
        seat: int | None,
        card: str | None = None,
        cards: int = 1,
        group: int | None = None,
        pose: Floats | None = None,
        optional: bool = False,
    ) -> None:
        quad = None if pose is None else self.quad(pose, rest / self.stage.rate)
        group = self.new_group() if group is None else group
        released = int(np.ceil(released * self.stage.rate))
        self.truth.append(Expected(event, released, rest, seat, card, cards, group, quad, optional))

    def rest(self, until: float) -> None:
        """Sets `calm` to *until*, and `now` to a pause after it."""
        self.calm = until
        self.now = until + float(self.rng.uniform(*self.pause))

    @property
    def frames(self) -> int:
        return int((self.now + 1.2) * self.stage.rate)
