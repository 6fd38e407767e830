"""Which outlines in one picture of a table are cards: of one size, apart, whole, with the rim and not the frame."""

import cv2
import pytest

from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.enrolment.card_outlines import find_cards, select_one_size
from vision.geometry.quads import overlap

IMAGE = cloth()
ROW = [quad_at(80 + 110 * place, 270, 2 * (place % 3)) for place in range(8)]


@pytest.mark.parametrize(
    ("degrees", "width", "length", "expected"),
    [(0, 84, 150, True), (70, 84, 150, True), (0, 84, 100, False), (0, 84, 106, True), (0, 56, 150, False)],
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


@pytest.mark.parametrize("count", [0, 1, 3])
def test_cards_that_lie_apart_are_found_without_knowing_the_table(count: int) -> None:
    image, places = cloth(), [quad_at(200 + 250 * place, 270, 15 * place) for place in range(count)]
    for number, quad in enumerate(places):
        paste(image, card_picture(CARDS[number]), quad)
    cv2.circle(image, (480, 480), 20, (220, 220, 220), -1)
    found = find_cards(image)
    assert len(found) == count
    assert all(max(overlap(quad, place) for quad in found) > 0.95 for place in places)
