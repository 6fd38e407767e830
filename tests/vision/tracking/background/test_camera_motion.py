"""Whether the camera was knocked, or only cards moved on a table that stayed."""

import cv2
import numpy as np
import pytest

from vision.tracking.background.camera_motion import (
    changed_edge_share,
    is_table_unmoved,
    motion_between,
    shift_of,
    warp_map,
    warp_quad,
)

SHAPE = 270, 480
CARD = slice(90, 180), slice(200, 260)


def table(texture: float, shift: int = 0, card: bool = True) -> np.ndarray:
    """Returns a map of a table with fields of 20 px, *shift* px to the right, with a patterned card on it."""
    rng = np.random.default_rng(5)
    fields = np.kron(rng.uniform(-1, 1, (14, 26)), np.ones((20, 20)))[: SHAPE[0], : SHAPE[1]]
    view = 110 + texture * fields
    if card:
        view[CARD] = np.kron(rng.uniform(0, 255, (15, 10)), np.ones((6, 6)))
    view = np.roll(view, shift, axis=1) + rng.normal(0, 1.0, SHAPE)
    grey = view.clip(0, 255).astype(np.uint8)
    return cv2.merge([grey, np.full_like(grey, 128), np.full_like(grey, 128)])


def bare_places() -> np.ndarray:
    mask = np.full(SHAPE, 255, np.uint8)
    mask[CARD] = 0
    return mask


@pytest.mark.parametrize(
    ("texture", "shift", "card", "stayed"),
    [
        pytest.param(60.0, 0, False, True, id="a card was taken from a chequered cloth"),
        pytest.param(60.0, 12, True, False, id="the camera was knocked over a chequered cloth"),
        pytest.param(0.0, 0, False, False, id="a plain table tells nothing"),
    ],
)
def test_the_texture_of_the_table_tells_whether_it_stayed(texture: float, shift: int, card: bool, stayed: bool) -> None:
    now, before = table(texture, shift, card), table(texture)
    assert is_table_unmoved(now, before, bare_places()) is stayed


def test_a_knock_is_followed_by_the_similarity_if_no_homography_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "findHomography", lambda *_: (None, None))
    motion = motion_between(table(60.0, 12), table(60.0), table(60.0, card=False))
    assert motion is not None
    assert motion[:2, 2] == pytest.approx([12, 0], abs=1.0)


def test_a_knock_in_which_all_cards_leave_is_followed_by_the_table_without_them() -> None:
    """The texture of the table alone is too faint beside the edges of the cards, which nothing explains any more."""
    rng = np.random.default_rng(6)
    covered = table(60.0)
    covered[40:230, 60:420] = cv2.merge([np.kron(rng.uniform(0, 255, (38, 60)), np.ones((5, 6))).astype(np.uint8)] * 3)
    bare = table(60.0, card=False)
    motion = motion_between(table(60.0, 12, card=False), covered, bare)
    assert motion is not None
    assert motion[:2, 2] == pytest.approx([12, 0], abs=1.0)
    assert motion_between(table(60.0, 12, card=False), covered, covered) is None


def turned(degrees: float, across: float = 0, down: float = 0) -> np.ndarray:
    """Returns the motion of a view that turns about its middle and shifts."""
    motion = np.vstack([cv2.getRotationMatrix2D((SHAPE[1] / 2, SHAPE[0] / 2), degrees, 1.0), [0, 0, 1]])
    motion[:2, 2] += across, down
    return motion


TILT = np.array([[1.02, 0.03, -8], [-0.01, 1.0, 6], [1e-4, -6e-5, 1]])
INNER = np.array([[120, 70], [360, 70], [360, 200], [120, 200]], np.float32)


def noisy(view: np.ndarray) -> np.ndarray:
    return (view + np.random.default_rng(8).normal(0, 1.0, view.shape)).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    "knock",
    [
        pytest.param(turned(0, 5, -3), id="a small shift"),
        pytest.param(turned(-2, 20, 15), id="a shift and a turn"),
        pytest.param(turned(12, 50, 10), id="a large one"),
        pytest.param(turned(0, 90, 40), id="by a fifth of the view"),
        pytest.param(turned(45), id="an eighth of a turn"),
        pytest.param(TILT, id="a tilt"),
    ],
)
def test_a_knock_is_followed_however_the_camera_moved(knock: np.ndarray) -> None:
    before = table(60.0)
    motion = motion_between(noisy(warp_map(before, knock)), before, table(60.0, card=False), None, bare_places())
    assert motion is not None
    assert warp_quad(INNER, motion) == pytest.approx(warp_quad(INNER, knock), abs=1.0)


@pytest.mark.parametrize(
    "corners", [pytest.param([(60, 40)], id="one"), pytest.param([(60, 30), (340, 30), (200, 170)], id="three")]
)
def test_cards_on_a_plain_table_that_move_alike_are_a_knock_unless_they_are_one(corners: list[tuple[int, int]]) -> None:
    """The points of one card lie close together: they only show that it was pushed."""
    plain, before = table(0.0, card=False), table(0.0, card=False)
    rng = np.random.default_rng(4)
    for left, top in corners:
        pattern = np.kron(rng.uniform(0, 255, (12, 10)), np.ones((6, 6))).astype(np.uint8)
        before[top : top + 72, left : left + 60, 0] = pattern
    motion = motion_between(noisy(warp_map(before, turned(0, 9, 4))), before, plain)
    assert (motion is not None) == (len(corners) > 1)
    if motion is not None:
        assert warp_quad(INNER, motion) == pytest.approx(INNER + np.array((9, 4), np.float32), abs=1.0)


@pytest.mark.parametrize("shift", [(9, 4), (30, 0)])
@pytest.mark.parametrize("texture", [20.0, 60.0], ids=["a cloth with a pattern", "a chequered cloth"])
def test_a_trick_that_is_pushed_together_over_a_cloth_is_no_knock(texture: float, shift: tuple[int, int]) -> None:
    """Its cards have most of the steep edges, and all move alike."""
    across, down = shift
    bare, bare_places = table(texture, card=False), np.full(SHAPE, 255, np.uint8)
    before, now = bare.copy(), bare.copy()
    rng = np.random.default_rng(4)
    for left, top in [(60, 30), (340, 30), (60, 165), (340, 165)]:
        pattern = np.kron(rng.uniform(0, 255, (12, 10)), np.ones((6, 6))).astype(np.uint8)
        before[top : top + 72, left : left + 60, 0] = pattern
        now[top + down : top + down + 72, left + across : left + across + 60, 0] = pattern
        bare_places[top - 3 : top + 75, left - 3 : left + 63] = 0
    assert motion_between(noisy(now), before, bare, None, bare_places) is None


def test_what_moves_itself_does_not_hide_a_knock() -> None:
    before, rest = table(60.0), np.full(SHAPE, 255, np.uint8)
    now = noisy(warp_map(before, turned(0, 12, 0)))
    now[150:, 300:400], rest[150:, 300:400] = 160, 0
    motion = motion_between(now, before, table(60.0, card=False), rest, bare_places())
    assert motion is not None
    assert warp_quad(INNER, motion) == pytest.approx(INNER + np.array((12, 0), np.float32), abs=1.0)


def test_a_view_that_stays_or_shows_another_table_has_no_motion() -> None:
    before = table(60.0)
    assert motion_between(noisy(before), before, before) is None
    other = np.random.default_rng(9).integers(0, 255, (27, 48)).astype(np.uint8)
    now = cv2.merge([np.kron(other, np.ones((10, 10), np.uint8)), *cv2.split(before)[1:]])
    assert motion_between(now, before, before) is None


@pytest.mark.parametrize(
    ("across", "hidden", "least", "most"),
    [
        pytest.param(0, 0, 0.0, 0.05, id="nothing moved"),
        pytest.param(12, 0, 0.5, 1.0, id="all moved"),
        pytest.param(12, 150, 0.5, 1.0, id="all moved, a third of it under an arm"),
        pytest.param(12, 330, 0.0, 0.0, id="most of it under an arm"),
    ],
)
def test_edges_that_changed_show_motion_where_enough_is_at_rest(
    across: int, hidden: int, least: float, most: float
) -> None:
    rest = np.full(SHAPE, 255, np.uint8)
    rest[:, :hidden] = 0
    before = table(60.0, card=False)
    now = noisy(warp_map(before, turned(0, across, across)))
    assert least <= changed_edge_share(now, before, rest) <= most


@pytest.mark.parametrize(
    ("motion", "expected"),
    [
        pytest.param(turned(0), 0.0, id="none"),
        pytest.param(turned(0, 3, -4), 5.0, id="a shift"),
        pytest.param(turned(10), 2 * 180 * np.sin(np.deg2rad(5)), id="a turn: as two thirds of the way to the corners"),
    ],
)
def test_how_far_a_view_has_moved(motion: np.ndarray, expected: float) -> None:
    assert shift_of(motion, SHAPE) == pytest.approx(expected, rel=0.2, abs=0.01)


def test_a_cloth_thrown_over_the_table_or_taken_off_is_no_knock() -> None:
    plain, before = np.full((*SHAPE, 3), 128, np.uint8), table(60.0)
    assert motion_between(plain, before, before) is None
    assert motion_between(before, plain, plain) is None
