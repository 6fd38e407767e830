"""What the pixels of the kept pictures say of what the network names, or cannot name."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.deck_on_table import DrawnReader, drawn
from tests.support.paper_table import PixelReader, cloth, paste, quad_at
from vision.geometry.quads import overlap, portrait
from vision.geometry.table_plane import Occlusion, TablePlane, table_plane
from vision.recognition.ecc_alignment import AlignmentRegion
from vision.recognition.naming import Answer
from vision.recognition.place import Fit, Place
from vision.recognition.verification import disambiguate, verify, verify_covered
from vision.types import Candidate, Image, Quad

EIGHT, TEN, OVER = (BAVARIAN_32.card(name) for name in ("L8", "L10", "LO"))
PLACE = portrait(quad_at(480, 270, 25))
OFF = np.array([[6, -4], [-5, 6], [4, 7], [-6, -5]], np.float32)


READER = DrawnReader()
DOUBTFUL = Answer(None, (Candidate(EIGHT, 0.99), Candidate(TEN, 0.98)), is_foreign=False, is_of_pack=True)


def plane_of(*cards: Quad) -> TablePlane:
    plane = table_plane(cards, cloth().shape)
    assert plane is not None
    return plane


def table(card: Card) -> Image:
    image = cloth()
    paste(image, drawn()[card], PLACE)
    return image


@pytest.mark.parametrize(("lies", "named"), [(EIGHT, EIGHT), (TEN, TEN), (OVER, None)])
@pytest.mark.parametrize("light", [1.0, 0.4])
def test_look_alikes_are_told_apart_where_they_differ(lies: Card, named: Card | None, light: float) -> None:
    image = (table(lies) * light).astype(np.uint8)
    assert disambiguate(Place(image, READER, PLACE + OFF), DOUBTFUL).card == named


@pytest.mark.parametrize(
    ("answer", "reader"),
    [
        pytest.param(replace(DOUBTFUL, is_of_pack=False), READER, id="what hardly is a card of the pack"),
        pytest.param(replace(DOUBTFUL, card=TEN), READER, id="what is named"),
        pytest.param(DOUBTFUL, PixelReader(), id="a pack without pictures"),
    ],
)
def test_of_others_nothing_is_told(answer: Answer, reader: PixelReader) -> None:
    assert disambiguate(Place(table(EIGHT), reader, PLACE), answer) == answer


@pytest.mark.parametrize(
    ("aligned_ncc", "is_aligned"),
    [
        pytest.param(0.99, True, id="it fits better"),
        pytest.param(0.975, True, id="it fits about as well"),
        pytest.param(0.965, False, id="it fits less well"),
    ],
)
def test_a_look_alike_is_laid_by_its_own_picture_where_that_fits_about_as_well(
    aligned_ncc: float, is_aligned: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A correlation tolerates a shift of some pixels, and the difference of look-alikes does not."""
    monkeypatch.setattr(Place, "ncc", lambda place, _card: 0.98 if place.quad is PLACE else aligned_ncc)
    place = Place(table(EIGHT), READER, PLACE)
    closely = place.align_closely(EIGHT)
    assert closely is not None
    assert (closely.place.quad is not PLACE) == is_aligned
    placed = place.align(EIGHT, enough=1.0)
    assert placed is not None
    assert (placed.place.quad is not PLACE) == (aligned_ncc > 0.98)


def test_what_hides_the_difference_leaves_both() -> None:
    differ = cv2.absdiff(*(cv2.GaussianBlur(table(card), (0, 0), 3) for card in (EIGHT, TEN))).max(axis=2) > 3
    visible = np.where(cv2.dilate(differ.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0, 0, 255).astype(np.uint8)
    occlusion = Occlusion(visible, plane_of(PLACE))
    assert disambiguate(Place(table(EIGHT), READER, PLACE, occlusion), DOUBTFUL).card is None


def test_no_card_is_named_if_each_alignment_favours_its_own_card(monkeypatch: pytest.MonkeyPatch) -> None:
    places = {EIGHT: PLACE, TEN: np.add(PLACE, (250, 0), dtype=np.float32)}
    image = table(EIGHT)
    paste(image, drawn()[TEN], places[TEN])
    place = Place(image, READER, PLACE)
    fits = {card: Fit(place.at(quad), 0.99) for card, quad in places.items()}
    monkeypatch.setattr(Place, "align_closely", lambda _place, card: fits[card])
    assert disambiguate(place, DOUBTFUL) == DOUBTFUL
    paste(image, np.asarray((0.6 * drawn()[EIGHT] + 0.4 * drawn()[TEN]).astype(np.uint8)), places[TEN])
    fits[TEN] = Fit(place.at(places[TEN]), 0.99)
    assert disambiguate(place, DOUBTFUL) == DOUBTFUL, "one alignment favours none of them"
    fits[TEN] = Fit(fits[TEN].place, 0.97)  # it fits too badly to count
    assert disambiguate(place, DOUBTFUL).card == EIGHT
    fits[TEN] = fits[EIGHT]
    assert disambiguate(place, DOUBTFUL).card == EIGHT


@pytest.mark.parametrize(("lies", "named"), [(EIGHT, EIGHT), (OVER, None)])
def test_what_is_named_must_be_like_its_picture(lies: Card, named: Card | None) -> None:
    answer = replace(DOUBTFUL, card=EIGHT)
    assert verify(Place(table(lies), READER, PLACE), answer)[0].card == named
    assert verify_covered(Place(table(lies), READER, PLACE), answer).card == named


def test_what_lies_under_others_must_be_most_like_the_picture_of_its_card() -> None:
    assert verify_covered(Place(table(TEN), READER, PLACE), replace(DOUBTFUL, card=EIGHT)).card is None
    assert verify(Place(table(TEN), READER, PLACE), replace(DOUBTFUL, card=EIGHT))[0].card == EIGHT


def test_a_card_is_laid_where_its_picture_says_unless_it_lies_there() -> None:
    found = Place(table(OVER), READER, PLACE + 2 * OFF).align(OVER)
    assert found is not None
    assert overlap(found.place.quad, PLACE) > 0.95
    there = Place(table(OVER), READER, PLACE).align(OVER)
    assert there is not None
    assert there.place.quad is PLACE
    assert Place(table(OVER), PixelReader(), PLACE).align(OVER) is None


LOWER_HALF = np.repeat(np.uint8([0, 255]), 270)[:, None].repeat(960, axis=1)
"""Of the table, that shows."""


def test_what_shows_of_a_card_tells_where_all_of_it_lies() -> None:
    occlusion = Occlusion(LOWER_HALF, plane_of(PLACE))
    found = Place(table(TEN), READER, PLACE + OFF, occlusion).align(TEN)
    assert found is not None
    assert overlap(found.place.quad, PLACE) > 0.97


def test_if_the_others_were_measured_a_little_wrong_its_own_picture_tells_its_size() -> None:
    centre = PLACE.mean(axis=0)
    smaller = (centre + 0.96 * (PLACE - centre)).astype(np.float32)
    occlusion = Occlusion(LOWER_HALF, plane_of(smaller))
    place = Place(table(TEN), READER, PLACE, occlusion)
    roughly, closely = place.align(TEN), place.align_closely(TEN)
    assert roughly is not None
    assert closely is not None
    assert overlap(closely.place.quad, PLACE) > 0.97
    assert closely.ncc >= roughly.ncc


@pytest.mark.parametrize(("ncc", "is_fitted"), [(0.84, False), (0.86, True)])
def test_the_size_is_fitted_only_where_the_picture_fits(
    ncc: float, is_fitted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fit takes as long as finding the place, and away from it there is nothing to fit."""
    occlusion = Occlusion(LOWER_HALF, plane_of(PLACE))
    cut_out: list[str] = []
    original = AlignmentRegion.around
    monkeypatch.setattr(AlignmentRegion, "around", lambda *given: cut_out.append("region") or original(*given))
    place = Place(table(TEN), READER, (PLACE + OFF).astype(np.float32), occlusion)
    found = place.fit_size(TEN, ncc)
    assert (bool(cut_out), found.place is not place) == (is_fitted, is_fitted)


def test_a_picture_that_is_stretched_far_beyond_that_size_is_not_believed() -> None:
    """Of a card of which little shows, it could be stretched until it is like another's."""
    centre = PLACE.mean(axis=0)
    smaller = (centre + 0.8 * (PLACE - centre)).astype(np.float32)
    occlusion = Occlusion(LOWER_HALF, plane_of(smaller))
    closely = Place(table(TEN), READER, smaller, occlusion).align_closely(TEN)
    assert closely is not None
    assert occlusion.plane.has_size_of_card(closely.place.quad, 0.1)
