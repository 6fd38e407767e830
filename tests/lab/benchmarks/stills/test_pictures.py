"""The benchmarks' own camera: what it shows is what it says."""

import numpy as np
import pytest

from engine.cards import Card
from lab.benchmarks.stills.camera import render_on_table
from lab.benchmarks.stills.tabletop import SIZE, trick
from vision.geometry.rectify import rectify
from vision.types import Image

CARDS = [Card("H", rank) for rank in ("K", "O", "U", "A")]


def face(red: int) -> Image:
    """Red above, blue below, so that one sees which way up it is."""
    picture = np.full((280, 180, 3), 250, np.uint8)
    picture[20:140, 20:160] = (0, 0, red)
    picture[140:260, 20:160] = (200, 0, 0)
    return picture


def test_the_corners_are_those_of_the_card() -> None:
    view = render_on_table(face(200), 200, np.random.default_rng(3))
    crop = rectify(view.picture, view.quad)
    assert crop[40, 48, 2] > 150 > crop[110, 48, 2]
    assert crop[110, 48, 0] > 150 > crop[40, 48, 0]


@pytest.mark.slow
@pytest.mark.parametrize("apart", [True, False])
def test_a_trick_tells_how_much_shows_of_each_card(apart: bool) -> None:
    pictures = {card: face(60 * number) for number, card in enumerate(CARDS, start=1)}
    table = trick(pictures, np.random.default_rng(7), apart, "good")
    assert table.picture.shape == (SIZE[1], SIZE[0], 3)
    assert [seen.card for seen in table.cards] == CARDS
    assert table.cards[-1].visible > 0.99
    assert all(0 < seen.visible <= 1 for seen in table.cards)
    assert all(seen.visible > 0.99 for seen in table.cards) is apart
