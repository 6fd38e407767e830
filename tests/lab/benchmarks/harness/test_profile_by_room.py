"""The stages of a profile name modules that exist."""

from __future__ import annotations

from lab.benchmarks.harness.profile_by_room import STAGES
from lab.benchmarks.sensitivity.threshold_counts import VISION


def test_each_module_of_a_stage_exists_and_belongs_to_one_stage() -> None:
    modules = [module for stage in STAGES.values() for module in stage]
    assert sorted(modules) == sorted(set(modules))
    assert set(modules) <= {path.stem for path in VISION.rglob("*.py")}
