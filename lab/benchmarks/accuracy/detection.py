"""Recall of the card finder, without recognition: python -m lab.benchmarks.accuracy.outline DECKS [--photos PHOTOS]

DECKS is a folder of decks, one scan a card. Rendered tables are searched: stacks on each table of
`lab.benchmarks.accuracy.stacks`; tricks with separate and with overlapping cards, from above and tilted by 25 to 42
degrees; cards that touch in a row; three overlapping cards. Every family has as many of each. With --photos also
labelled photographs with card positions. Printed for each finder and kind of table: cards found (a hypothesis with an
overlap of at least 0.7), by visible share; hypotheses a picture without a card; processor time a picture, median. The
current finder is all that a survey considers, including recognition, which guides its search.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lab.benchmarks.accuracy import stacks
from lab.benchmarks.datasets.decks import Deck, load
from lab.benchmarks.datasets.labelled_photographs import OUR_PLACES, SETS, load_picture, sets_of
from lab.benchmarks.harness.jobs import (
    Job,
    family_parser,
    jobs_of,
    requested_families,
    seed_of,
    split_by_training,
    spread,
)
from lab.benchmarks.harness.results import run_command
from lab.benchmarks.stills.camera import LIGHTS
from lab.benchmarks.stills.tabletop import LEAN, Tabletop, lay_in_row, trick
from simulator.stage.surfaces import TABLES
from vision.geometry.quads import overlap
from vision.recognition.embedder import Recogniser
from vision.scene.still_scene import analyse_scene

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from engine.cards import Card
    from vision.recognition.reader import Reader
    from vision.types import Image, Quad

    Finder = Callable[[Image, Reader], list[Quad]]

FOUND, FALSE = 0.7, 0.5
"""Least overlap (intersection over union) of a hypothesis with the card that it finds; with less than the second, it is
false."""
BANDS = ((0.97, "open"), (0.4, "40 to 97 %"), (0.3, "30 to 40 %"), (0.15, "15 to 30 %"))
"""Bands of the visible share of a card: their lower ends; cards with less are not counted."""
TILTED = (25.0, 42.0)
"""Degrees."""
TODAY = "today's finder"
PHOTOGRAPHS = "photographs"


@dataclass
class Count:
    """Cards and cards found, by band; false hypotheses; ms of each picture."""

    there: list[int] = field(default_factory=lambda: [0] * len(BANDS))
    found: list[int] = field(default_factory=lambda: [0] * len(BANDS))
    false: int = 0
    times: list[float] = field(default_factory=list)

    def add(self, other: Count) -> None:
        self.there = [one + more for one, more in zip(self.there, other.there, strict=True)]
        self.found = [one + more for one, more in zip(self.found, other.found, strict=True)]
        self.false += other.false
        self.times += other.times

    def count(self, cards: Sequence[tuple[Quad, float]], hypotheses: Sequence[Quad]) -> None:
        """Counts the hypotheses against the *cards*, each with its visible share."""
        overlaps = np.array([[overlap(one, quad) for quad, _ in cards] for one in hypotheses])
        overlaps = overlaps.reshape(len(hypotheses), len(cards))
        self.false += int((overlaps.max(axis=1, initial=0) < FALSE).sum())
        for (_, visible), best in zip(cards, overlaps.max(axis=0, initial=0), strict=True):
            band = next((place for place, (least, _) in enumerate(BANDS) if visible >= least), None)
            if band is not None:
                self.there[band] += 1
                self.found[band] += bool(best >= FOUND)

    def row(self) -> str:
        shares = "".join(f"{f'{one}/{all_}':>12s}" for one, all_ in zip(self.found, self.there, strict=True))
        return f"{shares}{self.false / max(len(self.times), 1):10.1f}{np.median(self.times or [0]):10.0f}"


class Table(NamedTuple):
    kind: str
    tabletop: Tabletop


Counts = dict[str, dict[str, Count]]
"""By finder and kind of table."""


def tables_of(deck: Deck, family: str, number: int, seed: int) -> Iterator[Table]:
    """Yields one table of each kind."""
    own = seed_of(family, seed) + 100 * number
    for place, name in enumerate(TABLES):
        yield Table(f"heap on {name}", stacks.heap(deck, name, own + place))
    chance = np.random.default_rng([own, 3])
    light = LIGHTS[own % len(LIGHTS)]
    some = partial(_some, deck, chance)
    for name, apart, lean in (
        ("apart", True, LEAN),
        ("on one another", False, LEAN),
        ("apart, tilted", True, TILTED),
        ("on one another, tilted", False, TILTED),
    ):
        yield Table(name, trick(some(4), light, chance, apart, lean))
    yield Table("touching in a row", lay_in_row(some(3), light, chance))


def _some(deck: Deck, chance: np.random.Generator, count: int) -> Mapping[Card, Image]:
    cards = list(deck.pictures)
    return {cards[index]: deck.pictures[cards[index]] for index in chance.permutation(len(cards))[:count]}


def _today(image: Image, reader: Reader) -> list[Quad]:
    scene = analyse_scene(image, reader)
    detected = [outline.quad for outline in scene.outlines if outline.confidence > 0]
    return detected + [hypothesis.quad for hypothesis in scene.covered_outlines]


FINDERS: dict[str, Finder] = {TODAY: _today}
"""The finders that are measured on the same tables."""


def search(counts: Counts, table: Table, reader: Reader) -> None:
    cards = [(card.quad, card.visible) for card in table.tabletop.cards]
    for name, finder in FINDERS.items():
        count = counts.setdefault(name, {}).setdefault(table.kind, Count())
        start_time = time.process_time()
        hypotheses = finder(table.tabletop.picture, reader)
        count.times.append((time.process_time() - start_time) * 1000)
        count.count(cards, hypotheses)


def search_family(job: Job) -> Counts:
    recogniser = Recogniser()
    counts: Counts = {}
    for number in range(job.views):
        deck = load(job.decks / job.names[(number + job.seed) % len(job.names)], job.family)
        reader = deck.reader(recogniser)
        for table in tables_of(deck, job.family, number, job.seed):
            search(counts, table, reader)
    return counts


def search_photographs(number: int, photos: Path, decks: Path) -> Counts:
    """Labelled cards are fully visible, or nearly so."""
    counts: Counts = {}
    one = sets_of(photos, decks, Recogniser(), number)
    if one is None or one.apart == OUR_PLACES:
        return counts
    for labelled in one.photographs:
        picture = load_picture(labelled.path)
        for name, finder in FINDERS.items():
            count = counts.setdefault(name, {}).setdefault(PHOTOGRAPHS, Count())
            start_time = time.process_time()
            hypotheses = finder(picture, one.reader)
            count.times.append((time.process_time() - start_time) * 1000)
            count.count([(quad, 1.0) for _, quad in labelled.cards], hypotheses)
    return counts


def print_counts(every: Sequence[Counts]) -> None:
    for name in dict.fromkeys(name for counts in every for name in counts):
        print(f"\n{name}, found of those visible")
        print(f"{'':24s}" + "".join(f"{band:>12s}" for _, band in BANDS) + f"{'false':>10s}{'ms':>10s}")
        total = Count()
        for kind in dict.fromkeys(kind for counts in every for kind in counts.get(name, {})):
            together = Count()
            for counts in every:
                together.add(counts.get(name, {}).get(kind, Count()))
            print(f"{kind:24s}{together.row()}")
            total.add(together)
        print(f"{'all':24s}{total.row()}")


def main() -> None:
    parser = family_parser(__doc__, 1, "tables of each kind that a family gives")
    parser.add_argument("--photos", type=Path, help="labelled photographs as well")
    arguments = parser.parse_args()
    families = requested_families(arguments)
    counted = {family: families[family] for family in split_by_training(families)[0]}
    print_counts(list(spread(search_family, jobs_of(arguments, counted), arguments.processes)))
    if arguments.photos is not None:
        look = partial(search_photographs, photos=arguments.photos, decks=arguments.decks)
        print_counts(list(spread(look, range(len(SETS)), arguments.processes)))


if __name__ == "__main__":
    run_command(main)
