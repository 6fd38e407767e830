"""Photographs of single cards by telephone: cloths, slants, other cards, and common faults.

It shares nothing with the simulator and the training.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from lab.benchmarks.stills import camera
from lab.benchmarks.stills.things import card as card_of_paper
from vision.types import Image, Quad

SIZE = (1200, 1600)
"""Height and width of a photograph, px."""
FOCAL = 0.78
"""Focal length, as a share of the longer side."""
GOOD, NOISY, OVERLAPPING = "as it should be", "noisy", "on another card"
FAULTS: dict[str, frozenset[str]] = {
    GOOD: frozenset(),
    "patterned cloth": frozenset(),
    "slanted by 15° to 25°": frozenset(),
    NOISY: frozenset(),
    "another card at the rim": frozenset({"several"}),
    "two cards": frozenset({"several"}),
    OVERLAPPING: frozenset({"several"}),
    "cut by the rim": frozenset({"cut"}),
    "small": frozenset({"small"}),
    "slanted by 50°": frozenset({"slanted"}),
    "blurred": frozenset({"blurred"}),
    "blurred and noisy": frozenset({"blurred"}),
    "no card": frozenset({"no_card"}),
    "white on white": frozenset({"no_card"}),
    "a finger on its side": frozenset({"border", "no_card"}),
}
"""The faults of photographs, each with the true reasons for a refusal; a right crop is accepted for any of them."""


class Photograph(NamedTuple):
    """`quad` are the corners of the card in it; None if there is no card."""

    picture: Image
    quad: Quad | None


def photograph(card: Image, other: Image, fault: str, chance: np.random.Generator) -> Photograph:
    """Returns a photograph of a card with a fault; *other* is another card of the deck."""
    table = _table(fault, chance)
    share = chance.uniform(0.05, 0.07) if fault == "small" else chance.uniform(0.42, 0.7)
    tilt = {"slanted by 15° to 25°": chance.uniform(15, 25), "slanted by 50°": chance.uniform(48, 55)}
    middle = chance.normal(0, 0.04, 2)
    if fault == "cut by the rim":
        middle = _towards_rim(share, chance)
    elif fault == OVERLAPPING:
        share = chance.uniform(0.35, 0.45)
    elif fault == "two cards":
        share, middle = chance.uniform(0.35, 0.45), np.array([-0.2, 0.0]) + chance.normal(0, 0.01, 2)
    turn = chance.normal(0, 12) + 90 * int(chance.integers(4))
    if fault in ("two cards", "another card at the rim", "cut by the rim"):
        turn = chance.normal(0, 8)
    quad = _project_card(card, share, tilt.get(fault, chance.uniform(0, 10)), turn, middle, chance)
    if fault == OVERLAPPING:
        _put(table, other, _below(other, quad, share, chance), chance)
    if fault != "no card":
        _put(table, card, quad, chance)
    if fault in ("two cards", "another card at the rim"):
        at = np.array([0.22, 0.0]) if fault == "two cards" else np.array([0.52, chance.uniform(-0.2, 0.2)])
        _put(table, other, _project_card(other, share, 0, chance.normal(0, 8), at, chance), chance)
    if fault == "a finger on its side":
        _finger(table, quad, chance)
    soft = 0.0
    if fault.startswith("blurred"):
        soft = chance.uniform(0.022, 0.03) * float(np.linalg.norm(quad[3] - quad[0]))
    noise = chance.uniform(14, 20) if NOISY in fault else chance.uniform(1, 4)
    linear = camera.apply_lamp(camera.to_linear(table), chance.uniform(0, 0.4), chance.uniform(0, 0.4), chance)
    exposed = camera.to_display(camera.defocus(linear, soft) * np.float32(chance.uniform(0.6, 1.0)))
    picture = camera.compress_jpeg(camera.add_noise(exposed, noise, chance), 88)
    return Photograph(picture, None if fault == "no card" else quad)


def _table(fault: str, chance: np.random.Generator) -> Image:
    if fault == "white on white":
        white = chance.normal(235, 2, (*SIZE, 1)) + np.zeros(3)
        return np.asarray(np.clip(white, 0, 255), np.uint8)
    if fault == "patterned cloth" or (fault not in ("small", "no card") and chance.random() < 0.3):
        return _cloth(chance)
    while True:
        table = camera.surface(SIZE, chance)
        if table.mean() < 200:  # a white table is a separate fault
            return table


def _cloth(chance: np.random.Generator) -> Image:
    """Returns a cloth with checks, stripes or flowers of two or three colours."""
    height, width = SIZE
    colours = chance.uniform(20, 235, (3, 3))
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    turn, size = chance.uniform(0, np.pi), chance.uniform(40, 160)
    along = (x * np.cos(turn) + y * np.sin(turn)) / size
    across = (-x * np.sin(turn) + y * np.cos(turn)) / size
    kind = chance.integers(3)
    cloth = np.zeros((height, width, 3)) + colours[0]
    cloth[np.floor(along) % 2 == 0] = colours[1]
    if kind == 0:
        cloth[(np.floor(along) + np.floor(across)) % 2 == 0] = colours[2]
    elif kind == 1:
        cloth[:] = colours[0]
        for _ in range(120):
            at = tuple(int(value) for value in chance.uniform(0, (width, height)))
            axes = tuple(int(value) for value in chance.uniform(8, 50, 2))
            colour = tuple(float(value) for value in colours[1 + int(chance.integers(2))])
            cv2.ellipse(cloth, at, axes, chance.uniform(0, 180), 0, 360, colour, -1)
    threads = chance.normal(0, 6, (height, width, 1))
    return np.asarray(np.clip(cloth + threads, 0, 255), np.uint8)


def _towards_rim(share: float, chance: np.random.Generator) -> np.ndarray:
    """Returns a position at which a card of this share of the height extends beyond the rim by a tenth or more."""
    beyond = chance.uniform(0.12, 0.35) * share
    down = (0.5 + beyond - share / 2) * SIZE[0] / SIZE[1]
    return np.array([chance.normal(0, 0.08), down * (1 if chance.random() < 0.5 else -1)])


def _project_card(
    card: Image, share: float, tilt: float, turn: float, middle: np.ndarray, chance: np.random.Generator
) -> Quad:
    """Returns the corners of a card: its length is *share* of the picture's height; *middle* in longer sides."""
    height, width = SIZE
    focal = FOCAL * max(SIZE)
    flat = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [card.shape[1] / card.shape[0], 1.0]
    roll = np.radians(turn)
    rolled = flat @ np.array([[np.cos(roll), np.sin(roll)], [-np.sin(roll), np.cos(roll)]])
    way = chance.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(way), np.sin(way), 0.0]) * np.radians(tilt)
    lying = np.column_stack([rolled, np.zeros(4)]) @ cv2.Rodrigues(axis)[0].T
    away = focal / (share * height)
    projected = lying[:, :2] * focal / (lying[:, 2:] + away)
    return np.asarray(projected + [width / 2, height / 2] + middle * max(SIZE), np.float32)


def _below(other: Image, quad: Quad, share: float, chance: np.random.Generator) -> Quad:
    """Returns the corners of a card that one at *quad* covers by half or less."""
    way = chance.uniform(0, 2 * np.pi)
    off = chance.uniform(0.45, 0.6) * share * SIZE[0] * np.array([np.cos(way), np.sin(way)])
    middle = (quad.mean(axis=0) + off - np.array(SIZE[::-1]) / 2) / max(SIZE)
    return _project_card(other, share, 0, chance.uniform(0, 360), middle, chance)


def _put(table: Image, card: Image, quad: Quad, chance: np.random.Generator) -> None:
    thing = card_of_paper(card, 95.0)
    shade = np.zeros(SIZE, np.float32)
    cv2.fillConvexPoly(shade, (quad + chance.uniform(2, 8, 2)).astype(np.int32), (0.35,))
    table[:] = (table * (1 - cv2.GaussianBlur(shade, (0, 0), 5))[:, :, None]).astype(np.uint8)
    camera.draw_object(thing.picture, thing.shape, quad, table)


def _finger(table: Image, quad: Quad, chance: np.random.Generator) -> None:
    """A finger tip on the middle of a long side."""
    at = quad[1] * 0.5 + quad[2] * 0.5
    inwards = quad.mean(axis=0) - at
    wide = 0.14 * float(np.linalg.norm(quad[3] - quad[0]))
    tip, root = at + 0.35 * inwards, at - 2.2 * inwards
    colour = tuple(float(value) for value in np.array([125, 155, 210]) * chance.uniform(0.8, 1.1))
    cv2.line(table, tip.astype(int).tolist(), root.astype(int).tolist(), colour, int(wide))
