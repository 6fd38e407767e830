"""Pairings for two entries a table: at random, by score (Swiss system), as a full round robin, and by moving on."""

import random
from collections.abc import Callable, Sequence

from hall.draw.field import NOBODY, Draw, Field, Pairing, couple, draw_of
from hall.draw.pairs import (
    DENSE_NODES,
    MAX_SEARCHED,
    Cost,
    Lookahead,
    Pairs,
    all_pairings,
    cheapest_pairs,
    circle_round,
    free_pairs_by_swaps,
    unmet,
    with_nobody,
)

_REPEAT = 1 << 80
"""The cost of a repeat: more than all differences of scores together."""
_UNFAIR_BYE = 1 << 110
"""The cost of a second bye before all had one: more than all repeats together."""
_BYE_OF_LEADER = 1 << 50
"""The cost of each point by which an entry with a bye is ahead of the last one: more than all score differences
together."""


def draw_opponents(field: Field) -> Draw:
    """Draws opponents at random and without avoidable repeats, in this round and in those planned after it.

    With as many rounds as there are opponents this is a full round robin.
    """
    chance = field.random
    pairs = drawn_pairs(field, with_nobody(field.numbers), chance)
    chance.shuffle(pairs)
    return draw_of([pair if chance.random() < 0.5 else (pair[1], pair[0]) for pair in pairs])


def draw_by_score(field: Field) -> Draw:
    """Draws opponents of similar score, the best at table 1.

    In this order: no repeats; the bye goes to the last entry that had none; the sum of squared score differences is
    minimal. In small fields repeats of the rounds planned after it are avoided, too.
    """
    chance = field.random
    order = list(field.numbers)
    chance.shuffle(order)
    order.sort(key=lambda number: -field.scores.get(number, 0))
    nodes = with_nobody(order)
    cost = _cost_by_score(field)
    pairs = _search(field, nodes, lambda pairs: sum(cost(one, other) or 0 for one, other in pairs))
    if pairs is None:
        pairs = _match_by_score(field, nodes, cost)
    place = {number: i for i, number in enumerate(order)}
    pairs = [(one, other) if place.get(one, 0) < place.get(other, 0) else (other, one) for one, other in pairs]
    return draw_of(sorted(pairs, key=lambda pair: min(place.get(number, len(order)) for number in pair)))


def drawn_pairs(field: Field, nodes: Sequence[int], chance: random.Random) -> Pairs:
    """Pairs up an even number of *nodes* with as few repeats as possible."""
    cost = cost_of_repeats(field)
    if field.remaining and len(nodes) <= MAX_SEARCHED:
        found = _search(field, nodes, lambda _: chance.random())
        if found is not None:
            return found
    if field.planned >= len(nodes) // 2 - 1:
        found = circle_round(field, nodes, chance)
        if found is not None:
            return found
    found = free_pairs_by_swaps(nodes, cost, chance)
    if found is not None:
        return found
    order = list(nodes)
    chance.shuffle(order)
    return cheapest_pairs(order, cost)


def _search(field: Field, nodes: Sequence[int], price: Callable[[Pairs], float]) -> Pairs | None:
    """Returns for a small field the cheapest pairs that avoid repeats, also in the rounds planned after them.

    None if there are none, or the search takes too long.
    """
    if len(nodes) > MAX_SEARCHED:
        return None
    may_meet = unmet(field, nodes)
    ahead = Lookahead(nodes)
    for pairs in sorted(all_pairings(nodes, may_meet), key=price):
        if ahead.allows(may_meet - {couple(*pair) for pair in pairs}, field.remaining):
            return pairs
    return None


def cost_of_repeats(field: Field) -> Cost:
    """Returns the cost that avoids unfair byes first, and then repeats; a third meeting more than a second one."""

    def cost(one: int, other: int) -> int | None:
        if field.are_team(one, other):
            return None
        meetings = field.meetings(one, other)
        return meetings**2 * (_UNFAIR_BYE if NOBODY in (one, other) else _REPEAT)

    return cost


def _cost_by_score(field: Field) -> Cost:
    repeats = cost_of_repeats(field)
    candidates = [n for n in field.numbers if field.byes.get(n, 0) == field.fewest_byes]
    last = min((field.scores.get(number, 0) for number in candidates), default=0)

    def cost(one: int, other: int) -> int | None:
        repeat = repeats(one, other)
        if repeat is None:
            return None
        if NOBODY in (one, other):
            return repeat + max(field.scores.get(one or other, 0) - last, 0) * _BYE_OF_LEADER
        return repeat + (field.scores.get(one, 0) - field.scores.get(other, 0)) ** 2

    return cost


def _match_by_score(field: Field, nodes: list[int], cost: Cost) -> Pairs:
    """Returns the cheapest pairs.

    In large fields the bye is chosen first, and repeats are allowed only if necessary.
    """
    if len(nodes) > DENSE_NODES:
        last_first = reversed(nodes) if NOBODY in nodes else ()
        bye = [number for number in last_first if number != NOBODY and not field.meetings(number, NOBODY)][:1]
        rest = [number for number in nodes if number not in (*bye, NOBODY)]
        pairs = cheapest_pairs(rest, lambda one, other: None if field.meetings(one, other) else cost(one, other))
        if len(pairs) * 2 == len(rest):
            return [*pairs, *((number, NOBODY) for number in bye)]
    return cheapest_pairs(nodes, cost)


def draw_moving_on(field: Field) -> Draw:
    """Lets the second pairs move on by a table; the first round, and one that would repeat a match, is drawn.

    A pair that comes late takes the place of one that has left or lacks an opponent. With an odd count each of the
    pairs that stay has a bye in turn.
    """
    if not field.previous:
        return draw_opponents(field)
    stays, moves = _places(field)
    order = sorted(stays)
    tables, alone = [], []
    for i, table in enumerate(order):
        first, second = stays[table], moves[order[i - 1]]
        if first != NOBODY and second != NOBODY:
            tables.append(Pairing(table, ((first,), (second,))))
        elif first != NOBODY or second != NOBODY:
            alone.append((table, first or second))
    while len(alone) > 1:
        (table, first), (_, second) = alone.pop(0), alone.pop(0)
        tables.append(Pairing(table, ((first,), (second,))))
    moved = Draw(tuple(sorted(tables, key=lambda drawn: drawn.table)), tuple(number for _, number in alone))
    repeats = any(
        field.meetings(drawn.sides[0][0], drawn.sides[1][0]) or field.are_team(drawn.sides[0][0], drawn.sides[1][0])
        for drawn in moved.tables
    )
    is_unfair = any(field.meetings(number, NOBODY) for number in moved.byes)
    return draw_opponents(field) if repeats or is_unfair else moved


def _places(field: Field) -> tuple[dict[int, int], dict[int, int]]:
    """Returns by table who stays and who moves; a pair with a bye is placed at the table of the pair that stays.

    New pairs get the places of those that have left; further ones get tables of their own.
    """
    stays = {drawn.table: drawn.sides[0][0] for drawn in field.previous}
    moves = {drawn.table: drawn.sides[1][0] for drawn in field.previous}
    for number in field.previous_byes:
        table = next(table for table in range(1, len(stays) + 2) if table not in stays)
        stays[table], moves[table] = number, NOBODY
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
