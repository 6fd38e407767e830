"""Which cases of a long table run by default."""

from types import SimpleNamespace

import pytest

from tests.support.examples import QUICK, one_in

CASES = ["a", ("b", 1), pytest.param("c", id="named"), "d"]


def in_profile(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("tests.support.examples.settings", SimpleNamespace(get_current_profile_name=lambda: name))


def test_one_case_in_three_runs_by_default_and_keeps_its_values_and_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    in_profile(monkeypatch, "repeatable")
    cases = one_in(3, CASES)
    assert [[mark.name for mark in case.marks] for case in cases] == [[], ["slow"], ["slow"], []]
    assert [case.values for case in cases] == [("a",), ("b", 1), ("c",), ("d",)]
    assert [case.id for case in cases] == [None, None, "named", None]


def test_the_others_are_not_collected_where_slow_tests_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    in_profile(monkeypatch, QUICK)
    assert [(case.values, list(case.marks)) for case in one_in(3, CASES)] == [(("a",), []), (("d",), [])]
