"""How figures depend on a threshold: python -m lab.benchmarks.sensitivity.thresholds DECKS --room detection --by 0.1

DECKS is a folder of decks, one scan a card. Each threshold of the rooms is decreased and increased by a share of it,
one at a time, and a small set of pictures is read each time. Each seed draws a family and a deck, of which one rank is
left out of the pack, and reads: a table with separate and one with overlapping cards, a stack of three, cards thrown on
a cloth and on a white table, and a table with cards of the missing rank. The rooms of tracking use a refereed deal and
a restless sequence (`lab.benchmarks.sensitivity.moving_tables`). Printed for each room: variations that change a count
(right, asked, missed, wrong, invented), or the processor time by more than 15 %; then the thresholds that change only
places or scores, and those that change nothing. A threshold that changes nothing here may still be needed in cases that
this small set lacks.
"""

from __future__ import annotations

import argparse
import time
import zlib
from contextlib import nullcontext
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from lab.benchmarks.accuracy import stacks
from lab.benchmarks.accuracy.scenes import Tables, count_readings
from lab.benchmarks.datasets.decks import Deck, add_deck_arguments, load, select_families
from lab.benchmarks.harness.jobs import add_process_argument, seed_of, split_by_training, spread
from lab.benchmarks.harness.results import run_command, total_of
from lab.benchmarks.sensitivity.moving_tables import MovingTables
from lab.benchmarks.sensitivity.variation import Figures, Variation, override, table, variations
from lab.benchmarks.stills.camera import LIGHTS
from lab.benchmarks.stills.tabletop import Tabletop, trick
from vision.detection.thresholds import DETECTION
from vision.enrolment.photographs.cropping import median_aspect
from vision.geometry.thresholds import GEOMETRY
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.recognition.thresholds import RECOGNITION
from vision.scene.still_scene import read_scene
from vision.scene.thresholds import SCENE
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.motion.thresholds import MOTION
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from _typeshed import DataclassInstance

    from engine.cards import Card
    from vision.types import Image, Reading

    Pictures = Mapping[Card, Image]

RANKS_IN_PLAY = 5
"""Number of ranks that are enrolled, so that it takes a second; one more rank is left out."""
TABLES = ("cloth", "white")
COUNTS = ("right", "asked", "missed", "wrong", "invented")


class Battery(Protocol):
    def run(self) -> Figures:
        """Reads all pictures once, with the current thresholds."""


class Room(NamedTuple):
    """The thresholds of a room, and what prepares its pictures from a folder of decks, families and seeds."""

    thresholds: DataclassInstance
    prepare: Callable[[Path, tuple[str, ...], tuple[int, ...]], Battery]


class Stills:
    """Still pictures; with `enrols` the pack is enrolled for every run, as the thresholds affect enrolment."""

    def __init__(self, decks: Path, families: tuple[str, ...], seeds: tuple[int, ...], enrols: bool = False) -> None:
        self._recogniser = Recogniser()
        names = select_families(decks, families)
        self._parts = []
        for seed in seeds:
            family = families[seed % len(families)]
            chance = np.random.default_rng([seed_of(family, seed), 17])
            in_play, left_out = _split(load(decks / names[family][0], family), chance)
            self._parts.append(
                (in_play, _tables(in_play, left_out, seed, chance), None if enrols else self._reader(in_play))
            )
        self.run()  # fills the caches of the pack

    def run(self) -> Figures:
        start_time = time.process_time()
        counted, readings = Tables(), 0
        for deck, tables, reader in self._parts:
            reader = reader or self._reader(deck)
            for shown in tables:
                read = read_scene(shown.picture, reader)
                count_readings(counted, shown, read)
                readings = zlib.crc32(_encode(read), readings)
        every = total_of([counted.open, counted.partly, counted.least])
        seconds = time.process_time() - start_time
        return Figures({name: getattr(every, name) for name in COUNTS}, seconds, readings)

    def _reader(self, deck: Deck) -> PackReader:
        pictures = {card: [picture] for card, picture in deck.pictures.items()}
        pack = enrol(pictures, deck.kind, self._recogniser, deck.name, median_aspect(deck.pictures.values()))
        return PackReader(self._recogniser, calibrate_acceptance(pack, self._recogniser))


class EnrolledStills(Stills):
    """Still pictures with a pack that is enrolled for every run."""

    def __init__(self, decks: Path, families: tuple[str, ...], seeds: tuple[int, ...]) -> None:
        super().__init__(decks, families, seeds, enrols=True)


ROOMS: dict[str, Room] = {
    "geometry": Room(GEOMETRY, Stills),
    "detection": Room(DETECTION, Stills),
    "recognition": Room(RECOGNITION, EnrolledStills),
    "scene": Room(SCENE, Stills),
    "motion": Room(MOTION, MovingTables),
    "background": Room(BACKGROUND, MovingTables),
    "tracking": Room(TRACKING, MovingTables),
}
"""Every room with thresholds, with pictures that depend on them."""


class Job(NamedTuple):
    """`varied` is None for the unchanged thresholds."""

    decks: Path
    families: tuple[str, ...]
    seeds: tuple[int, ...]
    room: str
    varied: Variation | None


def figures_of(job: Job) -> Figures:
    """Returns the figures of a room with one threshold varied; every process prepares the pictures once."""
    room = ROOMS[job.room]
    battery = _prepare(room.prepare, job.decks, job.families, job.seeds)
    one = job.varied
    try:
        with override(room.thresholds, one.name, one.value) if one else nullcontext():
            return battery.run()
    except Exception as error:  # a value that makes the code fail is a result as well
        return Figures(error=f"raises {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")


@lru_cache(maxsize=2)
def _prepare(
    prepare: Callable[[Path, tuple[str, ...], tuple[int, ...]], Battery],
    decks: Path,
    families: tuple[str, ...],
    seeds: tuple[int, ...],
) -> Battery:
    return prepare(decks, families, seeds)


def _split(deck: Deck, chance: np.random.Generator) -> tuple[Deck, Pictures]:
    """Returns a deck of some ranks, and the pictures of another rank."""
    ranks = list(dict.fromkeys(card.rank for card in deck.pictures))
    wanted = chance.permutation(len(ranks))[: RANKS_IN_PLAY + 1]
    *in_play, left_out = (ranks[index] for index in wanted)
    pictures = {card: picture for card, picture in deck.pictures.items() if card.rank in in_play}
    others = {card: picture for card, picture in deck.pictures.items() if card.rank == left_out}
    return type(deck)(deck.name, deck.family, deck.kind, pictures), others


def _tables(deck: Deck, left_out: Pictures, seed: int, chance: np.random.Generator) -> list[Tabletop]:
    good, dim = LIGHTS
    tables = [
        trick(_drawn(deck.pictures, 4, chance), dim, chance, apart=True),
        trick(_drawn(deck.pictures, 4, chance), good, chance, apart=False),
        *(stacks.heap(deck, name, seed_of(name, seed)) for name in TABLES),
    ]
    strangers = _drawn(left_out, 2, chance)
    mixed = trick({**strangers, **_drawn(deck.pictures, 2, chance)}, good, chance, apart=True)
    known = tuple(
        visible for visible in mixed.cards if visible.card not in strangers
    )  # a name for any of them is invented
    return [*tables, Tabletop(mixed.picture, known)]


def _drawn(pictures: Pictures, count: int, chance: np.random.Generator) -> dict[Card, Image]:
    cards = list(pictures)
    return {cards[index]: pictures[cards[index]] for index in chance.permutation(len(cards))[:count]}


def _encode(readings: Sequence[Reading]) -> bytes:
    return b"".join(
        repr((reading.card, reading.candidates, reading.visible)).encode() + reading.quad.tobytes()
        for reading in readings
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_deck_arguments(parser)
    parser.add_argument(
        "--room", nargs="+", choices=list(ROOMS), metavar="ROOM", default=list(ROOMS), help="%(choices)s"
    )
    parser.add_argument("--by", type=float, default=0.1, help="share by which each threshold is varied (%(default)s)")
    parser.add_argument("--threshold", nargs="+", metavar="NAME", default=(), help="only these of one room")
    parser.add_argument("--seed", type=int, nargs="+", default=[2026, 2027], help="each draws a family (%(default)s)")
    add_process_argument(parser)
    arguments = parser.parse_args()
    families = tuple(split_by_training(select_families(arguments.decks, arguments.family))[0])
    for name in arguments.room:
        tried = variations(ROOMS[name].thresholds, arguments.by, arguments.threshold)
        jobs = [Job(arguments.decks, families, tuple(arguments.seed), name, one) for one in (None, *tried)]
        usual, *each = spread(figures_of, jobs, arguments.processes)
        print(
            f"\nthresholds of {name}, {len(tried) // 2}", *table(usual, list(zip(tried, each, strict=True))), sep="\n"
        )


if __name__ == "__main__":
    run_command(main)
