"""From a press to the display while scenes are read: python -m lab.benchmarks.appliance.press_latency [--presses N]

The appliance, in its own process and within a deal, tracks a table on which eight overlapping cards are repeatedly
swept away and replaced, so that the frame worker reads nearly all the time. Buttons are pressed at random times on mock
pins below gpiozero; the display is on a mock I2C bus below luma that takes as long for a picture as a real one at 400
kHz. Measured is the time from the edge at the pin to the last byte of the new picture, separately for presses during
the reading of a scene. A press that changes nothing inverts the line of the keys, so each has an answer. One that is
answered late is slow; one that is never answered is lost, and then the command fails.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from unittest import mock

from device.hardware.presses import Button
from lab.benchmarks.appliance.environment import OnMocks, appliance_on_mocks, child, own_folder
from lab.benchmarks.harness.jobs import one_thread
from lab.benchmarks.harness.results import Result, add_results, run_command, share
from lab.benchmarks.harness.targets import target_called
from lab.training.data.options import at_least
from vision.types import Frame, Image, Sighting

HEAPS, CARDS = 4, 8
STILL, SWEPT = 8, 3
"""Frames of each stack, and of the arm between two."""
READING = 0.02
"""Least seconds of a frame's processing that count as reading a scene: for most frames only motion is computed."""
ON_THE_BUS = 0.024
"""Seconds on the bus for the 1032 bytes of a picture at 400 kHz."""
SLOW = 3.0
"""Seconds after which an answer is called slow."""
LOST = 30.0
"""Seconds after which a press counts as lost."""
BETWEEN = (0.25, 0.5)
"""Fewest and most seconds from an answer to the next press; more than the line of the keys blinks."""
THERE_AND_BACK: tuple[Button, ...] = ("play", "fold")
"""Buttons that open a menu and close it again."""


@dataclass
class Heaps:
    """A camera above a table that is rarely at rest; it delivers frames as fast as they are processed."""

    pictures: Sequence[Image]
    sweeping: Image
    looking_away: bool = False

    def frames(self) -> Iterator[Frame]:
        from device.camera.picture_file import low_resolution
        from vision.types import Frame

        number = 0
        while not self.looking_away:
            for heap in self.pictures:
                for picture in [heap] * STILL + [self.sweeping] * SWEPT:
                    yield Frame(number, number / 10, picture, low_resolution(picture))
                    number += 1

    def close(self) -> None:
        """Holds nothing open."""


class Glass:
    """Notes when the display changes because of a press; sightings change it as well."""

    def __init__(self) -> None:
        self.answered = threading.Event()
        self._shown = b""
        self._answering = False

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Has the display of the appliance take as long as a real one on the bus, and notes what is shown on it."""
        from device.display.oled import Oled
        from device.session.loop import SessionLoop
        from tests.support.board.fake_panel import Panel

        show, press, write = Oled.show, SessionLoop.press, Panel.write

        def shown(display: Oled, picture: Any) -> None:
            show(display, picture)
            pixels = picture.tobytes()
            if self._answering and pixels != self._shown:
                self.answered.set()
            self._shown = pixels

        def answered(session: SessionLoop, button: Any) -> Any:
            self._answering = True
            try:
                return press(session, button)
            finally:
                self._answering = False

        def written(panel: Panel, payload: Sequence[int]) -> None:
            write(panel, payload)
            time.sleep(ON_THE_BUS * len(payload) / 1032)

        with (
            mock.patch.object(Oled, "show", shown),
            mock.patch.object(SessionLoop, "press", answered),
            mock.patch.object(Panel, "write", written),
        ):
            yield


def press_buttons(on_mocks: OnMocks, glass: Glass, buttons: tuple[Button, ...]) -> Iterator[tuple[float, float | None]]:
    """Presses *buttons* in turn at random times without end, and waits for the display each time.

    Yields the time of each press (s, monotonic), and the seconds until its answer, None without one.
    """
    chance = Random(1)
    time.sleep(3.0)
    for button in itertools.cycle(buttons):
        time.sleep(chance.uniform(*BETWEEN))
        glass.answered.clear()
        pressed = time.monotonic()
        on_mocks.push(button)
        answered = glass.answered.wait(LOST)
        yield pressed, time.monotonic() - pressed if answered else None


def run_once(presses: int) -> None:
    """Prints a line for each press: 1 if a scene was being read, and milliseconds until the answer, or lost."""
    from cli.commands.run import exit_at_once
    from vision.tracking.tracker import CardTracker

    one_thread()
    camera, glass, process = Heaps(*_heaps()), Glass(), CardTracker.process
    took: list[tuple[float, float | None]] = []
    periods: list[tuple[float, float]] = []

    def process_timed(tracker: CardTracker, frame: Frame) -> list[Sighting]:
        began = time.monotonic()
        sightings = process(tracker, frame)
        periods.append((began, time.monotonic()))
        return sightings

    with (
        mock.patch.object(CardTracker, "process", process_timed),
        glass.watched(),
        appliance_on_mocks(camera) as on_mocks,
    ):
        pressing = itertools.islice(press_buttons(on_mocks, glass, THERE_AND_BACK), presses)
        finger = threading.Thread(target=took.extend, args=(pressing,), daemon=True)
        finger.start()
        on_mocks.appliance.run(keep_on=finger.is_alive)
        camera.looking_away = True
    readings = [(began, ended) for began, ended in periods if ended - began >= READING]
    for moment, seconds in took:
        is_reading = any(began <= moment <= ended for began, ended in readings)
        print(int(is_reading), "lost" if seconds is None else 1000 * seconds)
    if on_mocks.appliance.has_abandoned_worker:
        exit_at_once()


def _heaps() -> tuple[list[Image], Image]:
    import numpy as np

    from lab.benchmarks.stills.tabletop import SIZE, trick
    from lab.card_art import Style, draw_pack

    chance = np.random.default_rng(1)
    deck = list(draw_pack("bavarian32", Style.default(), 480).items())
    heaps = [dict(deck[first : first + CARDS]) for first in range(0, HEAPS * CARDS, CARDS)]
    pictures = [trick(heap, chance, apart=False, light="good").picture for heap in heaps]
    arm = pictures[0].copy()
    arm[:, SIZE[0] // 3 : SIZE[0] // 2] = (95, 130, 190)
    return pictures, arm


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presses", type=at_least(1), default=100)
    arguments = parser.parse_args()
    with own_folder():
        output = child("press_latency", arguments.presses)
    presses = map(str.split, output.splitlines())
    return report([(reading == "1", None if took == "lost" else float(took)) for reading, took in presses])


def report(presses: Sequence[tuple[bool, float | None]]) -> int:
    """Prints and adds the results of presses: whether a scene was read, and milliseconds, None if lost."""
    for while_reading, what in ((True, "while a scene is read"), (False, "between two scenes")):
        times = sorted(took for reading, took in presses if reading == while_reading and took is not None)
        if times:
            median, worst = statistics.median(times), times[-1]
            print(f"press → display, {what:22s} median {median:4.0f} ms, worst {worst:4.0f} ms, of {len(times)}")
            if while_reading:
                target = target_called("press").limit_text
                print(f"{'':39s} target {target}, of which the bus takes {1000 * ON_THE_BUS:.0f}")
                add_results(Result("press", worst, len(times)))
    lost = sum(took is None for _, took in presses)
    slow = sum(took is not None and took > 1000 * SLOW for _, took in presses)
    print(f"{len(presses)} presses: {lost} lost, {slow} answered after more than {SLOW:.0f} s")
    add_results(share("presses lost", lost, len(presses)))
    return 1 if lost else 0


if __name__ == "__main__":
    run_command(main)
