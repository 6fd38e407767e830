"""What the benchmarks of the appliance share: a folder and a process of their own, and mocks in place of the board.

Imports stand in the functions, since the memory of a process is measured.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from device.hardware.presses import Button
    from device.runtime.appliance import Appliance
    from engine.cards import Card
    from tests.support.board.fake_panel import Panel
    from vision.types import Image


@contextmanager
def own_folder() -> Iterator[tuple[Path, dict[Card, Image]]]:
    """Prepares a folder for settings, packs and journals of this process and its children; yields it and the cards."""
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as name:
        for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            os.environ[variable] = name
        os.environ.pop("STATE_DIRECTORY", None)
        yield Path(name), _prepare()


def _prepare() -> dict[Card, Image]:
    """Writes settings, a pack of drawn cards, and a journal that ends within a trick; returns the cards."""
    from common.files.paths import config_file, journal_file, pack_folder
    from device.storage.journal import Journal
    from device.storage.pack_paths import pack_file
    from engine.cards import BAVARIAN_32
    from engine.simulation.evening import simulation
    from lab.card_art import Style, draw_pack
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import enrol
    from vision.recognition.pack_file import save_pack

    deck = draw_pack("bavarian32", Style.default(), 480)
    pictures = {card: [deck[card]] for card in BAVARIAN_32.cards}
    pack_folder().mkdir(parents=True)
    save_pack(enrol(pictures, "bavarian32", Recogniser(), "drawn"), pack_file("drawn"))
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text('pack = "drawn"\n', encoding="utf-8")
    simulated = simulation(seed=1)
    simulated.play_deal()
    with Journal(journal_file()) as journal:
        for event in simulated.events[:-4]:
            journal.append(event, 0.0)
    return deck


class OnMocks(NamedTuple):
    appliance: Appliance
    push: Callable[[Button], None]
    panel: Panel


@contextmanager
def appliance_on_mocks(camera: Any = None, **changes: object) -> Iterator[OnMocks]:
    """Starts the appliance as `kiebitz run` does, on mock pins and a mock I2C bus below the real libraries.

    *camera* takes the place of that of the board in the rest of this process; *changes* are of the board profile.
    """
    from msgspec.structs import replace

    from common.files.paths import config_file
    from device.camera import sources
    from device.hardware.board import read_board
    from device.hardware.header import OLED_ADDRESSES
    from device.runtime.appliance import Appliance
    from device.settings.settings import read_config
    from tests.support.board.fake_buses import FakeBus
    from tests.support.board.fake_panel import ssd1306
    from tests.support.board.mock_pins import mock_pins

    if camera is not None:
        sources.open_camera = lambda *_, **__: camera  # `unittest.mock` would take 8 MiB itself
    board = replace(read_board("default_kit"), **changes)
    panel, pins = ssd1306(), {pin.button: pin.pin for pin in board.buttons}
    bus = FakeBus({OLED_ADDRESSES[0]: panel}, board.display.bus)
    with mock_pins() as push, bus.install(), Appliance(read_config(config_file()), board) as appliance:
        yield OnMocks(appliance, lambda button: push(pins[button]), panel)


def child_command(module: str, *arguments: str | float) -> list[str]:
    """Returns the command that calls `run_once` of a benchmark of the appliance in another process."""
    return [sys.executable, "-c", f"from lab.benchmarks.appliance.{module} import run_once; run_once{arguments!r}"]


def child(module: str, *arguments: str | float) -> str:
    """Calls `run_once` of a benchmark of the appliance in another process, and returns what it prints."""
    return subprocess.run(child_command(module, *arguments), check=True, stdout=subprocess.PIPE, text=True).stdout


def memory_mib(figure: str = "VmRSS", process: int | str = "self") -> float:
    """Returns the memory of a process: `VmRSS` now, `VmHWM` at most. (`ru_maxrss` would include the parent.)"""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(status.partition(f"{figure}:")[2].split()[0]) / 1024
