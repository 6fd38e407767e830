"""From the pictures that people bring to the upright cards that a pack is enrolled from.

A folder holds either scans, where the whole picture is the card, or photographs, where the card lies on something.
Which it is, the folder as a whole tells: frames printed on a card look like outlines, but not in every picture. What
is wrong with a picture is told of each of them, and the others of the deck tell what its card looks like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.card_crops import CARD_SIZE
from vision.enrolment.image_quality import contrasts_with_rim, is_blurred, is_plain
from vision.enrolment.photographs.card_cutout import (
    Fault,
    fault_of,
    fault_of_bright,
    has_card_below,
    has_table_strip,
    is_another_card,
    outermost,
    outlines_in,
)
from vision.enrolment.thresholds import CROP, OUTLINE, PHOTOGRAPH
from vision.geometry.quads import area, overlap, shared_area
from vision.geometry.rectify import rectify

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from vision.enrolment.photographs.card_cutout import Outline, Outlines
    from vision.types import Image, Quad

LARGEST_HEIGHT = 2 * CARD_SIZE[0]
"""Of a scan, px: larger ones are made smaller, for those of a whole deck are kept at once."""


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
        one.confidence >= OUTLINE.min_confidence_in_view
        and PHOTOGRAPH.min_lying_area_of_picture
        < float(cv2.contourArea(one.quad)) / size
        < PHOTOGRAPH.max_lying_area_of_picture
        and not _framed(picture, one.quad)
        and float((one.steps > PHOTOGRAPH.max_same_distance_lab).mean()) > PHOTOGRAPH.min_side_share
        and contrasts_with_rim(picture, one.quad)
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

    The colour is in L*a*b*; L* is the light's, but paper is not darker than `darkest`.
    """

    aspect: float
    paper: npt.NDArray[Any]
    off: float = PHOTOGRAPH.max_tint_ab
    darkest: float = 0.0

    def is_shape_of(self, one: Outline) -> bool:
        off = (
            PHOTOGRAPH.max_aspect_difference
            if one.tilt <= PHOTOGRAPH.max_tilt_deg
            else PHOTOGRAPH.max_slanted_aspect_difference
        )
        return abs(one.aspect / self.aspect - 1) <= off

    def is_paper_of(self, one: Outline) -> bool:
        return self.paper_off(one) < self.off and float(one.paper[0]) > self.darkest

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
        usual = usual._replace(off=np.inf, darkest=0.0)
    chosen, fault = _chosen(picture, outlines, usual)
    if chosen is None or (fault is not None and not (fault is Fault.BORDER and is_odd)):
        return None, None, fault
    card = rectify(picture, chosen.quad, CARD_SIZE)
    fault = _unseen(card)
    return (card, chosen.quad, None) if fault is None else (None, None, fault)


def _usual(each: Iterable[Sequence[Outline]]) -> _Usual | None:
    """Returns the shape of which most pictures have a sure outline: cloths have others in every picture."""
    sure = [
        [one for one in found if one.confidence >= PHOTOGRAPH.sure_confidence and fault_of(one) is None]
        for found in each
    ]
    shapes = [np.array([one.aspect for one in found]) for found in sure if found]
    if not shapes:
        return None
    tried = np.arange(OUTLINE.min_aspect, OUTLINE.max_aspect, PHOTOGRAPH.aspect_step)
    votes = [
        sum(bool((np.abs(of_one / aspect - 1) <= PHOTOGRAPH.max_aspect_difference / 2).any()) for of_one in shapes)
        for aspect in tried
    ]
    roughly = float(np.mean(tried[np.array(votes) == max(votes)]))
    alike = [
        [one for one in found if abs(one.aspect / roughly - 1) <= PHOTOGRAPH.max_aspect_difference] for found in sure
    ]
    surest = [max(found, key=lambda one: (round(one.confidence, 1), area(one.quad))) for found in alike if found]
    cards = [outermost(found, one) for found, one in zip(filter(None, alike), surest, strict=True)]
    if not cards:
        return None
    usual = _Usual(float(np.median([one.aspect for one in cards])), np.median([one.paper for one in cards], axis=0))
    often = float(np.median([usual.paper_off(one) for one in cards]))
    darkest = PHOTOGRAPH.min_lightness_of_usual * float(usual.paper[0])
    return usual._replace(off=max(PHOTOGRAPH.max_tint_ab, PHOTOGRAPH.max_paper_of_usual * often), darkest=darkest)


def _chosen(picture: Image, outlines: Outlines, usual: _Usual | None) -> tuple[Outline | None, Fault | None]:
    """Returns the outline that is like those of the other cards, and what is wrong with the picture."""
    if usual is None:
        return None, Fault.CUT if outlines.cut else fault_of_bright(picture) or Fault.NO_CARD
    papered = [one for one in outlines.found if usual.is_paper_of(one) and not one.is_part]
    shaped = [one for one in papered if usual.is_shape_of(one)]
    alike = [one for one in shaped if not one.is_crossed]
    if best := _likeliest((one for one in shaped if one.confidence >= PHOTOGRAPH.sure_confidence), usual):
        if best.is_crossed:
            best = next((one for one in alike if _is_as_good(one, best)), best)
        if any(_is_part_of_cut(best, one) for one in outlines.cut if _may_be_cut(one, usual)):
            return None, Fault.CUT
        return best, fault_of(best) or _fault_beside(picture, best, alike)
    if any(_may_be_cut(one, usual) for one in outlines.cut):
        return None, Fault.CUT
    if best := _likeliest((one for one in alike if fault_of(one) is None), usual):
        return best, _fault_beside(picture, best, ())
    if best := _likeliest((one for one in papered if one.confidence >= PHOTOGRAPH.sure_confidence), usual):
        is_card = (
            area(best.quad) > PHOTOGRAPH.min_lying_area_of_picture * picture[:, :, 0].size
            and float(best.is_odd.mean()) < 1 - PHOTOGRAPH.min_side_share
        )
        if is_card:
            return best, fault_of(best) or Fault.SHAPE
    return None, fault_of_bright(picture) or Fault.NO_CARD


def _fault_beside(picture: Image, best: Outline, alike: Iterable[Outline]) -> Fault | None:
    """Returns what is wrong with a picture of a card that is large enough and seen from above."""
    sure = (one for one in alike if one.confidence >= PHOTOGRAPH.sure_confidence)
    if any(is_another_card(one, best) for one in sure) or has_card_below(picture, best):
        return Fault.SEVERAL
    return Fault.BORDER if best.is_crossed else None


def _likeliest(outlines: Iterable[Outline], usual: _Usual) -> Outline | None:
    """Returns the surest of the outlines that are about as large as the largest, with the paper most like the usual.

    What shows of a card below another one may have a shape as if seen at a slant; the card on top is larger.
    """
    each = list(outlines)
    from_above = max((area(one.quad) for one in each if fault_of(one) is None), default=0.0)
    each = [one for one in each if fault_of(one) is None or area(one.quad) >= from_above]
    each = [one for one in each if fault_of(one) is not Fault.SMALL] or each
    most = max((area(one.quad) for one in each), default=0.0)
    large = _without_table([one for one in each if area(one.quad) > PHOTOGRAPH.min_area_of_largest * most], usual)
    if not large:
        return None
    return outermost(large, max(large, key=lambda one: (round(one.confidence, 1), -usual.paper_off(one))))


def _without_table(outlines: Sequence[Outline], usual: _Usual) -> list[Outline]:
    """Returns the outlines without those in which a strip of table lies beside a card of more usual aspect."""
    off = [abs(one.aspect / usual.aspect - 1) for one in outlines]
    return [
        outer
        for outer, off_outer in zip(outlines, off, strict=True)
        if not any(
            off_inner < off_outer and has_table_strip(outer, inner)
            for inner, off_inner in zip(outlines, off, strict=True)
        )
    ]


def _is_as_good(one: Outline, best: Outline) -> bool:
    """Tells whether an outline is of the same card as the best one, and about as sure."""
    is_sure = one.confidence > best.confidence - PHOTOGRAPH.max_nested_confidence_loss
    return is_sure and overlap(one.quad, best.quad) > PHOTOGRAPH.same_card_iou


def _is_part_of_cut(best: Outline, cut: Outline) -> bool:
    within = shared_area(cut.quad, best.quad) > PHOTOGRAPH.min_cut_share * area(best.quad)
    return (
        within
        and overlap(cut.quad, best.quad) < PHOTOGRAPH.min_cut_share
        and cut.confidence > best.confidence - PHOTOGRAPH.max_nested_confidence_loss
    )


def _may_be_cut(one: Outline, usual: _Usual) -> bool:
    parts = float((one.steps > PHOTOGRAPH.max_same_distance_lab).mean())
    return (
        one.confidence >= PHOTOGRAPH.min_cut_confidence
        and parts > PHOTOGRAPH.min_cut_steps
        and usual.is_paper_of(one)
        and not one.is_crossed
    )


def _framed(picture: Image, quad: Quad) -> bool:
    """Tells whether this may be the frame printed on a scanned card: straight, and in the middle."""
    height, width = picture.shape[:2]
    off = float((np.abs(quad.mean(axis=0) / [width, height] - 0.5)).max())
    large = float(cv2.contourArea(quad)) > PHOTOGRAPH.large_frame_of_picture * height * width
    max_slant = PHOTOGRAPH.max_large_frame_slant_deg if large else PHOTOGRAPH.max_frame_slant_deg
    max_offset = PHOTOGRAPH.max_large_frame_offset if large else PHOTOGRAPH.max_frame_offset
    return _slant(quad) < max_slant and off < max_offset


def _slant(quad: Quad) -> float:
    """Degrees by which the card's short side is off the picture's nearest side."""
    across = quad[1] - quad[0]
    return float(abs((np.degrees(np.arctan2(across[1], across[0])) + 45) % 90 - 45))


def _unseen(card: Image) -> Fault | None:
    """Returns what is wrong with an upright card, if it is plain or blurred."""
    if is_plain(card):
        return Fault.PLAIN
    return Fault.BLURRED if is_blurred(card, CROP.min_photographed_fine_detail) else None
