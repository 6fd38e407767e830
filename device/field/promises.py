"""What the manuals promise of a board, and how a report compares with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from device.field.report import Section

Verdict: TypeAlias = Literal["kept", "short", "not measured"]


class Promise(NamedTuple):
    """A value of a report, in what section and under what key, with its limit."""

    section: str
    key: str
    limit: float
    text: str
    source: str
    """The document that says so."""
    is_least: bool = False
    """Whether the limit is the least value; else the largest."""


PROMISES = (
    Promise("camera", "seconds_to_first_frame", 8.0, "s from opening to the first locked frame", "docs/camera.md"),
    Promise("camera", "interval_ms_median", 110.0, "ms between two frames", "docs/camera.md"),
    Promise("camera", "interval_ms_longest", 500.0, "ms, the longest gap between two frames", "docs/camera.md"),
    Promise("openings", "failed", 0, "of five openings failed", "docs/camera.md"),
    Promise("openings", "descriptors_left", 0, "file descriptors more after five openings", "docs/camera.md"),
    Promise("openings", "memory_left_mib", 12, "MiB more after five openings", "docs/camera.md"),
    Promise("memory_mib", "contiguous", 64, "MiB of contiguous memory for the camera", "docs/camera.md", True),
    Promise("display", "errors", 0, "of a hundred pictures had an error", "docs/build.md"),
    Promise("display", "picture_ms_median", 40.0, "ms to show a picture", "docs/build.md"),
    Promise("buttons", "missed", 0, "of five presses of a button not counted", "docs/build.md"),
    Promise("buttons", "extra", 0, "presses counted twice", "docs/build.md"),
    Promise("light", "wrong", 0, "signals of light and buzzer not as they should be", "docs/build.md"),
    Promise("load", "hottest_degrees", 80.0, "°C under load, above which a board slows down", "docs/build.md"),
    Promise("load", "throttled_samples", 0, "samples in which the board was slowed down", "docs/build.md"),
    Promise("load", "memory_mib", 250, "MiB of memory taken under load", "docs/processes.md"),
    Promise("speed", "gate_ms", 20.0, "ms to see whether something moves in a frame", "docs/vision.md"),
    Promise("speed", "sample_seconds", 12.0, "s to read a picture with four cards", "docs/vision.md"),
    Promise("sheet", "right", 4, "places at which the printed card was named", "docs/packs.md", True),
)
"""Limits of boards follow from what the program waits for: a scene that takes more than half of the 25 s after which a
worker counts as hung, a frame interval of more than the nominal 100 ms and a tenth."""


class Comparison(NamedTuple):
    promise: Promise
    verdict: Verdict
    value: float | None


def compare(report: Mapping[str, Section]) -> Iterator[Comparison]:
    for promise in PROMISES:
        value = report.get(promise.section, {}).get(promise.key)
        if not isinstance(value, int | float):
            yield Comparison(promise, "not measured", None)
            continue
        is_kept = value >= promise.limit if promise.is_least else value <= promise.limit
        yield Comparison(promise, "kept" if is_kept else "short", value)
