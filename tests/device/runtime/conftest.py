"""What tests of a running appliance share."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest

from device.storage.packs import PartialEnrolment


@pytest.fixture
def _signals() -> Iterator[None]:
    """`run` takes the signals that stop it."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def quick_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packs are saved without the search for their acceptance threshold, which takes seconds a deck."""
    module = sys.modules[PartialEnrolment.__module__]
    monkeypatch.setattr(module, "calibrate_acceptance", lambda pack, _: pack)
