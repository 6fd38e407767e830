"""Cards found by what is drawn on them, where their outlines say little."""

from functools import cache

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from tests.support.enrolment.deck_on_table import drawn
from tests.support.paper_table import CARDS, card_picture, paste, quad_at
from tests.vision.scene.test_chequered_cloth import chequered
from vision.geometry.quads import overlap, portrait
from vision.geometry.rectify import full_quad, rectify
from vision.recognition.keypoints import (
    KeypointPose,
    PackKeypoints,
    _highest_of_each_row,
    _in_tiles,
    _keypoints,
    keypoints_of,
    match_keypoints,
)
from vision.types import Image, Luma, Quad

KING = BAVARIAN_32.cards[6]


@cache
def of_the_deck() -> PackKeypoints:
    return keypoints_of(rectify(picture, full_quad(picture)) for picture in drawn().values())


def light(image: Image) -> Luma:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def nearest(found: list[KeypointPose], quad: Quad) -> float:
    return max((overlap(portrait(one.quad), portrait(quad)) for one in found), default=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("degrees", [0, 40, 110, 200])
@pytest.mark.parametrize("hidden", [0.0, 0.5], ids=["whole", "half hidden"])
def test_a_card_on_a_chequered_cloth_is_found_where_it_lies(degrees: float, hidden: float) -> None:
    image, quad = chequered(), quad_at(480, 270, degrees)
    paste(image, drawn()[KING], quad)
    if hidden:
        paste(image, np.full((300, 200, 3), 225, np.uint8), quad + (quad[3] - quad[0]) * np.float32(hidden))
    found = match_keypoints(light(image), of_the_deck())
    assert nearest(found[:4], quad) > 0.85


@pytest.mark.slow
def test_every_card_of_a_heap_is_found() -> None:
    image = chequered()
    quads = [quad_at(440, 250, 10), quad_at(520, 270, 60), quad_at(470, 330, 100)]
    for picture, quad in zip(list(drawn().values())[4::9], quads, strict=False):
        paste(image, picture, quad)
    found = match_keypoints(light(image), of_the_deck())
    assert min(nearest(found, quad) for quad in quads) > 0.85


@pytest.mark.slow
def test_points_that_agree_lie_on_the_card_and_not_on_what_hides_it() -> None:
    image, quad = chequered(), quad_at(480, 270, 0)
    paste(image, drawn()[KING], quad)
    image[270:] = 225
    best = match_keypoints(light(image), of_the_deck())[0]
    assert overlap(portrait(best.quad), portrait(quad)) > 0.85
    assert (best.points[:, 1] < 275).all()
    assert cv2.pointPolygonTest(quad, best.points.mean(axis=0).tolist(), measureDist=False) > 0


@pytest.mark.slow
def test_a_cloth_a_blank_picture_and_a_card_of_no_such_deck_are_none() -> None:
    other = chequered()
    paste(other, card_picture(CARDS[3]), quad_at(480, 270, 10))
    for image in (chequered(), np.full((540, 960, 3), 90, np.uint8), other):
        assert len(match_keypoints(light(image), of_the_deck())) <= 1


@pytest.mark.slow
def test_of_blank_pictures_nothing_is_drawn() -> None:
    image = chequered()
    paste(image, drawn()[KING], quad_at(480, 270, 10))
    assert match_keypoints(light(image), keypoints_of([np.full((144, 96, 3), 200, np.uint8)])) == []
    assert match_keypoints(light(image), keypoints_of([])) == []


@pytest.mark.slow
def test_points_are_the_same_wherever_the_picture_is_cut_into_tiles() -> None:
    picture = light(chequered())[:, :400]
    everywhere = np.full(picture.shape, 255, np.uint8)
    at_once, by_tiles = (
        {(round(float(x)), round(float(y))) for each in some for x, y, size, _ in each.places if size < 20}
        for some in ([_keypoints(picture, everywhere)], _in_tiles(picture, everywhere))
    )
    assert len(at_once ^ by_tiles) < 0.02 * len(at_once)


def test_of_each_row_the_highest_values_above_the_threshold_are_matched() -> None:
    cosines = np.array([[0.1, 0.9, 0.95], [0.86, 0.2, 0.3], [0.91, 0.97, 0.99]], np.float32)
    matches = [(int(row), int(column)) for row, column, _ in _highest_of_each_row(cosines)]
    assert matches == [(0, 2), (0, 1), (2, 2), (2, 1), (2, 0)]
    of_one = _highest_of_each_row(np.linspace(0.9, 0.99, 8, dtype=np.float32)[None])
    assert [int(column) for _, column, _ in of_one] == [7, 6, 5, 4, 3]  # keypoint_max_matches
