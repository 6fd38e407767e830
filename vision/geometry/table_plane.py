"""Table plane fitted to the outlines of the cards that lie on it, without calibration.

All cards of a pack have one size and right angles, so deviations in the picture are due to perspective. The fit has
five parameters: two for the vanishing line of the table, one for the focal length (square pixels, principal point in
the middle of the picture), two for the size of a card. Priors on cameras and cards make it solvable with one card;
every further card makes it more accurate, and outliers lose weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.quads import AFTER, BEFORE, portrait, size_error_log
from vision.geometry.thresholds import GEOMETRY
from vision.order_statistics import median
from vision.types import Luma, Quad

Floats: TypeAlias = npt.NDArray[Any]

SIDES_ARE_LONG = np.array([0.0, 1.0, 0.0, 1.0])


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """`to_picture` is the homography from the table, in mm, to px, `to_table` the way back; `card` the short and long
    side of a card in mm; `tilt_degrees` the angle between the view and straight down."""

    to_picture: Floats
    to_table: Floats
    card: tuple[float, float]
    tilt_degrees: float

    def in_picture(self, points: Floats) -> Floats:
        """Projects points of the table (N×2, mm) to the picture (N×2, px)."""
        return _project(self.to_picture, points)

    def on_table(self, points: Floats) -> Floats:
        """Projects points of the picture (N×2, px) to the table (N×2, mm)."""
        return _project(self.to_table, points)

    @property
    def length(self) -> float:
        """Length of a card in its widths."""
        return self.card[1] / self.card[0]

    def sides(self, quad: Quad) -> tuple[float, float]:
        """Returns the lengths of short and long side of a quad on the table, mm."""
        corners = self.on_table(quad)
        top, right, bottom, left = np.linalg.norm(corners[AFTER] - corners, axis=1)
        return float(top + bottom) / 2, float(right + left) / 2

    def has_size_of_card(self, quad: Quad, error_log: float | None = None) -> bool:
        """Tells whether the sides of a quad are those of a card, but for *error_log* (`same_size_max_error_log`)."""
        most = GEOMETRY.same_size_max_error_log if error_log is None else error_log
        return size_error_log(self.sides(quad), self.card) < most

    def card_along(self, quad: Quad) -> Quad:
        """Returns the outline (px) of a card with the centre of *quad* and the direction of its long sides."""
        corners = self.on_table(quad)
        along = (corners[3] - corners[0]) + (corners[2] - corners[1])
        along = along / max(float(np.linalg.norm(along)), 1e-9)
        across = np.array([along[1], -along[0]])
        half_short, half_long = self.card[0] / 2, self.card[1] / 2
        unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        centre = corners.mean(axis=0)
        outline = centre + unit[:, :1] * half_short * across + unit[:, 1:] * half_long * along
        return portrait(self.in_picture(outline).astype(np.float32))

    def card_sides_at(self, points: Floats) -> tuple[float, float]:
        """Returns short and long side, in px, of a card in any direction at the mean of *points* (N×2, px)."""
        centre = self.on_table(np.asarray(points, np.float64).reshape(-1, 2).mean(axis=0)[None])[0]
        steps = np.array([[0, 0], [1, 0], [0, 1]])
        origin, one, other = self.in_picture(centre + steps)
        scale = float(np.sqrt(abs(np.linalg.det(np.stack([one - origin, other - origin])))))
        return self.card[0] * scale, self.card[1] * scale

    def cards_with_corners(self, points: Floats, ones: Floats, others: Floats) -> Floats:
        """Returns two cards at each of N corners with sides along *ones* and *others* (N×2), N×2×4×2, px.

        The first card has its short side along *ones*, the second along *others*.
        """
        ends = self.on_table(np.stack([points, points + ones, points + others])).reshape(3, -1, 2)
        origin, first, second = ends[0], ends[1] - ends[0], ends[2] - ends[0]
        turn = np.where(first[:, :1] * second[:, 1:] < first[:, 1:] * second[:, :1], -1.0, 1.0)
        # Both directions have errors, the shorter one the larger: the right angle is fitted to both by their lengths.
        side = _unit(first + turn * second[:, ::-1] * (1, -1))
        along = np.stack([side, turn * side[:, ::-1] * (-1, 1)])
        spans = along[None] * np.array([self.card, self.card[::-1]])[:, :, None, None]
        one, other = spans[:, 0], spans[:, 1]
        corners = origin + np.stack([np.zeros_like(one), one, one + other, other])
        return self.in_picture(corners).reshape(4, 2, -1, 2).transpose(2, 1, 0, 3).astype(np.float32)


def table_plane(quads: Sequence[Quad], picture: tuple[int, ...], length: float | None = None) -> TablePlane | None:
    """Returns the plane fitted to outlines (px) in a *picture* of this height and width, or None without outlines.

    If *length*, that of a card in its widths, is known, a fit to one or two cards is far more accurate.
    """
    return fit_plane(quads, picture, length) if quads else None


def fit_plane(quads: Sequence[Quad], picture: tuple[int, ...], length: float | None = None) -> TablePlane:
    """Returns `table_plane` for at least one outline."""
    side = float(max(picture[:2]))
    middle = np.array([picture[1] - 1, picture[0] - 1]) / 2
    corners = (np.stack(quads).astype(np.float64) - middle) / side
    values = _solve_parameters(corners, GEOMETRY.outline_error_px / side, length)
    homography = _homography(values)
    shift = np.array([[side, 0, middle[0]], [0, side, middle[1]], [0, 0, 1]])
    width = GEOMETRY.card_width_mm
    scale = float(np.exp(values[3])) / width
    to_picture = shift @ homography @ np.diag([scale, scale, 1.0])
    card = width, width * float(np.exp(values[4]))
    tilt = float(np.degrees(np.arctan(np.hypot(values[0], values[1]))))
    return TablePlane(to_picture, np.linalg.inv(to_picture), card, tilt)


def _solve_parameters(corners: Floats, error: float, length: float | None) -> Floats:
    """Returns the five parameters by Gauss-Newton on outlines (N×4×2) and priors, with robust weights.

    *error* is the usual error of a corner, in the unit of the outlines.
    """
    likely, likely_spread = _prior(corners, length)
    values = likely.copy()
    nudges = 1e-4 * np.concatenate([np.zeros((1, len(values))), np.eye(len(values))])
    spread = error / _lengths(corners)
    between = np.sqrt(spread**2 + spread[..., BEFORE] ** 2)
    for step in range(GEOMETRY.fit_steps):
        tried = _residuals(values + nudges, corners, spread, between)
        residuals, slopes = tried[0], (tried[1:] - tried[0]) / 1e-4
        # The first steps must not reject cards that only lie far from the middle of a slanted view.
        loose = GEOMETRY.loose_usual_errors * 2 ** max(3 - step, 0)
        weights = 1 / (1 + (np.sqrt((residuals**2).mean(axis=1)) / loose) ** 2)
        each = slopes.reshape(len(values), -1)
        weighted = each * np.repeat(weights, residuals.shape[1])
        normal = weighted @ each.T + np.diag(likely_spread**-2.0)
        gradient = weighted @ residuals.ravel() + (values - likely) / likely_spread**2
        values = values - np.linalg.solve(normal, gradient)
    return values


def _prior(corners: Floats, length: float | None) -> tuple[Floats, Floats]:
    """Returns mean and standard deviation of the prior of the parameters, given the outlines (N×4×2).

    These are the slant across and down, and the logarithms of focal length and card width (in longer sides of the
    picture) and of the length of a card in its widths.
    """
    likely = np.array([0.0, 0.0, np.log(GEOMETRY.focal_length_of_side), 0.0, np.log(GEOMETRY.card_length_of_width)])
    # Nothing is known of the size of a card in the picture.
    spreads = GEOMETRY.focal_length_spread_log, np.inf, GEOMETRY.card_length_spread_log
    likely_spread = np.array([GEOMETRY.slant_spread, GEOMETRY.slant_spread, *spreads])
    if length is not None:
        likely[4], likely_spread[4] = np.log(length), GEOMETRY.known_length_spread_log
    likely[3] = np.log(median(_lengths(_in_space(corners, likely[None]))[..., ::2]))
    return likely, likely_spread


def _residuals(values: Floats, corners: Floats, spread: Floats, between: Floats) -> Floats:
    """Returns the errors of sides and angles of N outlines for M sets of parameters, in usual errors, M×N×8.

    *spread* (N×4) is the usual error of the logarithm of a side, *between* (N×4) that of the cosine at its beginning.
    """
    points = _in_space(corners, values)
    after = points[..., AFTER, :] - points
    lengths = np.sqrt((after * after).sum(axis=-1))
    cosines = (after * after[..., BEFORE, :]).sum(axis=-1) / (lengths * lengths[..., BEFORE])
    expected = values[:, 3, None] + SIDES_ARE_LONG * values[:, 4, None]
    return np.concatenate([(np.log(lengths) - expected[:, None]) / spread, cosines / between], axis=-1)


def _lengths(points: Floats) -> Floats:
    lengths: Floats = np.linalg.norm(points[..., AFTER, :] - points, axis=-1)
    return lengths


def _in_space(corners: Floats, values: Floats) -> Floats:
    """Returns the points on the plane that project to *corners* (N×4×2) for M sets of parameters, M×N×4×3.

    The camera is at the origin.
    """
    focal = np.exp(values[:, 2, None, None])
    across, down = corners[None, ..., 0] / focal, corners[None, ..., 1] / focal
    inverse_depth = across * values[:, 0, None, None] + down * values[:, 1, None, None] + 1
    depth = 1 / np.maximum(inverse_depth, 1e-6)
    return np.stack([across * depth, down * depth, depth], axis=-1)


def _unit(vectors: Floats) -> Floats:
    units: Floats = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return units


def _homography(values: Floats) -> Floats:
    """Returns the homography from orthonormal coordinates on the plane to the picture, in its longer sides."""
    focal = float(np.exp(values[2]))
    normal = np.array([values[0], values[1], 1.0])
    across = np.cross([0.0, 1.0, 0.0], normal)
    across /= np.linalg.norm(across)
    down = np.cross(normal, across)
    down /= np.linalg.norm(down)
    foot = normal / (normal @ normal)
    homography: Floats = np.diag([focal, focal, 1.0]) @ np.stack([across, down, foot], axis=1)
    return homography


def _project(homography: Floats, points: Floats) -> Floats:
    each = np.asarray(points, np.float64).reshape(1, -1, 2)
    return cast("Floats", cv2.perspectiveTransform(each, homography)[0])


class Occlusion(NamedTuple):
    """Cards on top of a card: `visible` (H×W, of the picture) is 0 on them; `plane` gives the size of the one below."""

    visible: Luma
    plane: TablePlane
