"""White paper beside cards that were read is a card that nobody has read, a white table is not."""

import cv2
import numpy as np
import pytest

from vision.scene.covered_outlines import SearchedImage
from vision.scene.unexplained_paper import unexplained_paper

TABLE, PAPER = (40, 70, 30), (235, 240, 240)


def quad_at(x: float, y: float, degrees: float = 0.0) -> np.ndarray:
    box = cv2.boxPoints(((x, y), (120, 190), degrees))
    return np.asarray(box, np.float32)


READ = quad_at(400, 300)


def picture(*quads: np.ndarray, table: tuple[int, int, int] = TABLE, paper: tuple[int, int, int] = PAPER) -> np.ndarray:
    view = np.full((720, 1280, 3), table, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(view, np.round(quad).astype(np.int32), paper)
        cv2.polylines(view, [np.round(quad).astype(np.int32)], True, (170, 170, 170), 2)
        x, y = quad.mean(axis=0).astype(int)
        for offset in (-50, 0, 50):
            cv2.circle(view, (int(x), int(y) + offset), 14, (30, 30, 160), -1)
    return view


@pytest.mark.parametrize(
    "others",
    [
        pytest.param([quad_at(450, 310, 20)], id="one under it"),
        pytest.param([quad_at(430, 310, 15), quad_at(470, 330, 35)], id="the middle one of a fan"),
        pytest.param([quad_at(800, 300), quad_at(860, 380, 60)], id="two in one outline"),
        pytest.param([quad_at(1270, 400)], id="half outside the view"),
    ],
)
def test_paper_that_no_reading_explains_is_found(others: list[np.ndarray]) -> None:
    searched = SearchedImage(picture(*others, READ))
    assert unexplained_paper(searched, [READ], [READ]) is not None
    assert unexplained_paper(searched, [READ], [READ, *others]) is None


@pytest.mark.parametrize(
    ("view", "cards"),
    [
        pytest.param(picture(READ), [READ], id="nothing but the card"),
        pytest.param(picture(READ, table=PAPER), [READ], id="a white table"),
        pytest.param(picture(READ, quad_at(800, 300)), [], id="no card tells the colour"),
        pytest.param(
            cv2.fillConvexPoly(picture(READ), quad_at(800, 300).astype(np.int32), (60, 120, 200)), [READ], id="brown"
        ),
        pytest.param(cv2.line(picture(READ), (700, 100), (700, 600), PAPER, 12), [READ], id="a strip"),
    ],
)
def test_what_is_no_paper_or_no_part_of_a_card_is_left_out(view: np.ndarray, cards: list[np.ndarray]) -> None:
    assert unexplained_paper(SearchedImage(view), cards, [READ]) is None
