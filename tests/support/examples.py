"""How much property tests and tables of cases try: a few examples by default, more with `--slow`."""

from collections.abc import Iterable
from zlib import crc32

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import settings

USUAL = 100
"""Examples that Hypothesis tries of a test that sets no number, unless the profile says otherwise."""
FEWEST = 5
QUICK = "quick"
"""The profile of a run that leaves out slow tests."""


def examples(number: int) -> int:
    """Returns the share of *number* that the profile in use has of the usual number; never more than *number*."""
    return min(number, max(FEWEST, number * settings.default.max_examples // USUAL))


def one_in(number: int, cases: Iterable[object]) -> list[ParameterSet]:
    """Returns cases for `parametrize`, of which each *number*-th runs by default, the others with `--slow` only.

    By default the others are not even collected: of thousands that takes seconds in each worker.
    """
    step = number if settings.get_current_profile_name() == QUICK else 1
    placed = list(enumerate(cases))[::step]
    return [_case(case, [pytest.mark.slow] if place % number else []) for place, case in placed]


def is_sampled(number: int, text: str) -> bool:
    """Returns whether to try a case: with `--slow` every one, by default about one in *number*."""
    return settings.get_current_profile_name() != QUICK or crc32(text.encode()) % number == 0


def _case(case: object, marks: list[pytest.MarkDecorator]) -> ParameterSet:
    if isinstance(case, type(pytest.param())):
        return pytest.param(*case.values, marks=[*case.marks, *marks], id=case.id)
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=marks)
