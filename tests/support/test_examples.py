"""Which cases of a long table run by default."""

import pytest

from tests.support.examples import one_in


def test_one_case_in_three_runs_by_default_and_keeps_its_values_and_its_id() -> None:
    cases = one_in(3, ["a", ("b", 1), pytest.param("c", id="named"), "d"])
    assert [[mark.name for mark in case.marks] for case in cases] == [[], ["slow"], ["slow"], []]
    assert [case.values for case in cases] == [("a",), ("b", 1), ("c",), ("d",)]
    assert [case.id for case in cases] == [None, None, "named", None]
