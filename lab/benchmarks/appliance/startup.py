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
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lab.benchmarks.appliance.environment import appliance_on_mocks, child, memory_mib, own_folder
from lab.benchmarks.harness.results import Result, add_results, run_command
from lab.training.data.options import at_least

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.cards import Card
    from vision.inference import Backend
    from vision.types import Frame, Image

YARDSTICK = "import cv2, gpiozero, luma.oled.device, msgspec, numpy, PIL.ImageDraw"
BACKENDS: tuple[Backend, ...] = ("onnxruntime", "opencv")


def write_frames(folder: Path, cards: Mapping[Card, Image]) -> None:
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


def run_once(folder: str, backend: Backend) -> None:
    """Starts the appliance, and prints the time of the first screen and the peak memory in MiB."""
    with appliance_on_mocks(BufferedFrames(Path(folder, "frames")), inference=backend) as (appliance, _, panel):
        shown = time.monotonic()
        if not any(panel.picture().tobytes()):
            raise SystemExit("startup: the display stayed dark")
        appliance.run()
    print(shown, memory_mib("VmHWM"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=at_least(1), default=5)
    return measure(parser.parse_args().runs)


def measure(runs: int) -> int:
    # not in the child, whose memory is measured
    from statistics import median

    from lab.benchmarks.harness.targets import target_called

    with own_folder() as (folder, deck):
        # Children keep their compiled modules, as an installation has them before the first start.
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        write_frames(folder / "frames", dict(list(deck.items())[:3]))
        child("startup", str(folder), "onnxruntime")  # compiles
        starts, imports = list[float](), list[float]()
        memories: dict[Backend, list[float]] = {backend: [] for backend in BACKENDS}
        for _ in range(runs):
            for backend, peaks in memories.items():
                began = time.monotonic()
                shown, memory = map(float, child("startup", str(folder), backend).split())
                starts.append(shown - began)
                peaks.append(memory)
            began = time.monotonic()
            subprocess.run([sys.executable, "-c", YARDSTICK], check=True)
            imports.append(time.monotonic() - began)
    start, yardstick = median(starts), median(imports)
    target = target_called("start").limit_text
    print(f"start to first screen  {start:6.2f} s    target {target}, median of {len(starts)}")
    print(f"importing libraries    {yardstick:6.2f} s    first screen / imports = {start / yardstick:.2f}")
    add_results(Result("start", start, len(starts)), Result("start ratio", start / yardstick, len(starts)))
    for backend, peaks in memories.items():
        peak = median(peaks)
        target = target_called(f"memory {backend}").limit_text
        print(f"peak memory, watching  {peak:6.0f} MiB  target {target} with {backend}")
        add_results(Result(f"memory {backend}", peak, runs))
    return 0


if __name__ == "__main__":
    run_command(main)
