"""Whether a card is plain or blurred."""

import cv2
import numpy as np
import pytest

from tests.support.paper_table import CARDS, card_picture
from vision.enrolment.card_crops import is_blurred, is_plain
from vision.enrolment.thresholds import ENROLMENT
from vision.types import Image

HEIGHT, WIDTH = 288, 192
"""px; twice the crop of the network."""


def two_greys(deviation: int) -> Image:
    """Returns a card with an upper half darker, and a lower half lighter, by *deviation* than their mean."""
    card = np.full((HEIGHT, WIDTH, 3), 200 + deviation, np.uint8)
    card[: HEIGHT // 2] = 200 - deviation
    return card


@pytest.mark.parametrize(("deviation", "expected"), [(0, True), (7, True), (9, False), (50, False)])
def test_a_card_of_hardly_any_contrast_is_plain(deviation: int, expected: bool) -> None:
    assert is_plain(two_greys(deviation)) is expected


def face(blur_px: float, noise: float = 0.0, contrast: float = 1.0) -> Image:
    """Returns a drawn card, out of focus by so many px, as a camera with this noise sees it."""
    card = cv2.resize(card_picture(CARDS[1]), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    soft = (card if not blur_px else cv2.GaussianBlur(card, (0, 0), blur_px)) * contrast
    seen = np.clip(soft + np.random.default_rng(1).normal(0, noise, card.shape), 0, 255)
    return np.asarray(seen, np.uint8)


@pytest.mark.parametrize("noise", [0.0, 10.0])
@pytest.mark.parametrize("contrast", [1.0, 0.5])
@pytest.mark.parametrize(
    ("blur_px", "is_too_soft_as_shown", "is_too_soft_as_photographed"),
    [
        pytest.param(0, False, False, id="sharp"),
        pytest.param(1, False, False, id="nearly sharp"),
        pytest.param(2, False, True, id="a bit soft"),
        pytest.param(5, True, True, id="out of focus"),
    ],
)
def test_a_card_is_blurred_by_its_edges_whatever_its_contrast_and_noise(
    blur_px: float, is_too_soft_as_shown: bool, is_too_soft_as_photographed: bool, contrast: float, noise: float
) -> None:
    card = face(blur_px, noise * contrast, contrast)
    assert is_blurred(card) is is_too_soft_as_shown
    assert is_blurred(card, ENROLMENT.min_photographed_fine_detail) is is_too_soft_as_photographed
