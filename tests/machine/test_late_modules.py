"""Our unit under a real systemd and kernel, with the modules of camera and buses loaded after it has started."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.machine.machine import BUILT, HERE, NOT_BUILT, booting

PATIENCE_S = 600
"""Seconds that start and scene may take on a machine that emulates another one and has much else to do."""
ADMITTED = "media0:ENXIO video0:ENXIO i2c-1:ENXIO spidev0.0:ENXIO"
DENIED = "media0:EPERM video0:EPERM i2c-1:EPERM spidev0.0:ENXIO"

pytestmark = [pytest.mark.download, pytest.mark.slow, pytest.mark.skipif(not BUILT, reason=NOT_BUILT)]


def test_devices_of_late_modules_are_admitted(tmp_path: Path) -> None:
    with booting(HERE / "late_modules.py", tmp_path, systemd=True) as machine:
        answer = machine.wait_for("program ended", PATIENCE_S)
    late, ours = ([line.partition(": ")[2] for line in answer if line.startswith(name)] for name in ("late:", "ours:"))
    assert DENIED in late, "a unit that does not wait for the modules is denied its devices"
    assert late[late.index("ends") :] == ["ends", "starts", ADMITTED, "restarted 1 times"]
    assert DENIED not in ours
    assert ours[-2:] == [ADMITTED, "restarted 0 times"]
