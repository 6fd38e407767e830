"""Processor time of a still picture, as `kiebitz read`: python -m lab.benchmarks.appliance.still_cost [DECKS]

Four separate cards of a drawn deck on a table in good light, and four overlapping ones on every table of
`lab.benchmarks.accuracy.stacks`; 1920×1080 px, one core. With DECKS, a folder of decks, scans are used instead, one
deck of each family in turn. Printed: processor seconds, median and longest; separately, what a pack computes once, when
it is opened.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

import numpy as np

from lab.benchmarks.datasets.decks import Deck, load, scan_folder
from lab.benchmarks.harness.jobs import one_thread
from lab.benchmarks.harness.results import Result, add_results, run_command
from lab.benchmarks.stills.tabletop import some_cards, trick
from lab.card_art import Style, draw_pack
from lab.training.data.options import at_least
from simulator.stage.surfaces import TABLES
from vision.recognition.embedder import Recogniser
from vision.recognition.reader import PackReader
from vision.scene.still_scene import read_scene
from vision.types import Image

ON_TABLE = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decks", nargs="?", type=Path, metavar="DECKS")
    parser.add_argument("--stills", type=at_least(1), default=10, help="of either kind (%(default)s)")
    parser.add_argument("--seed", type=int, default=17)
    arguments = parser.parse_args()
    one_thread()
    recogniser = Recogniser()
    print(f"the network is run by {recogniser.network.backend}")
    if arguments.decks is None:
        styles, kind = {"house": Style.default(), "random": Style.random(9001)}, "bavarian32"
        decks = [Deck(name, name, kind, draw_pack(kind, style, 480)) for name, style in styles.items()]
    else:
        families = scan_folder(arguments.decks).families
        decks = [load(arguments.decks / names[0], family) for family, names in families.items() if names]
    readers = {deck.name: deck.reader(recogniser) for deck in decks}
    some = list(islice(cycle(decks), arguments.stills))
    for name, what, apart in (("open", "four open cards", True), ("heap", "four in a heap", False)):
        chance = np.random.default_rng(arguments.seed)
        tables = [
            trick(some_cards(deck.pictures, ON_TABLE, chance), chance, apart, table=table).picture
            for deck, table in zip(some, cycle(TABLES), strict=False)
        ]
        measure(name, what, tables, [readers[deck.name] for deck in some])


def measure(name: str, what: str, pictures: Sequence[Image], readers: Sequence[PackReader]) -> None:
    """Prints and records the time of reading the *pictures*, each with its reader."""
    pairs = list(zip(pictures, readers, strict=True))
    once = []
    for reader in readers:  # a reader that is prepared takes nearly nothing the second time
        start_time = time.process_time()
        reader.prepare()
        once.append(time.process_time() - start_time)
    read_scene(*pairs[0])
    seconds, named = [], 0
    for picture, reader in pairs:
        start_time = time.process_time()
        readings = read_scene(picture, reader)
        seconds.append(time.process_time() - start_time)
        named += sum(reading.card is not None for reading in readings)
    times = f"median {np.median(seconds):.2f} s, longest {max(seconds):.2f} s of {len(seconds)}"
    print(f"{what}, 1920×1080: {times};", end=" ")
    print(f"{named} of {ON_TABLE * len(seconds)} cards named; opening a pack takes {max(once):.2f} s more")
    add_results(Result(f"still {name}", float(np.median(seconds)), len(seconds)))


if __name__ == "__main__":
    run_command(main)
