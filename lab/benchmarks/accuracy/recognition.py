"""Accuracy on single cards of decks outside the training set: python -m lab.benchmarks.accuracy.recognition DECKS

DECKS is a folder of decks, one folder a deck, one scan a card named in card notation. Each deck is enrolled from its
scans, then read from single views of the benchmarks' own camera with inaccurate corners, by network and pixels, as the
program reads a fully visible card. Every family has as many views. Printed: right / asked / wrong in good and in dim
light, with 95 % intervals; separately, families with artwork of a training deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from lab.benchmarks.datasets.decks import Deck
from lab.benchmarks.datasets.matching import answer_at
from lab.benchmarks.harness.jobs import Job, family_parser, print_rows, read_families
from lab.benchmarks.harness.results import HEAD, Tally, add_results, run_command, share, total_of
from lab.benchmarks.stills.camera import LIGHTS, Light, photograph_card
from vision.recognition.embedder import Recogniser
from vision.recognition.reader import Reader


def read_family(job: Job) -> dict[str, Tally]:
    """Returns a tally by light."""
    decks, readers = job.load_decks()
    return {light.name: read_views(decks, readers, light, job) for light in LIGHTS}


def read_views(decks: Sequence[Deck], readers: Sequence[Reader], light: Light, job: Job) -> Tally:
    """Reads as many views as the job has, the cards of all decks in turn."""
    chance, tally = job.generator(len(light.name)), Tally()
    shown = [(reader, *one) for deck, reader in zip(decks, readers, strict=True) for one in deck.pictures.items()]
    for index in islice(cycle(chance.permutation(len(shown))), job.views):
        reader, card, picture = shown[index]
        view = photograph_card(picture, light, chance)
        answer = answer_at(view.quad, view.picture, reader)
        tally.count(card, answer.card, answer.candidates[0].card)
    return tally


def main() -> None:
    parser = family_parser(__doc__, 210, "of a family in each light")
    parser.add_argument("--model", type=Path, help="another network than the shipped one")
    arguments = parser.parse_args()
    counted, learned = read_families(arguments, read_family, arguments.model)
    print(f"network {Recogniser(arguments.model).version}")  # the model card names the network of these figures
    for light in LIGHTS:
        print(f"\n{light.name} light, enrolled from one scan a card")
        print(f"{'':22s}{HEAD}")
        total = total_of(by_light[light.name] for by_light in counted.values())
        rows = {family: by_light[light.name].row() for family, by_light in (counted | learned).items()}
        print_rows(rows, total.row())
        add_results(
            share(f"right {light.name}", total.right, total.cards),
            share(f"wrong {light.name}", total.wrong, total.cards),
        )


if __name__ == "__main__":
    run_command(main)
