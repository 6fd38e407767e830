"""The profile of a run, added up by module of vision, including the library calls of each."""

from __future__ import annotations

import pstats
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import cProfile

Place: TypeAlias = tuple[str, int, str]
"""File, line and name of a function."""
Calls: TypeAlias = dict[Place, tuple[int, int, float, float, dict[Place, tuple[int, int, float, float]]]]
"""Calls and seconds of each function, alone and cumulative, and the same for each caller, as in `pstats`."""
STAGES = {
    "gate": ("motion_gate", "frame_history", "places"),
    "map and change": (
        "changes",
        "illumination",
        "changed_regions",
        "view_changes",
        "camera_motion",
        "background_model",
        "hand_mask",
        "departures",
    ),
    "finding": (
        "contours",
        "corner_hypotheses",
        "edge_refinement",
        "change_proposals",
        "card_sizes",
        "arrival_finder",
        "votes",
        "occluded_arrivals",
        "hypotheses",
        "selection",
        "hypotheses",
        "still_scene",
        "quads",
    ),
    "rectify": ("rectify",),
    "embed": ("embedder", "inference"),
    "judge": ("pack", "reader"),
}
"""Modules of vision by stage of reading a settled scene."""
REST = "the rest"


def shares_of_stages(profile: cProfile.Profile) -> dict[str, float]:
    """Returns the share of the time of each stage; library calls count for the module that made them."""
    seconds = seconds_by_module(profile)
    stage_of = {module: stage for stage, modules in STAGES.items() for module in modules}
    stages = dict.fromkeys([*STAGES, REST], 0.0)
    total = sum(seconds.values()) or 1.0
    for room, spent in seconds.items():
        stages[stage_of.get(room, REST)] += spent / total
    return stages


def seconds_by_module(profile: cProfile.Profile) -> dict[str, float]:
    """Returns the seconds of each module of vision, with its library calls."""
    calls: Calls = pstats.Stats(profile).stats  # type: ignore[attr-defined]  # in the library's manual, not in its types
    seconds: dict[str, float] = {}
    for place, (_, _, own, _, _) in calls.items():
        for room, share in _rooms(place, calls, frozenset()).items():
            seconds[room] = seconds.get(room, 0.0) + own * share
    return seconds


def _rooms(
    place: Place,
    calls: Calls,
    visited: frozenset[Place],
) -> dict[str, float]:
    """Returns the modules of vision that a function works for, with the share of its time for each."""
    file = Path(place[0])
    if "vision" in file.parts:
        return {file.stem: 1.0}
    callers = {caller: row[3] for caller, row in calls[place][4].items() if caller not in visited}
    total = sum(callers.values())
    shares: dict[str, float] = {}
    for caller, spent in callers.items():
        for room, share in _rooms(caller, calls, visited | {place}).items():
            part = spent / total if total else 1 / len(callers)
            shares[room] = shares.get(room, 0.0) + share * part
    return shares
