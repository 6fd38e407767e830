"""Pairs of a round: those of the lowest total cost, as a minimum-cost perfect matching, and rounds by a schedule.

Schedules are the circle method, a search that keeps later rounds free of repeats, and knock-out rounds.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

from hall.draw.field import NOBODY, Field, couple

Cost: TypeAlias = Callable[[int, int], int | None]
"""The cost of a pair, symmetric and not negative; None for a pair that is not allowed."""
Pairs: TypeAlias = list[tuple[int, int]]

DENSE_NODES = 160
"""Up to this number of nodes all pairs are candidates; above it, `SPARSE_NEIGHBOURS` for each, which takes a second for
1 000."""
SPARSE_NEIGHBOURS = 24
"""Candidates for each node, besides its cheapest neighbours in the given order."""


def cheapest_pairs(nodes: Sequence[int], cost: Cost) -> Pairs:
    """Returns pairs of all *nodes* with the lowest sum of costs; among equal ones the order of *nodes* decides.

    In large fields not all pairs are tried: the sum is lowest among those of near neighbours in the order of *nodes*,
    which the caller sorts so that neighbours are cheap. Nodes without an allowed partner are left out.
    """
    if len(nodes) > DENSE_NODES:
        pairs = _match(list(_edges(nodes, cost, SPARSE_NEIGHBOURS)))
        if len(pairs) * 2 >= len(nodes):
            return pairs
    return _match(list(_edges(nodes, cost, len(nodes))))


def _match(edges: list[tuple[int, int, int]]) -> Pairs:
    import networkx  # takes 23 MiB, and many tournaments never need it

    graph = networkx.Graph()
    highest = max((weight for _, _, weight in edges), default=0) + 1
    graph.add_weighted_edges_from((one, other, highest - weight) for one, other, weight in edges)
    return sorted(networkx.max_weight_matching(graph, maxcardinality=True))


def _edges(nodes: Sequence[int], cost: Cost, most: int) -> Iterator[tuple[int, int, int]]:
    """Yields the allowed pairs with their costs: each node with at most so many of those behind it."""
    for i, one in enumerate(nodes):
        prices = ((one, other, cost(one, other)) for other in nodes[i + 1 :])
        yield from islice(((one, other, price) for one, other, price in prices if price is not None), most)


def free_pairs_by_swaps(nodes: Sequence[int], cost: Cost, chance: random.Random) -> Pairs | None:
    """Returns random pairs that cost nothing, found by exchanging partners; None if that does not find them.

    For large fields: it needs no graph, and almost always succeeds if few pairs cost something.
    """
    order = list(nodes)
    chance.shuffle(order)
    pairs = [(order[i], order[i + 1]) for i in range(0, len(order), 2)]
    for i, (one, other) in enumerate(pairs):
        if cost(one, other) == 0:
            continue
        others = chance.sample(range(len(pairs)), min(len(pairs), _MAX_SWAPS))
        if not any(_swap(pairs, i, j, cost) for j in others if j != i):
            return None
    return pairs if all(cost(one, other) == 0 for one, other in pairs) else None


_MAX_SWAPS = 64
"""Pairs with which an exchange of partners is tried."""


def _swap(pairs: Pairs, i: int, j: int, cost: Cost) -> bool:
    """Exchanges partners of two pairs if both then cost nothing, or the second no more than before."""
    (a, b), (c, d) = pairs[i], pairs[j]
    for one, other in (((a, c), (b, d)), ((a, d), (b, c))):
        if cost(*one) == 0 and (cost(*other) == 0 or (j > i and cost(c, d) != 0)):
            pairs[i], pairs[j] = one, other
            return True
    return False


MAX_SEARCHED = 10
"""In fields up to this size all pairings of a round are enumerated: 945 for ten."""
_MAX_STEPS = 3_000
"""Pairings examined for the following rounds before the search gives up. Tuned so that a draw takes a second."""


def circle_rounds(numbers: Sequence[int]) -> list[Pairs]:
    """Returns the rounds of a round robin by the circle method, for an even number of entries."""
    first, *ring = numbers
    rounds = []
    for _ in ring:
        line = [first, *ring]
        rounds.append([(line[i], line[-1 - i]) for i in range(len(line) // 2)])
        ring = [ring[-1], *ring[:-1]]
    return rounds


def circle_round(field: Field, nodes: Sequence[int], chance: random.Random) -> Pairs | None:
    """Returns a round of the circle none of whose pairs have met, or None if there is none.

    The circle depends on the seed of the tournament and on who is in the field, so that rounds of an unchanged field
    are rounds of one circle. The two pairs of a team meet in one round of the circle, which is never played.
    """
    rounds = circle_rounds(_places(field, nodes))
    unplayed = [pairs for pairs in rounds if not any(field.meetings(*pair) or field.are_team(*pair) for pair in pairs)]
    played = [pairs for pairs in rounds if any(field.meetings(*pair) for pair in pairs)]
    if any(not field.meetings(*pair) for pairs in played for pair in pairs) or not unplayed:
        return None
    return chance.choice(unplayed)


def _places(field: Field, nodes: Sequence[int]) -> list[int]:
    """Returns the nodes in their places on the circle; those of a team are opposite each other in its first round."""
    order = list(nodes)
    random.Random(f"circle {field.seed}").shuffle(order)
    if not field.teams:
        return order
    partners = {one: other for one in order for other in order if one != other and field.are_team(one, other)}
    alone = [number for number in order if number not in partners]
    opposite = [(one, other) for one, other in partners.items() if order.index(one) < order.index(other)]
    opposite += [(alone[i], alone[i + 1]) for i in range(0, len(alone) - 1, 2)]
    return [one for one, _ in opposite] + [other for _, other in reversed(opposite)]


def all_pairings(nodes: Sequence[int], may_meet: frozenset[tuple[int, int]]) -> Iterator[Pairs]:
    """Yields all ways to pair up *nodes* with pairs of *may_meet*."""
    if not nodes:
        yield []
        return
    one, *rest = nodes
    for i, other in enumerate(rest):
        if couple(one, other) in may_meet:
            for pairs in all_pairings([*rest[:i], *rest[i + 1 :]], may_meet):
                yield [(one, other), *pairs]


def unmet(field: Field, nodes: Sequence[int]) -> frozenset[tuple[int, int]]:
    """Returns the pairs that could meet without a repeat."""
    return frozenset(
        couple(one, other)
        for i, one in enumerate(nodes)
        for other in nodes[i + 1 :]
        if not field.meetings(one, other) and not field.are_team(one, other)
    )


class Lookahead:
    """Decides for small fields whether the following rounds can be played without repeats."""

    def __init__(self, nodes: Sequence[int]) -> None:
        self._nodes = tuple(nodes)
        self._known: dict[tuple[frozenset[tuple[int, int]], int], bool] = {}
        self._steps = 0

    def allows(self, may_meet: frozenset[tuple[int, int]], rounds: int) -> bool:
        """Returns whether *rounds* rounds can be made of pairs of *may_meet*, each used once.

        If the search takes too long, the answer is False.
        """
        if rounds <= 0 or self._are_enough(may_meet, rounds):
            return True
        key = (may_meet, rounds)
        if key not in self._known:
            self._known[key] = any(
                self.allows(may_meet - {couple(*pair) for pair in pairs}, rounds - 1)
                for pairs in self._pairings(may_meet)
            )
        return self._known[key]

    def _pairings(self, may_meet: frozenset[tuple[int, int]]) -> Iterator[Pairs]:
        for pairs in all_pairings(self._nodes, may_meet):
            self._steps += 1
            if self._steps > _MAX_STEPS:
                return
            yield pairs

    def _are_enough(self, may_meet: frozenset[tuple[int, int]], rounds: int) -> bool:
        """By Dirac's theorem: as long as each entry still has half of the field to meet, all can be paired."""
        degrees = dict.fromkeys(self._nodes, 0)
        for one, other in may_meet:
            degrees[one] += 1
            degrees[other] += 1
        return min(degrees.values(), default=0) - (rounds - 1) >= (len(self._nodes) + 1) // 2


def with_nobody(numbers: Sequence[int]) -> list[int]:
    """Returns the numbers, with `NOBODY` added if their count is odd."""
    return [*numbers, NOBODY] if len(numbers) % 2 else list(numbers)


def bracket(count: int) -> list[tuple[int, int]]:
    """Returns the places of the ranking, from 0, that meet in the first round, so that the best two meet in the final.

    Winners of neighbouring matches meet next. *count* is a power of two.
    """
    order = [0]
    while len(order) < count:
        size = len(order) * 2
        order = [place for best in order for place in (best, size - 1 - best)]
    return [(order[i], order[i + 1]) for i in range(0, count, 2)]


def first_matches(ranked: Sequence[int], seed: int, attempt: int, is_drawn: bool) -> Pairs:
    """Returns the matches of the first knock-out round of *ranked*, the best first, by ranking or by lot."""
    order = list(ranked)
    if is_drawn:
        random.Random(f"finals {seed} {attempt}").shuffle(order)
    return [(order[one], order[other]) for one, other in bracket(len(order))]


def next_matches(winners: Sequence[int]) -> Pairs:
    """Returns the next round of the *winners*, in the order of their matches."""
    return [(winners[i], winners[i + 1]) for i in range(0, len(winners) - 1, 2)]
