"""Pairings of rounds in which pair 1 stays at its table and pair 2 moves on to the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.draw.field import NOBODY, Draw, DrawnTable
from hall.draw.opponents import draw_opponents

if TYPE_CHECKING:
    from hall.draw.field import Field


def draw_moving_on(field: Field) -> Draw:
    """Lets the second pairs move on by a table; the first round, and one that would repeat a match, is drawn.

    A pair that comes late takes the place of one that has left or lacks an opponent. With an odd count each of the
    pairs that stay has a bye in turn.
    """
    if not field.previous:
        return draw_opponents(field)
    moved = _move_on(field)
    return draw_opponents(field) if _has_fault(field, moved) else moved


def _move_on(field: Field) -> Draw:
    stays, moves = _fill_places(field, *_places_before(field))
    order = sorted(stays)
    tables, alone = [], []
    for i, table in enumerate(order):
        first, second = stays[table], moves[order[i - 1]]
        if first != NOBODY and second != NOBODY:
            tables.append(DrawnTable(table, ((first,), (second,))))
        elif first != NOBODY or second != NOBODY:
            alone.append((table, first or second))
    while len(alone) > 1:
        (table, first), (_, second) = alone.pop(0), alone.pop(0)
        tables.append(DrawnTable(table, ((first,), (second,))))
    return Draw(tuple(sorted(tables)), tuple(number for _, number in alone))


def _places_before(field: Field) -> tuple[dict[int, int], dict[int, int]]:
    """Returns by table who stays and who moves; a pair with a bye is placed at the table of the pair that stays."""
    stays = {drawn.table: drawn.sides[0][0] for drawn in field.previous}
    moves = {drawn.table: drawn.sides[1][0] for drawn in field.previous}
    for number in field.previous_byes:
        table = next(table for table in range(1, len(stays) + 2) if table not in stays)
        stays[table], moves[table] = number, NOBODY
    return stays, moves


def _fill_places(field: Field, stays: dict[int, int], moves: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
    """Removes pairs that have left, and gives their places to new pairs; further new pairs get tables of their own."""
    numbers = set(field.numbers)
    seated = {*stays.values(), *moves.values()}
    new = [number for number in field.numbers if number not in seated]
    for places in (stays, moves):
        for table in sorted(places):
            if places[table] not in numbers:
                places[table] = new.pop(0) if new else NOBODY
    while new:
        table = max(stays, default=0) + 1
        stays[table] = new.pop(0)
        moves[table] = new.pop(0) if new else NOBODY
    for table in [table for table in stays if stays[table] == moves[table] == NOBODY]:
        del stays[table], moves[table]
    return stays, moves


def _has_fault(field: Field, draw: Draw) -> bool:
    repeats = any(
        field.meetings(drawn.sides[0][0], drawn.sides[1][0]) or field.are_team(drawn.sides[0][0], drawn.sides[1][0])
        for drawn in draw.tables
    )
    return repeats or any(field.meetings(number, NOBODY) for number in draw.byes)
