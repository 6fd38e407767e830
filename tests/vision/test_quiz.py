"""The grade of a quiz."""

from __future__ import annotations

import pytest

from engine.cards import BAVARIAN_32
from tests.vision.deck_on_table import drawn
from vision.pack import Answer, enrol
from vision.quiz import Grade, Quiz, Read
from vision.recognise import Recogniser
from vision.sightings import Candidate

KING, OBER = BAVARIAN_32.card("HK"), BAVARIAN_32.card("HO")


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    recogniser = Recogniser()
    return Quiz(
        enrol({card: [drawn()[card]] for card in (KING, OBER)}, BAVARIAN_32.name, recogniser, "two"), recogniser
    )


def answer(sure: bool) -> Answer:
    return Answer(KING if sure else None, (Candidate(KING, 0.9), Candidate(OBER, 0.5)), False, True)


@pytest.mark.parametrize(
    ("right", "asked", "wrong", "expected"),
    [
        (18, 0, 0, Grade.VERY_GOOD),
        (19, 1, 0, Grade.GOOD),
        (8, 2, 0, Grade.FAIR),
        (2, 2, 0, Grade.POOR),
        (30, 0, 1, Grade.FAIR),
        (5, 0, 1, Grade.POOR),
        (0, 0, 0, Grade.POOR),
    ],
)
def test_grades(right: int, asked: int, wrong: int, expected: Grade, quiz: Quiz) -> None:
    quiz.reads = [Read(KING, answer(True))] * right + [Read(OBER, answer(False))] * asked
    quiz.reads += [Read(OBER, answer(True))] * wrong
    assert (quiz.right, quiz.grade) == (right, expected)
    assert quiz.again == ([OBER] if asked or wrong else [])


def test_a_card_is_read_and_somebody_may_say_that_it_is_wrong(quiz: Quiz) -> None:
    quiz.reads = []
    assert quiz.ask(drawn()[KING]).answer.card == KING
    assert quiz.grade == Grade.VERY_GOOD
    quiz.was_wrong()
    assert (quiz.right, quiz.again) == (0, [OBER])
