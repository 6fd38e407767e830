"""What is imported before the first screen is shown: it waits for every import."""

import subprocess
import sys
from pathlib import Path

import pytest

SHOW_FIRST_SCREEN = """
import sys
from device.hardware.board import read_board
from tests.support.board.mock_pins import mock_pins
from device.runtime.appliance import Appliance
from device.settings.settings import Config

with mock_pins(), Appliance(Config(), read_board("default_kit")) as appliance:
    loaded = set(sys.modules)
print(*sorted({"numpy", "cv2", "onnxruntime", "_hashlib", "tarfile"} & loaded))
"""


@pytest.mark.slow
def test_neither_the_networks_libraries_nor_openssl_are_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The frame worker imports the libraries meanwhile; OpenSSL takes 3.5 MiB, and only a page needs it."""
    for name in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY", "RUNTIME_DIRECTORY"):
        monkeypatch.setenv(name, str(tmp_path))
    done = subprocess.run([sys.executable, "-c", SHOW_FIRST_SCREEN], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
