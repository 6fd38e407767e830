"""Messages of the whole process to systemd: ready, watchdog only while worker and loop are alive, stopping."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.device.runtime.test_systemd import Systemd
from tests.support.cameras.hanging import STUCK
from tests.support.examples import one_in

ROOT = Path(__file__).parents[3]
FED = "WATCHDOG=1"
WATCHDOG = 0.8
"""Seconds after which systemd would take silence for death."""
PATIENCE = 20.0


class Process:
    """`kiebitz run`, and what it has told systemd so far."""

    def __init__(self, folder: Path) -> None:
        settings = folder / "kiebitz.toml"
        # With a language, so that the camera is pointed first of all.
        settings.write_text('language = "en"\nboard = "default_kit"\n')
        self.systemd = Systemd(str(folder / "notify"))
        self.reported: list[str] = []
        environment = {"STATE_DIRECTORY": str(folder / "state"), "NOTIFY_SOCKET": str(folder / "notify")}
        environment |= {"WATCHDOG_USEC": str(round(WATCHDOG * 1e6)), "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests/support/cameras/hanging.py"), str(settings)],
            env=os.environ | environment, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.systemd.socket.close()

    def hang(self, part: str = "") -> None:
        assert self.process.stdin is not None
        print(part, file=self.process.stdin, flush=True)

    def hears(self, message: str) -> bool:
        """Returns whether that is told from now on, before patience ends."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            heard = self.systemd.heard()
            self.reported += heard
            if message in heard:
                return True
            time.sleep(0.02)
        return False

    def is_silent(self) -> bool:
        """Returns whether systemd loses patience before it is fed again."""
        fed_at, end = time.monotonic(), time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if FED in self.systemd.heard():
                fed_at = time.monotonic()
            if time.monotonic() - fed_at > WATCHDOG:
                return True
            time.sleep(0.02)
        return False


@pytest.fixture
def kiebitz(tmp_path: Path) -> Iterator[Process]:
    with closing(Process(tmp_path)) as process:
        yield process


@pytest.mark.slow
def test_ready_precedes_watchdog_and_stopping_is_sent(kiebitz: Process) -> None:
    assert kiebitz.hears("READY=1")
    assert kiebitz.hears(FED)
    messages = [message for message in kiebitz.reported if not message.startswith("STATUS=")]
    assert messages[0] == "READY=1"
    assert set(messages[1:]) == {FED}
    kiebitz.process.send_signal(signal.SIGTERM)
    assert kiebitz.process.wait(PATIENCE) == 0
    assert kiebitz.systemd.heard()[-1] == "STOPPING=1"


@pytest.mark.slow
@pytest.mark.parametrize("part", one_in(2, ["camera", "display"]))
def test_watchdog_is_notified_only_while_worker_and_loop_are_alive(kiebitz: Process, part: str) -> None:
    """The worker hangs in the driver of the camera, the loop in that of the display."""
    assert kiebitz.hears("READY=1")
    end = time.monotonic() + 2 * STUCK
    while time.monotonic() < end:
        assert kiebitz.hears(FED), "as long as all is well"
    kiebitz.hang(part)
    assert kiebitz.is_silent()
    kiebitz.hang()
    assert kiebitz.hears(FED), "it has come back by itself"


@pytest.mark.slow
def test_it_ends_well_although_a_scene_is_still_read(kiebitz: Process) -> None:
    """A thread that Python ends within onnxruntime would abort the process: SIGABRT."""
    assert kiebitz.hears("READY=1")
    kiebitz.hang("network")
    assert kiebitz.process.stdout is not None
    assert kiebitz.process.stdout.readline() == "in the network\n"
    kiebitz.process.send_signal(signal.SIGTERM)
    assert kiebitz.process.wait(PATIENCE) == 0
