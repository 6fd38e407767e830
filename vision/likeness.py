"""How much a crop looks like a kept picture, pixel by pixel: a second opinion on what the network names.

A network may find two pictures alike that share no line, such as a French two of hearts and a German ace with two
hearts. The kept pictures show the very cards that lie on the table: if a crop is hardly like its own, it is another's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.rectify import CROP_HEIGHT, CROP_WIDTH, turned

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.rectify import Shown
    from vision.sightings import Image

_SIZE = (CROP_WIDTH // 2, CROP_HEIGHT // 2)
"""Width and height, px, at which pictures are compared: print screens and the grain of a camera do not count."""
_BLUR = 2.0
"""Px of a crop; both are made as soft as a card is often met."""
_OFF = 4
"""Px of the compared size, by which corners may be off."""
_LEAST_SHOWN = 0.02
"""Of the crop; less of it tells nothing."""
_LEAST_DRAWN = 0.5
"""Grey levels by which what shows must differ; OpenCV takes what is of one colour for like everything."""


def likeness(crop: Image, pictures: Iterable[Image], shown: Shown | None = None) -> float:
    """Returns the correlation, -1 to 1, with the most alike of *pictures*, whichever way up; 0 where nothing shows.

    All are of a crop's size. Of *crop* only the part *shown* counts.
    """
    inner = slice(_OFF, -_OFF), slice(_OFF, -_OFF)
    sought = np.ascontiguousarray(_soft(crop)[inner])
    counts = np.ones(sought.shape[:2], np.float32)
    if shown is not None:
        counts[:] = cv2.resize(shown.astype(np.uint8), _SIZE, interpolation=cv2.INTER_AREA)[inner]
    seen = sought[counts > 0]
    if len(seen) < _LEAST_SHOWN * counts.size or seen.std(axis=0).max() < _LEAST_DRAWN:
        return 0.0
    mask = None if shown is None else cv2.merge([counts] * 3)
    ways = [way for picture in pictures for way in (picture, turned(picture))]
    each = [cv2.matchTemplate(_soft(way), sought, cv2.TM_CCOEFF_NORMED, mask=mask) for way in ways]
    return float(np.nan_to_num(np.array(each), nan=0.0, posinf=0.0, neginf=0.0).max(initial=-1.0))


def _soft(picture: Image) -> Image:
    """Returns the picture in L*a*b*, float32, at the compared size."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), _BLUR), cv2.COLOR_BGR2LAB)
    return cv2.resize(lab, _SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
