"""Runs the load test of `kiebitz hall --simulate --minutes` and prints its report."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from common.errors import CommandError
from hall.simulation.control import run_control
from hall.simulation.load import Load, run_load
from hall.simulation.report import report_lines


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
