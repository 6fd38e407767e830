"""The grade of a quiz."""

import pytest

from engine.cards import BAVARIAN_32, Card
from tests.support.enrolment.deck_on_table import drawn_card
from vision.enrolment.quiz import Grade, Quiz, QuizReading
from vision.recognition.embedder import Recogniser
from vision.recognition.naming import Answer
from vision.recognition.pack import enrol
from vision.types import Candidate

KING, OBER = BAVARIAN_32.card("HK"), BAVARIAN_32.card("HO")


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    recogniser = Recogniser()
    return Quiz(
        enrol({card: [drawn_card(card)] for card in (KING, OBER)}, BAVARIAN_32.name, recogniser, "two"), recogniser
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
    quiz.readings = [QuizReading(KING, answer(True))] * right + [QuizReading(OBER, answer(False))] * asked
    quiz.readings += [QuizReading(OBER, answer(True))] * wrong
    assert (quiz.right_count, quiz.grade) == (right, expected)
    assert quiz.cards_to_show_again == ([OBER] if asked or wrong else [])


def test_a_card_is_read_and_somebody_may_say_that_it_is_wrong(quiz: Quiz) -> None:
    """Which it is nobody says: that it is neither of the likeliest can be, so both are shown again."""
    quiz.readings = []
    assert quiz.read_card(drawn_card(KING)).answer.card == KING
    assert quiz.grade == Grade.VERY_GOOD
    quiz.reject_last()
    assert (quiz.right_count, quiz.cards_to_show_again, quiz.readings[-1].card) == (0, [KING, OBER], OBER)


def test_the_only_card_of_a_pack_may_be_wrong_too(quiz: Quiz) -> None:
    quiz.readings = [QuizReading(None, Answer(KING, (Candidate(KING, 0.9),), False, True))]
    quiz.reject_last()
    assert (quiz.right_count, quiz.grade, quiz.cards_to_show_again) == (0, Grade.POOR, [KING])


@pytest.mark.parametrize(
    ("shown", "count"),
    [pytest.param([KING] * 6, 1, id="one card six times"), pytest.param([KING, OBER, KING], 2, id="one again")],
)
def test_a_card_that_is_shown_again_counts_once(shown: list[Card], count: int, quiz: Quiz) -> None:
    """And as it was read last: that is what somebody sees, and may call wrong."""
    quiz.readings = []
    for card in shown:
        quiz.read_card(drawn_card(card))
    assert (len(quiz.readings), quiz.right_count, quiz.readings[-1].card) == (count, count, shown[-1])
    quiz.reject_last()
    quiz.read_card(drawn_card(shown[-1]))
    assert (len(quiz.readings), quiz.right_count) == (count + 1, count), "what was wrong stays so"


def test_pictures_whose_names_are_known_all_count(quiz: Quiz) -> None:
    quiz.readings = []
    for _ in range(3):
        quiz.read_card(drawn_card(KING), KING)
    assert (len(quiz.readings), quiz.right_count) == (3, 3)
