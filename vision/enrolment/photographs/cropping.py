"""Upright cards from a folder of pictures, one card each: finds the card in each picture, or the fault of the picture.

A folder holds either scans, which show nothing but the card, or photographs, in which the card lies on a surface. This
is decided for the folder as a whole, since in single scans a printed frame looks like the outline of a card.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.card_crops import CARD_SIZE, find_quality_fault
from vision.enrolment.card_outlines import find_outlines, find_paper_outlines
from vision.enrolment.measured_outline import MeasuredOutline, Reason
from vision.enrolment.photographs.choice_of_outline import TypicalCard, choose_outline, tinted_card, typical_card
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.quads import area
from vision.geometry.rectify import rectify
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
    faults: dict[str, Reason]
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
    outlines_by_name: dict[str, list[MeasuredOutline]] = {}
    photographed: list[str] = []
    for name in watch(pictures) if not scans else ():
        outlines_by_name[name], is_photograph = _outlines_of(pictures[name])
        photographed += [name] if is_photograph else []
    if scans is False or 2 * len(photographed) > len(pictures):
        return _crop_cards(pictures, outlines_by_name, odd, watch)
    cards = {name: _to_portrait(pictures[name]) for name in watch(pictures)}
    faults = {
        name: fault
        for name, card in cards.items()
        if (fault := find_quality_fault(card, ENROLMENT.min_photographed_fine_detail))
    }
    faults |= dict.fromkeys(_of_another_shape(cards, photographed), Reason.SHAPE)
    cards = {name: card for name, card in cards.items() if name not in faults}
    return UprightCards(True, cards, median_aspect(cards.values()) if cards else None, faults, {})


def _of_another_shape(scans: Mapping[str, Image], photographed: Sequence[str]) -> list[str]:
    """Returns the names of the *photographed* among scans that are longer or shorter than most.

    A photograph or a page of cards is; scans that are cut by hand vary as much, but show no outline on a surface.
    """
    usual = median_aspect(scans.values()) if photographed else 0.0
    errors = {name: abs(median_aspect([scans[name]]) / usual - 1) for name in photographed}
    return [name for name, error in errors.items() if error > ENROLMENT.max_aspect_difference]


def _outlines_of(picture: Image) -> tuple[list[MeasuredOutline], bool]:
    """Returns the outlines, and whether they make the picture a photograph; nothing holds the picture afterwards."""
    outlines = find_outlines(picture)
    return outlines, _is_photograph(picture, outlines)


def median_aspect(scans: Iterable[Image]) -> float:
    """Returns the median aspect (long by short side) of *scans* that show nothing but the card."""
    return float(np.median([max(scan.shape[:2]) / min(scan.shape[:2]) for scan in scans]))


def _is_photograph(picture: Image, outlines: Iterable[MeasuredOutline]) -> bool:
    """Tells whether an outline is no printed frame and lies on a surface of another colour than its paper."""
    size = float(picture.shape[0] * picture.shape[1])
    return any(
        ENROLMENT.min_lying_area_of_picture < area(one.quad) / size < ENROLMENT.max_lying_area_of_picture
        and one.paper_end_share > ENROLMENT.min_paper_end
        and not one.is_cut
        and not _may_be_printed_frame(picture, one)
        for one in outlines
    )


def _to_portrait(scan: Image) -> Image:
    """Returns a scan in portrait format, `MAX_SCAN_HEIGHT` px high at most."""
    height, width = scan.shape[:2]
    upright = scan if height >= width else cast("Image", cv2.rotate(scan, cv2.ROTATE_90_CLOCKWISE))
    scale = MAX_SCAN_HEIGHT / max(height, width)
    if scale >= 1:
        return upright
    return cast("Image", cv2.resize(upright, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def _crop_cards(
    pictures: Mapping[str, Image],
    outlines_by_name: Mapping[str, Sequence[MeasuredOutline]],
    odd: Container[str],
    watch: Callable[[Collection[str]], Iterable[str]],
) -> UprightCards:
    typical = typical_card(outlines_by_name.values())
    upright = UprightCards(False, {}, None, {}, {})
    for name in watch(outlines_by_name):
        cropped = _crop_card(pictures[name], outlines_by_name[name], typical, name in odd)
        if isinstance(cropped, Reason):
            upright.faults[name] = cropped
        else:
            upright.cards[name], upright.quads[name] = cropped
    return upright


def _crop_card(
    picture: Image, outlines: Sequence[MeasuredOutline], typical: TypicalCard, is_odd: bool
) -> tuple[Image, Quad] | Reason:
    """Returns the card of a photograph and its quad, or the fault."""
    if not is_odd and (tinted := tinted_card(outlines, typical)) is not None:
        picture = _balance(picture, tinted.paper, typical.paper)
        outlines = find_outlines(picture)
    outlines = [*outlines, *find_paper_outlines(picture, typical.paper)]
    outline, fault = choose_outline(picture, outlines, typical._replace(may_have_other_paper=is_odd))
    if outline is None or (fault is not None and not (fault is Reason.BORDER and is_odd)):
        return fault or Reason.NO_CARD
    card = rectify(picture, outline.quad, CARD_SIZE)
    return find_quality_fault(card, ENROLMENT.min_photographed_fine_detail) or (card, outline.quad)


def _balance(picture: Image, paper: npt.NDArray[Any], usual: npt.NDArray[Any]) -> Image:
    """Returns a picture in the light in which *paper* (L*a*b*) has the hue of the *usual* one; lightness is kept.

    Light scales each channel, also after the power by which a camera encodes it.
    """
    colours = np.array([[paper, [paper[0], *usual[1:]]]]).round().astype(np.uint8)
    tinted, balanced = cv2.cvtColor(colours, cv2.COLOR_LAB2BGR)[0].astype(np.float32)
    return np.asarray(np.clip(picture * (balanced / np.maximum(tinted, 1)), 0, 255), np.uint8)


def _may_be_printed_frame(picture: Image, one: MeasuredOutline) -> bool:
    """Tells whether an outline may be a frame printed on a scanned card: large, level, and on paper."""
    across = one.quad[1] - one.quad[0]
    slant_deg = abs((np.degrees(np.arctan2(across[1], across[0])) + 45) % 90 - 45)
    return bool(
        area(one.quad) > ENROLMENT.min_frame_of_picture * picture.shape[0] * picture.shape[1]
        and slant_deg < ENROLMENT.max_frame_slant_deg
        and np.median(one.rim[:, 0] - one.outside[:, 0]) < ENROLMENT.min_lighter_than_table
    )
