"""The input of a draw, the field with its history, and its output, tables and byes."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import msgspec

Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""By side: the start numbers of those who play together."""
Couple: TypeAlias = tuple[int, int]
"""Two numbers, the smaller first."""

NOBODY = 0
"""The number of the missing opponent in an odd field: the entry drawn against it has a bye."""


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    table: int
    """The number of the table, from 1."""
    sides: Sides
    """One start number a side for pairs, and for players on their own."""


class Draw(NamedTuple):
    tables: tuple[Pairing, ...]
    """In their order; empty ones are left out."""
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A field before a draw. Counts default to 0."""

    numbers: tuple[int, ...]
    """The start numbers to be drawn, in ascending order."""
    seed: int
    round: int
    attempt: int = 1
    planned: int = 0
    """The rounds of the whole tournament, as far as it is known: a draw keeps later rounds free of repeats."""
    met: Mapping[Couple, int] = field(default_factory=dict)
    partnered: Mapping[Couple, int] = field(default_factory=dict)
    byes: Mapping[int, int] = field(default_factory=dict)
    """How often somebody had no match."""
    scores: Mapping[int, int] = field(default_factory=dict)
    """The points so far, for draws by score."""
    teams: Mapping[int, int] = field(default_factory=dict)
    """The team of a number; those of one team never meet."""
    previous: tuple[Pairing, ...] = ()
    previous_byes: tuple[int, ...] = ()

    @property
    def random(self) -> random.Random:
        """A new random generator, seeded by seed, round and attempt only."""
        return random.Random(f"{self.seed} {self.round} {self.attempt}")

    @property
    def remaining(self) -> int:
        """The rounds that follow this one."""
        return max(self.planned - self.round, 0)

    def are_team(self, one: int, other: int) -> bool:
        team = self.teams.get(one, 0)
        return team != 0 and team == self.teams.get(other, 0)

    def meetings(self, one: int, other: int) -> int:
        """Returns how often two entries have met. With `NOBODY` it counts the byes beyond the fewest of the field."""
        if NOBODY in (one, other):
            number = one or other
            return self.byes.get(number, 0) - self.fewest_byes
        return self.met.get(couple(one, other), 0)

    @property
    def fewest_byes(self) -> int:
        return min((self.byes.get(number, 0) for number in self.numbers), default=0)


def couple(one: int, other: int) -> Couple:
    return (one, other) if one < other else (other, one)


def draw_of(pairs: list[tuple[int, int]]) -> Draw:
    """Returns the draw of these pairs of opponents, at tables in their order; a pair with `NOBODY` is a bye."""
    full = [pair for pair in pairs if NOBODY not in pair]
    byes = tuple(sorted(one or other for one, other in pairs if NOBODY in (one, other)))
    tables = tuple(Pairing(i, ((one,), (other,))) for i, (one, other) in enumerate(full, 1))
    return Draw(tables, byes)
