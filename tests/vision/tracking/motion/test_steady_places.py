"""Light that moves on a glossy card is no motion; a hand over it, and a card that comes or goes, are."""

import cv2
import numpy as np
import pytest

from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.motion.places import SteadyPlaces, place_mask

CARD = np.array([[260, 120], [340, 120], [340, 240], [260, 240]], np.float32)
ON_VIEW = np.divide(CARD, (640, 360), dtype=np.float32)


def picture(*, card: bool = True) -> np.ndarray:
    """A dark table, and a card on it with a drawing."""
    table = np.full((360, 640), 90, np.uint8)
    if card:
        cv2.fillConvexPoly(table, CARD.astype(np.int32), (200,))
        cv2.circle(table, (300, 180), 20, (60,), -1)
    return table


def in_light(phase: float) -> np.ndarray:
    """The card, with a reflection that swings from one end of it to the other."""
    view = picture()
    light = cv2.circle(np.zeros_like(view), (300, round(180 + 40 * np.sin(phase))), 16, (120,), -1)
    return np.asarray(cv2.add(view, light), np.uint8)


def with_arm(phase: float) -> np.ndarray:
    view = picture()
    cv2.line(view, (300, 370), (round(300 + 30 * np.sin(phase)), 190), (150,), 80)
    return view


def _any(places: np.ndarray | None) -> bool:
    return places is not None and bool(places.any())


class Table:
    """A gate, ten frames a second; *known* is whether the card lay there from the beginning and was read."""

    def __init__(self, *, known: bool) -> None:
        self.gate, self.history, self.time = MotionGate(), FrameHistory(), 0.0
        self.steady = SteadyPlaces(self.gate, self.history)
        self.cards = [ON_VIEW] if known else []
        for _ in range(10):
            self.show(picture(card=known))

    def show(self, view: np.ndarray) -> bool:
        """Shows the next frame; returns whether the place of the card is still."""
        self.time += 0.1
        self.moving = self.gate.update(view, self.time, self.steady.places).moving
        assert self.gate.small is not None
        self.history.update(self.gate.small, self.time, self.gate.step)
        self.steady.update(self.time, self.cards)
        still = self.gate.still_mask(0.1)
        return bool((still[place_mask(ON_VIEW, still.shape) > 0] > 0).mean() > 0.95)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("speed", [0.3, 1.0, 2.0])
def test_a_card_on_which_light_moves_is_still_after_some_time(speed: float, known: bool) -> None:
    table = Table(known=known)
    shown = [table.show(in_light(speed * number)) for number in range(20)]
    assert not shown[1], "it may be a hand"
    assert all(shown[10:])
    assert not table.moving, "the whole view is at rest"


@pytest.mark.parametrize("known", [True, False])
def test_an_arm_over_a_card_moves(known: bool) -> None:
    table = Table(known=known)
    assert not any(table.show(with_arm(number)) for number in range(20))
    assert not _any(table.steady.places)


def test_an_arm_and_the_card_that_it_takes_move_as_soon_as_they_come_into_the_light() -> None:
    table = Table(known=True)
    for number in range(20):
        table.show(in_light(number))
    assert not [table.show(with_arm(number)) for number in range(3)][-1]
    assert not table.show(picture(card=False))


@pytest.mark.parametrize("noise", [0, 3])
def test_a_card_under_steady_light_is_no_steady_place(noise: int) -> None:
    table, rng = Table(known=False), np.random.default_rng(5)
    for _ in range(20):
        grain = rng.normal(0, noise, (360, 640))
        table.show(np.clip(picture() + grain, 0, 255).astype(np.uint8))
        assert not _any(table.steady.places)
