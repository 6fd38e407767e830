"""A pinhole camera above the table, with lens distortion."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from simulator.stage.keyframes import Floats

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in px; right and bottom lie outside."""


@dataclass(frozen=True)
class Camera:
    """`distance` is mm from the lens to the point of the table in the middle of the view; angles are radians."""

    size: tuple[int, int]
    focal: float
    distance: float
    tilt: float = 0.0
    bank: float = 0.0
    roll: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    barrel: float = 0.0

    @classmethod
    def random(cls, rng: np.random.Generator, size: tuple[int, int]) -> Self:
        distance = rng.uniform(500, 800)
        across = rng.uniform(540, 720)
        return cls(
            size=size,
            focal=size[0] * distance / across,
            distance=distance,
            tilt=np.radians(rng.uniform(-20, 20) if rng.random() < 0.5 else rng.uniform(-8, 8)),
            bank=np.radians(rng.uniform(-6, 6)),
            roll=np.radians(rng.uniform(-5, 5)),
            barrel=float(rng.choice([0.0, 0.0, -0.08, -0.15])),
        )

    def knocked(self, rng: np.random.Generator) -> Self:
        """Returns the camera after a knock: shifted 3 to 20 px of a view 1280 px wide, sometimes turned and moved
        closer."""
        far, way = rng.uniform(3, 20) * self.size[0] / 1280, rng.uniform(0, 2 * np.pi)
        turned = rng.random() < 0.5
        return replace(
            self,
            shift=(self.shift[0] + far * np.cos(way), self.shift[1] + far * np.sin(way)),
            roll=self.roll + (np.radians(rng.uniform(1, 4)) * rng.choice([-1, 1]) if turned else 0.0),
            distance=self.distance * (rng.uniform(0.98, 1.02) if turned else 1.0),
            tilt=self.tilt + np.radians(rng.uniform(-0.6, 0.6)),
        )

    @cached_property
    def _turn(self) -> Floats:
        def about(first: int, second: int, angle: float) -> Floats:
            turn = np.eye(3)
            turn[first, first] = turn[second, second] = np.cos(angle)
            turn[first, second], turn[second, first] = -np.sin(angle), np.sin(angle)
            return turn

        turn: Floats = about(0, 1, self.roll) @ about(1, 2, self.tilt) @ about(0, 2, self.bank)
        return turn @ np.diag([1.0, 1.0, -1.0])

    @cached_property
    def _inner(self) -> Floats:
        width, height = self.size
        return np.array(
            [
                [self.focal, 0, width / 2 + self.shift[0]],
                [0, self.focal, height / 2 + self.shift[1]],
                [0, 0, 1],
            ]
        )

    @cached_property
    def position(self) -> Floats:
        place: Floats = self._turn.T @ np.array([0, 0, -self.distance])
        return place

    def depth(self, points: npt.ArrayLike) -> Floats:
        """Returns mm along the optical axis, of points N×3 mm."""
        depths: Floats = np.asarray(points, np.float64) @ self._turn[2] + self.distance
        return depths

    def project(self, points: npt.ArrayLike) -> Floats:
        """Returns N×2 px of points N×3 mm, without lens distortion."""
        projected = (np.asarray(points, np.float64) @ self._turn.T + [0, 0, self.distance]) @ self._inner.T
        flat: Floats = projected[:, :2] / projected[:, 2:]
        return flat

    def plane(self, height: float = 0.0) -> Floats:
        """Returns the homography from mm of a plane above the table to px."""
        columns = [self._turn[:, 0], self._turn[:, 1], self._turn[:, 2] * height + [0, 0, self.distance]]
        plane: Floats = self._inner @ np.stack(columns, axis=1)
        return plane

    def on_table(self, points: npt.ArrayLike, height: float = 0.0) -> Floats:
        """Returns N×2 mm for points N×2 px without lens distortion."""
        flat = np.asarray(points, np.float64)
        projected = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(self.plane(height)).T
        found: Floats = projected[:, :2] / projected[:, 2:]
        return found

    @property
    def fineness(self) -> float:
        """Px per mm in the middle of the table."""
        return self.focal / self.distance

    def bent(self, points: npt.ArrayLike) -> Floats:
        """Returns points N×2 px with lens distortion; the corners of the view are fixed."""
        middle = np.array(self.size) / 2
        arm = np.asarray(points, np.float64) - middle
        reach = (arm[:, :1] ** 2 + arm[:, 1:] ** 2) / (middle**2).sum()
        bent: Floats = middle + arm * (1 + self.barrel * reach) / (1 + self.barrel)
        return bent

    @cached_property
    def _lenses(self) -> dict[tuple[int, int], tuple[npt.NDArray[Any], npt.NDArray[Any]]]:
        """By size of a picture: the source of each pixel under lens distortion."""
        return {}

    def through_lens(self, picture: npt.NDArray[Any], box: Box | None = None) -> npt.NDArray[Any]:
        """Returns a picture of the view, of any size and type, with lens distortion; of that only the *box*, if any."""
        left, top, right, bottom = box or (0, 0, *picture.shape[1::-1])
        if self.barrel == 0:
            return picture[top:bottom, left:right]
        height, width = picture.shape[:2]
        if (width, height) not in self._lenses:
            rows, columns = np.mgrid[0:height, 0:width].astype(np.float64)
            scale = self.size[0] / width
            grid = np.stack([columns.ravel(), rows.ravel()], axis=1) * scale
            source = grid.copy()
            for _ in range(6):
                source += grid - self.bent(source)
            across, down = (source / scale).T.reshape(2, height, width).astype(np.float32)
            self._lenses[width, height] = (across.copy(), down.copy())
        across, down = (part[top:bottom, left:right] for part in self._lenses[width, height])
        return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE))
