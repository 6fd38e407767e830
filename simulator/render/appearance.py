"""The appearance of a rendered table, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from simulator.render.camera_model import CameraLook
from simulator.render.hand import HandLook, random_hand
from simulator.render.lighting import Lighting, LightName, random_lighting
from simulator.render.props import Prop, Zone, random_props
from simulator.render.sensor import Sensor, random_sensor
from simulator.render.surfaces import Surface, random_surface

if TYPE_CHECKING:
    from simulator.render.noise import Generator


@dataclass(frozen=True, slots=True)
class CardLook:
    """How used the cards are (0 to 1), how bent (mm at the edges), how glossy, and how far players scatter them.

    `piles_in_view`: taken tricks lie face down at the edge of the picture. `stock_corner`: -1 or 1 in x and in y.
    """

    wear: float = 0.4
    bend: float = 1.2
    gloss: float = 0.15
    polish: float = 60.0
    scatter: float = 1.0
    piles_in_view: bool = False
    stock_corner: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Look:
    surface: Surface
    light: Lighting
    camera: CameraLook
    sensor: Sensor
    cards: CardLook
    hands: tuple[HandLook, HandLook, HandLook, HandLook]
    props: tuple[Prop, ...] = field(default=())

    @staticmethod
    def random(seed: int, light: LightName = "good") -> Look:
        rng = np.random.default_rng([seed, 7])
        surface = random_surface(rng)
        lighting = random_lighting(rng, light)
        camera = _random_camera(rng, light)
        cards = CardLook(
            float(rng.uniform(0.1, 0.8)),
            float(rng.uniform(0, 2.2)),
            float(rng.choice([0.03, 0.1, 0.2, 0.4])),
            float(rng.uniform(40, 160)),
            float(rng.uniform(0.6, 1.3)),
            bool(rng.random() < 0.3),
            (int(rng.choice([-1, 1])), int(rng.choice([-1, 1]))),
        )
        hands = (random_hand(rng), random_hand(rng), random_hand(rng), random_hand(rng))
        return Look(
            surface, lighting, camera, random_sensor(rng, light), cards, hands, random_props(rng, _kept_free(cards))
        )


def _kept_free(cards: CardLook) -> list[Zone]:
    """Returns the zones of tricks, stock and put-away cards, where no props stand."""
    side_x, side_y = cards.stock_corner
    zones = [Zone(0, 0, 160, 130), Zone(side_x * 245, 0, 45, 125), Zone(-side_x * 245, -side_y * 40, 60, 70)]
    if cards.piles_in_view:
        zones += [Zone(x, y, 60, 60) for x, y in ((150, 175), (-315, 105), (-150, -175), (315, -105))]
    return zones


def _random_camera(rng: Generator, light: LightName) -> CameraLook:
    good = light == "good"
    return CameraLook(
        height=float(rng.uniform(520, 780)),
        field_width=float(rng.uniform(600, 670)),
        tilt=abs(float(rng.normal(0, 5))),
        tilt_direction=float(rng.uniform(0, 360)),
        roll=float(rng.normal(0, 1.5)),
        aim=(float(rng.normal(0, 8)), float(rng.normal(0, 6))),
        distortion=float(rng.uniform(-0.06, 0.01)),
        blur=float(rng.uniform(0.45, 0.8) if good else rng.uniform(0.8, 1.2)),
        exposure_time=float(rng.choice([0.01, 0.02]) if good else rng.choice([0.03, 0.04])),
    )
