"""What tests of a running appliance share."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.runtime import appliance
from device.storage.packs import PartialEnrolment


@pytest.fixture
def _signals() -> Iterator[None]:
    """`run` takes the signals that stop it."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture(autouse=True)
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts press at once; the rest of a question, which is for people, is tested in tests/device/session."""
    monkeypatch.setattr(appliance, "QUESTION_REST_S", 0.0)


@pytest.fixture
def quick_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packs are saved without the search for their acceptance threshold, which takes seconds a deck."""
    module = sys.modules[PartialEnrolment.__module__]
    monkeypatch.setattr(module, "calibrate_acceptance", lambda pack, _: pack)


@pytest.fixture
def made_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives a test folders of its own for state, settings and sockets."""
    for name in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY", "RUNTIME_DIRECTORY"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
        (tmp_path / name.lower()).mkdir()
