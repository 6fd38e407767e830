"""Limits that CI checks: each is kept, broken, or was not measured."""

import importlib.util

import pytest

from lab.benchmarks.harness.limits import COMMANDS, LIMITS, verdicts
from lab.benchmarks.harness.results import Result
from lab.benchmarks.harness.targets import TARGETS

KEPT = [Result(limit.target, limit.at_most, 1) for limit in LIMITS]


def test_what_is_at_the_limit_is_kept() -> None:
    assert [kept for _, kept in verdicts(KEPT)] == [True] * len(LIMITS)


@pytest.mark.parametrize("place", range(len(LIMITS)))
def test_what_is_beyond_a_limit_or_missing_is_named(place: int) -> None:
    limit = LIMITS[place]
    for other in ([Result(limit.target, limit.at_most + 0.01, 1)], [Result(limit.target, 0.0, 0)], []):
        found = list(verdicts([*KEPT[:place], *other, *KEPT[place + 1 :]]))
        assert [line.split("  ")[0].strip() for line, kept in found if not kept] == [limit.target]
        assert [kept for _, kept in found].count(False) == 1


def test_limits_leave_a_margin_above_their_targets_and_their_commands_exist() -> None:
    targets = {target.name: target.at_most for target in TARGETS}
    for limit in LIMITS:
        target = targets.get(limit.target)
        assert target is None or limit.at_most >= target
    assert all(importlib.util.find_spec(module) for module, *_ in COMMANDS)
