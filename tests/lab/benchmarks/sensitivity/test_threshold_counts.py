"""The count of thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.benchmarks.sensitivity.threshold_counts import Counts, counts_of

if TYPE_CHECKING:
    from pathlib import Path


def test_fields_constants_and_lines_are_counted(tmp_path: Path) -> None:
    room = tmp_path / "scene" / "stacks"
    room.mkdir(parents=True)
    (room / "thresholds.py").write_text("class Thresholds:\n    one: int = 1\n    two: float = 2.0\n")
    constants = "SIDES = (1, 2)", "WIDTH, HEIGHT = 3, 4", "NAME = 'one'", "ON: bool = True", "lower = 5"
    (tmp_path / "peeling.py").write_text("\n".join(constants))
    assert counts_of(tmp_path) == Counts({"scene/stacks": 2}, 2, 8)
