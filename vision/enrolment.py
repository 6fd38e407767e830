"""From the pictures that people bring to the upright cards that a pack is enrolled from.

A folder holds either scans, where the whole picture is the card, or photographs, where the card lies on something.
Which it is, the folder as a whole tells: frames printed on a card look like outlines, but not in every picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.find import find_cards
from vision.rectify import BadQuad, inset, ordered, rectify, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vision.sightings import Image, Quad

Colours: TypeAlias = npt.NDArray[Any]
"""N×3, BGR."""
Grey: TypeAlias = npt.NDArray[Any]
"""H×W, float32."""

CARD_SIZE = (432, 288)
"""Height and width of the card that is cut out of a photograph, px."""
LARGEST_HEIGHT = 2 * CARD_SIZE[0]
"""Of a scan, px: larger ones are made smaller, for those of a whole deck are kept at once."""
_SURE = 0.7
_SMALLEST, _LARGEST = 0.03, 0.85
"""Shares of a photograph that its card may fill."""
_OTHER_COLOUR = 25.0
"""Distance in L*a*b* of table and card paper."""
SHORTEST, LONGEST = 1.25, 2.2
"""Length of a card by its width, as it may look from above."""
_SAME_ASPECT = 0.14
_PLAIN = 8.0
"""The standard deviation of the grey levels of a face is larger."""
_FINE, _COARSE = 1.5, 4.0
"""px of the crop that the network sees: detail of up to such a size is compared."""
_BLURRED = 0.06
"""Edges that are soft by 1.5 px of that crop have 0.07 to 0.15 of their detail in its finest part, by 2.5 px about
0.05, whatever is drawn; those of any sharp picture more than 0.15."""


class BadPicture(ValueError):
    """Raised for a picture that a card cannot be enrolled from."""


class Upright(NamedTuple):
    """The card of each picture, by its name; their `length` in their widths, None of what a camera saw at a slant."""

    cards: dict[str, Image]
    length: float | None


def upright_cards(pictures: Mapping[str, Image]) -> Upright:
    """Returns the card of each picture, upright or upside down, cut out if they are photographs.

    Each picture is asked for twice, and let go before the next: a mapping that loads them needs room for one.

    :raises BadPicture: naming the picture that shows no card, or shows it blurred.
    """
    outlines: dict[str, list[Quad]] = {}
    lying = 0
    for name in pictures:
        outlines[name], lies = _looked_over(pictures[name])
        lying += lies
    length = None
    if 2 * lying > len(pictures):
        aspect = float(np.median([_aspect(quads[0]) for quads in outlines.values() if quads]))
        cards = {name: _cut_out(name, pictures[name], quads, aspect) for name, quads in outlines.items()}
    else:
        cards = {name: _portrait(pictures[name]) for name in pictures}
        length = length_of(cards.values())
    for name, card in cards.items():
        _check_seen(name, card)
    return Upright(cards, length)


def length_of(scans: Iterable[Image]) -> float:
    """Returns the usual length, in widths, of the cards of a deck that these pictures show, and nothing else."""
    return float(np.median([max(scan.shape[:2]) / min(scan.shape[:2]) for scan in scans]))


def _looked_over(picture: Image) -> tuple[list[Quad], bool]:
    """Returns the outlines of cards, and whether one of them lies in the picture as no printed frame does."""
    quads = _outlines(picture)
    return quads, any(not _framed(picture, quad) for quad in quads)


def _portrait(scan: Image) -> Image:
    height, width = scan.shape[:2]
    upright = scan if height >= width else cast("Image", cv2.rotate(scan, cv2.ROTATE_90_CLOCKWISE))
    scale = LARGEST_HEIGHT / max(height, width)
    if scale >= 1:
        return upright
    return cast("Image", cv2.resize(upright, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def _cut_out(name: str, picture: Image, quads: list[Quad], aspect: float) -> Image:
    alike = [quad for quad in quads if abs(_aspect(quad) / aspect - 1) <= _SAME_ASPECT]
    if not alike:
        raise BadPicture(
            f"got {name} without a card's outline, expected one whole card on a plain table of other colour"
        )
    return rectify(picture, alike[0], CARD_SIZE)


def _outlines(picture: Image) -> list[Quad]:
    """Returns card-shaped outlines on something of another colour, the largest first."""
    height, width = picture.shape[:2]
    found: list[tuple[float, Quad]] = []
    for finding in find_cards(picture, overlapping=False):
        share = float(cv2.contourArea(finding.quad)) / (height * width)
        if finding.confidence < _SURE or not _SMALLEST <= share <= _LARGEST:
            continue
        try:
            quad = ordered(finding.quad)
        except BadQuad:
            continue
        if SHORTEST <= _aspect(quad) <= LONGEST and stands_out(picture, quad):
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


def stands_out(picture: Image, quad: Quad) -> bool:
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
    if is_plain(card):
        raise BadPicture(f"got {name}, which shows next to nothing, expected the face of a card; take it again")
    if is_blurred(card):
        raise BadPicture(f"got {name}, which is blurred, expected a sharp picture; take it again in more light")


def is_plain(card: Image) -> bool:
    """Tells whether an upright card shows next to nothing."""
    return float(_within(_grey(card)).std()) < _PLAIN


def is_blurred(card: Image) -> bool:
    """Tells whether an upright card is too soft to enrol a pack from.

    Its finest detail is compared with coarser detail of the same card, not with its contrast: that depends on how
    soft the edges are, and hardly on what is drawn. Noise counts as detail, so average some frames of a dim scene.
    """
    grey = _grey(card)
    fine, coarse = (float(_within(grey - cv2.GaussianBlur(grey, (0, 0), size)).var()) for size in (_FINE, _COARSE))
    return fine < _BLURRED * coarse


def _grey(card: Image) -> Grey:
    """Returns the card as the network sees it, without colours."""
    return cv2.cvtColor(rectify(card, whole(card)), cv2.COLOR_BGR2GRAY).astype(np.float32)


def _within(grey: Grey) -> Grey:
    """Returns the card without its rim, where the table may show."""
    return grey[8:-8, 6:-6]
