"""False names for objects that are no card of the pack: python -m lab.benchmarks.accuracy.negatives DECKS [PHOTOS]

DECKS is a folder of decks, one scan a card. Each is enrolled, and then reads other things: cards of other suits, backs,
hands, phones, beer mats, coins, paper. Once as single views with given corners, as if the finder had proposed each;
once as whole tables, read as `kiebitz read` does it. PHOTOS has folders of real photographs of French-suited cards and
of hands: with packs of German suits every name is wrong. Cards of other decks with the same suits are counted
separately: the right name for such a card is no error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from engine.cards import Card
from lab.benchmarks.datasets.decks import Deck, load, select_families
from lab.benchmarks.datasets.matching import answer_at
from lab.benchmarks.harness.jobs import family_parser, print_apart, requested_families, split_by_training, spread
from lab.benchmarks.harness.results import Counts, add_results, run_command, share, sum_of, wilson
from lab.benchmarks.stills import tabletop
from lab.benchmarks.stills.camera import LIGHTS, View, photograph_card
from lab.benchmarks.stills.tabletop import scatter
from lab.benchmarks.stills.things import KINDS, as_proposed_card, card
from lab.training.data.options import at_least
from vision.recognition.embedder import Recogniser
from vision.recognition.reader import PackReader
from vision.scene.still_scene import read_scene
from vision.types import Image

FOREIGN, ALIKE, TABLES, PHOTOGRAPHS = "cards of other suits", "cards of other decks", "whole tables", "photographs"
ROWS = (*KINDS, FOREIGN)
NAMED = "named"
PHOTOGRAPHS_OF_FRENCH = (
    "edje_pinochle",
    "obind_hearts",
    "jackfurby_three_cards",
    "alkenderesi_french",
    "oldcardgames_french",
    "animano_berlin",
    "handdrawn_tricks",
)
PHOTOGRAPHS_OF_GERMAN = ("oldcardgames_german",)
"""A photograph of several decks may be in both sets."""
PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png"})
CARD_HEIGHT = 95.0
"""mm."""
DECKS_OF_A_KIND = 4


class Job(NamedTuple):
    decks: Path
    families: Mapping[str, Sequence[str]]
    """The families of the foreign cards."""
    family: str
    names: Sequence[str]
    views: int
    tables: int
    photographs: tuple[Path, ...]
    seed: int


def show(shown: Counts, kind: str, named: Card | None, what: str = "") -> None:
    """Counts an object of a *kind* by whether it was *named*."""
    shown.counts[kind, "not named" if named is None else NAMED] += 1
    if named is not None:
        shown.mistakes.append(f"{kind}{what} as {named}")


def read_family(job: Job) -> Counts:
    """Reads foreign objects with one deck of a family."""
    recogniser, shown = Recogniser(), Counts()
    chance = np.random.default_rng([job.seed, 77, *job.family.encode()])
    deck = load(job.decks / job.names[int(chance.integers(len(job.names)))], job.family)
    reader = deck.reader(recogniser)
    others = list(_others(job, chance))
    foreign = [one for other in others if other.kind != deck.kind for one in other.pictures.values()]
    for number in range(job.views):
        light = LIGHTS[number % len(LIGHTS)]
        for kind, draw in KINDS.items():
            view = photograph_card(as_proposed_card(draw(chance), chance), light, chance)
            show(shown, kind, _name_of(view, reader))
        if foreign:
            view = photograph_card(foreign[int(chance.integers(len(foreign)))], light, chance)
            show(shown, FOREIGN, _name_of(view, reader))
    alike = [one for other in others if other.kind == deck.kind for one in other.pictures.items()]
    for number in range(job.views if alike else 0):
        truth, picture = alike[int(chance.integers(len(alike)))]
        named = _name_of(photograph_card(picture, LIGHTS[number % len(LIGHTS)], chance), reader)
        show(shown, ALIKE, None if named == truth else named)
    for number in range(job.tables):
        things = [draw(chance) for draw in KINDS.values()]
        things += [card(foreign[int(chance.integers(len(foreign)))], CARD_HEIGHT) for _ in range(2 if foreign else 0)]
        things.sort(key=lambda thing: -thing.height)  # the largest first, as they need most room
        table = scatter(deck.pictures, things, tabletop.LIGHTS[number % len(tabletop.LIGHTS)], chance)
        show(shown, TABLES, _first_name(table, reader))
    for file in job.photographs if deck.kind == "german33" else ():
        named = _first_name(np.asarray(cv2.imread(str(file)), np.uint8), reader)
        show(shown, PHOTOGRAPHS, named, f" {file.parent.name}/{file.name} by {deck.name}")
    return shown


def _name_of(view: View, reader: PackReader) -> Card | None:
    """Returns the name by network and pixels, as the program gives it to an outline."""
    return answer_at(view.quad, view.picture, reader).card


def _first_name(picture: Image, reader: PackReader) -> Card | None:
    return next((reading.card for reading in read_scene(picture, reader) if reading.card is not None), None)


def _others(job: Job, chance: np.random.Generator) -> Iterator[Deck]:
    """Yields some decks of other families, with its own suits and with others."""
    elsewhere = [(name, family) for family, names in job.families.items() if family != job.family for name in names]
    mixed = [elsewhere[index] for index in chance.permutation(len(elsewhere))]
    german = [one for one in mixed if one[0].startswith("ger_")]
    other = [one for one in mixed if one not in german]
    for name, family in [*german[:DECKS_OF_A_KIND], *other[:DECKS_OF_A_KIND]]:
        yield load(job.decks / name, family)


def photographs_in(folder: Path, every: int) -> list[Path]:
    """Returns a sample of the photographs of French suits that show no German card."""
    mixed = {file.read_bytes() for name in PHOTOGRAPHS_OF_GERMAN for file in _pictures(folder / name)}
    files = [file for name in PHOTOGRAPHS_OF_FRENCH for file in _pictures(folder / name)]
    return [file for file in files if file.read_bytes() not in mixed][::every]


def _pictures(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.rglob("*")) if file.suffix.lower() in PICTURE_ENDINGS]


def main() -> None:
    parser = family_parser(__doc__, 12, "of each kind by each family")
    parser.add_argument("photos", type=Path, nargs="?", help="folder of sets of photographs")
    parser.add_argument("--tables", type=at_least(1), default=2, help="whole tables for each family (%(default)s)")
    parser.add_argument("--every", type=at_least(1), default=4, help="only each n-th photograph (%(default)s)")
    arguments = parser.parse_args()
    wanted = requested_families(arguments)
    counted, learned = split_by_training(wanted)
    there = select_families(arguments.decks, None)
    families = {family: there[family] for family in split_by_training(there)[0]}
    photographs = photographs_in(arguments.photos, arguments.every) if arguments.photos else []
    german = [family for family in counted if not wanted[family][0].startswith("fr_")]
    shares = {family: tuple(photographs[place :: len(german)]) for place, family in enumerate(german)}
    job = Job(arguments.decks, families, "", (), arguments.views, arguments.tables, (), arguments.seed)
    jobs = [job._replace(family=each, names=names, photographs=shares.get(each, ())) for each, names in wanted.items()]
    shown = dict(zip(wanted, spread(read_family, jobs, arguments.processes), strict=True))
    total = print_counts([shown[family] for family in counted])
    named = sum(total.counts[kind, NAMED] for kind in ROWS)
    add_results(
        share("foreign", named, sum(map(total.total, ROWS))),
        share("foreign photographs", total.counts[PHOTOGRAPHS, NAMED], total.total(PHOTOGRAPHS)),
    )
    print_apart({family: shown[family] for family in learned}, print_counts)


def print_counts(parts: Sequence[Counts]) -> Counts:
    """Adds up the parts, prints and returns the sum."""
    shown = sum_of(parts)
    print(f"{'named although no card of the pack':36s}{'shown':>7s}{'named':>7s}{'':>9s}{'at most':>9s}")
    for kind in [*ROWS, ALIKE, TABLES, PHOTOGRAPHS]:
        if count := shown.total(kind):
            named = shown.counts[kind, NAMED]
            print(f"{kind:36s}{count:7d}{named:7d}{named / count:9.2%}{wilson(named, count)[1]:9.2%}")
    for mistake in shown.mistakes:
        print(f"  {mistake}")
    print(
        "cards of other decks: named as another card than they are; tables and photographs: on which anything is named"
    )
    return shown


if __name__ == "__main__":
    run_command(main)
