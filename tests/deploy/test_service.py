"""The unit as systemd itself reads it. `verify` exits 0 even for unknown keys, so any word of it is a failure."""

import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "deploy" / "kiebitz.service"

pytestmark = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")


def test_the_unit_has_no_unknown_keys(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/kiebitz/current/bin/kiebitz", "/bin/true"))
    told = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert told.stdout + told.stderr == ""
    assert told.returncode == 0


def test_the_unit_is_exposed_by_at_most_two_of_ten() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(UNIT)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout[-400:]
