"""Accuracy on whole tables, detection and recognition: python -m lab.benchmarks.accuracy.scenes DECKS

DECKS is a folder of decks, one scan a card. Four cards of a deck on a table are rendered by the stage (1920×1080),
separate in one half of the pictures and overlapping in the other, and read as `kiebitz read` does it.
Every family has as many pictures. Printed, by light: fully visible cards, and cards of which 40 % or more are visible;
right / asked / missed / wrong with 95 % intervals; tricks of which every card is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lab.benchmarks.datasets.matching import count_card, match_readings, wrong_surplus
from lab.benchmarks.harness.jobs import Job, family_parser, print_rows, read_families
from lab.benchmarks.harness.results import HEAD, Tally, add_results, run_command, share, total_of, wilson
from lab.benchmarks.stills.tabletop import LIGHTS, Tabletop, some_cards, trick
from vision.scene.still_scene import read_scene
from vision.types import Reading

OPEN, PARTLY = 0.97, 0.4
"""Least visible share of a card that counts as fully visible, and of one that counts as partly covered."""


@dataclass
class Tables:
    """`least` are the cards of which less is visible: only a wrong name is an error there."""

    open: Tally = field(default_factory=Tally)
    partly: Tally = field(default_factory=Tally)
    least: Tally = field(default_factory=Tally)
    tricks: int = 0
    tricks_right: int = 0

    @property
    def every(self) -> Tally:
        return total_of([self.open, self.partly, self.least])


KINDS = {"open": "lying open", "partly": "40 % or more visible", "least": "less than 40 %"}


def sum_of_tables(parts: Iterable[Tables]) -> Tables:
    each = list(parts)
    opened, partly, least = (total_of(getattr(tables, kind) for tables in each) for kind in KINDS)
    tricks, right = sum(tables.tricks for tables in each), sum(tables.tricks_right for tables in each)
    return Tables(opened, partly, least, tricks, right)


def print_kinds(where: str, rows: Mapping[str, Tables], total: Tables) -> None:
    """Prints a table for the cards of each kind."""
    for kind, title in KINDS.items():
        print(f"\n{where}, cards {title}")
        print(f"{'':22s}{HEAD}")
        print_rows({name: getattr(tables, kind).row() for name, tables in rows.items()}, getattr(total, kind).row())


def count_readings(tables: Tables, table: Tabletop, readings: Sequence[Reading]) -> None:
    """Counts the readings of one table."""
    cards = [(visible.card, visible.quad) for visible in table.cards]
    found, left = match_readings(cards, readings)
    wrong = list(wrong_surplus(cards, left))
    right = 0
    for place, (visible, reading) in enumerate(zip(table.cards, found, strict=True)):
        tally = tables.open if visible.visible >= OPEN else tables.partly if visible.visible >= PARTLY else tables.least
        right += count_card(tally, visible.card, reading, [one for one, at in wrong if at == place])
    for one, at in wrong:
        if at is None:
            tables.open.invent(f"{one.card} where none lies")
    if all(visible.visible >= PARTLY for visible in table.cards):
        tables.tricks += 1
        tables.tricks_right += right == len(table.cards)


def read_tables(job: Job) -> dict[str, Tables]:
    """Returns the counts of the tables of a family, by light."""
    decks, readers = job.load_decks()
    tables_by_light: dict[str, Tables] = {}
    for light in LIGHTS:
        chance, tables = job.generator(len(light), 5), Tables()
        for number in range(job.views):
            deck, reader = decks[number // 2 % len(decks)], readers[number // 2 % len(decks)]
            table = trick(some_cards(deck.pictures, 4, chance), chance, number % 2 == 0, light)
            count_readings(tables, table, read_scene(table.picture, reader))
        tables_by_light[light] = tables
    return tables_by_light


def main() -> None:
    parser = family_parser(__doc__, 6, "tables of a family in each light")
    arguments = parser.parse_args()
    counted, learned = read_families(arguments, read_tables)
    for light in LIGHTS:
        print_light(light, *({name: read[light] for name, read in part.items()} for part in (counted, learned)))


def print_light(light: str, counted: dict[str, Tables], learned: dict[str, Tables]) -> None:
    total = sum_of_tables(counted.values())
    print_kinds(f"{light} light, whole tables", counted | learned, total)
    low, high = wilson(total.tricks_right, total.tricks)
    print(
        f"\n{light} light: {total.tricks_right} of {total.tricks} whole tricks right at one look "
        f"[{low:.1%}, {high:.1%}]; {total.open.invented} cards named where none lies"
    )
    add_results(
        share(f"partly {light}", total.partly.right, total.partly.cards),
        share(f"scene right {light}", total.open.right, total.open.cards),
        share(f"scene wrong {light}", total.every.wrong + total.every.invented, total.every.cards),
    )


if __name__ == "__main__":
    run_command(main)
