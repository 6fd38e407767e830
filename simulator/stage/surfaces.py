"""Table tops as pictures from above, 2 px a mm, with nothing on them."""

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from simulator.stage.camera import Camera

Image: TypeAlias = npt.NDArray[np.uint8]
Field: TypeAlias = npt.NDArray[np.float32]

FINENESS = 2.0
"""Px per mm."""
WIDE, HIGH = 2200, 1600
"""Px; the middle of the picture is the middle of the table."""


def noise(rng: np.random.Generator, size: tuple[int, int], cells: tuple[int, int]) -> Field:
    """Returns smooth noise of unit spread, *size* and *cells* as rows and columns."""
    coarse = rng.normal(size=(max(cells[0], 2), max(cells[1], 2))).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (size[1], size[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _coloured(base: npt.ArrayLike, swing: Field, by: npt.ArrayLike) -> Field:
    return np.asarray(base, np.float32) + swing[..., None] * np.asarray(by, np.float32)


def _wood(rng: np.random.Generator) -> Field:
    base, by = _WOODS[int(rng.integers(len(_WOODS)))]
    top = np.empty((HIGH, WIDE, 3), np.float32)
    plank = int(rng.choice([180, 240, 400, HIGH]))
    for start in range(0, HIGH, plank):
        rows = min(plank, HIGH - start)
        bent = np.cumsum(1 + 0.35 * noise(rng, (rows, WIDE), (5, 7)), axis=0)
        rings = np.sin(bent * rng.uniform(0.06, 0.14) + 3 * noise(rng, (rows, WIDE), (2, 6)))
        pores = noise(rng, (rows, WIDE), (rows, WIDE // 60))
        swing = 0.5 * rings + 0.45 * pores + 0.5 * rng.normal() + 0.3 * noise(rng, (rows, WIDE), (3, 5))
        top[start : start + rows] = _coloured(base, swing.astype(np.float32), by)
        if plank < HIGH:
            top[start : start + 2] *= 0.55
    return top


_WOODS = (
    ((96, 142, 186), (13, 15, 15)),
    ((52, 88, 134), (11, 15, 18)),
    ((34, 54, 88), (7, 9, 13)),
    ((128, 168, 200), (10, 10, 9)),
    ((44, 70, 128), (9, 14, 24)),
)


def _cloth(rng: np.random.Generator) -> Field:
    """Gingham: where two coloured threads cross the colour is full, where one crosses a white one half."""
    colour = np.array([(40, 36, 170), (150, 80, 36), (60, 110, 44), (70, 70, 70)][int(rng.integers(4))], np.float32)
    field = float(rng.uniform(12, 45)) * FINENESS
    across = (np.arange(WIDE) // field % 2).astype(np.float32)
    down = (np.arange(HIGH) // field % 2).astype(np.float32)
    share = (across[None, :] + down[:, None])[..., None] / 2
    top = share * colour + (1 - share) * np.array([214, 222, 224], np.float32)
    weave = noise(rng, (HIGH, WIDE), (HIGH // 2, WIDE // 2)) * 3 + noise(rng, (HIGH, WIDE), (6, 8)) * 5
    bend = noise(rng, (HIGH, WIDE), (5, 6)) * 5
    rows, columns = np.mgrid[0:HIGH, 0:WIDE].astype(np.float32)
    top = np.asarray(cv2.remap(top, columns + bend, rows + bend, cv2.INTER_LINEAR, None, cv2.BORDER_REFLECT))
    turned = cv2.getRotationMatrix2D((WIDE / 2, HIGH / 2), float(rng.uniform(-30, 30)), 1.0)
    flat = cv2.warpAffine(top + weave[..., None], turned, (WIDE, HIGH), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(flat, np.float32)


TABLES = ("wood", "felt", "cloth", "stone", "white")


def table_top(name: str, rng: np.random.Generator) -> Image:
    """Returns one of `TABLES`, HIGH×WIDE×3, uint8 BGR, as an even light would show it."""
    size = (HIGH, WIDE)
    match name:
        case "wood":
            top = _wood(rng)
        case "felt":
            base = [(54, 92, 30), (40, 36, 124), (112, 62, 28), (62, 66, 70)][int(rng.integers(4))]
            fibres = noise(rng, size, (HIGH // 2, WIDE // 3)) + 0.15 * noise(rng, size, (12, 16))
            top = _coloured(base, fibres, (4, 5, 4))
        case "cloth":
            top = _cloth(rng)
        case "stone":
            swing = noise(rng, size, (12, 16)) * 3 + noise(rng, size, (150, 190)) * 3
            veins = np.exp(-((noise(rng, size, (7, 9)) / 0.03) ** 2)) * rng.uniform(10, 40)
            specks = (noise(rng, size, (HIGH // 3, WIDE // 3)) > 2.3).astype(np.float32) * rng.uniform(20, 70)
            top = _coloured((48, 46, 44), (swing + veins + specks).astype(np.float32), (1, 1, 1))
        case _:
            swing = noise(rng, size, (4, 5)) * 1.5 + noise(rng, size, (HIGH // 4, WIDE // 4))
            top = _coloured(rng.uniform(196, 226) + rng.normal(0, 4, 3), swing, (1, 1, 1.2))
    return np.clip(top, 0, 255).astype(np.uint8)


def seen_by(camera: Camera, top: Image) -> Image:
    """Returns the table as the camera sees it, before lens and light."""
    to_mm = np.array([[1 / FINENESS, 0, -WIDE / 2 / FINENESS], [0, 1 / FINENESS, -HIGH / 2 / FINENESS], [0, 0, 1]])
    homography = camera.plane() @ to_mm
    return np.asarray(
        cv2.warpPerspective(top, homography, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
        np.uint8,
    )
