"""Accuracy on single cards of decks outside the training set: python -m lab.benchmarks.accuracy.recognition DECKS

DECKS is a folder of decks, one folder a deck, one scan a card named in card notation. Each deck is enrolled from its
scans, then read from single views of the benchmarks' own camera with inaccurate corners, by network and pixels, as the
program reads a fully visible card. Every family has as many views. Printed: right / asked / wrong in good and in dim
light, with 95 % intervals; separately, families with artwork of a training deck.
"""

from __future__ import annotations

import sys
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lab.benchmarks.datasets.decks import load
from lab.benchmarks.datasets.matching import answer_at
from lab.benchmarks.harness.jobs import (
    Job,
    family_parser,
    jobs_of,
    print_rows,
    requested_families,
    split_by_training,
    spread,
)
from lab.benchmarks.harness.results import HEAD, Tally, add_results, exit_code_of, share, total_of
from lab.benchmarks.stills.camera import LIGHTS, Light, photograph_card
from vision.recognition.embedder import Recogniser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.benchmarks.datasets.decks import Deck
    from vision.recognition.reader import Reader


def read_family(job: Job) -> dict[str, Tally]:
    """Returns a tally by light."""
    recogniser = Recogniser(job.model)
    decks = [load(job.decks / name, job.family) for name in job.names]
    readers = [deck.reader(recogniser) for deck in decks]
    return {light.name: read_views(decks, readers, light, job.views, job.seed) for light in LIGHTS}


def read_views(decks: Sequence[Deck], readers: Sequence[Reader], light: Light, views: int, seed: int) -> Tally:
    """Reads *views* views, the cards of all decks in turn."""
    chance, tally = np.random.default_rng([seed, len(light.name), *decks[0].family.encode()]), Tally()
    shown = [(reader, *one) for deck, reader in zip(decks, readers, strict=True) for one in deck.pictures.items()]
    for index in islice(cycle(chance.permutation(len(shown))), views):
        reader, card, picture = shown[index]
        view = photograph_card(picture, light, chance)
        answer = answer_at(view.quad, view.picture, reader)
        tally.count(card, answer.card, answer.candidates[0].card)
    return tally


def main() -> int:
    parser = family_parser(__doc__, 210, "of a family in each light")
    parser.add_argument("--model", type=Path, help="another network than the shipped one")
    arguments = parser.parse_args()
    families = requested_families(arguments)
    jobs = jobs_of(arguments, families, arguments.model)
    read = dict(zip(families, spread(read_family, jobs, arguments.processes), strict=True))
    print(f"network {Recogniser(arguments.model).version}")  # the model card names the network of these figures
    for light in LIGHTS:
        print(f"\n{light.name} light, enrolled from one scan a card")
        print(f"{'':22s}{HEAD}")
        tallies = {family: by_light[light.name] for family, by_light in read.items()}
        total = total_of(tallies[family] for family in split_by_training(tallies)[0])
        print_rows({family: tally.row() for family, tally in tallies.items()}, total.row())
        add_results(
            share(f"right {light.name}", total.right, total.cards),
            share(f"wrong {light.name}", total.wrong, total.cards),
        )
    return 0


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
