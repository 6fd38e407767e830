"""A hall under load, with kills: nothing is lost or doubled; the control, which trusts the broker, loses."""

import asyncio
from pathlib import Path

import pytest

from hall.simulation.comparison import percentile
from hall.simulation.load import Load, run_load
from tests.support.broker import needs_mosquitto
from tests.support.broker_control import run_control

pytestmark = [pytest.mark.slow, needs_mosquitto]

MAX_BROKER_MIB, MAX_HALL_MIB = 30, 80


def test_500_tables_with_kills_lose_nothing_and_the_control_does(tmp_path: Path) -> None:
    result = asyncio.run(run_load(Load(tables=500, seconds=30, kills=5), tmp_path))
    found = result.comparison
    assert found.is_drained
    assert found.played > 2000
    assert (found.lost, found.doubled, found.different) == (0, 0, 0)
    assert found.equal_ledgers == found.tables == 500
    assert result.broker_mib <= MAX_BROKER_MIB
    assert result.hall_mib <= MAX_HALL_MIB
    assert min(result.kills.values()) >= 1, "each of broker, hall and tables was killed"
    control = run_control(tmp_path)
    assert control.lost > 0, "a test in which trust in the broker loses nothing would prove nothing"
    assert control.tables_with_holes > 0


def test_without_kills_events_are_on_the_disk_soon(tmp_path: Path) -> None:
    result = asyncio.run(run_load(Load(tables=100, seconds=8), tmp_path))
    assert result.comparison.is_exact
    assert result.comparison.repeats == 0
    assert percentile(result.comparison.all_s, 0.5) < 1, "by far, also on a busy machine"
