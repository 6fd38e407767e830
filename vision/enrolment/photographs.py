"""From the pictures that people bring to the upright cards that a pack is enrolled from.

A folder holds either scans, where the whole picture is the card, or photographs, where the card lies on something.
Which it is, the folder as a whole tells: frames printed on a card look like outlines, but not in every picture. What
is wrong with a picture is told of each of them, and the others of the deck tell what its card looks like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.card_cutout import (
    MAX_TILT_DEG,
    MOSTLY,
    NESTED_CONFIDENCE,
    SAME_COLOUR_LAB,
    Fault,
    fault_of,
    fault_of_bright,
    is_another_card,
    outermost,
    outlines_in,
)
from vision.geometry.quads import area, overlap, shared_area
from vision.geometry.rectify import inset, rectify, whole

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from vision.enrolment.card_cutout import Outline, Outlines
    from vision.types import Image, Quad

Colours: TypeAlias = npt.NDArray[Any]
"""N×3, BGR."""
Grey: TypeAlias = npt.NDArray[Any]
"""H×W, float32."""

CARD_SIZE = (432, 288)
"""Height and width of the card that is cut out of a photograph, px."""
LARGEST_HEIGHT = 2 * CARD_SIZE[0]
"""Of a scan, px: larger ones are made smaller, for those of a whole deck are kept at once."""
_LEAST_LYING = 0.7
"""Confidence of an outline."""
_SMALLEST, _LARGEST = 0.03, 0.85
"""Shares of a photograph that its card mostly fills."""
_OTHER_COLOUR = 25.0
"""Distance in L*a*b* of table and card paper."""
SHORTEST, LONGEST = 1.25, 2.2
"""Length of a card by its width, as it may look from above."""
_SAME_ASPECT = 0.1
"""Of the usual length in widths; both are reckoned as seen from straight above."""
_SURE = 0.85
"""Confidence of an outline: one that is less sure and unlike those of the other cards is no card's."""
_SLANTED_ASPECT = 0.4
"""The same of what is seen at too much of a slant, which also hides its shape."""
_SAME_PLACE = 0.85
"""Overlap of two outlines of one card."""
_WITHIN = 0.8
"""Of an outline's area, that lies in the outline of a card that the rim cuts."""
_AS_LARGE = 0.4
"""Of the area of the largest outline: smaller ones are parts of the card, or checks of a cloth."""
_CUT_SURE, _CUT_STEPS = 0.75, 0.5
"""Confidence of the outline of what the picture's rim cuts, and share of it at which two colours meet."""
_SHAPE_STEP = 0.02
"""Widths."""
_TINT = 30.0
"""Distance along a* and b*, by which the light of one picture may tint the paper of a card."""
_OFTEN_OFF = 2.5
"""Times as far as half of the cards are off: the paper of a deck with pictures up to its rim differs by itself."""
_PLAIN = 8.0
"""The standard deviation of the grey levels of a face is larger."""
_FINE, _COARSE = 1.5, 4.0
"""px of the crop that the network sees: detail of up to such a size is compared."""
_BLURRED = 0.06
"""Edges that are soft by 1.5 px of that crop have 0.07 to 0.15 of their detail in its finest part, by 2.5 px about
0.05, whatever is drawn; those of any sharp picture more than 0.15."""
_SOFT = 0.11
"""The same of a picture that somebody may take again; telephones and scanners reach 0.25."""
_BLOCK, _FLATTEST = 8, 0.2
"""px and share of the blocks of that crop that show the least: what varies in them is noise."""


class Upright(NamedTuple):
    """The card of each picture, by its name; their `length` in their widths, None of what a camera saw at a slant.

    `faults` tell of the other pictures why they have none; `quads` where the cards lie in photographs.
    """

    cards: dict[str, Image]
    length: float | None
    faults: dict[str, Fault]
    quads: dict[str, Quad]


def upright_cards(pictures: Mapping[str, Image], scans: bool | None = None, odd: Container[str] = ()) -> Upright:
    """Returns the card of each picture, upright or upside down, cut out if they are photographs.

    Whether they are *scans* the pictures tell themselves, if nobody says. The rim of *odd* ones, such as of a back, may
    differ from that of the others. Each picture is asked for twice, and let go
    before the next: a mapping that loads them needs room for one.
    """
    looked: dict[str, Outlines] = {}
    lying = 0
    for name in pictures if not scans else ():
        looked[name] = outlines_in(pictures[name])
        lying += _lies_on_something(pictures[name], looked[name])
    if scans is None:
        scans = 2 * lying <= len(pictures)
    if not scans:
        return _cut_out(pictures, looked, odd)
    cards = {name: _portrait(pictures[name]) for name in pictures}
    faults = {name: fault for name, card in cards.items() if (fault := _unseen(card))}
    cards = {name: card for name, card in cards.items() if name not in faults}
    return Upright(cards, length_of(cards.values()) if cards else None, faults, {})


def length_of(scans: Iterable[Image]) -> float:
    """Returns the usual length, in widths, of the cards of a deck that these pictures show, and nothing else."""
    return float(np.median([max(scan.shape[:2]) / min(scan.shape[:2]) for scan in scans]))


def _lies_on_something(picture: Image, outlines: Outlines) -> bool:
    """Whether an outline lies in the picture as no printed frame does, on what has another colour than its paper."""
    size = float(picture.shape[0] * picture.shape[1])
    return any(
        one.confidence >= _LEAST_LYING
        and _SMALLEST < float(cv2.contourArea(one.quad)) / size < _LARGEST
        and not _framed(picture, one.quad)
        and float((one.steps > SAME_COLOUR_LAB).mean()) > MOSTLY
        and stands_out(picture, one.quad)
        for one in outlines.bare
    )


def _portrait(scan: Image) -> Image:
    height, width = scan.shape[:2]
    upright = scan if height >= width else cast("Image", cv2.rotate(scan, cv2.ROTATE_90_CLOCKWISE))
    scale = LARGEST_HEIGHT / max(height, width)
    if scale >= 1:
        return upright
    return cast("Image", cv2.resize(upright, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


class _Usual(NamedTuple):
    """What most cards of the folder are like: length in widths, colour of their paper, and how far that may be off.

    The colour is in L*a*b*, and L* counts for nothing: it is the light's.
    """

    aspect: float
    paper: Colours
    off: float = _TINT

    def is_shape_of(self, one: Outline) -> bool:
        off = _SAME_ASPECT if one.tilt <= MAX_TILT_DEG else _SLANTED_ASPECT
        return abs(one.aspect / self.aspect - 1) <= off

    def is_paper_of(self, one: Outline) -> bool:
        return self.paper_off(one) < self.off

    def paper_off(self, one: Outline) -> float:
        return float(np.linalg.norm(one.paper[1:] - self.paper[1:]))


def _cut_out(pictures: Mapping[str, Image], looked: Mapping[str, Outlines], odd: Container[str]) -> Upright:
    usual = _usual([outlines.found for outlines in looked.values()])
    found = Upright({}, None, {}, {})
    for name, outlines in looked.items():
        card, quad, fault = _card_in(pictures[name], outlines, usual, name in odd)
        if card is None or quad is None:
            found.faults[name] = fault or Fault.NO_CARD
        else:
            found.cards[name], found.quads[name] = card, quad
    return found


def _card_in(
    picture: Image, outlines: Outlines, usual: _Usual | None, is_odd: bool
) -> tuple[Image | None, Quad | None, Fault | None]:
    """Returns the card of a photograph and where it lies, or what is wrong."""
    if usual is not None and is_odd:
        usual = usual._replace(off=np.inf)
    chosen, fault = _chosen(picture, outlines, usual)
    if chosen is None or (fault is not None and not (fault is Fault.BORDER and is_odd)):
        return None, None, fault
    card = rectify(picture, chosen.quad, CARD_SIZE)
    fault = _unseen(card)
    return (card, chosen.quad, None) if fault is None else (None, None, fault)


def _usual(each: Iterable[Sequence[Outline]]) -> _Usual | None:
    """Returns the shape of which most pictures have a sure outline: cloths have others in every picture."""
    sure = [[one for one in found if one.confidence >= _SURE and fault_of(one) is None] for found in each]
    shapes = [np.array([one.aspect for one in found]) for found in sure if found]
    if not shapes:
        return None
    tried = np.arange(SHORTEST, LONGEST, _SHAPE_STEP)
    votes = [
        sum(bool((np.abs(of_one / aspect - 1) <= _SAME_ASPECT / 2).any()) for of_one in shapes) for aspect in tried
    ]
    roughly = float(np.mean(tried[np.array(votes) == max(votes)]))
    alike = [[one for one in found if abs(one.aspect / roughly - 1) <= _SAME_ASPECT] for found in sure]
    surest = [max(found, key=lambda one: (round(one.confidence, 1), area(one.quad))) for found in alike if found]
    cards = [outermost(found, one) for found, one in zip(filter(None, alike), surest, strict=True)]
    if not cards:
        return None
    usual = _Usual(float(np.median([one.aspect for one in cards])), np.median([one.paper for one in cards], axis=0))
    often = float(np.median([usual.paper_off(one) for one in cards]))
    return usual._replace(off=max(_TINT, _OFTEN_OFF * often))


def _chosen(picture: Image, outlines: Outlines, usual: _Usual | None) -> tuple[Outline | None, Fault | None]:
    """Returns the outline that is like those of the other cards, and what is wrong with the picture."""
    if usual is None:
        return None, Fault.CUT if outlines.cut else fault_of_bright(picture) or Fault.NO_CARD
    papered = [one for one in outlines.found if usual.is_paper_of(one) and not one.is_part]
    shaped = [one for one in papered if usual.is_shape_of(one)]
    alike = [one for one in shaped if not one.is_crossed]
    if best := _likeliest((one for one in shaped if one.confidence >= _SURE), usual):
        if best.is_crossed:
            best = next((one for one in alike if overlap(one.quad, best.quad) > _SAME_PLACE), best)
        if any(_is_part_of_cut(best, one) for one in outlines.cut if _may_be_cut(one, usual)):
            return None, Fault.CUT
        if fault := fault_of(best) or (Fault.BORDER if best.is_crossed else None):
            return best, fault
        several = any(is_another_card(one, best) and one.confidence >= _SURE for one in alike)
        return best, Fault.SEVERAL if several else None
    if any(_may_be_cut(one, usual) for one in outlines.cut):
        return None, Fault.CUT
    if best := _likeliest((one for one in alike if fault_of(one) is None), usual):
        return best, None
    if best := _likeliest((one for one in papered if one.confidence >= _SURE), usual):
        is_card = area(best.quad) > _SMALLEST * picture[:, :, 0].size and float(best.is_odd.mean()) < 1 - MOSTLY
        if is_card:
            return best, fault_of(best) or Fault.SHAPE
    return None, fault_of_bright(picture) or Fault.NO_CARD


def _likeliest(outlines: Iterable[Outline], usual: _Usual) -> Outline | None:
    """Returns the surest of the outlines that are about as large as the largest, with the paper most like the usual."""
    each = list(outlines)
    each = [one for one in each if fault_of(one) is not Fault.SMALL] or each
    most = max((area(one.quad) for one in each), default=0.0)
    large = [one for one in each if area(one.quad) > _AS_LARGE * most]
    if not large:
        return None
    return outermost(large, max(large, key=lambda one: (round(one.confidence, 1), -usual.paper_off(one))))


def _is_part_of_cut(best: Outline, cut: Outline) -> bool:
    within = shared_area(cut.quad, best.quad) > _WITHIN * area(best.quad)
    return within and overlap(cut.quad, best.quad) < _WITHIN and cut.confidence > best.confidence - NESTED_CONFIDENCE


def _may_be_cut(one: Outline, usual: _Usual) -> bool:
    parts = float((one.steps > SAME_COLOUR_LAB).mean())
    return one.confidence >= _CUT_SURE and parts > _CUT_STEPS and usual.is_paper_of(one) and not one.is_crossed


def _framed(picture: Image, quad: Quad) -> bool:
    """Tells whether this may be the frame printed on a scanned card: straight, and in the middle."""
    height, width = picture.shape[:2]
    off = float((np.abs(quad.mean(axis=0) / [width, height] - 0.5)).max())
    large = float(cv2.contourArea(quad)) > 0.6 * height * width
    return _slant(quad) < (2 if large else 0.7) and off < (0.05 if large else 0.012)


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


def _unseen(card: Image) -> Fault | None:
    """Returns what is wrong with an upright card, if it is plain or blurred."""
    if is_plain(card):
        return Fault.PLAIN
    return Fault.BLURRED if is_blurred(card, _SOFT) else None


def is_plain(card: Image) -> bool:
    """Tells whether an upright card shows next to nothing."""
    return float(_within(_grey(card)).std()) < _PLAIN


def is_blurred(card: Image, least: float = _BLURRED) -> bool:
    """Tells whether an upright card is too soft to enrol a pack from; *least* of its detail must be its finest.

    Its finest detail is compared with coarser detail of the same card, not with its contrast: that depends on how
    soft the edges are, and hardly on what is drawn. Noise is everywhere, and detail is not: what varies where the card
    shows least is noise, and counts for neither.
    """
    grey = _grey(card)
    fine, coarse = (_detail(_within(grey - cv2.GaussianBlur(grey, (0, 0), size))) for size in (_FINE, _COARSE))
    return fine < least * coarse


def _detail(varying: Grey) -> float:
    """Returns the variance of what varies in a card, without that of its noise."""
    height, width = (size // _BLOCK * _BLOCK for size in varying.shape)
    blocks = varying[:height, :width].reshape(height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK)
    return float(varying.var() - np.quantile(blocks.var(axis=(1, 3)), _FLATTEST))


def _grey(card: Image) -> Grey:
    """Returns the card as the network sees it, without colours."""
    return cv2.cvtColor(rectify(card, whole(card)), cv2.COLOR_BGR2GRAY).astype(np.float32)


def _within(grey: Grey) -> Grey:
    """Returns the card without its rim, where the table may show."""
    return grey[8:-8, 6:-6]
