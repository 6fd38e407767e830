"""An appliance at a table with names, and folders of its own."""

import io
from collections.abc import Callable

import pytest
from gpiozero.pins.mock import MockFactory

from common.files.paths import state_folder
from device.hardware.presses import Button
from device.runtime.appliance import Appliance
from engine.events import PlayersSeated
from tests.support.appliance import PARTLESS, SETTLED, watched_by
from tests.support.scripted_tracker import ScriptedTracker

TO_LANDLORD: tuple[Button, ...] = ("down", "down", "up", "up", "up", "up", "play")
RESI = "Resi"


@pytest.fixture(autouse=True)
def _table(own_folders: None, monkeypatch: pytest.MonkeyPatch, pins: MockFactory) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    watched_by(ScriptedTracker(), monkeypatch)


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
