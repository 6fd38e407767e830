"""Memory of reading and tracking, step by step: python -m lab.benchmarks.appliance.memory

Two processes do what `kiebitz read` and `kiebitz watch` do, on pictures of 1920×1080 px. Printed is the peak resident
memory in MiB after each step.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from lab.benchmarks.appliance.startup import MOST_MEBIBYTES, child, peak_memory, use_folder
from lab.benchmarks.harness.results import Result, add_results

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.inference import Backend

READ, WATCH = "read", "watch"
PACK = "drawn"


def prepare(folder: Path) -> None:
    """Writes a pack of drawn cards, and frames in which eight of them are laid."""
    import cv2

    from common.files.paths import pack_folder
    from device.storage.pack_paths import pack_file
    from engine.cards import BAVARIAN_32
    from lab.benchmarks.stills.tabletop import lay_cards
    from simulator.card_art import Style, draw_pack
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import enrol
    from vision.recognition.pack_file import save_pack

    deck = draw_pack("bavarian32", Style.default(), 480)
    pictures = {card: [deck[card]] for card in BAVARIAN_32.cards}
    pack_folder().mkdir(parents=True)
    save_pack(enrol(pictures, BAVARIAN_32.name, Recogniser(), PACK), pack_file(PACK))
    (folder / "frames").mkdir()
    for number, picture in enumerate(lay_cards([deck[card] for card in BAVARIAN_32.cards[:8]])):
        cv2.imwrite(str(folder / "frames" / f"{number:06d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


def steps_of_reading(folder: Path, backend: Backend) -> Iterator[str]:
    """Yields what has just been done."""
    yield "python"
    import cv2

    cv2.setNumThreads(1)
    from cli.commands.read import load_picture
    from device.storage.packs import open_reader
    from vision.detection.contours import detect_outlines
    from vision.scene.still_scene import read_scene

    yield "libraries"
    reader = open_reader(PACK, backend)
    yield "network and pack"
    picture = load_picture(sorted((folder / "frames").iterdir())[-1]).image
    yield "picture"
    detect_outlines(picture)
    yield "detection"
    yield f"reading {len(read_scene(picture, reader))} cards"


def steps_of_watching(folder: Path, backend: Backend) -> Iterator[str]:
    """Yields what has just been done."""
    yield "python"
    import cv2

    cv2.setNumThreads(1)
    from device.camera.sources import open_camera
    from device.malloc_trim import return_large_blocks
    from device.storage.packs import open_reader
    from vision.tracking.tracker import CardTracker

    yield "libraries"
    return_large_blocks()
    tracker = CardTracker(open_reader(PACK, backend))
    yield "network and pack"
    camera, count, looked = open_camera(str(folder / "frames")), 0, False
    for frame in camera.frames():
        count += len(tracker.process(frame))
        if tracker.is_voting and not looked:
            looked = True
            yield "first look"
    camera.close()
    yield f"all frames, {count} sightings"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--once", nargs=3, metavar=("WAY", "BACKEND", "FOLDER"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.once is not None:
        way, backend, place = arguments.once
        for step in (steps_of_reading if way == READ else steps_of_watching)(Path(place), backend):
            print(f"{step}: {peak_memory():.0f}")
        return 0
    with tempfile.TemporaryDirectory() as name:
        use_folder(name)
        prepare(Path(name))
        for way, (backend, most) in product((READ, WATCH), MOST_MEBIBYTES.items()):
            lines = child("lab.benchmarks.appliance.memory", "--once", way, backend, name).splitlines()
            peak = float(lines[-1].rpartition(":")[2])
            print(f"{way}, {backend}: peak {peak:.0f} MiB (target of the appliance {most}); {', '.join(lines)}")
            add_results(Result(f"memory {way} {backend}", peak, 1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
