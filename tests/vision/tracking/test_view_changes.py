"""Changes of the whole view: another light, however a hand moves meanwhile, and a knock at the camera."""

import cv2
import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from vision.tracking.background.background_model import BackgroundModel
from vision.tracking.background.changes import MAP_WIDTH
from vision.tracking.evidence import detect_view_change
from vision.tracking.motion.thresholds import MOTION
from vision.types import Candidate, Reading

SHAPE = (270, MAP_WIDTH)
PLACE = np.array([[200, 90], [242, 90], [242, 165], [200, 165]], np.float32)
FLICKER = 0.5


def _table(light: float = 1.0) -> np.ndarray:
    """Returns a table with a grain, in the maps' colours."""
    chance = np.random.default_rng(3)
    grain = cv2.GaussianBlur(chance.normal(0, 25, SHAPE).astype(np.float32), (0, 0), 2) * 2
    view = np.dstack([110 + grain, np.full(SHAPE, 128.0), np.full(SHAPE, 128.0)]).astype(np.float32)
    view[..., 0] *= light
    return np.clip(view, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", [0.6, 0.8, 1.0, 1.25, 1.6])
def test_another_light_is_told_by_its_factor_and_equalised(light: float) -> None:
    view = BackgroundModel.of(_table(), MAP_WIDTH)
    change = detect_view_change(_table(light), view, None, FLICKER)
    is_new = max(light, 1 / light) > 1 + MOTION.light_min_change
    assert change.factor == (pytest.approx(light, rel=0.1) if is_new else None)
    assert change.brightness == (pytest.approx(light, rel=0.1) if is_new else 1.0)
    assert abs(float(change.now[..., 0].mean()) - float(_table()[..., 0].mean())) < 6
    assert change.motion is None
    view.brightness = change.brightness
    again = detect_view_change(_table(light), view, None, FLICKER)
    assert again.factor is None, "it is told once"


def test_a_white_sleeve_over_half_of_the_table_is_no_other_light() -> None:
    now = _table(1.5)
    now[:, : MAP_WIDTH // 2, 0] = 235
    sleeve = np.zeros(SHAPE, np.uint8)
    sleeve[:, : MAP_WIDTH // 2] = 255
    view = BackgroundModel.of(_table(), MAP_WIDTH)
    assert detect_view_change(now, view, sleeve, FLICKER).factor == pytest.approx(1.5, rel=0.1)


def _chequered(shift: int = 0, card_shift: int = 0) -> np.ndarray:
    """Returns a chequered cloth, *shift* px to the right, and a patterned card on it, further to the right."""
    chance = np.random.default_rng(5)
    view = 110 + 60 * np.kron(chance.uniform(-1, 1, (14, 26)), np.ones((20, 20)))[: SHAPE[0], : SHAPE[1]]
    left = 200 + card_shift
    view[90:165, left : left + 42] = np.kron(chance.uniform(0, 255, (15, 6)), np.ones((5, 7)))
    grey = np.roll(view, shift, axis=1).clip(0, 255).astype(np.uint8)
    return np.dstack([grey, np.full_like(grey, 128), np.full_like(grey, 128)])


@pytest.mark.parametrize("moves", [False, True], ids=["a still view", "a hand moves at the rim"])
@pytest.mark.parametrize(
    ("shift", "card_shift", "expected"),
    [
        pytest.param(12, 0, 12, id="the camera was knocked"),
        pytest.param(0, 0, None, id="nothing happened"),
        pytest.param(0, 12, None, id="a card was pushed"),
    ],
)
def test_a_knock_moves_the_table_around_the_cards(
    moves: bool, shift: int, card_shift: int, expected: int | None
) -> None:
    view = BackgroundModel.of(_chequered(), MAP_WIDTH)
    view.add(Reading(None, (Candidate(BAVARIAN_32.cards[0], 0.9),), PLACE, 1.0), _chequered(), 0)
    hand = np.zeros(SHAPE, np.uint8)
    hand[:60, :60] = 255
    now = _chequered(shift, card_shift)
    now[:60, :60, 0] = 30 if moves else now[:60, :60, 0]
    change = detect_view_change(now, view, hand if moves else None, FLICKER)
    if expected is None:
        assert change.motion is None
    else:
        assert change.motion is not None
        assert change.motion[:2, 2] == pytest.approx([expected, 0], abs=1)
