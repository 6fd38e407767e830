"""Upright cards from a folder of pictures, one card each: finds the card in each picture, or the fault of the picture.

A folder holds either scans, which show nothing but the card, or photographs, in which the card lies on a surface. This
is decided for the folder as a whole, since in single scans a printed frame looks like the outline of a card. Outlines
of a photograph get one value, by their edges, the end of their paper, and shape and paper of the other cards in the
folder; the best one is the card, or tells the fault.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.thresholds import DETECTION
from vision.enrolment.card_crops import CARD_SIZE, is_blurred, is_plain
from vision.enrolment.card_outlines import (
    MeasuredOutline,
    Reason,
    find_outlines,
    find_paper_outlines,
    lie_apart,
)
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.quads import area, lies_on, same_area
from vision.geometry.rectify import rectify
from vision.scene.covered_outlines import SearchedImage
from vision.scene.hypotheses import may_be_same_size
from vision.scene.unexplained_paper import places_of_paper, unexplained_paper
from vision.types import Image, Quad

MAX_SCAN_HEIGHT = 2 * CARD_SIZE[0]
"""px; larger scans are scaled down, as those of a whole deck are in memory at once."""
SECOND_CARD_SIDE_PX = 640
"""Longer side of the picture in which a second card is searched."""


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
    photographed = 0
    for name in watch(pictures) if not scans else ():
        outlines_by_name[name], is_photograph = _outlines_of(pictures[name])
        photographed += is_photograph
    if scans is False or 2 * photographed > len(pictures):
        return _crop_cards(pictures, outlines_by_name, odd, watch)
    cards = {name: _to_portrait(pictures[name]) for name in watch(pictures)}
    faults = {name: fault for name, card in cards.items() if (fault := _quality_fault(card))}
    if scans is None and cards:
        faults |= dict.fromkeys(_of_another_shape(cards), Reason.SHAPE)
    cards = {name: card for name, card in cards.items() if name not in faults}
    return UprightCards(True, cards, median_aspect(cards.values()) if cards else None, faults, {})


def _of_another_shape(scans: Mapping[str, Image]) -> list[str]:
    """Returns the names of *scans* that are longer or shorter than most, as a photograph or a page of cards is."""
    usual = median_aspect(scans.values())
    errors = {name: abs(median_aspect([scan]) / usual - 1) for name, scan in scans.items()}
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


class _TypicalCard(NamedTuple):
    """Aspect and paper colour (L*a*b*) of most cards in a folder.

    `max_paper_distance` is the tolerance along a* and b*; L* depends on the light, and is only bounded below. Without
    photographs that surely show a card, the aspect is None and the paper white. A card that `may_have_other_paper`,
    such as a back, needs no paper along its rim.
    """

    aspect: float | None
    paper: npt.NDArray[Any]
    max_paper_distance: float = ENROLMENT.paper_levels_ab[-1]
    may_have_other_paper: bool = False

    def value(self, one: MeasuredOutline) -> float:
        """Returns how likely an outline is the card's, from 2 (surely) down to less than 0."""
        end = one.contrast_share if self.may_have_other_paper else one.paper_end_share
        hue_error = min(self._paper_distance(one) / self.max_paper_distance, 1.0)
        return (
            one.confidence
            + end
            - ENROLMENT.shape_weight * min(self.shape_error(one), 2 * ENROLMENT.max_aspect_difference)
            - ENROLMENT.small_weight * (hue_error + one.is_crossed)
        )

    def shape_error(self, one: MeasuredOutline) -> float:
        """Returns the relative error of the aspect: the largest that a card may have if rim or slant hide it."""
        if one.is_cut or one.fault is Reason.SLANTED:
            return ENROLMENT.max_aspect_difference
        return abs(one.aspect / self.aspect - 1) if self.aspect is not None else 0.0

    def has_paper_of(self, one: MeasuredOutline) -> bool:
        is_light = float(one.paper[0]) > ENROLMENT.min_lightness_of_usual * float(self.paper[0])
        return self.may_have_other_paper or (is_light and self._paper_distance(one) < self.max_paper_distance)

    def _paper_distance(self, one: MeasuredOutline) -> float:
        return float(np.linalg.norm(one.paper[1:] - self.paper[1:]))


UNKNOWN = _TypicalCard(None, np.array((230.0, 128.0, 130.0), np.float32))
"""The card of a folder in which no photograph surely shows one."""


def _crop_cards(
    pictures: Mapping[str, Image],
    outlines_by_name: Mapping[str, Sequence[MeasuredOutline]],
    odd: Container[str],
    watch: Callable[[Collection[str]], Iterable[str]],
) -> UprightCards:
    typical = _typical_card(outlines_by_name.values())
    upright = UprightCards(False, {}, None, {}, {})
    for name in watch(outlines_by_name):
        cropped = _crop_card(pictures[name], outlines_by_name[name], typical, name in odd)
        if isinstance(cropped, Reason):
            upright.faults[name] = cropped
        else:
            upright.cards[name], upright.quads[name] = cropped
    return upright


def _crop_card(
    picture: Image, outlines: Sequence[MeasuredOutline], typical: _TypicalCard, is_odd: bool
) -> tuple[Image, Quad] | Reason:
    """Returns the card of a photograph and its quad, or the fault."""
    if not is_odd and (tinted := _tinted_card(outlines, typical)) is not None:
        picture = _balance(picture, tinted.paper, typical.paper)
        outlines = find_outlines(picture)
    outlines = [*outlines, *find_paper_outlines(picture, typical.paper)]
    outline, fault = _choose_outline(picture, outlines, typical._replace(may_have_other_paper=is_odd))
    if outline is None or (fault is not None and not (fault is Reason.BORDER and is_odd)):
        return fault or Reason.NO_CARD
    card = rectify(picture, outline.quad, CARD_SIZE)
    return _quality_fault(card) or (card, outline.quad)


def _tinted_card(outlines: Iterable[MeasuredOutline], typical: _TypicalCard) -> MeasuredOutline | None:
    """Returns the largest likely outline of a card if the paper of all of them has another hue.

    Light, or the white balance of the camera, has tinted the picture: a card's outline and shape are surer than hue.
    """
    if typical.aspect is None:
        return None
    likely = _faultless(outlines, typical)
    if any(map(typical.has_paper_of, likely)):
        return None
    any_hue = typical._replace(max_paper_distance=np.inf)
    return max(filter(any_hue.has_paper_of, likely), key=lambda one: area(one.quad), default=None)


def _balance(picture: Image, paper: npt.NDArray[Any], usual: npt.NDArray[Any]) -> Image:
    """Returns a picture in the light in which *paper* (L*a*b*) has the hue of the *usual* one; lightness is kept.

    Light scales each channel, also after the power by which a camera encodes it.
    """
    colours = np.array([[paper, [paper[0], *usual[1:]]]]).round().astype(np.uint8)
    tinted, balanced = cv2.cvtColor(colours, cv2.COLOR_LAB2BGR)[0].astype(np.float32)
    return np.asarray(np.clip(picture * (balanced / np.maximum(tinted, 1)), 0, 255), np.uint8)


def _typical_card(outline_lists: Iterable[Sequence[MeasuredOutline]]) -> _TypicalCard:
    """Returns the aspect of which most pictures have a likely outline, with its paper.

    Outlines of a cloth's pattern have other aspects in every picture.
    """
    likely = [_without_pattern(_faultless(outlines, UNKNOWN)) for outlines in outline_lists]
    aspects = np.arange(ENROLMENT.min_aspect, DETECTION.max_length_of_width, ENROLMENT.max_aspect_difference / 5)
    votes = sum((_votes(outlines, aspects) for outlines in likely if outlines), np.zeros(len(aspects)))
    if not votes.any():
        return UNKNOWN
    mode = UNKNOWN._replace(aspect=float(np.mean(aspects[votes == votes.max()])))
    of_aspect = [[one for one in outlines if _has_shape_of(one, mode)] for outlines in likely]
    cards = [_select_best(alike, mode) for alike in of_aspect if alike]
    if not cards:
        return UNKNOWN
    paper = np.median([one.paper for one in cards], axis=0)
    return _TypicalCard(float(np.median([one.aspect for one in cards])), paper)


def _votes(outlines: Sequence[MeasuredOutline], aspects: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Returns for each of the *aspects* the best value, with its size, of the outlines of about that aspect."""
    values = np.array(_values_with_size(outlines, UNKNOWN))
    has_aspect = (
        np.abs(np.array([one.aspect for one in outlines]) / aspects[:, None] - 1) <= ENROLMENT.max_aspect_difference / 2
    )
    return np.asarray(np.where(has_aspect, values, 0).max(axis=1))


def _faultless(outlines: Iterable[MeasuredOutline], typical: _TypicalCard) -> list[MeasuredOutline]:
    """Returns the likely outlines of cards that are whole, large enough and seen from above."""
    return [one for one in outlines if _is_likely(one, typical) and one.fault is None and not one.is_cut]


def _is_likely(one: MeasuredOutline, typical: _TypicalCard) -> bool:
    return typical.value(one) > ENROLMENT.min_value


def _has_shape_of(one: MeasuredOutline, typical: _TypicalCard) -> bool:
    return typical.shape_error(one) <= ENROLMENT.max_aspect_difference


def _select_best(outlines: Collection[MeasuredOutline], typical: _TypicalCard) -> MeasuredOutline:
    """Returns the outline of the highest value and size: the larger one is the card, not a part of its drawing."""
    values = _values_with_size(outlines, typical)
    return max(zip(outlines, values, strict=True), key=itemgetter(1))[0]


def _values_with_size(outlines: Collection[MeasuredOutline], typical: _TypicalCard) -> list[float]:
    largest = max(area(one.quad) for one in outlines)
    return [typical.value(one) + ENROLMENT.size_weight * float(np.sqrt(area(one.quad) / largest)) for one in outlines]


def _without_pattern(outlines: Sequence[MeasuredOutline]) -> list[MeasuredOutline]:
    """Returns the outlines without those that are repeated beside a larger one that is not, as the checks of a cloth.

    The card of a photograph exists once. Two cards, and what is drawn on one, stay.
    """

    single = [
        one.quad
        for one in outlines
        if not any(same_area(one.quad, other.quad) and lie_apart(one.quad, other.quad) for other in outlines)
    ]
    return [
        one
        for one in outlines
        if any(one.quad is quad for quad in single)
        or not any(area(one.quad) < area(quad) and lie_apart(one.quad, quad) for quad in single)
    ]


def _choose_outline(
    picture: Image, outlines: Iterable[MeasuredOutline], typical: _TypicalCard
) -> tuple[MeasuredOutline | None, Reason | None]:
    """Returns the likeliest outline of the card, and the fault of the picture; either may be None."""
    likely = [
        one
        for one in outlines
        if typical.has_paper_of(one)
        and _is_likely(one, typical)
        and (one.fault is not Reason.SMALL or _has_shape_of(one, typical))  # others are checks or scraps
    ]
    if not likely:
        return None, Reason.NO_CARD
    best = _select_best(_without_pattern(likely), typical)
    if best.is_cut:
        return None, Reason.CUT
    if best.fault is not None:
        return best, best.fault
    if typical.aspect is None:
        return None, Reason.NO_CARD
    if not _has_shape_of(best, typical):
        return best, Reason.SHAPE
    others = [one for one in likely if typical.value(one) > typical.value(best) - ENROLMENT.small_weight]
    if _shows_second_card(picture, best, others, likely):
        return best, Reason.SEVERAL
    return best, Reason.BORDER if best.is_crossed else None


def _shows_second_card(
    picture: Image, card: MeasuredOutline, others: Sequence[MeasuredOutline], likely: Sequence[MeasuredOutline] = ()
) -> bool:
    """Tells whether *picture* shows a second card: a whole one among *others*, or paper of one, partly below the first.

    Less sure outlines that are *likely* a card's count where there is paper. A card that reaches in at the rim is cut,
    so that it cannot be meant.
    """
    beside = (one.quad for one in others if not one.is_cut and may_be_same_size(one.quad, card.quad))
    if any(lie_apart(quad, card.quad) for quad in beside):
        return True
    searched = SearchedImage(picture, SECOND_CARD_SIDE_PX)
    paper = unexplained_paper(searched, [card.quad], [card.quad])
    if paper is None:
        return False
    places = places_of_paper(paper, searched, None, [card.quad], [one.quad for one in (*others, *likely)])
    if unexplained_paper(searched, [card.quad], [card.quad, *(one.quad for one in places)]) is not None:
        return False  # the table has the colour of paper, too
    size = np.array(picture.shape[1::-1])
    return any(lies_on(one.quad, card.quad) or bool(((one.quad >= 0) & (one.quad < size)).all()) for one in places)


def _may_be_printed_frame(picture: Image, one: MeasuredOutline) -> bool:
    """Tells whether an outline may be a frame printed on a scanned card: large, level, and on paper."""
    across = one.quad[1] - one.quad[0]
    slant_deg = abs((np.degrees(np.arctan2(across[1], across[0])) + 45) % 90 - 45)
    return bool(
        area(one.quad) > ENROLMENT.min_frame_of_picture * picture.shape[0] * picture.shape[1]
        and slant_deg < ENROLMENT.max_frame_slant_deg
        and np.median(one.rim[:, 0] - one.outside[:, 0]) < ENROLMENT.min_lighter_than_table
    )


def _quality_fault(card: Image) -> Reason | None:
    """Returns the fault of an upright card that is plain or blurred."""
    if is_plain(card):
        return Reason.PLAIN
    return Reason.BLURRED if is_blurred(card, ENROLMENT.min_photographed_fine_detail) else None
