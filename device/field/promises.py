"""What manuals and program promise of a board, and how a report compares with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from device.camera.base import DEFAULT_FPS
from device.diagnostics.check import HOT, OWN_MIB_TOO_MUCH

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
    """The document that says so, or what of the program needs it."""
    is_least: bool = False
    """Whether the limit is the least value; else the largest."""


CAMERA = "docs/camera.md"
BUFFERS_MIB = 27
"""MiB of contiguous memory for four buffers of 6.6 MB each (`device.camera.picamera`)."""
PROMISES = (
    Promise("camera", "seconds_to_lock", 5, "s until light and focus are locked", CAMERA),
    Promise("camera", "interval_ms_median", 1100 / DEFAULT_FPS, "ms between two frames", CAMERA),
    Promise("camera", "interval_ms_longest", 3000, "ms, the longest gap between two frames", CAMERA),
    Promise("openings", "failed", 0, "of five openings failed", CAMERA),
    Promise("openings", "descriptors_left", 0, "file descriptors more after five openings", "an evening of faults"),
    Promise("memory_mib", "contiguous", BUFFERS_MIB, "MiB of contiguous memory for four buffers", CAMERA, True),
    Promise("display", "errors", 0, "of a hundred pictures had an error", "every press is shown"),
    Promise("display", "picture_ms_median", 100, "ms to show a picture", "a press is shown in 100 ms"),
    Promise("buttons", "missed", 0, "of five presses of a button not counted", "no press is lost"),
    Promise("buttons", "extra", 0, "presses counted twice", "docs/flows.md"),
    Promise("light", "wrong", 0, "signals of light and buzzer not as they should be", "docs/build.md"),
    Promise("load", "hottest_degrees", HOT, "°C under load", "kiebitz doctor"),
    Promise("load", "throttled_samples", 0, "samples in which the board was slowed down", "kiebitz doctor"),
    Promise("load", "memory_mib", OWN_MIB_TOO_MUCH, "MiB of memory taken under load", "kiebitz doctor"),
    Promise("speed", "gate_ms", 1000 / DEFAULT_FPS, "ms to see whether something moves", "the time of a frame"),
    Promise("speed", "sample_seconds", 12.5, "s to read a picture with four cards", "half of what counts as hung"),
    Promise("sheet", "right", 4, "places at which the printed card was named", "docs/packs.md", True),
)


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
