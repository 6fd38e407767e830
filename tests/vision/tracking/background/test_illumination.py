"""Light is taken out of maps: another brightness, the bands of a flickering lamp; what remains is a change."""

import cv2
import numpy as np
import pytest

from vision.tracking.background.changes import change_mask, equalise_illumination
from vision.types import Map


def view(seed: int = 1) -> Map:
    """A pale table with some structure, and the noise of a camera."""
    chance = np.random.default_rng(seed)
    light = np.full((270, 480), 230.0)
    light[60:120, 100:300] = 120
    noisy = light + chance.normal(0, 1.5, light.shape)
    return np.stack([noisy, np.full_like(light, 128), np.full_like(light, 128)], axis=2).round().astype(np.uint8)


def flickering(scene: Map, depth: float, bands: float) -> Map:
    """As a rolling shutter sees it under a lamp whose brightness swings by *depth* of L*, *bands* times a picture."""
    swing = 1 + depth * np.sin(np.linspace(0, 2 * np.pi * bands, len(scene)))
    lit = scene.astype(np.float32)
    lit[..., 0] *= swing[:, None]
    return lit.round().clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize("bands", [0.5, 1, 2.3])
@pytest.mark.parametrize("depth", [0.02, 0.03])
def test_bands_of_a_flickering_lamp_are_no_change(depth: float, bands: float) -> None:
    before, now = flickering(view(1), -depth, bands), flickering(view(2), depth, bands)
    even, _ = equalise_illumination(now, before)
    assert cv2.countNonZero(change_mask(even, before)) == 0


def lit(scene: Map, gain: float) -> Map:
    """The same scene with L* + 16 times *gain*; L* is scaled to 255."""
    black, changed_light = 16 * 2.55, scene.astype(np.float32)
    changed_light[..., 0] = (changed_light[..., 0] + black) * gain - black
    return changed_light.round().clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize(("before", "after"), [(1, 0.7), (1, 0.9), (0.7, 1), (0.9, 1)])
def test_a_lamp_that_is_switched_off_or_on_is_no_change(before: float, after: float) -> None:
    earlier, now = lit(view(1), before), lit(view(2), after)
    even, factor = equalise_illumination(now, earlier)
    assert cv2.countNonZero(change_mask(even, earlier)) == 0
    assert (factor < 1) == (after < before)
    assert abs(np.median(even[..., 0].astype(int) - earlier[..., 0])) <= 1


def test_an_arm_does_not_lighten_the_rest_of_its_rows() -> None:
    before, scene = view(1), view(2)
    arm = np.s_[100:200, 200:]
    scene[arm] = (80, 150, 150)
    rest = np.full(scene.shape[:2], 255, np.uint8)
    rest[arm] = 0
    even, _ = equalise_illumination(flickering(scene, 0.03, 1.5), before, rest=rest)
    beside = even[100:200, :200, 0].astype(int) - before[100:200, :200, 0]
    assert np.abs(np.median(beside, axis=1)).max() <= 3


def test_a_card_beside_an_arm_is_a_change_under_a_flickering_lamp() -> None:
    """The card fills most of what the arm leaves of its rows, whose median would take its change for the lamp's."""
    before, scene = view(1), view(2)
    scene[130:200, 10:60, 0] = 212
    arm = np.s_[120:210, 80:]
    scene[arm] = (80, 150, 150)
    rest = np.full(scene.shape[:2], 255, np.uint8)
    rest[arm] = 0
    even, _ = equalise_illumination(scene, before, rest=rest)
    assert cv2.countNonZero(change_mask(even, before)[:, :70]) == pytest.approx(70 * 50, rel=0.1)


def test_an_arm_over_most_of_the_view_is_no_other_light() -> None:
    now, rest = view(2), np.full((270, 480), 255, np.uint8)
    now[:130, :, 0], now[:130, :, 1], rest[:132] = 190, 110, 0
    now[140:200, :, 0] = 190  # its shadow rests
    even, gain = equalise_illumination(now, view(1), rest=rest)
    assert gain == pytest.approx(1, abs=0.02)
    assert cv2.countNonZero(change_mask(even, view(1))[205:]) == 0
    assert equalise_illumination(now, view(1))[1] < 0.9


def test_where_nothing_is_at_rest_no_bands_are_sought() -> None:
    """All that is left is the light of the whole view."""
    before, now = view(1), flickering(view(2), 0.03, 1.5)
    nowhere = np.zeros(before.shape[:2], np.uint8)
    alone, with_bands = (
        cv2.absdiff(equalise_illumination(now, before, rest=rest)[0], now).max() for rest in (nowhere, None)
    )
    assert alone <= 2 < with_bands


def test_a_small_part_at_rest_does_not_tell_the_light_of_the_view() -> None:
    now, rest = view(2), np.zeros((270, 480), np.uint8)
    rest[:54] = 255
    now[:54] = lit(now[:54], 0.85)  # in the shadow of those who lean over the table
    assert equalise_illumination(now, view(1), rest=rest)[1] == pytest.approx(1, abs=0.02)
