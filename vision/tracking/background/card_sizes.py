"""The size of a card at each place of the picture, learned from the cards that were read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from vision.geometry.quads import sides, size_error_log
from vision.geometry.table_plane import TablePlane, table_plane
from vision.geometry.thresholds import GEOMETRY
from vision.tracking.background.thresholds import BACKGROUND
from vision.types import Image, Quad


@dataclass(slots=True)
class CardSizes:
    """The quads of cards that were read, and the plane of the table fitted to them.

    `picture` is the height and width of the pictures, once one was searched: the slant of a view refers to its middle.
    """

    picture: tuple[int, ...] = (1080, 1920)
    length: float | None = None
    """Of a card in its widths, from enrolment."""
    _quads: list[Quad] = field(default_factory=list)
    _plane: TablePlane | None = None

    def learn(self, quad: Quad) -> None:
        """Adds the quad (px of the picture) of a card that was read."""
        self._quads, self._plane = [*self._quads, quad][-BACKGROUND.plane_max_cards :], None

    def follow(self, moved: Callable[[Quad], Quad]) -> None:
        """Follows a view that has moved; *moved* returns where a quad lies now."""
        self._quads, self._plane = [moved(quad) for quad in self._quads], None

    def forget(self) -> None:
        """Drops all sizes, such as when the camera may have moved."""
        self._quads, self._plane = [], None

    def use_picture(self, image: Image) -> None:
        """Takes the height and width of the pictures from *image*."""
        if self.picture != image.shape[:2]:
            self.picture, self._plane = image.shape[:2], None

    @property
    def plane(self) -> TablePlane | None:
        """The plane of the table, or None if no card was seen yet."""
        if self._plane is None:
            self._plane = table_plane(self._quads, self.picture, self.length)
        return self._plane

    def at(self, points: Quad) -> tuple[float, float] | None:
        """Returns short and long side of a card lying about *points* (N×2), or None if none was seen yet."""
        if len(self._quads) == 1:
            return sides(self._quads[0])  # one card alone tells its own size better than the slant of the view
        return self.plane.card_sides_at(points) if self.plane is not None else None

    def card_of_view(self, unknown: float) -> float:
        """Returns the area of a card in the middle of the view, as a part of the view; *unknown* if none was seen."""
        height, width = self.picture
        size = self.at(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32))
        return unknown if size is None else size[0] * size[1] / (width * height)

    def fit(self, quad: Quad, error_log: float | None = None) -> bool:
        """Whether the sides are those of a card, but for *error_log* (by default `same_size_max_error_log`)."""
        if not self._quads:
            return True
        if len(self._quads) == 1 or self.plane is None:
            most = GEOMETRY.same_size_max_error_log if error_log is None else error_log
            return size_error_log(sides(quad), sides(self._quads[0])) < most
        return self.plane.has_size_of_card(quad, error_log)
