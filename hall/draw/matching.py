"""Pairs of the lowest total cost: a minimum-cost perfect matching."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeAlias

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
