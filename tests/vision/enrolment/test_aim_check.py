"""What a camera over a rendered table is told: one card lies there, and one thing is wrong at a time."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from device.camera.luminance import low_resolution
from tests.support.enrolment.deck_on_table import drawn
from vision.enrolment.aim_check import Advice, judge_aim
from vision.simulator.actions.choreography import parse_actions
from vision.simulator.render.appearance import Look
from vision.simulator.table import RenderedTable
from vision.types import Frame

if TYPE_CHECKING:
    from vision.types import Image

SIZE = (1280, 720)
LOOK = replace(Look.random(1), props=())
"""A plain cloth in good light, seen nearly from above."""


@cache
def table() -> RenderedTable:
    laid = RenderedTable(drawn(), LOOK, 1, SIZE, frames_per_second=2)
    for _ in laid.play(parse_actions("lay 0 EO\n")):
        pass
    return laid


def seen(look: Look = LOOK) -> Image:
    laid = table()
    laid.seen_anew(look)
    (frame,) = laid.play(parse_actions("wait 0.5\n"))
    return frame.image


def frame_of(image: Image) -> Frame:
    return Frame(0, 0.0, image, low_resolution(image))


CAMERA, LIGHT = LOOK.camera, LOOK.light
CONDITIONS = {
    Advice.GOOD: LOOK,
    Advice.DARK: replace(LOOK, light=replace(LIGHT, exposure=0.2)),
    Advice.BRIGHT: replace(LOOK, light=replace(LIGHT, exposure=1.6)),
    Advice.BLURRED: replace(LOOK, camera=replace(CAMERA, blur=4.0)),
    Advice.NEAR: replace(LOOK, camera=replace(CAMERA, field_width=430.0, aim=(0.0, 60.0))),
    Advice.FAR: replace(LOOK, camera=replace(CAMERA, field_width=1500.0)),
    Advice.ASKEW: replace(LOOK, camera=replace(CAMERA, tilt=30.0)),
}


@pytest.mark.parametrize("expected", CONDITIONS)
def test_one_thing_that_is_wrong_is_named(expected: Advice) -> None:
    assert judge_aim(frame_of(seen(CONDITIONS[expected]))).advice is expected


@pytest.mark.parametrize("light", ["good", "dim"])
def test_a_table_as_it_should_be_gives_no_cause_for_complaint(light: str) -> None:
    look = replace(LOOK, light=Look.random(1, "dim" if light == "dim" else "good").light)
    aim = judge_aim(frame_of(seen(look)))
    assert aim.advice is Advice.GOOD
    assert len(aim.cards) == 1


def test_where_it_glares_is_told() -> None:
    image = seen().copy()
    cv2.circle(image, (320, 180), 60, (255, 255, 255), cv2.FILLED)
    aim = judge_aim(frame_of(image))
    assert aim.advice is Advice.GLARE
    assert aim.place == pytest.approx((0.25, 0.25), abs=0.02)


def test_without_a_card_one_is_asked_for_and_a_covered_lens_is_dark() -> None:
    cloth = np.full((SIZE[1], SIZE[0], 3), (60, 110, 60), np.uint8)
    assert judge_aim(frame_of(cloth)).advice is Advice.CARD
    assert judge_aim(frame_of(np.zeros_like(cloth))).advice is Advice.DARK


@pytest.mark.parametrize("shape", [(32, 32), (1, 64), (480, 640), (1080, 1920)])
def test_any_picture_is_judged(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (*shape, 3)).astype(np.uint8)
    assert judge_aim(frame_of(noise)).advice in Advice
