"""Pairings for two entries a table: at random, by score (Swiss system), and as a full round robin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.draw.field import NOBODY, Draw, couple, seated
from hall.draw.matching import DENSE_NODES, cheapest_pairs, free_pairs_by_swaps
from hall.draw.schedules import MAX_SEARCHED, Lookahead, all_pairings, circle_round, unmet, with_nobody

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from hall.draw.field import Field
    from hall.draw.matching import Cost, Pairs

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
    return seated([pair if chance.random() < 0.5 else (pair[1], pair[0]) for pair in pairs])


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
    pairs = _search(field, nodes, lambda pairs: _total(pairs, _cost_by_score(field)))
    if pairs is None:
        pairs = _match_by_score(field, nodes)
    place = {number: i for i, number in enumerate(order)}
    pairs = [(one, other) if place.get(one, 0) < place.get(other, 0) else (other, one) for one, other in pairs]
    return seated(sorted(pairs, key=lambda pair: min(place.get(number, len(order)) for number in pair)))


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
    return cheapest_pairs(_shuffle(nodes, chance), cost) if found is None else found


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


def _match_by_score(field: Field, nodes: list[int]) -> Pairs:
    """Returns the cheapest pairs.

    In large fields the bye is chosen first, and repeats are allowed only if necessary.
    """
    cost = _cost_by_score(field)
    if len(nodes) > DENSE_NODES:
        bye = [_last_without_bye(field, nodes)] if NOBODY in nodes else []
        rest = [number for number in nodes if number not in (*bye, NOBODY)]
        pairs = cheapest_pairs(rest, lambda one, other: None if field.meetings(one, other) else cost(one, other))
        if len(pairs) * 2 == len(rest):
            return [*pairs, *((number, NOBODY) for number in bye)]
    return cheapest_pairs(nodes, cost)


def _last_without_bye(field: Field, nodes: Sequence[int]) -> int:
    """Returns the last of *nodes*, by descending score, among those with the fewest byes."""
    return next(n for n in reversed(nodes) if n != NOBODY and not field.meetings(n, NOBODY))


def _total(pairs: Pairs, cost: Cost) -> int:
    return sum(cost(one, other) or 0 for one, other in pairs)


def _shuffle(nodes: Sequence[int], chance: random.Random) -> list[int]:
    order = list(nodes)
    chance.shuffle(order)
    return order
