"""When an arrival was first shown, although other cards cover part of it by the time it is read."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from vision.tracking.background.background_model import Patch, TrackedCard
from vision.tracking.hands import HandAttribution, date_and_attribute
from vision.tracking.motion.frame_history import FrameHistory
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.settled_scene import Arrival, SettledScene

WIDTH, HEIGHT = 160, 90
LOWER, UPPER, INSIDE = (60, 30, 80, 60), (66, 30, 86, 60), (60, 30, 78, 58)
"""Places as left, top, right, bottom in px; `UPPER` covers 70 % of `LOWER`, and `INSIDE` lies wholly on it."""
NAMES = {LOWER: 220, UPPER: 180, INSIDE: 180}


def quad(place: tuple[int, int, int, int]) -> np.ndarray:
    left, top, right, bottom = place
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def table(*cards: tuple[int, int, int, int]) -> np.ndarray:
    """Returns the luminance of a table with cards, the lowest first."""
    picture = np.full((HEIGHT, WIDTH), 100, np.uint8)
    for left, top, right, bottom in cards:
        picture[top : bottom + 1, left : right + 1] = NAMES[left, top, right, bottom]
    return picture


def in_view(place: tuple[int, int, int, int], since: float = float("-inf")) -> TrackedCard:
    patch = Patch(0, 0, np.zeros((1, 1, 3), np.uint8))
    return TrackedCard(None, quad(place), patch, patch, 0, frozenset(), since)


def history_of(frames: list[np.ndarray]) -> FrameHistory:
    history = FrameHistory()
    for number, frame in enumerate(frames):
        history.update(frame, number / 10, 8.0)
    return history


def scene_of(now: np.ndarray, arrivals: list[Arrival]) -> SettledScene:
    view = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    return SettledScene(9, 0.9, (WIDTH, HEIGHT), view, small=now, arrivals=arrivals)


@pytest.mark.parametrize(
    ("frames", "arrival", "tracked", "expected"),
    [
        pytest.param([(), (LOWER,), (LOWER, UPPER)], LOWER, UPPER, 0.1, id="covered by a card in view"),
        pytest.param([(LOWER,), (LOWER,), (LOWER, UPPER)], UPPER, LOWER, 0.2, id="lies partly on a card in view"),
        pytest.param([(LOWER,), (LOWER,), (LOWER, INSIDE)], INSIDE, LOWER, 0.2, id="lies wholly on a card in view"),
    ],
)
def test_a_card_is_dated_by_what_no_other_card_covers(
    frames: list[tuple[tuple[int, int, int, int], ...]],
    arrival: tuple[int, int, int, int],
    tracked: tuple[int, int, int, int],
    expected: float,
) -> None:
    scene = scene_of(table(*frames[-1]), [Arrival(quad(arrival), [])])
    history = history_of([table(*cards) for cards in frames])
    hands = HandAttribution(history, MotionGate(), (0, 1, 2, 3))
    scene = date_and_attribute(scene, hands, [in_view(tracked)])
    assert scene.arrivals[0].since == pytest.approx(expected)


def date(frames: list[np.ndarray], arrivals: list[Arrival], tracked: Sequence[TrackedCard] = ()) -> list[Arrival]:
    """Returns the arrivals with their times, in the order in which they were given."""
    hands = HandAttribution(history_of(frames), MotionGate(), (0, 2))
    dated = date_and_attribute(scene_of(frames[-1], arrivals), hands, tracked).arrivals
    return [next(one for one in dated if one.quad is arrival.quad) for arrival in arrivals]


def with_arm(picture: np.ndarray, seat: int) -> np.ndarray:
    """Returns the picture with the arm of seat 0 (from below) or 2 (from above) over the visible part of `LOWER`."""
    covered = picture.copy()
    rows = slice(45, HEIGHT) if seat == 0 else slice(0, 56)
    covered[rows, 57:65] = 150
    return covered


BARE, LOWER_ALONE, BOTH = table(), table(LOWER), table(LOWER, UPPER)


@pytest.mark.parametrize("is_tracked", [False, True])
@pytest.mark.parametrize(
    ("frames", "expected", "seat"),
    [
        pytest.param([BARE, with_arm(BARE, 0), LOWER_ALONE, BOTH, BOTH, BOTH], 0.2, 0, id="it was in full view"),
        pytest.param(
            [BARE, with_arm(BARE, 2), with_arm(table(UPPER), 2), table(UPPER), with_arm(table(UPPER), 0), BOTH],
            *(0.5, None),
            id="it was pushed under the upper card, which lies where the hand was",
        ),
    ],
)
def test_a_card_below_another_is_dated_by_what_shows_of_it(
    frames: list[np.ndarray], expected: float, seat: int | None, is_tracked: bool
) -> None:
    lower, upper = Arrival(quad(LOWER), []), Arrival(quad(UPPER), [])
    in_view_before = [in_view(UPPER, since=0.3)] if is_tracked else []
    dated = date(frames, [lower] if is_tracked else [upper, lower], in_view_before)[0 if is_tracked else 1]
    assert dated.since == pytest.approx(expected)
    assert seat is None or dated.hand[0] == seat


BESIDE = (100, 30, 120, 60)
NAMES[BESIDE] = 200


def half_covered(picture: np.ndarray, rows: slice = slice(46, HEIGHT)) -> np.ndarray:
    covered = picture.copy()
    covered[rows, 57:85] = 150
    return covered


@pytest.mark.parametrize("lower_first", [False, True])
@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        pytest.param([BARE, LOWER_ALONE, BOTH], 0.1, id="it was in full view"),
        pytest.param([BARE, half_covered(LOWER_ALONE), BOTH], 0.2, id="a hand covered half of it"),
    ],
)
def test_the_lower_one_of_two_arrivals_is_dated_by_the_first_frame_that_shows_what_it_shows_now(
    frames: list[np.ndarray], expected: float, lower_first: bool
) -> None:
    lower, upper = Arrival(quad(LOWER), []), Arrival(quad(UPPER), [])
    dated = date(frames, [lower, upper] if lower_first else [upper, lower])
    assert dated[0 if lower_first else 1].since == pytest.approx(expected)


def test_departures_are_dated_by_the_first_frame_that_shows_the_table() -> None:
    frames = [BOTH, with_arm(BOTH, 2), BARE, BARE]
    hands = HandAttribution(history_of(frames), MotionGate(), (0, 2))
    scene = replace(scene_of(BARE, []), departures=[in_view(UPPER), in_view(LOWER)])
    assert date_and_attribute(scene, hands, []).first_departure_time == pytest.approx(0.2)
    scene = replace(scene, departures=[])
    assert date_and_attribute(scene, hands, []).first_departure_time == float("inf")


def lit_arrival(frames: list[np.ndarray]) -> Arrival:
    """Returns the card at `LOWER` in the last frame, on which light moves, with its hand."""
    scene = replace(scene_of(frames[-1], [Arrival(quad(LOWER), [])]), steady=np.full((HEIGHT, WIDTH), 255, np.uint8))
    (arrival,) = date_and_attribute(scene, HandAttribution(history_of(frames), MotionGate(), (0, 1, 2, 3)), ()).arrivals
    assert arrival.is_gleaming
    return arrival


def with_glint(across: int) -> np.ndarray:
    """Returns the table with the card at `LOWER`, and a reflection on it *across* px from its left side."""
    picture = table(LOWER)
    picture[35:50, LOWER[0] + across : LOWER[0] + across + 6] = 255
    return picture


def test_a_card_on_which_light_moves_is_of_the_hand_that_laid_it() -> None:
    arm = table()
    arm[:50, 66:74] = 220
    seat, confidence = lit_arrival([table(), arm, arm, *map(with_glint, (0, 6, 12, 6))]).hand
    assert seat == 2
    assert confidence > 0.9
