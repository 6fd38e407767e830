"""Accuracy on partly covered cards: python -m lab.benchmarks.accuracy.occlusion DECKS

DECKS is a folder of decks, one scan a card. Two or three overlapping cards of a deck are rendered by the benchmarks'
own camera. Each picture is read twice: as a whole, where the cards must be found first, and with the given places of
every card and its occluders, which measures recognition alone. Printed, by light and visible share: right / asked /
missed / wrong with 95 % intervals; the time of one covered card.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lab.benchmarks.datasets.matching import count_card, match_readings, wrong_surplus
from lab.benchmarks.harness.jobs import Job, family_parser, print_apart, read_families, seed_of
from lab.benchmarks.harness.results import HEAD, Tally, run_command, total_of
from lab.benchmarks.stills.camera import LIGHTS, Light, develop, misplace_corners
from lab.benchmarks.stills.tabletop import SIZE, WIDTHS, Tabletop, TableView, VisibleCard
from lab.benchmarks.stills.things import card as card_of_paper
from vision.geometry.quads import area, shared_area
from vision.recognition.reader import PackReader, reading_of
from vision.scene.masked_reading import visibility_mask
from vision.scene.still_scene import read_scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from engine.cards import Card
    from vision.types import Image, Quad, Reading

PARTS = ((0.7, 0.95), (0.4, 0.7), (0.25, 0.4))
"""Bands of the visible share of a card, the largest first."""
Way = str
FOUND, GIVEN = "found and read", "place given"


@dataclass
class OcclusionTallies:
    """Tallies by way of reading, light and band; `times` are ms of the processor for a card with a given place."""

    tallies: dict[tuple[Way, str, tuple[float, float]], Tally] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)

    def tally(self, way: Way, light: str, part: tuple[float, float]) -> Tally:
        return self.tallies.setdefault((way, light, part), Tally())


def heap(pictures: Mapping[Card, Image], light: Light, chance: np.random.Generator) -> Tabletop:
    """Returns a table on which each card after the first covers part of another one, and none nearly all of it."""
    place = TableView(chance)
    shape = float(np.median([picture.shape[0] / picture.shape[1] for picture in pictures.values()]))
    shapes, widths = np.transpose(WIDTHS)
    width = float(np.interp(shape, shapes, widths))
    quads = _overlapping_quads(place, len(pictures), (width, width * shape), chance)
    for picture, quad in zip(pictures.values(), quads, strict=True):
        place.put(card_of_paper(picture, width * shape), quad)
    cards = tuple(VisibleCard(card, place.quad_of(index), place.visible(index)) for index, card in enumerate(pictures))
    return Tabletop(develop(place.picture, light, chance), cards)


def _overlapping_quads(
    place: TableView, count: int, size: tuple[float, float], chance: np.random.Generator
) -> list[Quad]:
    middle = chance.uniform((-100, -50), (100, 50))
    quads: list[Quad] = []
    while len(quads) < count:
        x, y = middle + (chance.normal(0, 0.55, 2) * size[1] if quads else 0)
        quad = place.quad(x, y, chance.uniform(0, 2 * np.pi), size)
        inside = bool((quad > 4).all() and (quad < np.array(SIZE) - 4).all())
        shares = [shared_area(quad, below) / area(below) for below in quads]
        if inside and (not shares or (0.05 < max(shares) < 0.75)):
            quads.append(quad)
    return quads


def read_heaps(job: Job) -> OcclusionTallies:
    """Returns the counts of the stacks of a family."""
    decks, readers = job.load_decks()
    covered = OcclusionTallies()
    for light in LIGHTS:
        chance = np.random.default_rng([seed_of(job.family, job.seed), len(light.name), 9])
        for number in range(job.views):
            deck, reader = decks[number % len(decks)], readers[number % len(decks)]
            cards = list(deck.pictures)
            drawn = [cards[index] for index in chance.permutation(len(cards))[: 2 + number % 2]]
            table = heap({card: deck.pictures[card] for card in drawn}, light, chance)
            places = [(visible.card, visible.quad) for visible in table.cards]
            found, left = match_readings(places, read_scene(table.picture, reader))
            wrong = list(wrong_surplus(places, left))
            for index, visible, part in _covered_cards(table):
                besides = [one for one, at in wrong if at == index]
                count_card(covered.tally(FOUND, light.name, part), visible.card, found[index], besides)
                start_time = time.process_time()
                reading = read_at_given_place(table, index, reader, light, chance)
                covered.times.append((time.process_time() - start_time) * 1000)
                count_card(covered.tally(GIVEN, light.name, part), visible.card, reading, ())
    return covered


def _covered_cards(table: Tabletop) -> Iterator[tuple[int, VisibleCard, tuple[float, float]]]:
    for index, visible in enumerate(table.cards):
        for part in PARTS:
            if part[0] <= visible.visible < part[1]:
                yield index, visible, part


def read_at_given_place(
    table: Tabletop, index: int, reader: PackReader, light: Light, chance: np.random.Generator
) -> Reading:
    """Returns the reading of one card, given its place and those on top with the accuracy of a finder."""
    quad = misplace_corners(table.cards[index].quad, light.corners, chance)
    above = [other.quad for other in table.cards[index + 1 :]]
    covered = reader.for_visible_part([quad], visibility_mask(table.picture.shape, above, area(quad)))
    return reading_of(covered.judge(covered.scores(table.picture, [quad])[0]), quad)


def main() -> None:
    parser = family_parser(__doc__, 12, "tables of a family in each light")
    arguments = parser.parse_args()
    counted, learned = read_families(arguments, read_heaps)
    print_all(list(counted.values()))
    print_apart(learned, print_all)


def print_all(families: Sequence[OcclusionTallies]) -> None:
    for way in (FOUND, GIVEN):
        for light in LIGHTS:
            print(f"\n{light.name} light, cards partly under others, {way}")
            print(f"{'':22s}{HEAD}")
            for part in PARTS:
                tally = total_of(covered.tally(way, light.name, part) for covered in families)
                print(f"{f'{part[0]:.0%} to {part[1]:.0%} visible':22s}{tally.row()}")
            much = total_of(
                covered.tally(way, light.name, part) for covered in families for part in PARTS if part[0] >= 0.4
            )
            print(f"{'40 % or more':22s}{much.row()}")
    times = [one for covered in families for one in covered.times]
    if times:
        print(
            f"\n{np.median(times):.0f} ms of the processor a covered card whose place is given, median of {len(times)}"
        )


if __name__ == "__main__":
    run_command(main)
