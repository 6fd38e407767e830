"""The benchmarks' own camera: what it shows is what it says."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.cards import Card
from lab.benchmarks.stills.camera import (
    GOOD,
    NONE,
    STEPS,
    Step,
    degrade,
    misplace_corners,
    photograph_card,
    render_on_table,
)
from lab.benchmarks.stills.tabletop import SIZE, lay_in_row, trick
from lab.benchmarks.stills.things import KINDS
from vision.geometry.quads import edge_lengths, shared_area
from vision.geometry.rectify import rectify

if TYPE_CHECKING:
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


def test_a_card_is_found_either_way_up_and_a_little_off() -> None:
    chance, quad = np.random.default_rng(1), render_on_table(face(200), 200, np.random.default_rng(3)).quad
    turns = [misplace_corners(quad, 0.01, chance) for _ in range(40)]
    straight = [found for found in turns if np.linalg.norm(found[0] - quad[0]) < 50]
    assert 8 < len(straight) < 32
    assert 0.5 < float(np.std([found - quad for found in straight])) < 4


def test_the_same_seed_gives_the_same_picture() -> None:
    first, again = (photograph_card(face(180), GOOD, np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(first.picture, again.picture)
    assert np.array_equal(first.quad, again.quad)


@pytest.mark.slow
@pytest.mark.parametrize("apart", [True, False])
def test_a_trick_tells_how_much_shows_of_each_card(apart: bool) -> None:
    pictures = {card: face(60 * number) for number, card in enumerate(CARDS, start=1)}
    table = trick(pictures, GOOD, np.random.default_rng(7), apart)
    assert table.picture.shape == (SIZE[1], SIZE[0], 3)
    assert [seen.card for seen in table.cards] == CARDS
    assert table.cards[-1].visible > 0.99
    assert all(0 < seen.visible <= 1 for seen in table.cards)
    assert all(seen.visible > 0.99 for seen in table.cards) is apart


@pytest.mark.parametrize("kind", KINDS)
def test_things_have_a_shape_and_a_size(kind: str) -> None:
    thing = KINDS[kind](np.random.default_rng(2))
    assert thing.shape.shape == thing.picture.shape[:2]
    assert 0.05 < float((thing.shape > 127).mean()) <= 1
    assert 50 < thing.height < 250


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_each_step_changes_the_picture_and_only_the_smaller_one_its_size(step: Step) -> None:
    picture = render_on_table(face(200), 200, np.random.default_rng(3)).picture
    worse, scale = degrade(picture, step, 200, np.random.default_rng(4))
    if step == NONE:
        assert worse is picture
    elif step.fault == "card height, px":
        assert scale == step.amount / 200
        assert worse.shape[0] == round(picture.shape[0] * scale)
    else:
        assert scale == 1
        assert float(np.abs(worse.astype(int) - picture).mean()) > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_cards_in_a_row_lie_side_by_side_and_hide_nothing(seed: int) -> None:
    table = lay_in_row({card: face(200) for card in CARDS[:3]}, GOOD, np.random.default_rng(seed))
    for one, other in pairwise(table.cards):
        width = edge_lengths(one.quad)[0]
        gap = np.linalg.norm(one.quad[[1, 2]] - other.quad[[0, 3]], axis=1)
        assert (gap < 0.03 * width).all()  # 0.8 mm at most
        assert shared_area(one.quad, other.quad) < 1
    assert all(card.visible > 0.97 for card in table.cards)


@pytest.mark.slow
def test_a_camera_that_leans_shows_the_far_side_of_a_card_shorter() -> None:
    def narrowing(lean: tuple[float, float]) -> float:
        pictures = {card: face(200) for card in CARDS}
        cards = trick(pictures, GOOD, np.random.default_rng(5), apart=True, lean=lean).cards
        sides = np.array([edge_lengths(card.quad) for card in cards])
        return float(np.abs(np.log(sides[:, :2] / sides[:, 2:])).max())

    assert narrowing((35, 40)) > 2 * narrowing((0, 5))
