"""A folder of drawn cards, and `kiebitz enrol` run on it."""

from hashlib import sha256
from pathlib import Path

import cv2
import numpy as np

from cli.main import main
from lab.card_art.style import Style
from vision.enrolment.card_outlines import find_outlines
from vision.enrolment.measured_outline import MeasuredOutline
from vision.types import Image

STYLE = Style.random(9001)


def enrol(folder: Path, *more: str, kind: str = "bavarian32", pack: str = "ours") -> int:
    return main(["enrol", "--pack", pack, "--kind", kind, *more, str(folder)])


_outlines: dict[bytes, list[MeasuredOutline]] = {}


def outlines_once(picture: Image) -> list[MeasuredOutline]:
    """Finds the outlines in a picture, each time it is the same only once: most folders hold the same drawn deck."""
    key = sha256(repr(picture.shape).encode() + picture.tobytes()).digest()
    if key not in _outlines:
        _outlines[key] = find_outlines(picture)
    return _outlines[key]


def read_image(path: Path) -> Image:
    picture = cv2.imread(str(path))
    assert picture is not None
    return picture.astype(np.uint8)
