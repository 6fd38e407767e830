"""Which outlines in one picture of a table are cards: of one size, apart, whole, with the rim and not the frame."""

import cv2
import numpy as np
import pytest

from tests.support.enrolment.deck_on_table import row_of
from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.enrolment.card_outlines import find_cards, select_one_size
from vision.geometry.quads import overlap

IMAGE = cloth()
ROW = [quad_at(80 + 110 * place, 270, 2 * (place % 3)) for place in range(8)]


@pytest.mark.parametrize(
    ("degrees", "width", "length", "expected"),
    [(0, 84, 150, True), (70, 84, 150, True), (0, 84, 100, False), (0, 84, 106, True), (0, 60, 150, False)],
)
def test_a_card_has_the_aspect_of_one(degrees: float, width: float, length: float, expected: bool) -> None:
    image = cloth()
    paste(image, card_picture(CARDS[0]), quad_at(400, 270, degrees, width, length))
    assert bool(find_cards(image)) is expected


def test_cards_of_one_size_that_cover_most_are_chosen() -> None:
    small = [quad_at(100 + 60 * place, 460, 0, 30, 54) for place in range(4)]
    with_gap = quad_at(410, 270, 2, 96, 150)
    assert select_one_size([*small, *ROW], IMAGE) == ROW
    assert select_one_size([ROW[0], *small], IMAGE) == ROW[:1]
    assert select_one_size([*ROW[:3], with_gap, *ROW[4:]], IMAGE) == [*ROW[:3], *ROW[4:]]
    assert select_one_size([*ROW[:2], quad_at(410, 270, 2, 78, 139)], IMAGE) == ROW[:2]
    assert select_one_size([], IMAGE) == []


def test_of_two_outlines_that_overlap_the_first_stays() -> None:
    beside, touching = quad_at(108, 275, 4), quad_at(168, 270, 0)
    assert select_one_size([ROW[0], beside, ROW[2]], IMAGE) == [ROW[0], ROW[2]]
    assert select_one_size([beside, ROW[0], ROW[2]], IMAGE) == [beside, ROW[2]]
    assert select_one_size([ROW[0], touching], IMAGE) == [ROW[0], touching]


def test_in_a_view_at_a_slant_the_far_cards_of_a_row_are_smaller() -> None:
    corners = np.float32([[0, 0], [960, 0], [960, 540], [0, 540]])
    seen = np.float32([[0, -36], [930, 30], [930, 510], [0, 576]])
    slant = cv2.getPerspectiveTransform(corners, seen)
    row = [cv2.perspectiveTransform(quad[None], slant)[0] for quad in row_of(8)]
    assert cv2.contourArea(row[-1]) < 0.8 * cv2.contourArea(row[0])
    assert len(select_one_size(row, IMAGE)) == len(row)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_cards_that_lie_apart_are_found_without_knowing_the_table(count: int) -> None:
    image, places = cloth(), [quad_at(200 + 250 * place, 270, 15 * place) for place in range(count)]
    for number, quad in enumerate(places):
        paste(image, card_picture(CARDS[number]), quad)
    cv2.circle(image, (480, 480), 20, (220, 220, 220), -1)
    found = find_cards(image)
    assert len(found) == count
    assert all(max(overlap(quad, place) for quad in found) > 0.95 for place in places)


def test_a_sheet_that_fills_the_view_and_a_stamp_are_no_cards() -> None:
    for quad in (quad_at(480, 270, 90, 520, 930), quad_at(480, 270, 0, 20, 36)):
        image = cloth()
        paste(image, card_picture(CARDS[0]), quad)
        assert find_cards(image) == []
