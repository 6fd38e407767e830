"""What a camera over a rendered table is told: one card lies there, and one thing is wrong at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from device.camera.picture_file import low_resolution
from simulator.choreography import parse_actions
from simulator.table import Look, RenderedTable
from tests.support.enrolment.deck_on_table import drawn
from tests.support.examples import one_in
from tests.support.paper_table import CARDS, card_picture, cloth, paste, quad_at
from vision.enrolment.aim_check import Advice, judge_aim
from vision.types import Frame, Image, Luma, Quad

SIZE = (1280, 720)
LOOK = replace(Look.random(1), surface="wood", light="daylight", props=0)
"""A wooden table in good light, seen nearly from above."""


@cache
def view_of(look: Look = LOOK) -> Image:
    *_, frame = RenderedTable(drawn(), look, 1, SIZE, frames_per_second=0.5).play(parse_actions("lay 0 EO\nwait 2\n"))
    return frame.image


def frame_of(image: Image) -> Frame:
    return Frame(0, 0.0, image, low_resolution(image))


CAMERA = LOOK.camera
ACROSS_MM = CAMERA.size[0] * CAMERA.distance / CAMERA.focal
NEARER = replace(CAMERA, tilt=np.radians(30.0), distance=400.0, focal=CAMERA.focal * 400 / CAMERA.distance)
CONDITIONS = {
    Advice.GOOD: LOOK,
    Advice.DARK: replace(LOOK, brightness=0.2),
    Advice.BRIGHT: replace(LOOK, brightness=1.9),
    Advice.BLURRED: replace(LOOK, focus=4.0),
    Advice.NEAR: replace(LOOK, camera=replace(CAMERA, focal=CAMERA.focal * ACROSS_MM / 430, shift=(0.0, -120.0))),
    Advice.FAR: replace(LOOK, camera=replace(CAMERA, focal=CAMERA.focal * ACROSS_MM / 1300)),
    Advice.ASKEW: replace(LOOK, camera=NEARER),
}


@pytest.mark.slow
@pytest.mark.parametrize("expected", CONDITIONS)
def test_one_thing_that_is_wrong_is_named(expected: Advice) -> None:
    assert judge_aim(frame_of(view_of(CONDITIONS[expected]))).advice is expected


@pytest.mark.slow
@pytest.mark.parametrize("light", one_in(2, ["good", "dim"]))
def test_a_table_as_it_should_be_gives_no_cause_for_complaint(light: str) -> None:
    look = replace(LOOK, light="daylight" if light == "good" else light)
    aim = judge_aim(frame_of(view_of(look)))
    assert aim.advice is Advice.GOOD
    assert len(aim.cards) == 1


@pytest.mark.slow
def test_where_it_glares_is_told() -> None:
    image = view_of().copy()
    cv2.circle(image, (320, 180), 60, (255, 255, 255), cv2.FILLED)
    aim = judge_aim(frame_of(image))
    assert aim.advice is Advice.GLARE
    assert aim.place == pytest.approx((0.25, 0.25), abs=0.02)


def test_without_a_card_one_is_asked_for_and_a_covered_lens_is_dark() -> None:
    cloth = np.full((SIZE[1], SIZE[0], 3), (60, 110, 60), np.uint8)
    assert judge_aim(frame_of(cloth)).advice is Advice.CARD
    assert judge_aim(frame_of(np.zeros_like(cloth))).advice is Advice.DARK


@pytest.mark.parametrize("shape", [(32, 32), (1, 64), (480, 640), pytest.param((1080, 1920), marks=pytest.mark.slow)])
def test_any_picture_is_judged(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (*shape, 3)).astype(np.uint8)
    assert judge_aim(frame_of(noise)).advice in Advice


DIM_ROOM = 120
"""Grey level of a view in which nothing is too dark or too bright."""


def even(level: int = DIM_ROOM, lamp_px: int = 0, lamp_rows: int = 0) -> Luma:
    """Returns a luminance with a round lamp at a quarter of its width and three of its height, and upper rows blown."""
    luma = np.full((360, 640), level, np.uint8)
    cv2.circle(luma, (160, 270), lamp_px, (255,), cv2.FILLED if lamp_px else 1)
    luma[:lamp_rows] = 255
    return luma


def picture_of(*cards: tuple[Image, Quad], colour: tuple[int, int, int] = (60, 90, 40)) -> Image:
    picture = cloth(colour)
    for card, quad in cards:
        paste(picture, card, quad)
    return picture


def advice_on(picture: Image, luma: Luma | None = None) -> Advice:
    return judge_aim(Frame(0, 0.0, picture, low_resolution(picture) if luma is None else luma)).advice


FACE, OTHER_FACE = card_picture(CARDS[0]), card_picture(CARDS[1])
BACK = np.full_like(FACE, 238)
SOFT = np.asarray(cv2.GaussianBlur(FACE, (0, 0), 8), np.uint8)
LEFT, RIGHT = quad_at(300, 270, 4), quad_at(550, 270, 4)


@pytest.mark.parametrize(
    ("length", "expected"), [(95, Advice.FAR), (120, Advice.GOOD), (165, Advice.GOOD), (200, Advice.NEAR)]
)
def test_a_card_has_enough_pixels_and_three_of_them_fit_into_the_view(length: float, expected: Advice) -> None:
    """The network reads crops of 144 px; the view is 540 px high."""
    assert advice_on(picture_of((FACE, quad_at(480, 270, 4, 0.56 * length, length)))) is expected


def trapezium(top: float, bottom: float, height: float, turned: bool = False) -> Quad:
    """Returns a card in the middle of the view whose short sides differ; turned, the first one is to the right."""
    corners = np.array([[-top, -height], [top, -height], [bottom, height], [-bottom, height]]) / 2
    return np.asarray(np.array([480, 270]) + (corners[:, ::-1] * (-1, 1) if turned else corners), np.float32)


@pytest.mark.parametrize(
    ("quad", "expected"),
    [
        pytest.param(trapezium(78, 90, 145), Advice.GOOD, id="a bit from below"),
        pytest.param(trapezium(90, 78, 145), Advice.GOOD, id="a bit from above"),
        pytest.param(trapezium(74, 94, 140), Advice.ASKEW, id="from below"),
        pytest.param(trapezium(80, 88, 145, turned=True), Advice.GOOD, id="a bit from the left"),
        pytest.param(trapezium(88, 80, 145, turned=True), Advice.GOOD, id="a bit from the right"),
        pytest.param(trapezium(76, 92, 145, turned=True), Advice.ASKEW, id="from the left"),
        pytest.param(trapezium(88, 97, 159, turned=True), Advice.GOOD, id="too long at the near end only"),
    ],
)
def test_a_view_from_the_side_makes_near_cards_longer_than_far_ones(quad: Quad, expected: Advice) -> None:
    assert advice_on(picture_of((FACE, quad))) is expected


def dimmed(card: Image, light: float) -> Image:
    return np.asarray(card * light, np.uint8)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param([(dimmed(FACE, 0.25), LEFT)], Advice.DARK, id="one in the dark"),
        pytest.param([(dimmed(FACE, 0.35), LEFT)], Advice.GOOD, id="one in the shade"),
        pytest.param([(dimmed(FACE, 0.25), LEFT), (OTHER_FACE, RIGHT)], Advice.GOOD, id="one of two in the dark"),
    ],
)
def test_it_is_dark_if_no_card_is_light_even_where_a_lamp_is_seen(
    cards: Sequence[tuple[Image, Quad]], expected: Advice
) -> None:
    assert advice_on(picture_of(*cards, colour=(8, 12, 6)), even()) is expected


@pytest.mark.parametrize(("level", "expected"), [(60, Advice.DARK), (80, Advice.CARD)])
def test_a_view_without_anything_light_is_dark(level: int, expected: Advice) -> None:
    assert advice_on(picture_of(), even(level)) is expected


@pytest.mark.parametrize(("share", "expected"), [(0.2, Advice.GOOD), (0.3, Advice.BRIGHT)])
def test_a_single_card_may_be_too_bright(share: float, expected: Advice) -> None:
    bright = FACE.copy()
    bright[: round(share * len(bright))] = 255
    assert advice_on(picture_of((bright, LEFT), (OTHER_FACE, RIGHT)), even()) is expected


@pytest.mark.parametrize("cards", [[], [(FACE, LEFT)]], ids=["bare", "a card"])
def test_a_large_part_of_the_view_without_detail_is_too_bright_and_a_smaller_one_glares(
    cards: Sequence[tuple[Image, Quad]],
) -> None:
    assert advice_on(picture_of(*cards), even(lamp_rows=108)) is Advice.BRIGHT
    assert advice_on(picture_of(*cards), even(lamp_rows=72)) is Advice.GLARE


@pytest.mark.parametrize("cards", [[], [(FACE, RIGHT)]], ids=["bare", "a card"])
def test_a_lamp_glares_where_it_hides_what_a_card_shows(cards: Sequence[tuple[Image, Quad]]) -> None:
    picture = picture_of(*cards)
    lamp, smaller = (judge_aim(Frame(0, 0.0, picture, even(lamp_px=radius))) for radius in (20, 15))
    assert lamp.advice is Advice.GLARE
    assert lamp.place == pytest.approx((0.25, 0.75), abs=0.002)
    assert (len(lamp.cards), len(smaller.cards)) == (len(cards), len(cards))
    assert (smaller.advice, smaller.place) == (Advice.GOOD if cards else Advice.CARD, None)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param([BACK], Advice.BLURRED, id="a back"),
        pytest.param([SOFT], Advice.BLURRED, id="a soft print"),
        pytest.param([BACK, SOFT], Advice.BLURRED, id="a back and a soft print"),
        pytest.param([BACK, FACE], Advice.GOOD, id="a back and a face"),
        pytest.param([SOFT, FACE], Advice.GOOD, id="a soft print and a face"),
    ],
)
def test_one_card_with_sharp_print_shows_that_the_view_is_in_focus(cards: Sequence[Image], expected: Advice) -> None:
    assert advice_on(picture_of(*zip(cards, (LEFT, RIGHT), strict=False))) is expected


@pytest.mark.parametrize("noise", one_in(3, [0.0, 6.0]))
@pytest.mark.parametrize(
    ("level", "blur_px", "expected"),
    [
        pytest.param(238, 0, Advice.CARD, id="sharp"),
        pytest.param(238, 1.5, Advice.BLURRED, id="out of focus"),
        pytest.param(238, 4, Advice.BLURRED, id="far out of focus"),
        pytest.param(100, 1.5, Advice.CARD, id="hardly lighter than the cloth"),
    ],
)
def test_without_a_card_other_things_tell_whether_the_view_is_in_focus(
    level: int, blur_px: float, expected: Advice, noise: float
) -> None:
    picture = cloth()
    for number in range(12):
        cv2.circle(picture, (80 + 75 * number, 100 + 97 * number % 340), 22, (level, level, level), cv2.FILLED)
    soft = cv2.GaussianBlur(picture, (0, 0), blur_px) if blur_px else picture
    grain = np.random.default_rng(1).normal(0, noise, picture.shape)
    assert advice_on(np.clip(soft + grain, 0, 255).astype(np.uint8)) is expected


@pytest.mark.parametrize(("scale", "count"), [(0.9, 2), (0.7, 1)])
def test_a_thing_smaller_than_the_largest_card_is_none(scale: float, count: int) -> None:
    picture = picture_of((FACE, LEFT), (OTHER_FACE, quad_at(550, 270, 4, 84 * scale, 150 * scale)))
    assert len(judge_aim(frame_of(picture)).cards) == count


@pytest.mark.parametrize(("paper", "expected"), [(225, Advice.CARD), (160, Advice.GOOD)], ids=["of paper", "of card"])
def test_a_frame_is_a_card_only_if_it_has_another_colour_than_the_table(paper: int, expected: Advice) -> None:
    card = np.full_like(FACE, paper)
    cv2.rectangle(card, (0, 0), (167, 299), (40, 40, 40), 2)
    cv2.circle(card, (84, 150), 40, (40, 40, 40), cv2.FILLED)
    assert advice_on(picture_of((card, LEFT), colour=(225, 225, 225))) is expected
