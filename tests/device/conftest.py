"""Fixtures for tests of the device: mock pins, databases that a crash leaves open."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture
def closed_databases(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Closes after the test what a simulated crash left open.

    Python 3.13 warns of an open database when it is collected, which would fail whatever test runs then.
    """
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noted(*arguments: Any, **named: Any) -> sqlite3.Connection:
        opened.append(connect(*arguments, **named))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    yield
    for connection in opened:
        connection.close()
