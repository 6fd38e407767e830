"""What was measured: every line of the data is whole, and words find it."""

import sys

import pytest

from lab.results.__main__ import COLUMNS, main, measurements


def test_each_measurement_says_what_and_how_much() -> None:
    for each in measurements():
        figures = {name: text for name, text in each.items() if name not in ("topic", "what")}
        assert each["topic"]
        assert each["what"]
        assert all(figures.values()) or len(figures) > 1
        assert figures


def test_words_in_any_case_find_measurements(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["results", "POWER", "cuts"])
    assert main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert any("power cuts" in line for line in lines)
    assert max(map(len, lines)) <= COLUMNS


def test_words_without_a_measurement_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["results", "unicorn"])
    assert main() == 2
    assert "got unicorn, expected words" in capsys.readouterr().err
