"""Readings of cards that are missing in the pack: python -m lab.benchmarks.accuracy.missing_cards DECKS

DECKS is a folder of decks, one scan a card. Each deck is enrolled and calibrated as `kiebitz enrol` does it, without
one or two ranks. Cards of these ranks are then read, as single views with inaccurate corners, and on whole tables among
cards of the pack; once unknown to the pack, and once enrolled as not in play. Printed: how often they are named as
another card, reported as not in play, or asked about; and the effect on cards of the pack, compared with the thresholds
of the training alone ("before").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np

from engine.cards import Card
from lab.benchmarks.datasets.decks import Deck
from lab.benchmarks.datasets.matching import answer_at, match_readings
from lab.benchmarks.harness.jobs import Job, family_parser, print_apart, read_families
from lab.benchmarks.harness.results import Counts, add_results, run_command, share, sum_of, wilson
from lab.benchmarks.stills import tabletop
from lab.benchmarks.stills.camera import LIGHTS, photograph_card
from lab.benchmarks.stills.tabletop import some_cards, trick
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.scene.still_scene import read_scene
from vision.types import Image, SetAside

BEFORE, NEVER_SHOWN, ASIDE = "before", "never shown", "set aside"
RIGHT, ASKED, WRONG, NOT_IN_PLAY, UNSEEN = "right", "asked", "named as another", "not in play", "not found"
RANKS_LEFT_OUT = (1, 2)
Pictures: TypeAlias = "Mapping[Card, Image]"


def count(shown: Counts, way: str, light: str, what: str, truth: Card, named: Card | None, in_play: bool) -> None:
    if named is None:
        came = ASKED
    elif isinstance(named, SetAside):
        came = NOT_IN_PLAY if str(named) == str(truth) else WRONG if in_play else NOT_IN_PLAY
    else:
        came = RIGHT if named == truth else WRONG
    shown.counts[way, light, what, came] += 1
    if came == WRONG and way != BEFORE:
        shown.mistakes.append(f"{way}, {what}, {light}: {truth}→{named}")


VIEWS_OF, TABLES_OF = "left out, views", "left out, tables"
OWN = "of the pack, views"
SHOWN = (VIEWS_OF, TABLES_OF, OWN)


def read_family(job: Job) -> Counts:
    """Reads the missing cards of one deck of a family."""
    recogniser, shown = Recogniser(job.model), Counts()
    chance = job.generator(41)
    deck = job.load_one(chance)
    ranks = list(dict.fromkeys(card.rank for card in deck.pictures))
    for number in RANKS_LEFT_OUT:
        left = set(chance.choice(ranks, number, replace=False).tolist())
        out = {card: picture for card, picture in deck.pictures.items() if card.rank in left}
        rest = {card: picture for card, picture in deck.pictures.items() if card.rank not in left}
        incomplete = IncompletePack(deck, recogniser, out, rest)
        incomplete.show_views(shown, job.views // len(RANKS_LEFT_OUT), chance)
        incomplete.show_tables(shown, chance)
    return shown


class IncompletePack:
    """A pack without the cards *out*, with the *rest* of the deck, and its readers by the way of enrolling."""

    def __init__(self, deck: Deck, recogniser: Recogniser, out: Pictures, rest: Pictures) -> None:
        self.out, self.rest = out, rest
        pictures = {card: [picture] for card, picture in rest.items()}
        aside = {SetAside(card.suit, card.rank): [picture] for card, picture in out.items()}
        plain = enrol(pictures, deck.kind, recogniser, deck.name)
        with_aside = enrol(pictures, deck.kind, recogniser, deck.name, set_aside=aside)
        self.readers = {
            BEFORE: PackReader(recogniser, plain),
            NEVER_SHOWN: PackReader(recogniser, calibrate_acceptance(plain, recogniser)),
            ASIDE: PackReader(recogniser, calibrate_acceptance(with_aside, recogniser)),
        }

    def show_views(self, shown: Counts, views: int, chance: np.random.Generator) -> None:
        for light, (what, pictures) in product(LIGHTS, ((VIEWS_OF, self.out), (OWN, self.rest))):
            cards = list(pictures.items())
            for _ in range(views):
                card, picture = cards[int(chance.integers(len(cards)))]
                view = photograph_card(picture, light, chance)
                for way, reader in self.readers.items():
                    answer = answer_at(view.quad, view.picture, reader)
                    count(shown, way, light.name, what, card, answer.card, what == OWN)

    def show_tables(self, shown: Counts, chance: np.random.Generator) -> None:
        """Reads a table in each light, with two missing cards and two of the pack, not overlapping."""
        for light in tabletop.LIGHTS:
            table = trick(some_cards(self.out, 2, chance) | some_cards(self.rest, 2, chance), chance, True, light)
            cards = [(one.card, one.quad) for one in table.cards]
            for way in (NEVER_SHOWN, ASIDE):
                found, _ = match_readings(cards, read_scene(table.picture, self.readers[way]))
                for (card, _), reading in zip(cards, found, strict=True):
                    if card in self.out and reading is None:
                        shown.counts[way, light, TABLES_OF, UNSEEN] += 1
                    elif card in self.out and reading is not None:
                        count(shown, way, light, TABLES_OF, card, reading.card or reading.not_in_play, False)


def main() -> None:
    parser = family_parser(__doc__, 80, "of a family in each light, of cards left out and of the others each")
    arguments = parser.parse_args()
    counted, learned = read_families(arguments, read_family)
    total = print_counts(counted.values())
    never = [(total.total(NEVER_SHOWN, light.name, what), total.counts[NEVER_SHOWN, light.name, what, WRONG])
             for light in LIGHTS for what in (VIEWS_OF, TABLES_OF)]  # fmt: skip
    add_results(share("left out", sum(wrong for _, wrong in never), sum(count for count, _ in never)))
    print_apart(learned, print_counts)


def print_counts(parts: Iterable[Counts]) -> Counts:
    """Adds up the parts, prints and returns the sum."""
    shown = sum_of(parts)
    results: Sequence[str] = (WRONG, ASKED, NOT_IN_PLAY, RIGHT, UNSEEN)
    print(f"{'':44s}{'shown':>7s}" + "".join(f"{result:>18s}" for result in results) + f"{'wrong at most':>15s}")
    for what, way, light in product(SHOWN, (BEFORE, NEVER_SHOWN, ASIDE), LIGHTS):
        if total := shown.total(way, light.name, what):
            numbers = [shown.counts[way, light.name, what, result] for result in results]
            cells = "".join(f"{number:9d} {number / total:8.2%}" for number in numbers)
            row = f"{what:20s}{way:14s}{light.name:10s}{total:7d}{cells}"
            print(f"{row}{wilson(numbers[0], total)[1]:15.2%}")
    for mistake in shown.mistakes[:12]:
        print(f"  {mistake}")
    return shown


if __name__ == "__main__":
    run_command(main)
