"""Accuracy on real photographs: python -m lab.benchmarks.accuracy.photographs PHOTOS DECKS

PHOTOS has folders of photographs, each with a labels.json; DECKS has folders of scans, one a card. Each set is enrolled
from the deck in its line of the table, never from the photographs that are read. Printed: labelled cards that were read
right, asked about, missed (not found), and named wrongly; and names where there is no labelled card. None of it was
used in training. Printed separately and not in the total: sets with artwork of a training deck, and sets without
labelled positions, for which our own finder is used.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from lab.benchmarks.datasets.labelled_photographs import (
    SETS,
    LabelledPhotograph,
    SetOfPhotographs,
    left_out,
    load_picture,
    sets_of,
)
from lab.benchmarks.datasets.matching import count_card, match_readings, wrong_surplus
from lab.benchmarks.harness.jobs import add_process_argument, spread
from lab.benchmarks.harness.results import HEAD, Tally, add_results, run_command, share, total_of, wilson
from vision.recognition.embedder import Recogniser
from vision.scene.still_scene import read_scene
from vision.types import Reading


@dataclass
class PhotographCounts:
    """Counts of a set: fully visible cards, partly covered ones, indistinguishable ones; and whole tricks."""

    title: str
    apart: str = ""
    open: Tally = field(default_factory=Tally)
    underneath: Tally = field(default_factory=Tally)
    alike: Tally = field(default_factory=Tally)
    tricks: int = 0
    tricks_right: int = 0


def count_readings(
    counts: PhotographCounts, labelled: LabelledPhotograph, readings: Sequence[Reading], one: SetOfPhotographs
) -> None:
    """Compares readings with labels.

    A card that is not in the pack counts as invented if it is named as another one.
    """
    known, where = set(one.reader.pack.cards), f"{labelled.file}:"
    at, left = match_readings(labelled.cards, readings)
    if labelled.underneath is not None:
        left = _underneath(counts, labelled, left)
    may_be_read = {*labelled.also, *labelled.unplaced}
    wrong = [each for each in wrong_surplus(labelled.cards, left) if each[0].card not in may_be_read]
    right = 0
    for card in labelled.unplaced:
        (counts.alike if card in one.alike else counts.open).miss()
    for place, ((card, _), reading) in enumerate(zip(labelled.cards, at, strict=True)):
        besides = [other for other, there in wrong if there == place]
        if card in known:
            tally = counts.alike if card in one.alike else counts.open
            right += count_card(tally, card, reading, besides, where)
            continue
        for other in (reading, *besides):
            if other is not None and other.card is not None:
                counts.open.invent(f"{where} {card}, which was not enrolled, as {other.card};")
    cards = [*labelled.unplaced, *(card for card, _ in labelled.cards)]
    if len(cards) == 4 and not one.alike & set(cards):
        counts.tricks += 1
        counts.tricks_right += right == 4
    for other, there in wrong:
        if there is None:
            counts.open.invent(f"{where} {other.card} where no card is labelled;")


def _underneath(counts: PhotographCounts, labelled: LabelledPhotograph, rest: list[Reading]) -> list[Reading]:
    """Counts the partly covered card, whose corners are not labelled; returns the other readings.

    A second reading of a labelled card does not count as this card.
    """
    card = labelled.underneath
    assert card is not None
    known = [reading for reading, _ in wrong_surplus(labelled.cards, rest)]
    unnamed = [reading for reading in rest if reading.card is None]
    reading = next(iter(known or unnamed), None)
    if reading is None:
        counts.underneath.miss()
        return rest
    counts.underneath.count(card, reading.card, reading.candidates[0].card, f"{labelled.file}:")
    return [other for other in rest if other is not reading]


def read_set(number: int, photos: Path, decks: Path) -> PhotographCounts | None:
    """Returns the counts of the set with this number; None if its files are not here."""
    one = sets_of(photos, decks, Recogniser(), number)
    if one is None:
        return None
    counts = PhotographCounts(one.title, one.apart)
    for labelled in one.photographs:
        count_readings(counts, labelled, read_scene(load_picture(labelled.path), one.reader), one)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photos", type=Path)
    parser.add_argument("decks", type=Path)
    add_process_argument(parser)
    arguments = parser.parse_args()
    jobs = list(range(len(SETS)))
    work = partial(read_set, photos=arguments.photos, decks=arguments.decks)
    all_counts = [one for one in spread(work, jobs, arguments.processes) if one is not None]
    if not all_counts:
        print(
            f"photographs: got {arguments.photos} without a known set, expected animano_berlin or others",
            file=sys.stderr,
        )
        return 2
    counted = [one for one in all_counts if not one.apart]
    print_counts_of_sets(counted)
    opened = total_of(one.open for one in counted)
    add_results(
        share("photographs right", opened.right, opened.cards),
        share("photographs wrong", opened.wrong + opened.invented, opened.cards),
    )
    for why in dict.fromkeys(one.apart for one in all_counts if one.apart):
        print(f"\n{why}")
        print_counts_of_sets([one for one in all_counts if one.apart == why])
    for what in left_out(arguments.photos):
        print(f"left out: {what}")
    return 0


def print_counts_of_sets(all_counts: Sequence[PhotographCounts]) -> None:
    titles = {"open": "open", "underneath": "partly underneath", "alike": "6 and 9, which are one glyph"}
    width = max((len(one.title) for one in all_counts), default=20) + 2
    for kind, title in titles.items():
        rows = [(one.title, tally) for one in all_counts if (tally := getattr(one, kind)).cards or tally.invented]
        if not rows:
            continue
        total = total_of(tally for _, tally in rows)
        print(f"\n{'cards ' + title:{width}s}{HEAD}")
        for name, tally in [*rows, ("all", total)] if len(rows) > 1 else rows:
            print(f"{name:{width}s}{tally.row()}")
        print(f"named where no card is labelled, or of another pack: {total.invented}")
    tricks, right = sum(one.tricks for one in all_counts), sum(one.tricks_right for one in all_counts)
    low, high = wilson(right, tricks)
    print(f"\n{right} of {tricks} whole tricks of four right at one look [{low:.1%}, {high:.1%}]")


if __name__ == "__main__":
    run_command(main)
