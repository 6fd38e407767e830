"""Which of the outlines in a photograph is the card's: one value of each, by edges, paper, shape and size."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from vision.enrolment.card_outlines import lie_apart
from vision.enrolment.measured_outline import MeasuredOutline, Reason
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.quads import area, lies_on, same_area
from vision.geometry.thresholds import GEOMETRY
from vision.scene.covered_outlines import SearchedImage
from vision.scene.hypotheses import may_be_same_size
from vision.scene.unexplained_paper import places_of_paper, unexplained_paper
from vision.types import Image

SECOND_CARD_SIDE_PX = 640
"""Longer side of the picture in which a second card is searched."""


class TypicalCard(NamedTuple):
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

    def is_likely(self, one: MeasuredOutline) -> bool:
        return self.value(one) > ENROLMENT.min_value

    def has_shape_of(self, one: MeasuredOutline) -> bool:
        return self.shape_error(one) <= ENROLMENT.max_aspect_difference

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


UNKNOWN = TypicalCard(None, np.array((230.0, 128.0, 130.0), np.float32))
"""The card of a folder in which no photograph surely shows one."""


def typical_card(outline_lists: Iterable[Sequence[MeasuredOutline]]) -> TypicalCard:
    """Returns the aspect of which most pictures have a likely outline, with its paper.

    Outlines of a cloth's pattern have other aspects in every picture.
    """
    likely = [_without_pattern(_faultless(outlines, UNKNOWN)) for outlines in outline_lists]
    aspects = np.arange(GEOMETRY.min_length_of_width, GEOMETRY.max_length_of_width, ENROLMENT.max_aspect_difference / 5)
    votes = sum((_votes(outlines, aspects) for outlines in likely if outlines), np.zeros(len(aspects)))
    if not votes.any():
        return UNKNOWN
    mode = UNKNOWN._replace(aspect=float(np.mean(aspects[votes == votes.max()])))
    of_aspect = [[one for one in outlines if mode.has_shape_of(one)] for outlines in likely]
    cards = [_select_best(alike, mode) for alike in of_aspect if alike]
    if not cards:
        return UNKNOWN
    paper = np.median([one.paper for one in cards], axis=0)
    return TypicalCard(float(np.median([one.aspect for one in cards])), paper)


def _votes(outlines: Sequence[MeasuredOutline], aspects: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Returns for each of the *aspects* the best value, with its size, of the outlines of about that aspect."""
    values = np.array(_values_with_size(outlines, UNKNOWN))
    errors = np.abs(np.array([one.aspect for one in outlines]) / aspects[:, None] - 1)
    return np.asarray(np.where(errors <= ENROLMENT.max_aspect_difference / 2, values, 0).max(axis=1))


def _faultless(outlines: Iterable[MeasuredOutline], typical: TypicalCard) -> list[MeasuredOutline]:
    """Returns the likely outlines of cards that are whole, large enough and seen from above."""
    return [one for one in outlines if typical.is_likely(one) and one.fault is None and not one.is_cut]


def _select_best(outlines: Collection[MeasuredOutline], typical: TypicalCard) -> MeasuredOutline:
    """Returns the outline of the highest value and size: the larger one is the card, not a part of its drawing."""
    values = _values_with_size(outlines, typical)
    return max(zip(outlines, values, strict=True), key=itemgetter(1))[0]


def _values_with_size(outlines: Collection[MeasuredOutline], typical: TypicalCard) -> list[float]:
    largest = max(area(one.quad) for one in outlines)
    return [typical.value(one) + ENROLMENT.size_weight * float(np.sqrt(area(one.quad) / largest)) for one in outlines]


def _without_pattern(outlines: Sequence[MeasuredOutline]) -> list[MeasuredOutline]:
    """Returns the outlines without those that are repeated beside a larger one that is not, as the checks of a cloth.

    The card of a photograph exists once. Two cards, and what is drawn on one, stay.
    """
    single = [
        one
        for one in outlines
        if not any(same_area(one.quad, other.quad) and lie_apart(one.quad, other.quad) for other in outlines)
    ]

    def is_beside_larger(one: MeasuredOutline) -> bool:
        return any(area(one.quad) < area(card.quad) and lie_apart(one.quad, card.quad) for card in single)

    return [one for one in outlines if one in single or not is_beside_larger(one)]


def choose_outline(
    picture: Image, outlines: Iterable[MeasuredOutline], typical: TypicalCard
) -> tuple[MeasuredOutline | None, Reason | None]:
    """Returns the likeliest outline of the card, and the fault of the picture; either may be None."""
    likely = [
        one
        for one in outlines
        if typical.has_paper_of(one)
        and typical.is_likely(one)
        and (one.fault is not Reason.SMALL or typical.has_shape_of(one))  # others are checks or scraps
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
    if not typical.has_shape_of(best):
        return best, Reason.SHAPE
    others = [one for one in likely if typical.value(one) > typical.value(best) - ENROLMENT.small_weight]
    if shows_second_card(picture, best, others, likely):
        return best, Reason.SEVERAL
    return best, Reason.BORDER if best.is_crossed else None


def shows_second_card(
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


def tinted_card(outlines: Iterable[MeasuredOutline], typical: TypicalCard) -> MeasuredOutline | None:
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
