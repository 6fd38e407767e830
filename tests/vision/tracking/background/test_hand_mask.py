"""What reaches in and stays becomes part of the table, place by place; a hand does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.tracking.background.hand_mask import StaticObjectCounter
from vision.tracking.background.thresholds import BACKGROUND

if TYPE_CHECKING:
    from vision.types import Map, Mask

SHAPE = (270, 480)
LOOKS = BACKGROUND.object_min_scenes
SECONDS = BACKGROUND.object_min_seconds / LOOKS
"""Between two looks that count."""
GLASS, PHONE, HAND = (10, 40, 60, 120), (50, 150, 70, 120), (200, 0, 60, 150)
"""Left, top, width and height on the map."""


def look(*things: tuple[int, int, int, int], seed: int) -> tuple[Map, Mask]:
    """Returns the map on which these things lie, and where they do."""
    chance = np.random.default_rng(seed)
    view = np.full((*SHAPE, 3), 128, np.uint8)
    mask = np.zeros(SHAPE, np.uint8)
    for number, thing in enumerate(things):
        cv2.rectangle(view, thing, (200 - 40 * number, 120, 140), cv2.FILLED)
        cv2.rectangle(mask, thing, 255, cv2.FILLED)
    return (view + chance.integers(-1, 2, view.shape)).astype(np.uint8), mask


def share(rested: Mask, thing: tuple[int, int, int, int]) -> float:
    left, top, width, height = thing
    return float(np.mean(rested[top : top + height, left : left + width] > 0))


def test_what_stays_for_some_looks_has_come_to_rest() -> None:
    rest = StaticObjectCounter()
    shares = [share(rest.static_part(*look(GLASS, seed=seed), seed * SECONDS), GLASS) for seed in range(LOOKS + 1)]
    assert shares == [0.0] * (LOOKS - 1) + [1.0] * 2


def test_a_glass_rests_while_other_things_come_and_go() -> None:
    """Else a card laid beside a glass would wait for the phone beside the glass, and that for the next thing."""
    rest = StaticObjectCounter()
    rest.static_part(*look(GLASS, seed=1), 1 * SECONDS)
    rest.static_part(*look(GLASS, HAND, seed=2), 2 * SECONDS)
    rested = rest.static_part(*look(GLASS, PHONE, seed=3), 3 * SECONDS)
    assert share(rested, GLASS) > 0.95
    assert share(rested, PHONE) < 0.15  # what it shares with the glass
    assert share(rest.static_part(*look(GLASS, PHONE, seed=4), 4 * SECONDS), PHONE) < 0.15
    assert share(rest.static_part(*look(GLASS, PHONE, seed=5), 5 * SECONDS), PHONE) == 1


@pytest.mark.parametrize("step", [70, 150])
def test_a_hand_that_comes_again_elsewhere_does_not_rest(step: int) -> None:
    rest = StaticObjectCounter()
    for seed in range(LOOKS):
        left, top, width, height = HAND
        hand = (left - 190 + step * seed, top, width, height)
        assert share(rest.static_part(*look(hand, seed=seed), seed * SECONDS), hand) == 0


def test_looks_that_follow_at_once_count_as_one() -> None:
    rest = StaticObjectCounter()
    shares = [share(rest.static_part(*look(GLASS, seed=seed), 0.1 * seed), GLASS) for seed in range(3 * LOOKS)]
    assert shares == [0.0] * (3 * LOOKS)


@pytest.mark.parametrize(("shadow_px", "is_table"), [(4, True), (12, False)])
def test_a_small_moving_shadow_becomes_table_with_the_glass_beside_it(shadow_px: int, is_table: bool) -> None:
    rest = StaticObjectCounter()
    left, top, width, height = GLASS
    shadow = (left + width, top, shadow_px, height)
    for seed in range(LOOKS):
        now, hands = look(GLASS, shadow, seed=seed)
        now[top : top + height, left + width : left + width + shadow_px] = 60 + 40 * seed
        rested = rest.static_part(now, hands, seed * SECONDS)
    assert share(rested, GLASS) > 0.95
    assert (share(rested, shadow) == 1) is is_table
