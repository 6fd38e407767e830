"""True reasons for which a rendered telephone photograph may be refused."""

from __future__ import annotations

import numpy as np
import pytest

from lab.benchmarks.accuracy.enrolment import true_reasons
from lab.benchmarks.stills.telephone import FAULTS, GOOD, SIZE, Photograph

WIDTH = SIZE[1]


@pytest.mark.parametrize(
    ("kind", "right_side_px", "reasons"),
    [
        (GOOD, WIDTH - 1, frozenset()),
        (GOOD, WIDTH + 1, {"cut"}),
        ("two cards", WIDTH - 1, {"several"}),
        ("two cards", WIDTH + 1, {"several", "cut"}),
    ],
)
def test_a_card_with_a_corner_outside_the_picture_is_cut(
    kind: str, right_side_px: float, reasons: frozenset[str]
) -> None:
    quad = np.array([[900, 300], [right_side_px, 300], [right_side_px, 900], [900, 900]], np.float32)
    assert true_reasons(Photograph(np.zeros((*SIZE, 3), np.uint8), quad), kind) == reasons


def test_a_picture_without_a_card_is_not_cut() -> None:
    assert true_reasons(Photograph(np.zeros((*SIZE, 3), np.uint8), None), "no card") == FAULTS["no card"]
