"""Runs the load test of `kiebitz hall --simulate --minutes`, and prints its report."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from common.errors import CommandError
from hall.simulation.comparison import percentile
from hall.simulation.control import run_control
from hall.simulation.load import Load, run_load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hall.simulation.control import ControlResult
    from hall.simulation.load import LoadResult


def report_lines(result: LoadResult, control: ControlResult | None) -> Iterator[str]:
    load, found = result.load, result.comparison
    kills = ", ".join(f"{victim} {count}" for victim, count in result.kills.items() if count) or "none"
    yield f"{load.tables} tables, {load.seconds:.0f} s, a card each {load.pace_s:g} s; kills: {kills}"
    yield (
        f"events: {found.played} played, {found.lost} lost, {found.doubled} doubled, {found.different} different; "
        f"{found.repeats} sent again, {found.refusals} refused since the hall's last start"
    )
    yield f"ledgers: {found.equal_ledgers} of {found.tables} tables equal to the hall's, {found.games} games"
    if not found.is_drained:
        yield "not everything was acknowledged within a minute after the end"
    yield f"to disk: {_latency(found.all_s)}"
    if any(result.kills.values()):
        yield f"  away from kills: {_latency(found.calm_s)} ({len(found.calm_s)} events)"
    yield (
        f"memory: mosquitto {result.broker_mib:.1f} MiB, hall {result.hall_mib:.1f} MiB; "
        f"load of the machine {result.cpu_load:.1f}"
    )
    if control is not None:
        yield (
            f"control, QoS 1 and a persistent session alone: {control.lost} of {control.published} events lost, "
            f"{control.tables_with_holes} tables with holes"
        )


def _latency(ordered: list[float]) -> str:
    return f"p50 {percentile(ordered, 0.5) * 1000:.0f} ms, p99 {percentile(ordered, 0.99) * 1000:.0f} ms"


def simulate(load: Load) -> bool:
    """Runs a hall under load, with the control if there are kills, and prints the report.

    Returns whether the hall lost no event while the control lost some.

    :raises CommandError: if mosquitto is missing, or a process ends by an error.
    """
    with tempfile.TemporaryDirectory(prefix="kiebitz-hall-") as folder:
        result = asyncio.run(run_load(load, Path(folder), _say))
    control = None
    if load.kills:
        _say("control: QoS 1 and a persistent session alone")
        with tempfile.TemporaryDirectory(prefix="kiebitz-hall-") as folder:
            control = run_control(Path(folder))
    for line in report_lines(result, control):
        print(line)
    if control is not None and not control.lost:
        raise CommandError("the control lost nothing, expected it to: what this test can find is not known")
    return result.is_exact


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
