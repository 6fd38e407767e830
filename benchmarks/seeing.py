"""What seeing costs on one core: python benchmarks/seeing.py

Printed: the settle gate against a difference, a threshold and a count on the same frames (ratio in one run), and
the time from a settled 1080p picture to the card that was read, look by look, on a rendered trick. Nothing is asserted.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.camera import low_resolution
from vision.pack import enrol
from vision.reader import PackReader
from vision.recognise import Recogniser
from vision.settle import SettleGate
from vision.sightings import CardLanded, Frame
from vision.simulator.choreography import parse_actions
from vision.simulator.drawing import Style, draw_pack
from vision.simulator.look import Look
from vision.simulator.table import RenderedTable
from vision.watcher import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.sightings import Sighting

ROUNDS, CALLS = 9, 400
SEED = 4
TRICKS = """wait 0.6
lay 0 EO
lay 1 S9
lay 2 HK
lay 3 L10
gather 2
lay 2 SA
lay 3 H8
lay 0 EU
lay 1 LA
gather 0
"""


def main() -> int:
    cv2.setNumThreads(1)
    settle_gate()
    settled_scene()
    return 0


def settle_gate() -> None:
    rng = np.random.default_rng(1)
    table = np.tile(np.linspace(60, 180, 640, dtype=np.float32), (360, 1))
    frames = [np.clip(table + rng.normal(0, 4, table.shape), 0, 255).astype(np.uint8) for _ in range(20)]
    gate, clock = SettleGate(), iter(range(10**9))

    def yardstick(number: int) -> None:
        moved = cv2.absdiff(frames[number % 20], frames[(number + 1) % 20])
        cv2.countNonZero(cv2.threshold(moved, 20, 255, cv2.THRESH_BINARY)[1])

    def gated(number: int) -> None:
        gate.see(frames[number % 20], next(clock) / 30)

    pairs = [(_microseconds(gated), _microseconds(yardstick)) for _ in range(ROUNDS)]
    gated_time, plain_time = (float(np.median(times)) for times in zip(*pairs, strict=True))
    print(f"settle gate, 640×360: {gated_time:.0f} µs a frame")
    print(f"difference, threshold and count: {plain_time:.0f} µs; ratio {gated_time / plain_time:.2f} (target ≤ 2)")


def _microseconds(call: Callable[[int], None]) -> float:
    began = time.perf_counter()
    for number in range(CALLS):
        call(number)
    return (time.perf_counter() - began) / CALLS * 1e6


@dataclass
class Timed:
    """A watcher that keeps how long it took where a card was told, with the votes before it."""

    watcher: Watcher
    looks: list[float] = field(default_factory=list)
    votes: list[float] = field(default_factory=list)
    still: list[float] = field(default_factory=list)

    def see(self, frame: Frame) -> list[Sighting]:
        busy = self.watcher.is_voting
        began = time.perf_counter()
        sightings = self.watcher.see(frame)
        took = (time.perf_counter() - began) * 1000
        if busy:
            self.votes.append(took)
        elif self.watcher.is_voting or sightings:
            self.looks.append(took)
        else:
            self.still.append(took)
        return sightings


def settled_scene() -> None:
    deck = draw_pack("bavarian32", Style.default(), 480)
    recogniser = Recogniser()
    reader = PackReader(
        recogniser, enrol({card: [shown] for card, shown in deck.items()}, "bavarian32", recogniser, "drawn")
    )
    timed = Timed(Watcher(reader))
    table, read = RenderedTable(deck, Look.random(SEED), SEED, size=(1920, 1080)), 0
    for frame in table.play(parse_actions(TRICKS)):
        sightings = timed.see(Frame(frame.number, frame.time, frame.image, low_resolution(frame.image)))
        read += sum(isinstance(sighting.happening, CardLanded) for sighting in sightings)
    looks = timed.looks[1:]  # the first is the whole empty table
    print(f"1920×1080, {read} of 8 cards told; one core:")
    print(f"  settled picture → card read: median {np.median(looks):.0f} ms, longest {max(looks):.0f} ms (target ≤ 25)")
    print(f"  each further vote {np.median(timed.votes):.1f} ms; every other frame {np.median(timed.still):.2f} ms")
    print(f"  first look at the whole table {timed.looks[0]:.0f} ms")


if __name__ == "__main__":
    sys.exit(main())
