"""The appearance of a rendered table, drawn from a seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from simulator.stage.camera import Camera
from simulator.stage.surfaces import TABLES

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
    def random(cls, seed: int, light: LightName = "good") -> Look:
        rng = np.random.default_rng([seed, 7])
        distance, across = float(rng.uniform(520, 780)), float(rng.uniform(600, 670))
        return cls(
            seed=seed,
            surface=str(rng.choice(list(TABLES))),
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
