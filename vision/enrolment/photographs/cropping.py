"""Upright cards from a folder of pictures, one card each: finds the card in each picture, or the fault of the picture.

A folder holds either scans, which show nothing but the card, or photographs, in which the card lies on a surface. This
is decided for the folder as a whole, since in single scans a printed frame looks like the outline of a card. Outlines
of a photograph are compared with aspect and paper colour of the other cards in the folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.card_crops import CARD_SIZE, contrasts_with_rim, is_blurred, is_plain
from vision.enrolment.photographs.card_outlines import (
    Fault,
    bright_quad_fault,
    find_outlines,
    find_paper_outlines,
    outline_fault,
    select_outermost,
)
from vision.enrolment.photographs.second_card import has_card_below, is_another_card
from vision.enrolment.thresholds import CROP, OUTLINE, PHOTOGRAPH
from vision.geometry.quads import area, overlap, same_position, shared_area
from vision.geometry.rectify import rectify

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence

    from vision.enrolment.photographs.card_outlines import Outline, Outlines
    from vision.types import Image, Quad

MAX_SCAN_HEIGHT = 2 * CARD_SIZE[0]
"""px; larger scans are scaled down, as those of a whole deck are in memory at once."""


class UprightCards(NamedTuple):
    """Cards and faults by name of the picture: each picture has one of both.

    `length` is that of a card in its widths, None for photographs, whose perspective hides it; `quads` (px) are where
    the cards lie in photographs.
    """

    are_scans: bool
    cards: dict[str, Image]
    length: float | None
    faults: dict[str, Fault]
    quads: dict[str, Quad]


def upright_cards(
    pictures: Mapping[str, Image],
    scans: bool | None = None,
    odd: Container[str] = (),
    watch: Callable[[Collection[str]], Iterable[str]] = iter,
) -> UprightCards:
    """Returns the card of each picture, upright or upside down, cropped if the pictures are photographs.

    If *scans* is None, the pictures decide what they are. The paper of *odd* cards, such as a back, may differ from
    that of the others. Each picture is fetched twice and released before the next one, so that a mapping that loads
    them on access needs memory for one. *watch* passes on the names of each round through the pictures.
    """
    outlines_by_name: dict[str, Outlines] = {}
    photographed = 0
    for name in watch(pictures) if not scans else ():
        outlines_by_name[name], is_photograph = _outlines_of(pictures[name])
        photographed += is_photograph
    if scans is None:
        scans = 2 * photographed <= len(pictures)
    if not scans:
        return _crop_cards(pictures, outlines_by_name, odd, watch)
    cards = {name: _to_portrait(pictures[name]) for name in watch(pictures)}
    faults = {name: fault for name, card in cards.items() if (fault := _quality_fault(card))}
    cards = {name: card for name, card in cards.items() if name not in faults}
    return UprightCards(True, cards, median_aspect(cards.values()) if cards else None, faults, {})


def _outlines_of(picture: Image) -> tuple[Outlines, bool]:
    """Returns the outlines, and whether they make the picture a photograph; nothing holds the picture afterwards."""
    outlines = find_outlines(picture)
    return outlines, _is_photograph(picture, outlines)


def median_aspect(scans: Iterable[Image]) -> float:
    """Returns the median aspect (long by short side) of *scans* that show nothing but the card."""
    return float(np.median([max(scan.shape[:2]) / min(scan.shape[:2]) for scan in scans]))


def _is_photograph(picture: Image, outlines: Outlines) -> bool:
    """Tells whether an outline is no printed frame and lies on a surface of another colour than its paper."""
    size = float(picture.shape[0] * picture.shape[1])
    return any(
        one.confidence >= OUTLINE.min_confidence_in_view
        and PHOTOGRAPH.min_lying_area_of_picture
        < float(cv2.contourArea(one.quad)) / size
        < PHOTOGRAPH.max_lying_area_of_picture
        and OUTLINE.min_aspect < one.aspect < OUTLINE.max_aspect
        and not _may_be_printed_frame(picture, one)
        and float((one.contrasts > PHOTOGRAPH.max_same_distance_lab).mean()) > PHOTOGRAPH.min_side_share
        and one.paper_end_share > PHOTOGRAPH.min_paper_end
        and contrasts_with_rim(picture, one.quad)
        for one in outlines.bare
    )


def _to_portrait(scan: Image) -> Image:
    """Returns a scan in portrait format, `MAX_SCAN_HEIGHT` px high at most."""
    height, width = scan.shape[:2]
    upright = scan if height >= width else cast("Image", cv2.rotate(scan, cv2.ROTATE_90_CLOCKWISE))
    scale = MAX_SCAN_HEIGHT / max(height, width)
    if scale >= 1:
        return upright
    return cast("Image", cv2.resize(upright, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


class _TypicalCard(NamedTuple):
    """Aspect and paper colour (L*a*b*) of most cards in a folder.

    `max_paper_distance` is the tolerance along a* and b*; L* depends on the light and is only bounded by
    `min_lightness`. A card that `may_be_patterned`, such as a back, needs no paper along its rim.
    """

    aspect: float
    paper: npt.NDArray[Any]
    max_paper_distance: float = PHOTOGRAPH.max_tint_ab
    min_lightness: float = 0.0
    may_be_patterned: bool = False

    def has_shape_of(self, one: Outline) -> bool:
        max_difference = (
            PHOTOGRAPH.max_aspect_difference
            if one.tilt <= PHOTOGRAPH.max_tilt_deg
            else PHOTOGRAPH.max_slanted_aspect_difference
        )
        return self._aspect_difference(one) <= max_difference

    def has_aspect_of(self, one: Outline) -> bool:
        """Tells whether the aspect differs by no more than half of what `has_shape_of` allows."""
        return self._aspect_difference(one) <= PHOTOGRAPH.max_aspect_difference / 2

    def _aspect_difference(self, one: Outline) -> float:
        return abs(one.aspect / self.aspect - 1)

    def has_paper_of(self, one: Outline) -> bool:
        is_paper = self.may_be_patterned or not one.is_patterned
        is_usual = self.paper_distance(one) < self.max_paper_distance and float(one.paper[0]) > self.min_lightness
        return is_paper and is_usual

    def paper_distance(self, one: Outline) -> float:
        return float(np.linalg.norm(one.paper[1:] - self.paper[1:]))


def _crop_cards(
    pictures: Mapping[str, Image],
    outlines_by_name: Mapping[str, Outlines],
    odd: Container[str],
    watch: Callable[[Collection[str]], Iterable[str]],
) -> UprightCards:
    typical = _typical_card([outlines.found for outlines in outlines_by_name.values()])
    upright = UprightCards(False, {}, None, {}, {})
    for name in watch(outlines_by_name):
        card, quad, fault = _crop_card(pictures[name], outlines_by_name[name], typical, name in odd)
        if card is None or quad is None:
            upright.faults[name] = fault or Fault.NO_CARD
        else:
            upright.cards[name], upright.quads[name] = card, quad
    return upright


def _crop_card(
    picture: Image, outlines: Outlines, typical: _TypicalCard | None, is_odd: bool
) -> tuple[Image | None, Quad | None, Fault | None]:
    """Returns the card of a photograph and its quad, or the fault."""
    if typical is not None and not is_odd and (tinted := _tinted_card(outlines.found, typical)) is not None:
        picture = _balance(picture, tinted.paper, typical.paper)
        outlines = find_outlines(picture)
    if typical is not None:
        outlines = outlines.with_found(find_paper_outlines(picture, typical.paper))
    if typical is not None and is_odd:
        typical = typical._replace(max_paper_distance=np.inf, min_lightness=0.0, may_be_patterned=True)
    outline, fault = _choose_outline(picture, outlines, typical)
    if outline is None or (fault is not None and not (fault is Fault.BORDER and is_odd)):
        return None, None, fault
    card = rectify(picture, outline.quad, CARD_SIZE)
    fault = _quality_fault(card)
    return (card, outline.quad, None) if fault is None else (None, None, fault)


def _tinted_card(outlines: Sequence[Outline], typical: _TypicalCard) -> Outline | None:
    """Returns the largest certain outline of a card's shape if the paper of all of them has another hue.

    Light, or the white balance of the camera, has tinted the picture: a card's outline and shape are surer than hue.
    """
    certain = [one for one in outlines if _is_sure(one) and typical.has_aspect_of(one) and not one.is_fragment]
    cards = [one for one in certain if one.paper_end_share > PHOTOGRAPH.min_paper_end and not outline_fault(one)]
    if any(typical.has_paper_of(one) for one in cards):
        return None
    light = [one for one in cards if float(one.paper[0]) > typical.min_lightness]
    return max(light, key=lambda one: area(one.quad), default=None)


def _balance(picture: Image, paper: npt.NDArray[Any], usual: npt.NDArray[Any]) -> Image:
    """Returns a picture in the light in which *paper* (L*a*b*) has the hue of the *usual* one; lightness is kept.

    Light scales each channel, also after the power by which a camera encodes it.
    """
    colours = np.array([[paper, [paper[0], *usual[1:]]]]).round().astype(np.uint8)
    tinted, balanced = cv2.cvtColor(colours, cv2.COLOR_LAB2BGR)[0].astype(np.float32)
    return np.asarray(np.clip(picture * (balanced / np.maximum(tinted, 1)), 0, 255), np.uint8)


def _typical_card(outline_lists: Iterable[Sequence[Outline]]) -> _TypicalCard | None:
    """Returns the aspect of which most pictures have a sure outline, with its paper; None without sure outlines.

    Outlines of a cloth's pattern have other aspects in every picture.
    """
    sure = [[one for one in outlines if _is_sure(one) and outline_fault(one) is None] for outlines in outline_lists]
    shapes = [np.array([one.aspect for one in outlines]) for outlines in sure if outlines]
    if not shapes:
        return None
    aspects = np.arange(OUTLINE.min_aspect, OUTLINE.max_aspect, PHOTOGRAPH.aspect_step)
    votes = [
        sum(bool((np.abs(of_one / aspect - 1) <= PHOTOGRAPH.max_aspect_difference / 2).any()) for of_one in shapes)
        for aspect in aspects
    ]
    aspect_mode = float(np.mean(aspects[np.array(votes) == max(votes)]))
    of_aspect = [
        [one for one in outlines if abs(one.aspect / aspect_mode - 1) <= PHOTOGRAPH.max_aspect_difference]
        for outlines in sure
    ]
    surest = [
        max(outlines, key=lambda one: (one.rough_confidence, area(one.quad))) for outlines in of_aspect if outlines
    ]
    cards = [select_outermost(outlines, one) for outlines, one in zip(filter(None, of_aspect), surest, strict=True)]
    if not cards:
        return None
    typical = _TypicalCard(
        float(np.median([one.aspect for one in cards])), np.median([one.paper for one in cards], axis=0)
    )
    median_distance = float(np.median([typical.paper_distance(one) for one in cards]))
    min_lightness = PHOTOGRAPH.min_lightness_of_usual * float(typical.paper[0])
    return typical._replace(
        max_paper_distance=max(PHOTOGRAPH.max_tint_ab, PHOTOGRAPH.max_paper_of_usual * median_distance),
        min_lightness=min_lightness,
    )


def _choose_outline(
    picture: Image, outlines: Outlines, typical: _TypicalCard | None
) -> tuple[Outline | None, Fault | None]:
    """Returns the outline most like the typical card, and the fault of the picture; either may be None."""
    if typical is None:
        return None, Fault.CUT if outlines.cut else bright_quad_fault(picture) or Fault.NO_CARD
    with_paper = [one for one in outlines.found if typical.has_paper_of(one) and not one.is_fragment]
    with_shape = [one for one in with_paper if typical.has_shape_of(one)]
    whole_outlines = [one for one in with_shape if not one.is_crossed]
    if best := _select_likeliest(filter(_is_sure, with_shape), typical):
        return _judge_sure(picture, best, whole_outlines, outlines, typical)
    if any(_may_be_cut_card(one, typical) for one in outlines.cut):
        return None, Fault.CUT
    if best := _select_likeliest(filter(_may_be_card_though_unsure, whole_outlines), typical):
        if _is_part_of_fragment(best, outlines, typical):
            return None, Fault.NO_CARD
        return best, _fault_of_chosen(picture, best, ())
    best = _select_likeliest(filter(_is_sure, with_paper), typical)
    if best and _is_card_of_another_shape(picture, best) and not _is_part_of_fragment(best, outlines, typical):
        return best, outline_fault(best) or Fault.SHAPE
    return None, bright_quad_fault(picture) or Fault.NO_CARD


def _judge_sure(
    picture: Image, best: Outline, whole_outlines: Sequence[Outline], outlines: Outlines, typical: _TypicalCard
) -> tuple[Outline | None, Fault | None]:
    """Returns the outline that stands for *best*, the likeliest of the sure ones, and the fault of the picture."""
    if best.is_crossed:
        as_good = [one for one in whole_outlines if _is_as_good(one, best)]
        best = max(as_good, key=lambda one: one.paper_end_share, default=best)
    if _is_part_of_fragment(best, outlines, typical):
        return None, Fault.NO_CARD
    cut_cards = [one for one in outlines.cut if _may_be_cut_card(one, typical)]
    if any(_is_part_of_cut(best, one) or _is_likelier(one, best, typical) for one in cut_cards):
        return None, Fault.CUT
    return best, outline_fault(best) or _fault_of_chosen(picture, best, whole_outlines)


def _is_sure(one: Outline) -> bool:
    return one.confidence >= PHOTOGRAPH.sure_confidence


def _may_be_card_though_unsure(one: Outline) -> bool:
    return one.paper_end_share > PHOTOGRAPH.min_paper_end and not outline_fault(one)


def _is_card_of_another_shape(picture: Image, one: Outline) -> bool:
    """Tells whether an outline is large enough for a card, with the colour of its paper along most of its rim."""
    is_large = area(one.quad) > PHOTOGRAPH.min_lying_area_of_picture * picture[:, :, 0].size
    return is_large and float(one.off_paper.mean()) < 1 - PHOTOGRAPH.min_side_share


def _fault_of_chosen(picture: Image, best: Outline, whole_outlines: Iterable[Outline]) -> Fault | None:
    """Returns the fault of a photograph in which the chosen outline itself is good: a second card, or a crossed rim."""
    if any(is_another_card(one, best) for one in filter(_is_sure, whole_outlines)) or has_card_below(picture, best):
        return Fault.SEVERAL
    return Fault.BORDER if best.is_crossed else None


def _select_likeliest(outlines: Iterable[Outline], typical: _TypicalCard) -> Outline | None:
    """Returns the outline of highest confidence among the large ones; ties go to the most typical paper.

    They are as large as those along which paper ends: others may have a part of the cloth within them.
    Slanted outlines must be larger than those seen from above: the visible part of a card below another one may look
    like a slanted card.
    """
    candidates = list(outlines)
    from_above = max((area(one.quad) for one in candidates if outline_fault(one) is None), default=0.0)
    candidates = [one for one in candidates if outline_fault(one) is None or area(one.quad) >= from_above]
    candidates = [one for one in candidates if outline_fault(one) is not Fault.SMALL] or candidates
    on_paper = [one for one in candidates if one.paper_end_share > PHOTOGRAPH.min_paper_end] or candidates
    max_area = max((area(one.quad) for one in on_paper), default=0.0)
    large = [one for one in candidates if area(one.quad) > PHOTOGRAPH.min_area_of_largest * max_area]
    if not large:
        return None
    best = select_outermost(large, max(large, key=lambda one: (one.rough_confidence, -typical.paper_distance(one))))
    better = [one for one in large if _is_better(one, best, typical)]
    return max(better, key=lambda one: (one.rough_confidence, one.paper_end_share), default=best)


def _is_better(one: Outline, best: Outline, typical: _TypicalCard) -> bool:
    """Tells whether an outline nested with *best* has the card's aspect, which *best* has not, and is better otherwise.

    *best* may have a part of the table within it, or be one half of a card with two heads, which a line divides.
    """
    inner_area = min(area(one.quad), area(best.quad))
    return (
        shared_area(one.quad, best.quad) > OUTLINE.min_nested_of_inner * inner_area
        and one.rough_confidence >= best.rough_confidence
        and one.paper_end_share > best.paper_end_share
        and typical.has_aspect_of(one)
        and not typical.has_aspect_of(best)
        and one.is_crossed <= best.is_crossed
    )


def _is_as_good(one: Outline, best: Outline) -> bool:
    """Tells whether an outline is of the same card as the best one, about as sure, and the paper ends along it as well.

    Otherwise it may be a frame that is printed on the card.
    """
    is_sure = one.confidence > best.confidence - OUTLINE.max_nested_confidence_loss
    return is_sure and one.paper_end_share >= best.paper_end_share and same_position(one.quad, best.quad)


def _is_part_of_fragment(best: Outline, outlines: Outlines, typical: _TypicalCard) -> bool:
    """Tells whether *best* lies within an outline as sure and typical, outside of which paper continues at some side.

    On a white table the paper of a card seems to continue, and something printed on the card may be chosen instead.
    """
    return any(
        one.is_fragment
        and typical.has_shape_of(one)
        and one.confidence >= max(best.confidence, PHOTOGRAPH.sure_confidence)
        and area(one.quad) * PHOTOGRAPH.min_area_as_large > area(best.quad)
        and shared_area(one.quad, best.quad) > OUTLINE.min_nested_of_inner * area(best.quad)
        for one in outlines.found
    )


def _is_part_of_cut(best: Outline, cut: Outline) -> bool:
    """Tells whether *best* lies within the outline of a card that the rim of the picture cuts."""
    is_within = shared_area(cut.quad, best.quad) > PHOTOGRAPH.min_cut_share * area(best.quad)
    return (
        is_within
        and overlap(cut.quad, best.quad) < PHOTOGRAPH.min_cut_share
        and cut.confidence > best.confidence - OUTLINE.max_nested_confidence_loss
    )


def _is_likelier(cut: Outline, best: Outline, typical: _TypicalCard) -> bool:
    """Tells whether an outline that the rim of the picture cuts is likelier the card's than *best*.

    *best* may be a check of the cloth, of nearly the aspect of the card.
    """
    return (
        not typical.has_aspect_of(best)
        and cut.paper_end_share > best.paper_end_share
        and area(cut.quad) > area(best.quad)
    )


def _may_be_cut_card(one: Outline, typical: _TypicalCard) -> bool:
    """Tells whether an outline that the rim of the picture cuts is likely a card's.

    The picture is padded with the colour of the table, so that the paper of a cut card ends at the rim. It does not end
    along an outline around a whole card and a part of the cloth.
    """
    return (
        one.confidence >= PHOTOGRAPH.min_cut_confidence
        and one.paper_end_share > PHOTOGRAPH.min_paper_end
        and typical.has_paper_of(one)
        and not one.is_crossed
    )


def _may_be_printed_frame(picture: Image, one: Outline) -> bool:
    """Tells whether an outline may be a frame printed on a scanned card: large, level, centred, and on paper."""
    height, width = picture.shape[:2]
    offset = float((np.abs(one.quad.mean(axis=0) / [width, height] - 0.5)).max())
    is_within_paper = float(np.median(one.rim[:, 0] - one.outside[:, 0])) < PHOTOGRAPH.min_lighter_than_table
    return (
        is_within_paper
        and float(cv2.contourArea(one.quad)) > PHOTOGRAPH.min_frame_of_picture * height * width
        and _slant_deg(one.quad) < PHOTOGRAPH.max_frame_slant_deg
        and offset < PHOTOGRAPH.max_frame_offset
    )


def _slant_deg(quad: Quad) -> float:
    """Returns the angle between the short side of a card and the nearest axis of the picture, in degrees."""
    across = quad[1] - quad[0]
    return float(abs((np.degrees(np.arctan2(across[1], across[0])) + 45) % 90 - 45))


def _quality_fault(card: Image) -> Fault | None:
    """Returns the fault of an upright card that is plain or blurred."""
    if is_plain(card):
        return Fault.PLAIN
    return Fault.BLURRED if is_blurred(card, CROP.min_photographed_fine_detail) else None
