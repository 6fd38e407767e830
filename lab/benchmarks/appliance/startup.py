"""Time to the first screen, and memory: python -m lab.benchmarks.appliance.startup

The appliance starts within a deal, on mock pins and a mock I2C bus below the real libraries, with an enrolled pack;
then it tracks 1080p frames with cards, which it gets as arrays, as from a camera. For comparison, a process that only
imports the libraries.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lab.benchmarks.harness.results import Result, add_results, run_command
from lab.training.data.options import at_least

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.inference import Backend
    from vision.types import Frame, Image

YARDSTICK = "import cv2, gpiozero, luma.oled.device, msgspec, numpy, PIL.ImageDraw"
TARGET_SECONDS = 1.0
MOST_MEBIBYTES: dict[Backend, int] = {"onnxruntime": 140, "opencv": 120}
"""Target of the peak memory in MiB, by the backend of the network."""


def prepare(folder: Path, with_frames: bool = True) -> None:
    """Writes settings, a pack of drawn cards, frames with three cards, and a journal that ends within a trick."""
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
    if with_frames:
        write_frames(folder / "frames", [deck[card] for card in BAVARIAN_32.cards[:3]])
    simulated = simulation(seed=1)
    simulated.play_deal()
    with Journal(journal_file()) as journal:
        for event in simulated.events[:-4]:
            journal.append(event, 0.0)


def write_frames(folder: Path, cards: Sequence[Image]) -> None:
    """Writes frames of 1920×1080 px on which these cards are laid, each as two arrays."""
    import numpy as np

    from device.camera.picture_file import low_resolution
    from lab.benchmarks.stills.tabletop import lay_cards

    folder.mkdir()
    for number, picture in enumerate(lay_cards(cards)):
        np.save(folder / f"{number:06d}.picture.npy", picture)
        np.save(folder / f"{number:06d}.luma.npy", low_resolution(picture))


class BufferedFrames:
    """The frames of `write_frames`; a picture is copied once, when it is used, as from a buffer of a ribbon camera.

    A folder of JPEG files would take 6 MiB more, as `cv2.imdecode` copies what it has decoded.
    """

    def __init__(self, folder: Path) -> None:
        self._files = sorted(folder.glob("*.picture.npy"))

    def __len__(self) -> int:
        """The frames come to an end, as those of a recording do."""
        return len(self._files)

    def frames(self) -> Iterator[Frame]:
        import numpy as np

        from device.camera.base import DEFAULT_FPS
        from vision.types import Frame

        for number, file in enumerate(self._files):
            luma = np.load(file.with_name(file.name.replace("picture", "luma")))
            yield Frame(number, number / DEFAULT_FPS, partial(np.load, file), luma)

    def close(self) -> None: ...


def run_once(folder: Path, backend: Backend) -> None:
    """Starts as `kiebitz run` does, and prints the time of the first screen and the peak memory in MiB."""
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

    config = read_config(config_file())
    board = read_board("default_kit")
    panel = ssd1306()
    bus = FakeBus({OLED_ADDRESSES[0]: panel}, board.display.bus)
    frames = folder / "frames"
    board = replace(board, inference=backend, camera=replace(board.camera, source=str(frames)))
    sources.open_camera = lambda *_, **__: BufferedFrames(frames)  # `unittest.mock` would take 8 MiB itself
    with mock_pins(), bus.install(), Appliance(config, board) as appliance:
        shown = time.monotonic()
        if not any(panel.picture().tobytes()):
            raise SystemExit("startup: the display stayed dark")
        appliance.run()
    print(shown, peak_memory())


def peak_memory() -> float:
    """Returns MiB. (`ru_maxrss` would include the parent process.)"""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=at_least(1), default=5)
    parser.add_argument("--once", nargs=2, metavar=("BACKEND", "FOLDER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.once is not None:
        backend, folder = arguments.once
        run_once(Path(folder), backend)
        return 0
    return measure(arguments.runs)


def measure(runs: int) -> int:
    from statistics import median  # not in the child, whose memory is measured

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        use_folder(name)
        keep_compiled_modules(folder)
        prepare(folder)
        run_once_apart("onnxruntime", name)  # compiles
        starts, imports = list[float](), list[float]()
        memories: dict[Backend, list[float]] = {backend: [] for backend in MOST_MEBIBYTES}
        for _ in range(runs):
            for backend, peaks in memories.items():
                began = time.monotonic()
                shown, memory = run_once_apart(backend, name)
                starts.append(shown - began)
                peaks.append(memory)
            began = time.monotonic()
            subprocess.run([sys.executable, "-c", YARDSTICK], check=True)
            imports.append(time.monotonic() - began)
    start, yardstick = median(starts), median(imports)
    print(f"start to first screen  {start:6.2f} s    target {TARGET_SECONDS} s, median of {len(starts)}")
    print(f"importing libraries    {yardstick:6.2f} s    first screen / imports = {start / yardstick:.2f}")
    add_results(Result("start", start, len(starts)), Result("start ratio", start / yardstick, len(starts)))
    for backend, peaks in memories.items():
        peak = median(peaks)
        print(f"peak memory, watching  {peak:6.0f} MiB  target {MOST_MEBIBYTES[backend]} MiB with {backend}")
        add_results(Result(f"memory {backend}", peak, runs))
    return 0


def use_folder(name: str) -> None:
    """Makes this process and its children use that folder for settings, packs and journals."""
    for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        os.environ[variable] = name
    os.environ.pop("STATE_DIRECTORY", None)


def keep_compiled_modules(folder: Path) -> None:
    """Makes children keep their compiled modules below *folder*, as an installation has them before the first start."""
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def run_once_apart(backend: Backend, folder: str) -> tuple[float, float]:
    """Runs `run_once` in another process, and returns what it prints."""
    shown, memory = child("lab.benchmarks.appliance.startup", "--once", backend, folder).split()
    return float(shown), float(memory)


def child(module: str, *arguments: str) -> str:
    """Runs a module in another process and returns its output."""
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    run_command(main)
