"""Quads of many places at once, as one by one."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry.quads import area, areas, mask_of_quads, portrait, portraits
from vision.scene.hypotheses import share_of


@given(st.integers(0, 2**32 - 1))
def test_many_quads_as_one_by_one(seed: int) -> None:
    chance = np.random.default_rng(seed)
    boxes = [((chance.uniform(-50, 250), chance.uniform(-50, 250)), chance.uniform(2, 200, 2), 0) for _ in range(6)]
    turned = [cv2.boxPoints((centre, size.tolist(), chance.uniform(0, 180))) for centre, size, _ in boxes]
    quads = np.array([np.roll(quad, chance.integers(4), axis=0) for quad in turned], np.float32)
    assert np.array_equal(portraits(quads.astype(np.float64)), [portrait(quad) for quad in quads])
    assert np.allclose(areas(quads), [area(quad) for quad in quads], rtol=1e-4)


@given(st.integers(0, 2**32 - 1))
def test_share_of_a_quad_counts_what_lies_in_the_picture(seed: int) -> None:
    chance = np.random.default_rng(seed)
    mask = np.asarray(chance.integers(0, 2, (120, 160)) * 255, np.uint8)
    centre, size = chance.uniform(-40, 200, 2), chance.uniform(1, 150, 2)
    quad = cv2.boxPoints((centre.tolist(), size.tolist(), chance.uniform(0, 180))).astype(np.float32)
    card = mask_of_quads([quad], mask.shape)
    expected = np.count_nonzero(card & mask) / max(np.count_nonzero(card), 1)
    assert share_of(quad, mask) == expected
