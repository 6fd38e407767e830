"""An appliance at a table with names, folders of its own, and a USB stick."""

import io
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from common.files.paths import state_folder
from device.hardware.presses import Button
from device.runtime.appliance import Appliance
from device.settings.settings import Config
from device.storage import daily_backup
from device.storage import stick as stick_module
from engine.events import PlayersSeated
from tests.support.appliance import PARTLESS, watched_by
from tests.support.scripted_tracker import ScriptedTracker
from tests.support.session_script import GAME

SETTLED = Config(language="de", game=GAME, preset="standard", seats=(0, 1, 2, 3), pack=__file__)
TO_LANDLORD: tuple[Button, ...] = ("down", "down", "up", "up", "up", "up", "play")
RESI = "Resi"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pins: MockFactory) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "config"))
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    watched_by(ScriptedTracker(), monkeypatch)


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
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


def begun() -> Appliance:
    """Returns an appliance before its second deal, at a table with names."""
    appliance = Appliance(SETTLED, PARTLESS, io.StringIO())
    session = appliance.session
    session.start(3)
    session._record(session.controller.record(PlayersSeated(((0, RESI), (1, "Toni")))))
    session.refresh()
    return appliance


def texts(appliance: Appliance) -> Callable[[], bool]:
    """Returns what waits until work is done."""

    def is_done() -> bool:
        task = appliance.session.controller.view.appliance.task
        return task is not None and task.is_done

    return is_done


def holders(text: str) -> list[str]:
    return [file.name for file in state_folder().rglob("*") if file.is_file() and text.encode() in file.read_bytes()]
