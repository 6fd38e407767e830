"""A folder of drawn cards, and `kiebitz enrol` run on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from cli.main import main
from simulator.card_art.primitives.style import Style

if TYPE_CHECKING:
    from pathlib import Path

    from vision.types import Image

STYLE = Style.random(9001)


def enrol(folder: Path, *more: str, kind: str = "bavarian32", pack: str = "ours") -> int:
    return main(["enrol", "--pack", pack, "--kind", kind, *more, str(folder)])


def read_image(path: Path) -> Image:
    picture = cv2.imread(str(path))
    assert picture is not None
    return picture.astype(np.uint8)
