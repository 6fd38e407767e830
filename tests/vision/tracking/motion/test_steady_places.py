"""Light that moves on a glossy card is no motion, a hand over it and a card that comes or goes are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.motion.place_masks import place_mask
from vision.tracking.motion.steady_places import SteadyPlaces

CARD = np.array([[260, 120], [340, 120], [340, 240], [260, 240]], np.float32)
ON_VIEW = np.divide(CARD, (640, 360), dtype=np.float32)
FRAMES = range(20)


def picture(card: float | None = 200.0) -> np.ndarray:
    """A dark table, and a card on it with a drawing."""
    table = np.full((360, 640), 90, np.uint8)
    if card is not None:
        cv2.fillConvexPoly(table, CARD.astype(np.int32), (card,))
        cv2.circle(table, (300, 180), 20, (60,), -1)
    return table


def in_light(phase: float, radius: int = 16) -> np.ndarray:
    """The card, with a reflection that swings from one end of it to the other."""
    view = picture()
    light = cv2.circle(np.zeros_like(view), (300, round(180 + 40 * np.sin(phase))), radius, (120,), -1)
    return np.asarray(cv2.add(view, light), np.uint8)


def with_arm(phase: float) -> np.ndarray:
    view = picture()
    cv2.line(view, (300, 370), (round(300 + 30 * np.sin(phase)), 190), (150,), 80)
    return view


def gate_at(quads: list[np.ndarray], *, is_card: bool = True) -> MotionGate:
    history = FrameHistory()
    gate = MotionGate(SteadyPlaces(history, lambda _: is_card, quads))
    for number in range(10):
        gate.update(picture(card=None if not quads else 200.0), number / 10)
        assert gate.small is not None
        history.update(gate.small, number / 10, gate.step)
    return gate


def is_still(gate: MotionGate) -> bool:
    place = place_mask(ON_VIEW, gate.still_mask(0.1).shape)
    return bool((gate.still_mask(0.1)[place > 0] > 0).mean() > 0.95)


@pytest.mark.parametrize("quads", [pytest.param([ON_VIEW], id="known"), pytest.param([], id="just laid")])
@pytest.mark.parametrize("speed", [0.3, 1.0, 2.0])
def test_a_card_on_which_light_moves_lies_still(quads: list[np.ndarray], speed: float) -> None:
    gate = gate_at(quads)
    states = [gate.update(in_light(speed * number), 1 + number / 10) for number in FRAMES]
    assert is_still(gate)
    assert not states[-1].moving, "the whole view is at rest"
    assert gate.gleaming.any()


@pytest.mark.parametrize("quads", [pytest.param([ON_VIEW], id="known"), pytest.param([], id="a mere thing")])
def test_a_hand_over_a_card_moves(quads: list[np.ndarray]) -> None:
    gate = gate_at(quads, is_card=False)
    gate.update(with_arm(0), 1.0)
    assert not is_still(gate)
    for number in FRAMES[1:]:
        gate.update(with_arm(number), 1 + number / 10)
        assert not gate.gleaming.any()


def test_a_card_that_is_gone_has_moved() -> None:
    gate = gate_at([ON_VIEW])
    gate.update(picture(card=None), 1.0)
    assert not is_still(gate)


def test_where_the_light_has_left_the_card_is_read_again() -> None:
    gate = gate_at([ON_VIEW])
    for number in FRAMES:
        gate.update(in_light(number), 1 + number / 10)
    since = 1 + FRAMES[-1] / 10
    fresh = []
    for number in range(1, 20):
        gate.update(picture(), since + number / 10)
        fresh.append(bool((gate.moved_at > since + 0.5).any()))
    assert not fresh[4]
    assert fresh[-1]
    assert not gate.gleaming.any()
