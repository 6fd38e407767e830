"""Processor load of tracking while nothing happens: python -m lab.benchmarks.appliance.idle [--seconds S]

The appliance, in its own process, tracks a table with cards on which nothing moves, at ten frames of 1920×1080 px a
second: the loop of `kiebitz run` with tracker, referee, display and light, on mock pins and a mock I2C bus. Measured is
the processor time of the process as a share of one core, once all cards are read. Taking pictures is not included: they
are in memory. The luminance comes from the hardware of a Pi's camera; for other cameras it is computed from the
picture, which is included in the second line.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from lab.benchmarks.appliance.environment import appliance_on_mocks, child, own_folder
from lab.benchmarks.harness.jobs import one_thread
from lab.benchmarks.harness.results import Result, add_results, run_command
from lab.benchmarks.harness.targets import target_called
from lab.training.data.options import above_zero
from vision.types import Frame, Image, Luma

FPS = 10.0
SETTLED = 40
"""Frames until all cards have been read."""
PICTURES = 5
"""Number of pictures that are shown in turn; they differ by noise."""
READY, MADE = "ready", "made"


@dataclass
class Still:
    """A camera above a table on which nothing moves. It measures the time used after the cards have been read."""

    pictures: list[Image]
    lumas: list[Luma]
    frames_at_rest: int
    made: bool
    used: list[tuple[float, float]] = field(default_factory=list)
    """Processor seconds and wall-clock seconds, at the beginning and at the end."""

    def frames(self) -> Iterator[Frame]:
        from device.camera.picture_file import low_resolution

        start_time = time.monotonic()
        for number in range(SETTLED + self.frames_at_rest):
            if number == SETTLED:
                start_time = time.monotonic() - SETTLED / FPS
                self.used.append((time.process_time(), time.monotonic()))
            if number >= SETTLED:
                time.sleep(max(0.0, start_time + number / FPS - time.monotonic()))
            picture = self.pictures[number % PICTURES]
            luma = low_resolution(picture) if self.made else self.lumas[number % PICTURES]
            yield Frame(number, number / FPS, picture, luma)
        self.used.append((time.process_time(), time.monotonic()))

    def close(self) -> None:
        """Has nothing to close."""

    def share(self) -> float:
        (used, began), (used_at_last, ended) = self.used
        return (used_at_last - used) / (ended - began)


def run_once(way: str, seconds: float) -> None:
    """Runs the appliance and prints its share of a core."""
    from device.camera.picture_file import low_resolution
    from lab.benchmarks.stills.tabletop import StillTable
    from lab.card_art import Style, draw_pack

    one_thread()
    deck = draw_pack("bavarian32", Style.default(), 480)
    table = StillTable(deck, np.random.default_rng(1), "good")
    for card in list(deck)[:3]:
        table.lay(card)
    pictures = [table.picture() for _ in range(PICTURES)]
    camera = Still(pictures, [low_resolution(picture) for picture in pictures], round(seconds * FPS), way == MADE)
    with appliance_on_mocks(camera) as on_mocks:
        on_mocks.appliance.run(keep_on=lambda: len(camera.used) < 2)
    print(camera.share())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=above_zero, default=15.0, help="each (%(default)s)")
    arguments = parser.parse_args()
    with own_folder():
        shares = {way: float(child("idle", way, arguments.seconds)) for way in (READY, MADE)}
    print(f"idle at {FPS:g} frames a second, 1920×1080, of one core (target {target_called('idle').limit_text}):")
    print(f"  luminance from the camera, as on a Pi {shares[READY]:6.1%}")
    print(f"  luminance made of the whole picture   {shares[MADE]:6.1%}")
    add_results(Result("idle", shares[READY], round(arguments.seconds * FPS)))
    add_results(Result("idle webcam", shares[MADE], round(arguments.seconds * FPS)))


if __name__ == "__main__":
    run_command(main)
