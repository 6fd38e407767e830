"""Pages of cards for printing: in the right size, and backs behind their faces."""

import numpy as np
import pytest

from cli.print_pages import DPI, page_layout, print_pages
from engine.cards import PACKS
from simulator.deck import BACK_NAME, print_picture

MM = DPI / 25.4


@pytest.mark.parametrize(
    ("kind", "width_mm", "height_mm", "per_page"),
    [
        ("bavarian32", 56, 100, 10),
        ("german33", 56, 100, 10),
        ("french20", 59, 91, 9),
        ("french32", 59, 91, 9),
        ("french52", 59, 91, 9),
    ],
)
def test_cards_come_out_in_the_size_they_are_sold_in(kind: str, width_mm: int, height_mm: int, per_page: int) -> None:
    height, width, _ = print_picture(PACKS[kind], BACK_NAME).shape
    page = page_layout(width, height)
    assert page.card_width / MM == pytest.approx(width_mm, abs=0.1)
    assert page.card_height / MM == pytest.approx(height_mm, abs=0.1)
    assert page.per_page == per_page
    assert sorted((round(page.width / MM), round(page.height / MM))) == [210, 297]
    assert min(page.left, page.top) / MM >= 4.9


def test_pages_hold_every_card_and_backs_lie_behind_them() -> None:
    faces = [np.full((1075, 697, 3), 10 * number, np.uint8) for number in range(1, 21)]
    back = np.full((1075, 697, 3), 5, np.uint8)
    page = page_layout(697, 1075)
    fronts_and_backs = list(print_pages(page, faces, back))
    assert len(fronts_and_backs) == 2 * 3
    first, behind = fronts_and_backs[:2]
    corner = (slice(page.top, page.top + page.card_height), slice(page.left, page.left + page.card_width))
    assert np.array_equal(first[corner], faces[0])
    assert np.array_equal(behind[corner], back)
    last_front, last_back = fronts_and_backs[-2:]
    left, right = page.left + 5, page.left + page.columns * page.card_width - 5
    bottom_row = page.top + (page.rows - 1) * page.card_height + 5
    assert (last_front[bottom_row, [left, right]] == 255).all()
    assert not (last_front[page.top + 5, left] == 255).all()
    assert not (last_back[page.top + 5, right] == 255).all()
