"""From the pictures that people bring to the upright cards that a pack is enrolled from.

A folder holds either scans, where the whole picture is the card, or photographs, where the card lies on something.
Which it is, the folder as a whole tells: frames printed on a card look like outlines, but not in every picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import find_cards
from vision.rectify import BadQuad, inset, ordered, rectify, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.sightings import Image, Quad

Colours: TypeAlias = npt.NDArray[Any]
"""N×3, BGR."""

_HEIGHT, _WIDTH = 432, 288
_SURE = 0.7
_SMALLEST, _LARGEST = 0.03, 0.85
"""Shares of a photograph that its card may fill."""
_OTHER_COLOUR = 25.0
"""Distance in L*a*b* of table and card paper."""
_ASPECTS = (1.25, 2.2)
_SAME_ASPECT = 0.14
_PLAIN, _BLURRED = 8.0, 0.004


class BadPicture(ValueError):
    """Raised for a picture that a card cannot be enrolled from."""


def upright_cards(pictures: Mapping[str, Image]) -> dict[str, Image]:
    """Returns the card of each picture, upright or upside down, cut out if they are photographs.

    :raises BadPicture: naming the picture that shows no card, or shows it blurred.
    """
    outlines = {name: _outlines(picture) for name, picture in pictures.items()}
    lying = [name for name, quads in outlines.items() if any(not _framed(pictures[name], quad) for quad in quads)]
    if 2 * len(lying) > len(pictures):
        aspect = float(np.median([_aspect(quads[0]) for quads in outlines.values() if quads]))
        cards = {name: _cut_out(name, picture, outlines[name], aspect) for name, picture in pictures.items()}
    else:
        cards = {name: _portrait(picture) for name, picture in pictures.items()}
    for name, card in cards.items():
        _check_seen(name, card)
    return cards


def _portrait(scan: Image) -> Image:
    height, width = scan.shape[:2]
    return scan if height >= width else cast("Image", cv2.rotate(scan, cv2.ROTATE_90_CLOCKWISE))


def _cut_out(name: str, picture: Image, quads: list[Quad], aspect: float) -> Image:
    alike = [quad for quad in quads if abs(_aspect(quad) / aspect - 1) <= _SAME_ASPECT]
    if not alike:
        raise BadPicture(
            f"got {name} without a card's outline, expected one whole card on a plain table of other colour"
        )
    return rectify(picture, alike[0], (_HEIGHT, _WIDTH))


def _outlines(picture: Image) -> list[Quad]:
    """Returns card-shaped outlines on something of another colour, the largest first."""
    height, width = picture.shape[:2]
    found: list[tuple[float, Quad]] = []
    for finding in find_cards(picture):
        share = float(cv2.contourArea(finding.quad)) / (height * width)
        if finding.confidence < _SURE or not _SMALLEST <= share <= _LARGEST:
            continue
        try:
            quad = ordered(finding.quad)
        except BadQuad:
            continue
        if _ASPECTS[0] <= _aspect(quad) <= _ASPECTS[1] and _stands_out(picture, quad):
            found.append((share, quad))
    return [quad for _, quad in sorted(found, key=lambda pair: -pair[0])]


def _framed(picture: Image, quad: Quad) -> bool:
    """Tells whether this may be the frame printed on a scanned card: straight, and in the middle."""
    height, width = picture.shape[:2]
    off = float((np.abs(quad.mean(axis=0) / [width, height] - 0.5)).max())
    large = float(cv2.contourArea(quad)) > 0.6 * height * width
    return _slant(quad) < (2 if large else 0.7) and off < (0.05 if large else 0.012)


def _aspect(quad: Quad) -> float:
    return float(np.linalg.norm(quad[3] - quad[0]) / np.linalg.norm(quad[1] - quad[0]))


def _slant(quad: Quad) -> float:
    """Degrees by which the card's short side is off the picture's nearest side."""
    across = quad[1] - quad[0]
    return float(abs((np.degrees(np.arctan2(across[1], across[0])) + 45) % 90 - 45))


def _stands_out(picture: Image, quad: Quad) -> bool:
    """Tells whether the picture's rim has another colour than the card's."""
    around = _rim(picture, max(2, round(0.02 * min(picture.shape[:2]))))
    within = _rim(rectify(picture, inset(quad, 0.02)), 4)
    return float(np.linalg.norm(_middle_colour(around) - _middle_colour(within))) > _OTHER_COLOUR


def _rim(picture: Image, thick: int) -> Colours:
    sides = picture[:thick], picture[-thick:], picture[:, :thick], picture[:, -thick:]
    return np.concatenate([side.reshape(-1, 3) for side in sides])


def _middle_colour(colours: Colours) -> Colours:
    lab = cv2.cvtColor(np.ascontiguousarray(colours.reshape(-1, 1, 3)), cv2.COLOR_BGR2LAB)
    middle: Colours = np.median(lab.reshape(-1, 3).astype(np.float32), axis=0)
    return middle


def _check_seen(name: str, card: Image) -> None:
    """:raises BadPicture: if the picture is plain or blurred."""
    crop = rectify(card, whole(card))
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY).astype(np.float32)[8:-8, 6:-6]
    if float(grey.std()) < _PLAIN:
        raise BadPicture(f"got {name}, which shows next to nothing, expected the face of a card; take it again")
    # the share of fine detail: above 0.047 in every scan at hand, below 0.005 once blurred by a fortieth of the height
    fine = grey - cv2.GaussianBlur(grey, (0, 0), 1.5)
    if float(fine.var() / grey.var()) < _BLURRED:
        raise BadPicture(f"got {name}, which is blurred, expected a sharp picture; take it again")
