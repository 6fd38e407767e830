"""The probability of a name: it grows with all that speaks for the name, and there is none without a name."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from vision.recognition.naming import name_probability
from vision.types import Candidate, Reading

CARD, OTHER = BAVARIAN_32.cards[:2]
READING = Reading(CARD, (Candidate(CARD, 0.97), Candidate(OTHER, 0.3)), np.zeros((4, 2), np.float32), 1.0, apart=0.4)


def test_probability_of_a_clear_name_is_high() -> None:
    probability = name_probability(replace(READING, candidates=(Candidate(CARD, 0.99),)))
    assert probability is not None
    assert 0.99 < probability < 1


@pytest.mark.parametrize(
    "worse",
    [
        pytest.param(replace(READING, candidates=(Candidate(CARD, 0.9),)), id="a lower cosine"),
        pytest.param(replace(READING, apart=0.1), id="nearer to another card"),
        pytest.param(replace(READING, visible=0.5), id="less visible"),
        pytest.param(replace(READING, card=OTHER), id="not the likeliest card"),
    ],
)
def test_probability_falls_with_the_evidence(worse: Reading) -> None:
    better, less = name_probability(READING), name_probability(worse)
    assert better is not None
    assert less is not None
    assert less < better


def test_question_has_no_probability() -> None:
    assert name_probability(replace(READING, card=None)) is None
