"""Draws for tests: fields with a history, and what an exhaustive search finds for them."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hall.draw.field import NOBODY, Draw, Field, couple

Pairs = tuple[tuple[int, int], ...]


def pairings(nodes: Sequence[int]) -> Iterator[Pairs]:
    """Yields all ways to pair up an even count of nodes."""
    if not nodes:
        yield ()
        return
    one, *rest = nodes
    for i, other in enumerate(rest):
        for pairs in pairings(rest[:i] + rest[i + 1 :]):
            yield ((one, other), *pairs)


def all_pairings(field: Field) -> Iterator[Pairs]:
    """Yields all ways to pair up a field, where the two pairs of a team never meet."""
    nodes = [*field.numbers, NOBODY] if len(field.numbers) % 2 else list(field.numbers)
    for pairs in pairings(nodes):
        if not any(field.are_team(*pair) for pair in pairs):
            yield pairs


def faults(field: Field, pairs: Pairs) -> tuple[int, int]:
    """Returns the unfair byes and the repeats of a round: how often each has been before, squared."""
    unfair = sum(field.meetings(*pair) ** 2 for pair in pairs if NOBODY in pair)
    return unfair, sum(field.met.get(couple(*pair), 0) ** 2 for pair in pairs if NOBODY not in pair)


def pairs_of(draw: Draw) -> Pairs:
    """Returns the pairs of a draw of two sides a table, with nobody for byes."""
    met = tuple((drawn.sides[0][0], drawn.sides[1][0]) for drawn in draw.tables)
    return met + tuple((number, NOBODY) for number in draw.byes)


def check_complete(field: Field, draw: Draw) -> None:
    """Everybody is drawn once, or has a bye; no table occurs twice; the two pairs of a team do not meet."""
    seated = [number for drawn in draw.tables for side in drawn.sides for number in side]
    assert sorted([*seated, *draw.byes]) == list(field.numbers)
    tables = [drawn.table for drawn in draw.tables]
    assert tables == sorted(set(tables))
    assert all(table >= 1 for table in tables)
    for drawn in draw.tables:
        assert not (len(drawn.sides) == 2 and field.are_team(drawn.sides[0][0], drawn.sides[1][0]))


def after_round(field: Field, draw: Draw) -> Field:
    """Returns the field before the next round."""
    met, partnered, byes = Counter(field.met), Counter(field.partnered), Counter(field.byes)
    byes.update(draw.byes)
    for drawn in draw.tables:
        for i, side in enumerate(drawn.sides):
            partnered.update(couple(a, b) for a in side for b in side if a < b)
            met.update(couple(a, b) for other in drawn.sides[i + 1 :] for a in side for b in other)
    return replace(
        field, round=field.round + 1, met=met, partnered=partnered, byes=byes,
        previous=draw.tables, previous_byes=draw.byes,
    )  # fmt: skip


def with_changes(field: Field, chance: random.Random, least: int = 4) -> Field:
    """Returns the field after somebody has left or come, by chance."""
    numbers = list(field.numbers)
    if chance.random() < 0.3 and len(numbers) > least:
        numbers.remove(chance.choice(numbers))
    if chance.random() < 0.3:
        numbers.append(max([*numbers, *field.byes, *(n for two in field.met for n in two)]) + 1)
    return replace(field, numbers=tuple(numbers))


def with_scores(field: Field, chance: random.Random) -> Field:
    return replace(field, scores={n: field.scores.get(n, 0) + chance.randrange(4) for n in field.numbers})


def new_field(count: int, seed: int, planned: int = 0) -> Field:
    return Field(tuple(range(1, count + 1)), seed, 1, planned=planned)


def new_teams(count: int, seed: int, planned: int = 0) -> Field:
    """Returns a field of *count* teams of two pairs, where the first pair of a team gives it its number."""
    field = new_field(2 * count, seed, planned)
    return replace(field, teams={number: number - (number + 1) % 2 for number in field.numbers})
