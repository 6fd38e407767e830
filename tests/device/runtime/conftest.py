"""What tests of a running appliance share."""

import signal
import sys
from collections.abc import Iterator

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
