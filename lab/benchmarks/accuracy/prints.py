"""Accuracy if another print of the deck was enrolled: python -m lab.benchmarks.accuracy.prints DECKS [PHOTOS]

Enrolled from a scan of another print of the same artwork; enrolled from scans and read from small camera pictures, and
vice versa; enrolled from single photographs (animano_berlin in PHOTOS). Printed: right / asked / wrong.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lab.benchmarks.datasets.decks import ARTWORK_LEARNED, CAMERA_PICTURES, TWO_DRAWINGS, Deck, load
from lab.benchmarks.datasets.labelled_photographs import berlin_cards
from lab.benchmarks.datasets.matching import answer_at
from lab.benchmarks.harness.jobs import family_parser, requested_families, seed_of, spread
from lab.benchmarks.harness.results import HEAD, Tally, add_results, run_command, share, total_of
from lab.benchmarks.stills.camera import LIGHTS, photograph_card
from vision.geometry.rectify import full_quad
from vision.recognition.embedder import Recogniser
from vision.recognition.reader import PackReader

MUNICH = "Bavarian, Munich"
BERLIN = "animano_berlin"
ANOTHER_PRINT = "another print of the same artwork"


class Job(NamedTuple):
    """Pictures of the deck `shown` are read with the pack of the deck `enrolled`; counted by `way` and `title`."""

    way: str
    title: str
    enrolled: Path
    shown: Path
    views: int
    seed: int


def read(job: Job) -> Tally:
    enrolled, shown = _deck(job.enrolled), _deck(job.shown)
    reader = enrolled.reader(Recogniser())
    if shown.name == CAMERA_PICTURES:
        return _as_they_are(reader, shown)
    chance = np.random.default_rng([seed_of(f"{enrolled.name} {shown.name}", job.seed), 19])
    tally = Tally()
    cards = [card for card in shown.pictures if card in enrolled.pictures]
    for number in range(job.views):
        card = cards[number // len(LIGHTS) % len(cards)]
        view = photograph_card(shown.pictures[card], LIGHTS[number % len(LIGHTS)], chance)
        answer = answer_at(view.quad, view.picture, reader)
        tally.count(card, answer.card, answer.candidates[0].card)
    return tally


def _as_they_are(reader: PackReader, shown: Deck) -> Tally:
    """Reads camera pictures without rendering. A card that is not in the pack must not be named."""
    tally = Tally()
    for card, picture in shown.pictures.items():
        answer = answer_at(full_quad(picture), picture, reader)
        if card in reader.pack.cards:
            tally.count(card, answer.card, answer.candidates[0].card)
        elif answer.card is not None:
            tally.invent(f"{card}, which was not enrolled, as {answer.card}")
    return tally


def _deck(folder: Path) -> Deck:
    return Deck(BERLIN, BERLIN, "french20", berlin_cards(folder)) if folder.name == BERLIN else load(folder)


def jobs_of(families: dict[str, list[str]], decks: Path, photos: Path | None, views: int, seed: int) -> Iterator[Job]:
    for family, names in families.items():
        if family not in TWO_DRAWINGS | ARTWORK_LEARNED.keys():
            for enrolled, shown in permutations(names, 2):
                yield Job(ANOTHER_PRINT, family, decks / enrolled, decks / shown, views, seed)
    camera = decks / CAMERA_PICTURES
    for name in families.get(MUNICH, ()) if camera.is_dir() else ():
        yield Job("scans enrolled, small camera pictures read", name, decks / name, camera, views, seed)
        yield Job("small camera pictures enrolled, scans read", name, camera, decks / name, views, seed)
    if photos and (photos / BERLIN).is_dir():
        yield Job("photographs enrolled and read", BERLIN, photos / BERLIN, photos / BERLIN, 2 * views, seed)


def main() -> int:
    parser = family_parser(__doc__, 64, "of each pair of decks, half in dim light")
    parser.add_argument("photos", type=Path, nargs="?", help="folder of sets of photographs")
    arguments = parser.parse_args()
    families = requested_families(arguments)
    jobs = list(jobs_of(families, arguments.decks, arguments.photos, arguments.views, arguments.seed))
    if not jobs:
        print("prints: got no two prints of one artwork, expected a family of two decks or more", file=sys.stderr)
        return 2
    tallies: dict[str, dict[str, list[Tally]]] = {}
    for job, tally in zip(jobs, spread(read, jobs, arguments.processes), strict=True):
        tallies.setdefault(job.way, {}).setdefault(job.title, []).append(tally)
    print_ways(tallies)
    return 0


def print_ways(tallies: Mapping[str, Mapping[str, Sequence[Tally]]]) -> None:
    """Prints the tallies by way and title."""
    width = max(map(len, tallies)) + 2
    for way, by_title in tallies.items():
        print(f"\n{way:{width}s}{HEAD}")
        for title, mine in by_title.items():
            print(f"  {title:{width - 2}s}{total_of(mine).row()}")
    prints = total_of(tally for mine in tallies.get(ANOTHER_PRINT, {}).values() for tally in mine)
    add_results(share("print right", prints.right, prints.cards), share("print wrong", prints.wrong, prints.cards))


if __name__ == "__main__":
    run_command(main)
