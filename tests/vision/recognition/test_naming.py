"""What a deck asks of a name: the thresholds of its network, and the share that the kept picture must explain."""

import json
from dataclasses import replace

import numpy as np
import pytest

from engine.cards import BAVARIAN_32
from vision.recognition.embedder import checked_model
from vision.recognition.naming import PARTS, Acceptance, Answer, Thresholds, measured_for, name_probability
from vision.types import BACK, Candidate, Reading

FIRST, SECOND = BAVARIAN_32.cards[:2]
CANDIDATES = (Candidate(FIRST, 0.96), Candidate(SECOND, 0.9))
MOST_DOUBT = 0.02


def test_the_network_in_use_was_measured_for_covered_cards() -> None:
    """Under another name its thresholds of whole cards would hold for covered ones, without a word."""
    expected = {measured_for(name, part) for name in ("near", "apart", "foreign") for part in PARTS}
    assert expected <= set(json.loads(checked_model(None).notes)["calibration"])


@pytest.mark.parametrize("missing", ["near", "apart", "foreign"])
def test_what_alone_was_not_measured_for_covered_cards_is_as_for_whole_ones(missing: str) -> None:
    calibration = {"near": 0.6, "apart": 0.1, "foreign": 0.5}
    covered = {"near": 0.8, "apart": 0.3, "foreign": 0.4}
    measured = {measured_for(name, PARTS[0]): value for name, value in covered.items() if name != missing}
    expected = covered | {missing: calibration[missing]}
    assert Thresholds.of(calibration | measured, PARTS[0]) == Thresholds(**expected)


def test_of_a_card_that_hardly_shows_only_the_name_is_refused() -> None:
    """Whether it is of another pack is judged as ever, so that it can be asked about."""
    whole = Thresholds(0.6, 0.1, 0.5)
    hidden = Thresholds.of({"near": 0.6, "apart": 0.1, "foreign": 0.5}, 0.2)
    assert hidden.near > 1
    assert (hidden.apart, hidden.foreign) == (whole.apart, whole.foreign)


@pytest.mark.parametrize(
    ("cosine", "least"),
    [
        pytest.param(0.8, 0.9, id="hardly like the card: its picture must explain nearly all"),
        pytest.param(0.9, 0.8, id="liker"),
        pytest.param(0.96, 0.5, id="much like it"),
        pytest.param(0.985, 0.0, id="so like it that its picture need not be compared"),
        pytest.param(1.0, 0.0, id="the very picture"),
        pytest.param(1.0001, 0.0, id="a cosine rounded above one"),
        pytest.param(-0.5, 1 - MOST_DOUBT / 1.5, id="the opposite of it"),
    ],
)
def test_the_less_a_crop_is_like_a_card_the_more_its_picture_must_explain(cosine: float, least: float) -> None:
    assert Acceptance(MOST_DOUBT).least_explained(cosine) == pytest.approx(least)


@pytest.mark.parametrize(
    ("acceptance", "expected"),
    [
        pytest.param(Acceptance(MOST_DOUBT), [0.5, 0.8], id="each by its own cosine"),
        pytest.param(None, [0.0, 0.0], id="a deck without a threshold asks for nothing"),
    ],
)
def test_each_candidate_has_its_own_least_share(acceptance: Acceptance | None, expected: list[float]) -> None:
    answer = Answer(FIRST, CANDIDATES, is_foreign=False, is_of_pack=True, acceptance=acceptance)
    assert [answer.least_explained(candidate) for candidate in CANDIDATES] == pytest.approx(expected)


def test_a_back_needs_no_threshold_that_excludes_faces_never_shown() -> None:
    face, back = Candidate(BAVARIAN_32.cards[0], 0.9), Candidate(BACK, 0.9)
    answer = Answer(BACK, (back, face), is_foreign=False, is_of_pack=True, acceptance=Acceptance(0.01))
    assert answer.least_explained(face) > 0.5
    assert answer.least_explained(back) == 0


CARD, OTHER = BAVARIAN_32.cards[:2]
READING = Reading(CARD, (Candidate(CARD, 0.97), Candidate(OTHER, 0.3)), np.zeros((4, 2), np.float32), 1.0, apart=0.4)


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
