"""What reaches in and stays becomes part of the table, place by place; a hand does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.tracking.background.changes import regions_of
from vision.tracking.background.hand_mask import StaticObjectCounter, dilate_mask, find_hands, is_held
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


def boxes(*things: tuple[int, int, int, int]) -> Mask:
    """Returns the mask of some boxes; left, top, width and height."""
    mask = np.zeros(SHAPE, np.uint8)
    for thing in things:
        cv2.rectangle(mask, thing, (255,), cv2.FILLED)
    return mask


ARM, CARD, SLEEVE = (100, 170, 50, 100), (220, 80, 60, 100), (0, 20, 80, 40)


@pytest.mark.parametrize(
    ("changes", "explained", "expected"),
    [
        pytest.param([ARM], [], [ARM], id="an arm"),
        pytest.param([CARD], [], [], id="a change amid the view"),
        pytest.param([ARM, CARD, SLEEVE], [CARD], [ARM, SLEEVE], id="two arms beside a card"),
        pytest.param([ARM], [(100, 170, 50, 100)], [], id="a card at the rim"),
        pytest.param([ARM], [(100, 170, 50, 80)], [], id="a card at the rim and its shadow"),
        pytest.param([ARM], [(100, 170, 50, 65)], [(100, 235, 50, 35)], id="a hand that holds a card at the rim"),
        pytest.param([ARM], [(100, 170, 50, 30)], [(100, 200, 50, 70)], id="an arm over the end of a card"),
    ],
)
def test_what_reaches_in_from_the_rim_and_is_no_card_is_a_hand(
    changes: list[tuple[int, int, int, int]],
    explained: list[tuple[int, int, int, int]],
    expected: list[tuple[int, int, int, int]],
) -> None:
    hands = find_hands(regions_of(boxes(*changes), 10), boxes(*explained))
    if not expected:
        assert hands is None
    else:
        assert hands is not None
        assert (hands == boxes(*expected)).all()


LEFT, TOP = 200, 80
HELD = np.array([[LEFT, TOP], [LEFT + 60, TOP], [LEFT + 60, TOP + 100], [LEFT, TOP + 100]], np.float32)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param((LEFT + 30, TOP + 80, 20, 110), True, id="fingers over its end"),
        pytest.param((LEFT + 62, TOP + 40, 100, 36), True, id="a thumb at its side"),
        pytest.param((LEFT + 62, TOP + 40, 100, 12), False, id="the tip of a thumb at its side"),
        pytest.param((LEFT + 5, TOP + 10, 50, 80), False, id="a change upon it"),
        pytest.param((LEFT - 3, TOP - 4, 4, 108), False, id="its shadow"),
        pytest.param((LEFT + 76, TOP - 20, 100, 150), False, id="a hand beside it"),
    ],
)
def test_a_card_is_held_if_a_hand_reaches_to_it(hand: tuple[int, int, int, int], expected: bool) -> None:
    assert is_held(HELD, boxes(hand)) is expected


def test_a_hand_is_taken_larger_to_all_sides_alike() -> None:
    assert (dilate_mask(boxes((100, 50, 20, 30))) == boxes((96, 46, 28, 38))).all()


def test_a_glass_that_was_lifted_and_put_back_rests_anew() -> None:
    rest = StaticObjectCounter()
    shown = [(GLASS,)] * (LOOKS - 1) + [()] + [(GLASS,)] * LOOKS
    shares = [
        share(rest.static_part(*look(*each, seed=seed), seed * SECONDS), GLASS) for seed, each in enumerate(shown)
    ]
    assert shares == [0.0] * (len(shown) - 1) + [1.0]


@pytest.mark.parametrize(
    ("darker", "rests"),
    [pytest.param(13, True, id="in a shadow"), pytest.param(25, False, id="another one in its place")],
)
def test_a_glass_rests_as_long_as_it_looks_nearly_the_same(darker: int, rests: bool) -> None:
    rest = StaticObjectCounter()
    for seed in range(LOOKS):
        now, hands = look(GLASS, seed=seed)
        if seed == LOOKS - 1:
            now[..., 0][hands > 0] -= np.uint8(darker)
        rested = rest.static_part(now, hands, seed * SECONDS)
    assert share(rested, GLASS) == rests


def test_only_looks_in_which_it_reaches_in_count() -> None:
    rest = StaticObjectCounter()
    for seed in range(LOOKS):
        now, hands = look(GLASS, seed=seed)
        reaches_in = hands if seed else np.zeros_like(hands)
        assert share(rest.static_part(now, reaches_in, seed * SECONDS), GLASS) == 0
    assert share(rest.static_part(now, hands, LOOKS * SECONDS), GLASS) == 1


def test_looks_within_a_second_count_as_one() -> None:
    rest = StaticObjectCounter()
    shares = [share(rest.static_part(*look(GLASS, seed=seed), 0.6 * SECONDS * seed), GLASS) for seed in range(6)]
    assert shares == [0.0] * 4 + [1.0] * 2, "the first, the third and the fifth count"
