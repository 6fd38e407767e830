"""The result of a load test as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.simulation.comparison import percentile

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
