"""Table tops to learn to find cards on: those of the simulator, and many more cloths, stones and mosaics.

A picture from above, about 1 px a mm, H×W×3 uint8 BGR, as an even light shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.simulator.surfaces import random_surface, surface_texture

if TYPE_CHECKING:
    from vision.sightings import Image
    from vision.training.light import Chance

Field: TypeAlias = npt.NDArray[np.float32]

SIDE = 704
"""Px and mm."""


def table_bank(count: int, chance: Chance) -> list[Image]:
    """Returns *count* table tops, half of them chequered, striped or otherwise regular."""
    kinds = (_simulated, _plain, _white, _chequered, _chequered, _striped, _mosaic, _stone, _embroidered)
    return [kinds[number % len(kinds)](chance) for number in range(count)]


def _simulated(chance: Chance) -> Image:
    texture = surface_texture(random_surface(chance), (SIDE, SIDE), 1.0)
    return cast("Image", (texture * 255).astype(np.uint8))


def clouds(chance: Chance, cells: int) -> Field:
    """Returns smooth noise of unit spread, SIDE×SIDE×1, so many *cells* along each side."""
    coarse = chance.standard_normal((cells, cells)).astype(np.float32)
    return cast("Field", cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)[..., None])


def _rough(texture: Field, chance: Chance) -> Image:
    """Adds unevenness coarse and fine, warps a little."""
    for cells, most in ((5, 9.0), (24, 7.0), (160, 6.0), (SIDE, 9.0)):
        texture = texture + clouds(chance, cells) * np.float32(chance.uniform(0, most) * chance.random())
    bend = chance.uniform(0, 5) * chance.random()
    rows, columns = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    across, down = (clouds(chance, 6)[..., 0] * np.float32(bend) for _ in range(2))
    warped = cv2.remap(texture, columns + across, rows + down, cv2.INTER_LINEAR, None, cv2.BORDER_REFLECT)
    return cast("Image", np.clip(warped, 0, 255).astype(np.uint8))


def _colour(chance: Chance, low: float = 10, high: float = 235) -> Field:
    grey = chance.uniform(low, high)
    share = chance.random() ** 1.5
    return cast("Field", (grey * (1 - share) + chance.uniform(0, 255, 3) * share).astype(np.float32))


def _pale(chance: Chance) -> Field:
    return cast("Field", (chance.uniform(185, 250) + chance.normal(0, 5, 3)).astype(np.float32))


def _filled(colour: Field) -> Field:
    return cast("Field", np.broadcast_to(colour, (SIDE, SIDE, 3)).astype(np.float32))


def _plain(chance: Chance) -> Image:
    return _rough(_filled(_colour(chance)), chance)


def _white(chance: Chance) -> Image:
    return _rough(_filled(_pale(chance)), chance)


def _bands(chance: Chance, period: float, share: float) -> Field:
    """Returns 0 and 1 along one side."""
    place = (np.arange(SIDE, dtype=np.float32) + np.float32(chance.uniform(0, period))) % np.float32(period)
    return cast("Field", (place < period * share).astype(np.float32))


def _chequered(chance: Chance) -> Image:
    """Gingham, tartan, chessboard or window pane, from 8 to 70 mm a check."""
    period = float(np.exp(chance.uniform(np.log(14), np.log(140))))
    share = float(chance.choice([0.5, 0.5, 0.5, chance.uniform(0.05, 0.5)]))
    rows, columns = (_bands(chance, period, share) for _ in range(2))
    kind = chance.random()
    if kind < 0.6:
        dyed = (rows[:, None] + columns[None]) / 2
    elif kind < 0.8:
        dyed = np.abs(rows[:, None] - columns[None])
    else:
        dyed = np.maximum(rows[:, None], columns[None])
    ground = _pale(chance) if chance.random() < 0.7 else _colour(chance)
    texture = ground + (_colour(chance, 20, 170) - ground) * dyed[..., None]
    if chance.random() < 0.3:  # a second colour woven over it
        narrow = _bands(chance, period, 0.12)[:, None, None] * np.float32(0.7)
        texture = texture + (_colour(chance) - texture) * narrow
    return _rough(texture.astype(np.float32), chance)


def _striped(chance: Chance) -> Image:
    texture = _filled(_pale(chance) if chance.random() < 0.5 else _colour(chance))
    for _ in range(int(chance.integers(1, 4))):
        bands = _bands(chance, float(chance.uniform(10, 160)), float(chance.uniform(0.03, 0.6)))
        texture = texture + (_colour(chance) - texture) * bands[:, None, None] * np.float32(chance.uniform(0.3, 1))
    return _rough(texture, chance)


def _mosaic(chance: Chance) -> Image:
    """Tiles or planks of uneven tone with joints between them."""
    high, wide = (float(np.exp(chance.uniform(np.log(18), np.log(260)))) for _ in range(2))
    colour, spread = _colour(chance), chance.uniform(0, 22)
    tones = chance.normal(0, spread, (int(SIDE / high) + 2, int(SIDE / wide) + 2, 1)).astype(np.float32)
    rows, columns = np.arange(SIDE) / high, np.arange(SIDE) / wide
    texture = colour + tones[rows.astype(int)][:, columns.astype(int)]
    joint = float(chance.uniform(0.5, 4))
    between = np.maximum((rows % 1 < joint / high)[:, None], (columns % 1 < joint / wide)[None])[..., None]
    return _rough((texture + (_colour(chance) - texture) * between).astype(np.float32), chance)


def _stone(chance: Chance) -> Image:
    texture = _filled(_colour(chance)) + clouds(chance, 14) * np.float32(chance.uniform(0, 14))
    veins = np.exp(-np.square(clouds(chance, int(chance.integers(4, 14))) / np.float32(0.05)))
    specks = clouds(chance, SIDE // 3) > chance.uniform(1.6, 2.6)
    return _rough(
        texture + veins * np.float32(chance.normal(0, 35)) + specks * np.float32(chance.normal(0, 45)), chance
    )


def _embroidered(chance: Chance) -> Image:
    """A cloth printed or stitched all over with one small figure after another."""
    texture = _filled(_pale(chance) if chance.random() < 0.6 else _colour(chance)).copy()
    step, colours = int(chance.integers(24, 120)), [_colour(chance).tolist() for _ in range(3)]
    size = step * chance.uniform(0.15, 0.45)
    for row, y in enumerate(range(0, SIDE + step, step)):
        for x in range(step // 2 * (row % 2), SIDE + step, step):
            for place, sides in enumerate(chance.integers(3, 7, 2).tolist() if row == 0 and x < step else (4, 6)):
                angle = np.arange(sides) * 2 * np.pi / sides
                points = np.stack([np.cos(angle), np.sin(angle)], 1) * size / (1 + place) + [x, y]
                cv2.fillPoly(texture, [points.astype(np.int32)], colours[place])
    return _rough(texture, chance)
