"""Processor time of tracking on one core: python -m lab.benchmarks.tracking.vision_cost [--gate]

Printed: the motion gate compared with a frame difference, threshold and count on the same frames; the time from a
settled 1080p picture to the reported card, compared in the same run with one inference of a network of the
size of YOLO11n (random weights; left out without the extra `train`). Times are processor times, so that other programs
on the machine have little effect. Nothing is asserted. With --gate the motion gate alone is measured.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from lab.benchmarks.harness.jobs import one_thread
from lab.benchmarks.harness.results import Result, add_results
from lab.benchmarks.harness.targets import target_called
from lab.benchmarks.stills.tabletop import frames_of, lay_cards
from lab.card_art import Style, draw_pack
from vision.inference import in_onnxruntime
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.tracking.motion.motion_gate import MotionGate
from vision.tracking.tracker import CardTracker
from vision.types import CardLanded, Frame, Sighting

ROUNDS, CALLS = 120, 30
"""Rounds of the gate and calls in each, of which every third learns the noise. A round of a few ms passes undisturbed
now and then, which one of 50 ms hardly does on a machine with other work."""
CARDS = 8


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gate", action="store_true", help="the motion gate alone")
    arguments = parser.parse_args()
    one_thread()
    motion_gate()
    if not arguments.gate:
        settled_scene()
    return 0


def motion_gate() -> None:
    rng = np.random.default_rng(1)
    table = np.tile(np.linspace(60, 180, 640, dtype=np.float32), (360, 1))
    frames = [np.clip(table + rng.normal(0, 4, table.shape), 0, 255).astype(np.uint8) for _ in range(20)]
    gate, clock = MotionGate(), iter(range(10**9))

    def yardstick(number: int) -> None:
        moved = cv2.absdiff(frames[number % 20], frames[(number + 1) % 20])
        cv2.countNonZero(cv2.threshold(moved, 20, 255, cv2.THRESH_BINARY)[1])

    def gated(number: int) -> None:
        gate.update(frames[number % 20], next(clock) / 30)

    pairs = [(_microseconds(gated), _microseconds(yardstick)) for _ in range(ROUNDS)]
    gated_time, plain_time = (min(times) for times in zip(*pairs, strict=True))
    ratio = gated_time / plain_time
    print(f"motion gate, 640×360: {gated_time:.0f} µs a frame")
    target = target_called("gate").limit_text
    print(f"difference, threshold and count: {plain_time:.0f} µs; ratio {ratio:.2f} (target {target})")
    add_results(Result("gate", ratio, ROUNDS * CALLS))


def _microseconds(call: Callable[[int], None]) -> float:
    began = time.process_time()
    for number in range(CALLS):
        call(number)
    return (time.process_time() - began) / CALLS * 1e6


@dataclass
class TimedTracker:
    """A tracker that records the ms until a card was reported, with the votes before it."""

    tracker: CardTracker
    scene_ms: list[float] = field(default_factory=list)
    vote_ms: list[float] = field(default_factory=list)
    idle_ms: list[float] = field(default_factory=list)

    def process(self, frame: Frame) -> list[Sighting]:
        busy = self.tracker.is_voting
        began = time.process_time()
        sightings = self.tracker.process(frame)
        took = (time.process_time() - began) * 1000
        if busy:
            self.vote_ms.append(took)
        elif self.tracker.is_voting or sightings:
            self.scene_ms.append(took)
        else:
            self.idle_ms.append(took)
        return sightings


def settled_scene() -> None:
    deck = draw_pack("bavarian32", Style.default(), 480)
    recogniser = Recogniser()
    pack = enrol({card: [shown] for card, shown in deck.items()}, "bavarian32", recogniser, "drawn")
    cards = dict(list(deck.items())[:CARDS])
    beside = yardstick()
    timed, read, theirs = TimedTracker(CardTracker(PackReader(recogniser, pack))), 0, list[float]()
    for frame in frames_of(lay_cards(cards)):
        before = len(timed.scene_ms)
        sightings = timed.process(frame)
        read += sum(isinstance(sighting.observation, CardLanded) for sighting in sightings)
        if beside is not None and len(timed.scene_ms) > before:
            for _ in range(2):
                began = time.process_time()
                beside()
                theirs.append((time.process_time() - began) * 1000)
    first, *scene_ms = timed.scene_ms  # the first one is the empty table
    median_ms = float(np.median(scene_ms))
    print(f"1920×1080, {read} of {CARDS} cards reported; one core:")
    target = target_called("settled scene").limit_text
    print(f"  settled picture → card read: median {median_ms:.1f} ms, longest {max(scene_ms):.1f} ms (target {target})")
    print(f"  each further vote {np.median(timed.vote_ms):.1f} ms; every other frame {np.median(timed.idle_ms):.2f} ms")
    print(f"  first look at the whole table {first:.0f} ms")
    add_results(Result("settled scene", median_ms, len(scene_ms)))
    if theirs:
        median = float(np.median(theirs))
        ratio, target = median_ms / median, target_called("beside YOLO").limit_text
        print(f"  a network of the size of YOLO11n: median {median:.0f} ms; ours / its {ratio:.2f} ({target})")
        add_results(Result("beside YOLO", ratio, len(theirs)))


def yardstick() -> Callable[[], object] | None:
    """Returns one inference of a network of the size of YOLO11n on one thread; None, with a message, without torch."""
    try:
        from lab.benchmarks.tracking.yolo_sized_network import SIDE, Detector, export_onnx, size_of
    except ImportError as missing:
        print(f"YOLO11n's size left out: {missing}; install the extra: pip install 'kiebitz[train]'")
        return None
    network = Detector()
    parameters, gflop = size_of(network)
    size = f"{parameters / 1e6:.2f} M parameters, {gflop:.2f} GFLOP"
    print(f"a network of the size of YOLO11n (2.6 M, 6.5 GFLOP): {size}")
    run, _ = in_onnxruntime(export_onnx(network), "picture")
    picture: npt.NDArray[Any] = np.random.default_rng(1).random((3, SIDE, SIDE), np.float32)
    return lambda: run(picture)


if __name__ == "__main__":
    sys.exit(main())
