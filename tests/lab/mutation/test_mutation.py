"""The mutants that are drawn, and the tests that are run on them."""

from __future__ import annotations

import ast

import pytest

from lab.mutation.mutants import mutant_at, sites_of
from lab.mutation.selection import ROOT

SOURCE = """
from typing import TYPE_CHECKING
import os

if TYPE_CHECKING:
    SEEN = 1 < 2

def f(trick: int = 3, text: str = "a" + "b") -> int | None:
    "Says 1 + 1."
    if {0}:
        raise ValueError(1 + 1)
"""


@pytest.mark.parametrize(
    ("condition", "others"),
    [
        ("trick < limit", ["trick <= limit"]),
        ("a in b and c", ["a in b or c", "a in b", "c", "a not in b and c"]),
        ("not a", ["a"]),
        ("a - 7", ["a + 7", "a - 8"]),
        ("a * 2.0", ["a / 2.0", "a * 3.0"]),
        ("a == 0.0", ["a != 0.0", "a == 1.0"]),
        ("min(a)", ["max(a)"]),
        ("a(b, c)", ["a(c, b)"]),
        ("max(b, c)", ["min(b, c)"]),
        ("a.led == a.best", ["a.led != a.best", "a.best == a.best", "a.led == a.led"]),
        ("os.led == os.best", ["os.led != os.best"]),
        ("a if b else c", ["c if b else a"]),
        ("True", ["False"]),
        ("'x'", []),
    ],
)
def test_what_a_condition_is_changed_to(condition: str, others: list[str]) -> None:
    source = SOURCE.replace("{0}", condition)
    mutants = [mutant_at(source, site) for site in sites_of(source)]
    conditions = [mutant for mutant in mutants if mutant.line == 10]
    assert {mutant.after for mutant in conditions} == {f"if {other}:" for other in others}
    assert {mutant.before for mutant in conditions} <= {f"if {condition}:"}
    assert [mutant.after for mutant in mutants if mutant.line != 10] == [
        "def f(trick: int=4, text: str='a' + 'b') -> int | None:"
    ]


@pytest.mark.slow
def test_every_mutant_of_a_module_differs_from_it_and_is_python() -> None:
    source = (ROOT / "engine" / "tricks.py").read_text()
    sites = sites_of(source)
    assert len(sites) > 20
    written = {mutant_at(source, site).source for site in sites}
    assert len(written) == len(sites)
    assert ast.dump(ast.parse(source)) not in map(ast.dump, map(ast.parse, written))


def test_what_the_type_checker_reads_stays() -> None:
    """Without its comments a module may be ill typed, whatever the mutant."""
    source = (
        "a = f(1, 2)  # type: ignore[name-defined]\nb = (  # type: ignore[assignment]\n    a,\n    a and c or d,\n)\n"
    )
    mutants = [mutant_at(source, site).source for site in sites_of(source)]
    assert "a = (f(2, 1))  # type: ignore[name-defined]" in mutants[0]
    assert "    ((a and c) and d),\n" in mutants[3]
    assert all(mutant.count("# type: ignore") == 2 for mutant in mutants)
