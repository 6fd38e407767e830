"""Accuracy on degraded pictures: python -m lab.benchmarks.accuracy.degraded DECKS [PHOTOS]

One fault at a time, in named steps: dim, warm, defocused, moving, noisy, compressed, small; and dim, noisy and soft
together, as in a pub. Left column: single views of the scans in DECKS, as many of each family, with inaccurate corners.
Right column: the labelled photographs in PHOTOS, searched and read as a whole, also those that `photographs` does not
count, since only the difference between steps matters here. Printed: right / asked / missed / wrong. Everything but the
fault is ideal, so that the effect of each fault is measured alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lab.benchmarks.accuracy.photographs import PhotographCounts, count_readings
from lab.benchmarks.datasets.labelled_photographs import SETS, load_picture, sets_of
from lab.benchmarks.datasets.matching import answer_at
from lab.benchmarks.harness.jobs import Job, family_parser, print_apart, read_families, spread
from lab.benchmarks.harness.results import Tally, run_command, total_of, wilson
from lab.benchmarks.stills.camera import NONE, STEPS, Step, degrade, misplace_corners, render_on_table
from lab.training.data.options import at_least
from vision.recognition.embedder import Recogniser
from vision.scene.still_scene import read_scene

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lab.benchmarks.datasets.labelled_photographs import SetOfPhotographs

CARD_HEIGHT, CORNERS = 240.0, 0.008
"""Height of a card in the views, px, and the error of their corners as a share of it."""


def read_family(job: Job) -> dict[Step, Tally]:
    """Reads the same views of a family with every step of every fault."""
    shown = [(reader, *one) for deck, reader in zip(*job.load_decks(), strict=True) for one in deck.pictures.items()]
    chance, tallies = job.generator(13), {step: Tally() for step in STEPS}
    order = chance.permutation(len(shown))
    for index in islice(cycle(order), job.views):
        reader, card, picture = shown[index]
        view = render_on_table(picture, CARD_HEIGHT, chance)
        quad = misplace_corners(view.quad, CORNERS, chance)
        for step, tally in tallies.items():
            worse, scale = degrade(view.picture, step, CARD_HEIGHT, chance)
            answer = answer_at(quad * np.float32(scale), worse, reader)
            tally.count(card, answer.card, answer.candidates[0].card)
    return tallies


class PhotographJob(NamedTuple):
    photos: Path
    decks: Path
    step: Step
    every: int
    seed: int


@cache
def _sets(photos: Path, decks: Path) -> list[SetOfPhotographs]:
    recogniser = Recogniser()
    found = (sets_of(photos, decks, recogniser, number) for number in range(len(SETS)))
    return [one for one in found if one is not None]


def read_photographs(job: PhotographJob) -> PhotographCounts:
    """Reads some photographs of every set with one step of a fault."""
    counts, chance, number = PhotographCounts(""), np.random.default_rng([job.seed, 17]), 0
    for one in _sets(job.photos, job.decks):
        for labelled in one.photographs:
            number += 1
            if number % job.every == 1 % job.every:
                height = float(
                    np.median([float(np.linalg.norm(quad[3] - quad[0])) for _, quad in labelled.cards] or [200.0])
                )
                worse, scale = degrade(load_picture(labelled.path), job.step, height, chance)
                count_readings(
                    counts,
                    replace(labelled, cards=tuple((card, quad * np.float32(scale)) for card, quad in labelled.cards)),
                    read_scene(worse, one.reader),
                    one,
                )
    return counts


def main() -> None:
    parser = family_parser(__doc__, 12, "of a family after each step")
    parser.add_argument("photos", type=Path, nargs="?", help="folder of sets of photographs")
    parser.add_argument(
        "--every", type=at_least(1), default=4, help="photographs: only each n-th of them (%(default)s)"
    )
    arguments = parser.parse_args()
    counted, learned = read_families(arguments, read_family)
    photographs: dict[Step, PhotographCounts] = {}
    if arguments.photos:
        jobs = [
            PhotographJob(arguments.photos, arguments.decks, step, arguments.every, arguments.seed) for step in STEPS
        ]
        photographs = dict(zip(STEPS, spread(read_photographs, jobs, arguments.processes), strict=True))
    print_steps(list(counted.values()), photographs)
    print_apart(learned, partial(print_steps, photographs={}))


def print_steps(read: Sequence[Mapping[Step, Tally]], photographs: Mapping[Step, PhotographCounts]) -> None:
    views = {step: total_of(tallies[step] for tallies in read) for step in STEPS}
    title = f"{'right':>8s}{'[95 %]':>18s}{'asked':>8s}{'missed':>8s}{'wrong':>7s}"
    count = views[NONE].cards
    shown = f"scans, {count} views a step"
    photograph_card = ""
    if photographs:
        photograph_card = f"photographs, {photographs[NONE].open.cards} open cards a step; named where none is"
    print(f"{'':26s}{shown:>49s}   {photograph_card}")
    print(f"{'':26s}{title}" + (f"   {title}{'invented':>10s}" if photographs else ""))
    for step, tally in views.items():
        row = f"{step!s:26s}{_cells(tally)}"
        if step in photographs:
            found = photographs[step].open
            row += f"   {_cells(found)}{found.invented:10d}  {' '.join(found.mistakes[:2])}"
        print(row.rstrip())


def _cells(tally: Tally) -> str:
    low, high = wilson(tally.right, tally.cards)
    interval, cards = f"[{low:.1%}, {high:.1%}]", max(tally.cards, 1)
    shares: Sequence[float] = (tally.asked / cards, tally.missed / cards)
    return (
        f"{tally.right / cards:8.1%}{interval:>18s}"
        + "".join(f"{share:8.1%}" for share in shares)
        + f"{tally.wrong:7d}"
    )


if __name__ == "__main__":
    run_command(main)
