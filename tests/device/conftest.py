"""Fixtures for tests of the device: mock pins, and a USB stick."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.storage import daily_backup
from device.storage import stick as stick_module


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a stick that is plugged in for as long as the folder is there."""
    folder = tmp_path / "stick"
    folder.mkdir()
    for module in (stick_module, daily_backup):
        monkeypatch.setattr(module, "USB_MOUNT", folder)
    monkeypatch.setattr(os.path, "ismount", lambda path: Path(path) == folder and folder.exists())
    return folder


@pytest.fixture
def no_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stick_module, "USB_MOUNT", tmp_path / "none")
    monkeypatch.setattr(stick_module, "MOUNTS", tmp_path / "mounts")
