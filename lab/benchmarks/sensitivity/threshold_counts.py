"""How many thresholds there are: python -m lab.benchmarks.sensitivity.threshold_counts

Printed for each `thresholds.py` of `vision`: its fields. Then the other module constants that hold a number, and the
lines of all modules.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lab.benchmarks.harness.results import run_command

if TYPE_CHECKING:
    from collections.abc import Iterator

VISION = Path(__file__).parents[3] / "vision"


class Counts(NamedTuple):
    """`fields` are the thresholds by room, `constants` the other named numbers at module level, `lines` those of all
    modules."""

    fields: dict[str, int]
    constants: int
    lines: int


def counts_of(package: Path) -> Counts:
    """Counts the thresholds of a package without importing it."""
    fields, constants, lines = {}, 0, 0
    for path in sorted(package.rglob("*.py")):
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        lines += len(text.splitlines())
        if path.name == "thresholds.py":
            fields[path.parent.relative_to(package).as_posix()] = len(list(_fields(tree)))
        else:
            constants += sum(_has_number(value) for value in _constants(tree))
    return Counts(fields, constants, lines)


def _fields(tree: ast.Module) -> Iterator[ast.AnnAssign]:
    """Yields the fields of the dataclasses of a module."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from (field for field in node.body if isinstance(field, ast.AnnAssign))


def _constants(tree: ast.Module) -> Iterator[ast.expr]:
    """Yields the values that a module assigns to names in capitals."""
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
        if all(name.isupper() for name in names):
            yield node.value


def _has_number(value: ast.expr) -> bool:
    return any(isinstance(one, ast.Constant) and type(one.value) in (int, float) for one in ast.walk(value))


def main() -> None:
    counts = counts_of(VISION)
    for room, count in counts.fields.items():
        print(f"{room:24s}{count:6d} thresholds")
    print(f"{'all':24s}{sum(counts.fields.values()):6d} thresholds")
    print(f"{'elsewhere':24s}{counts.constants:6d} module constants with a number")
    print(f"{'vision':24s}{counts.lines:6d} lines")


if __name__ == "__main__":
    run_command(main)
