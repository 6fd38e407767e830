"""Accuracy on stacks of cards in a single picture: python -m lab.benchmarks.accuracy.stacks DECKS

DECKS is a folder of decks, one scan a card. Four cards overlap as four players throw them down, on wood, felt, a
chequered cloth, stone or a white table, in any light of `lab.benchmarks.tracking.sequences`, 1920×1080 px. The final
picture is read as `kiebitz read` does it, without the earlier frames. Every family has as many stacks on each table.
Printed, by table: fully visible cards, cards of which 40 % or more are visible, and others; right / asked / missed /
wrong with 95 % intervals; stacks of which all of these are right; processor time to read a stack with an opened pack.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from lab.benchmarks.accuracy.scenes import Tables, count_readings, print_kinds, sum_of_tables
from lab.benchmarks.harness.jobs import Job, family_parser, print_apart, read_families, seed_of
from lab.benchmarks.harness.results import add_results, run_command, share
from lab.benchmarks.stills.tabletop import some_cards, trick
from simulator.stage.surfaces import TABLES
from vision.scene.still_scene import read_scene


def read_heaps(job: Job) -> tuple[dict[str, Tables], list[float]]:
    """Returns the counts of the stacks of a family, by table, and the seconds for each."""
    decks, readers = job.load_decks()
    for reader in readers:
        reader.prepare()
    read, seconds = {name: Tables() for name in TABLES}, []
    for place, name in enumerate(TABLES):
        for number in range(job.views):
            seed = seed_of(job.family, job.seed) + place * job.views + number
            deck, chance = decks[number % len(decks)], np.random.default_rng(seed)
            scene = trick(some_cards(deck.pictures, 4, chance), chance, apart=False, table=name)
            start_time = time.process_time()
            readings = read_scene(scene.picture, readers[number % len(decks)])
            seconds.append(time.process_time() - start_time)
            count_readings(read[name], scene, readings)
    return read, seconds


def main() -> None:
    parser = family_parser(__doc__, 1, "heaps of a family on each table")
    arguments = parser.parse_args()
    counted, learned = read_families(arguments, read_heaps)
    total = print_tables(list(counted.values()))
    _print_seconds([seconds for _, seconds in (*counted.values(), *learned.values())], arguments.views)
    add_results(
        share("heaps open", total.open.right, total.open.cards),
        share("heaps partly", total.partly.right, total.partly.cards),
        share("heaps wrong", total.every.wrong + total.every.invented, total.every.cards),
    )
    print_apart(learned, print_tables)


def _print_seconds(families: Sequence[Sequence[float]], views: int) -> None:
    """Prints the processor time of a heap by table; *families* hold the seconds of *views* heaps on each table."""
    print("\nseconds of the processor for a heap")
    by_table = np.array(families).reshape(-1, len(TABLES), views).transpose(1, 0, 2).reshape(len(TABLES), -1)
    for name, seconds in (*zip(TABLES, by_table, strict=True), ("all", by_table.ravel())):
        median, most = np.percentile(seconds, (50, 95))
        print(f"{name:22s}median {median:.2f}, 95 % within {most:.2f}, longest {max(seconds):.2f} s of {len(seconds)}")


def print_tables(read: Sequence[tuple[dict[str, Tables], list[float]]]) -> Tables:
    """Prints the sum of the families for each table, and returns the total."""
    families = [by_table for by_table, _ in read]
    rows = {name: sum_of_tables(family[name] for family in families) for name in TABLES}
    total = sum_of_tables(rows.values())
    print_kinds("heaps at one look", rows, total)
    print(f"\n{total.tricks_right} of {total.tricks} heaps right of whose cards 40 % or more shows")
    print(f"{total.open.invented} cards named where none lies")
    return total


if __name__ == "__main__":
    run_command(main)
