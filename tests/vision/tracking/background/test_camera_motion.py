"""Whether the camera was knocked, or only cards moved on a table that stayed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.tracking.background.camera_motion import is_table_unmoved, motion_between

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


def test_a_knock_is_followed_on_a_table_with_texture() -> None:
    motion = motion_between(table(60.0, 12), table(60.0), table(60.0, card=False), None, bare_places())
    assert motion is not None
    assert motion[:2, 2] == pytest.approx([12, 0], abs=1.0)


def test_a_knock_is_followed_by_the_similarity_if_no_homography_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "findHomography", lambda *_: (None, None))
    motion = motion_between(table(60.0, 12), table(60.0), table(60.0, card=False))
    assert motion is not None
    assert motion[:2, 2] == pytest.approx([12, 0], abs=1.0)


def test_cards_that_are_pushed_over_a_cloth_are_no_knock() -> None:
    before = table(60.0)
    now = table(60.0, card=False)
    now[CARD[0], 260:320] = before[CARD]
    assert motion_between(now, before, table(60.0, card=False), None, bare_places()) is None


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
