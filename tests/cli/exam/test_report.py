"""Tests of the result of an exam and its bound."""

import math

import pytest

from cli.exam.report import Exam, probability_of_at_most, upper_bound
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


@pytest.mark.parametrize(
    ("errors", "trials", "bound"),
    [
        pytest.param(0, 1, 0.95, id="one trial"),
        pytest.param(0, 10, 0.2589, id="0 of 10"),
        pytest.param(0, 100, 0.0295, id="0 of 100"),
        pytest.param(1, 100, 0.0466, id="1 of 100"),
        pytest.param(2, 50, 0.1206, id="2 of 50"),
        pytest.param(5, 10, 0.7776, id="half"),
        pytest.param(0, 29956, 0.0001, id="the project's aim"),
        pytest.param(7, 7, 1.0, id="all"),
    ],
)
def test_the_bound_is_that_of_the_tables(errors: int, trials: int, bound: float) -> None:
    assert upper_bound(errors, trials) == pytest.approx(bound, abs=6e-5)


@pytest.mark.parametrize("trials", [1, 3, 50, 300, 10_000])
def test_bound_without_errors_matches_the_closed_form_and_the_rule_of_three(trials: int) -> None:
    bound = upper_bound(0, trials)
    assert bound == pytest.approx(1 - 0.05 ** (1 / trials), rel=1e-9)
    assert bound < 3 / trials


@pytest.mark.parametrize(
    ("trials", "rate"),
    [
        (20, 0.05),
        (20, 0.3),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in ((100, 0.01), (64, 0.02), (300, 0.004))),
    ],
)
def test_bound_fails_for_at_most_one_exam_in_twenty(trials: int, rate: float) -> None:
    """Exactly: the probability of all outcomes whose bound lies below the true rate."""
    failing = [errors for errors in range(trials + 1) if upper_bound(errors, trials) < rate]
    chance = math.fsum(math.comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in failing)
    assert chance <= 0.05


def test_bound_holds_for_cards_of_different_difficulty() -> None:
    """A covered card is harder than one alone: no errors then are no more probable than at the mean rate."""
    rates = [0.001] * 60 + [0.1] * 40
    mean = sum(rates) / len(rates)
    assert math.prod(1 - rate for rate in rates) <= probability_of_at_most(0, len(rates), mean)


@pytest.mark.parametrize(("errors", "trials", "tries"), [(0, 0, 1), (-1, 5, 1), (6, 5, 1), (0, 5, 0)])
def test_counts_that_cannot_be_are_refused(errors: int, trials: int, tries: int) -> None:
    with pytest.raises(ValueError, match="got"):
        upper_bound(errors, trials, tries=tries)
