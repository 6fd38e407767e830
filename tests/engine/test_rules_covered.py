"""No rule of Bohemian Watten without a test that names it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

RULES = [f"BW{number}" for number in range(1, 26) if number != 24] + [
    "BW10a",
    "BW10b",
    "BW20a",
    "BW24a",
    "BW24b",
    "1.6",
]
DECISIONS = [f"DECISIONS BW{number}" for number in range(1, 21)]


@cache
def named_rules() -> frozenset[str]:
    """Returns every id given to the `rule` mark in the tests of the engine."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("rule", "pytest.mark.rule"):
                found |= {ast.literal_eval(argument) for argument in node.args}
    return frozenset(found)


@pytest.mark.parametrize("rule_id", RULES + DECISIONS)
def test_the_rule_is_named_by_a_test(rule_id: str) -> None:
    assert rule_id in named_rules()


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    known = {*RULES, *DECISIONS, *(f"BW17{letter}" for letter in "abcdef")}
    assert {rule for rule in named_rules() if rule.removeprefix("DECISIONS ").startswith("BW")} <= known
