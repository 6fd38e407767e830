"""Cards partly under another, as training and thresholds meet them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.training.augmentation.occlusion import beside_a_card, covered, some_part
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH


@given(st.integers(0, 10_000), st.sampled_from([(0.25, 0.4), (0.4, 0.7), (0.7, 1.0)]))
def test_as_much_of_a_card_shows_as_was_asked_for(seed: int, part: tuple[float, float]) -> None:
    assert part[0] <= beside_a_card(part, np.random.default_rng(seed)).mean() < part[1]


@given(st.integers(0, 10_000))
def test_in_training_some_part_always_shows(seed: int) -> None:
    shown = some_part(np.random.default_rng(seed))
    assert shown.shape == (CROP_HEIGHT, CROP_WIDTH)
    assert 0.2 < shown.mean() < 1


@pytest.mark.parametrize("seed", range(8))
def test_what_is_hidden_is_one_colour_and_what_lies_on_top_shows_at_its_edge_only(seed: int) -> None:
    chance = np.random.default_rng(seed)
    view = np.full((CROP_HEIGHT, CROP_WIDTH, 3), 200, np.uint8)
    shown = beside_a_card((0.4, 0.7), chance)
    crop = covered(view, np.zeros_like(view), shown, chance)
    assert len(np.unique(crop[~shown].reshape(-1, 3), axis=0)) == 1
    assert (crop[shown] == 200).all(axis=1).mean() > 0.8
