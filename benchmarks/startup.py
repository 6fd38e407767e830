"""How soon the scoreboard stands, and in how much memory: python benchmarks/startup.py

The appliance starts in the middle of a deal, on mock pins and a mock I2C bus below the real libraries, with a pack
enrolled; then it watches a folder of 1080p frames with cards in them. Beside it, in the same run, stands a process that
only imports the libraries that any such program needs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

YARDSTICK = "import cv2, gpiozero, luma.oled.device, msgspec, numpy, onnxruntime, PIL.ImageDraw, sqlite3"
TARGET_SECONDS, TARGET_MEBIBYTES = 1.0, 120


def prepare(folder: Path) -> None:
    """Writes settings, a pack of drawn cards, frames with three cards, and a journal that ends in a trick."""
    from device.journal import Journal
    from device.paths import config_file, journal_file, pack_folder
    from engine.cards import BAVARIAN_32
    from engine.simulate import simulation
    from vision.pack import enrol
    from vision.packfile import SUFFIX, save_pack
    from vision.recognise import Recogniser
    from vision.simulator.choreography import parse_actions
    from vision.simulator.drawing import Style, draw_pack
    from vision.simulator.look import Look
    from vision.simulator.record import write_frames
    from vision.simulator.table import RenderedTable

    deck = draw_pack("bavarian32", Style.default(), 480)
    pictures = {card: [deck[card]] for card in BAVARIAN_32.cards}
    pack_folder().mkdir(parents=True)
    save_pack(enrol(pictures, "bavarian32", Recogniser(), "drawn"), pack_folder() / f"drawn{SUFFIX}")
    config_file().parent.mkdir(parents=True, exist_ok=True)
    config_file().write_text('pack = "drawn"\n', encoding="utf-8")
    actions = parse_actions("lay 0 HK\nlay 1 E9\nlay 2 SO\n")
    write_frames(RenderedTable(deck, Look.random(1), 1, (1920, 1080)).play(actions), folder / "frames")
    simulated = simulation(seed=1)
    simulated.play_deal()
    with Journal(journal_file()) as journal:
        for event in simulated.events[:-4]:
            journal.append(event, 0.0)


def run_once(folder: Path) -> None:
    """Starts as `kiebitz run` does, and prints the instant of the first screen and the peak memory in MiB."""
    from msgspec.structs import replace

    from device.appliance import Appliance
    from device.board import read_board
    from device.config import read_config
    from device.fakes import FakeBus, ssd1306
    from device.gpio import mock_pins
    from device.paths import config_file

    config = read_config(config_file())
    board = read_board(config.board)
    panel = ssd1306()
    bus = FakeBus({board.display.address: panel}, board.display.bus)
    board = replace(board, camera=replace(board.camera, source=str(folder / "frames")))
    with mock_pins(), bus.installed(), Appliance(config, board) as appliance:
        shown = time.monotonic()
        if not any(panel.picture().tobytes()):
            raise SystemExit("startup: the display stayed dark")
        appliance.run()
    print(shown, peak_memory())


def peak_memory() -> float:
    """Returns MiB. (`ru_maxrss` would count the process that started this one.)"""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--once", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.once is not None:
        run_once(arguments.once)
        return 0
    return measure(arguments.runs)


def measure(runs: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for variable in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            os.environ[variable] = name
        os.environ.pop("STATE_DIRECTORY", None)
        prepare(folder)
        starts, memories, imports = [], [], []
        for _ in range(runs):
            began = time.monotonic()
            told = _child([sys.executable, "-m", "benchmarks.startup", "--once", name])
            shown, memory = map(float, told.split())
            starts.append(shown - began)
            memories.append(memory)
            began = time.monotonic()
            _child([sys.executable, "-c", YARDSTICK])
            imports.append(time.monotonic() - began)
    start, memory, yardstick = map(statistics.median, (starts, memories, imports))
    print(f"start to first screen  {start:6.2f} s    target {TARGET_SECONDS} s, median of {runs}")
    print(f"importing libraries    {yardstick:6.2f} s    first screen / imports = {start / yardstick:.2f}")
    print(f"peak memory, watching  {memory:6.0f} MiB  target {TARGET_MEBIBYTES} MiB")
    return 0


def _child(command: list[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
