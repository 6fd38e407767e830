"""The report at the end of an exam, in the person's language."""

from __future__ import annotations

import pytest

from cli.exam.report import Exam
from cli.exam.scoring import Outcome, ReportedCard, TrueCard
from common.texts.words import words_for


def finished(language: str, cards: int, wrong: int, done: int | None = None, tries: int = 1) -> Exam:
    exam = Exam(cards, 0, words_for(language, "bavarian"), jsonl=False, tries=tries)  # type: ignore[arg-type]
    right = Outcome("right", "alone", TrueCard("HK", "alone"), ReportedCard("HK"))
    false = Outcome("wrong", "covered", TrueCard("HO", "covered"), ReportedCard("L7"))
    exam.add([false] * wrong + [right] * ((cards if done is None else done) - wrong))
    return exam


@pytest.mark.parametrize(
    ("exam", "says"),
    [
        pytest.param(
            finished("en", 300, 0),
            "With this deck and lamp at most 1 card in 100 is named wrongly (95 % sure), from 300 cards; 0 were.",
            id="none",
        ),
        pytest.param(finished("en", 300, 1), "at most 1 card in 63 is named wrongly (95 % sure), from 300", id="one"),
        pytest.param(finished("en", 10, 0), "at most 26 % of the cards are named wrongly", id="few cards"),
        pytest.param(finished("en", 300, 0, tries=3), "(95 % sure, as one of 3), from 300 cards", id="best of three"),
        pytest.param(finished("en", 100, 0, done=40), "Stopped after 40 of 100 cards: no bound", id="stopped"),
        pytest.param(finished("de", 300, 0), "höchstens 1 Karte von 100 falsch benannt (95 % sicher)", id="German"),
        pytest.param(finished("de", 300, 2), "aus 300 Karten; falsch benannt: 2.", id="German with errors"),
        pytest.param(finished("bar", 300, 0), "1", id="Boarisch"),
    ],
)
def test_the_last_line_is_the_bound(exam: Exam, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    exam.finish()
    assert says in capsys.readouterr().out.splitlines()[-1]


def test_a_fault_and_its_cards_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert finished("en", 20, 1).finish() == 1
    out = capsys.readouterr().out
    words = words_for("en", "bavarian")
    first, *_, look_at, _ = out.splitlines()
    assert first.startswith("wrong: ")
    assert look_at.startswith("Look at: ")
    assert words.language == "en"
    assert [line.split()[:3] for line in out.splitlines() if line.startswith("covered")] == [["covered", "1", "0"]]
