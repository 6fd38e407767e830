"""Draws single players to tables of two, three or four, with partners if the game has them."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from hall.draw.field import Draw, Field, Pairing, Sides, couple
from hall.draw.opponents import drawn_pairs
from hall.draw.pairs import Lookahead, all_pairings, cheapest_pairs, free_pairs_by_swaps, unmet

SidesOf = Callable[[int], Sides]
"""Returns by side the places, from 0, that play together at a table of that many players."""

MAX_SEARCHED_PLAYERS = 8
"""Up to this number of players with partners, all draws are compared: 315 for eight."""
_TRIES = 12
"""Random draws of partners or tables, of which the one with the fewest repeats is chosen."""
_PARTNER_REPEAT = 1_000_000
"""The cost of a repeated partner, against 1 for a repeated opponent."""
_ROUNDS_OF_EXCHANGES = 30
"""Maximum number of passes over all tables that exchange players to avoid repeats; most draws need three."""


def draw_players(field: Field, sizes: Sequence[int], sides_of: SidesOf) -> Draw:
    """Draws tables of the *sizes* that the game allows, the preferred one first.

    Byes are as few and as fair as possible; partners are not repeated if avoidable, then opponents as rarely as
    possible.
    """
    chance = field.random
    counts, left_over = table_counts(len(field.numbers), sizes)
    # Those with the fewest byes so far have one now, ties at random.
    order = list(field.numbers)
    chance.shuffle(order)
    order.sort(key=lambda number: field.byes.get(number, 0))
    byes = set(order[:left_over])
    playing = [number for number in field.numbers if number not in byes]
    best: tuple[int, list[Sides]] | None = None
    are_searched = len(playing) <= MAX_SEARCHED_PLAYERS and all(_has_partners(sides_of(size)) for size in counts)
    for _ in range(1 if are_searched else _TRIES):
        tables = _tables(field, list(playing), counts, sides_of, chance)
        cost = sum(cost_of_table(field, sides) for sides in tables)
        if best is None or cost < best[0]:
            best = cost, tables
        if cost == 0:
            break
    drawn = best[1] if best else []
    return Draw(tuple(Pairing(i, sides) for i, sides in enumerate(drawn, 1)), tuple(sorted(byes)))


def table_counts(players: int, sizes: Sequence[int]) -> tuple[list[int], int]:
    """Returns the sizes of the tables and the number of byes.

    There are as few byes as possible; then preferred sizes count.
    """
    reachable: dict[int, Counter[int]] = {0: Counter()}
    for seated in range(1, players + 1):
        options = [(reachable[seated - size], size) for size in sizes if seated - size in reachable]
        if options:
            tables = (before + Counter([size]) for before, size in options)
            reachable[seated] = max(tables, key=lambda counts: [counts[size] for size in sizes])
    most = max(reachable)
    return [size for size in sizes for _ in range(reachable[most][size])], players - most


def cost_of_table(field: Field, sides: Sides) -> int:
    cost = 0
    for i, side in enumerate(sides):
        for one in side:
            cost += sum(field.met.get(couple(one, other), 0) ** 2 for rival in sides[i + 1 :] for other in rival)
            for other in side:
                if one < other:
                    cost += _PARTNER_REPEAT * field.partnered.get((one, other), 0) ** 2
    return cost


def _tables(
    field: Field, playing: list[int], counts: Sequence[int], sides_of: SidesOf, chance: random.Random
) -> list[Sides]:
    chance.shuffle(playing)
    crossed = [size for size in counts if _has_partners(sides_of(size))]
    in_pairs = sum(crossed)
    tables = _tables_of_pairs(field, playing[:in_pairs], chance) if in_pairs else []
    rest, groups = playing[in_pairs:], []
    for size in (size for size in counts if size not in crossed):
        groups.append(rest[:size])
        rest = rest[size:]
    _exchange(field, groups)
    tables += [tuple((number,) for number in group) for group in groups]
    chance.shuffle(tables)
    return tables


def _has_partners(sides: Sides) -> bool:
    return any(len(side) > 1 for side in sides)


def _tables_of_pairs(field: Field, playing: list[int], chance: random.Random) -> list[Sides]:
    """Draws partners first, then which pairs meet, so that few opponents have met before."""
    as_partners = replace(field, numbers=tuple(sorted(playing)), met=field.partnered, byes={}, teams={})
    if len(playing) <= MAX_SEARCHED_PLAYERS:
        return _best_tables_of_pairs(field, as_partners, playing, chance)
    partners = drawn_pairs(as_partners, playing, chance)

    def meetings(one: int, other: int) -> int:
        return sum(field.met.get(couple(a, b), 0) ** 2 for a in partners[one] for b in partners[other])

    nodes = range(len(partners))
    pairs = free_pairs_by_swaps(nodes, meetings, chance) or cheapest_pairs(nodes, meetings)
    return [(partners[one], partners[other]) for one, other in pairs]


def _best_tables_of_pairs(
    field: Field, as_partners: Field, playing: Sequence[int], chance: random.Random
) -> list[Sides]:
    """Returns the best of all draws: new partners, also in the following rounds, then the fewest repeated opponents."""
    may_meet = unmet(as_partners, playing)
    ahead = Lookahead(playing)
    anybody = frozenset(couple(*two) for two in combinations(playing, 2))
    any_two_pairs = frozenset(combinations(range(len(playing) // 2), 2))
    best: tuple[tuple[int, int, float], list[Sides]] | None = None
    for partners in all_pairings(playing, anybody):
        left = may_meet - {couple(*pair) for pair in partners}
        is_bad = int(not ahead.allows(left, field.remaining))
        for pairs in all_pairings(range(len(partners)), any_two_pairs):
            tables: list[Sides] = [(partners[one], partners[other]) for one, other in pairs]
            repeats = sum(cost_of_table(field, sides) for sides in tables)
            price = (repeats // _PARTNER_REPEAT, is_bad, repeats + chance.random())
            if best is None or price < best[0]:
                best = price, tables
    return best[1] if best else []


def _exchange(field: Field, groups: list[list[int]]) -> None:
    """Exchanges players of different tables as long as that reduces repeats."""
    met: Mapping[tuple[int, int], int] = field.met

    def cost(number: int, group: list[int], but: int) -> int:
        return sum(met.get(couple(number, other), 0) ** 2 for other in group if other not in (number, but))

    for _ in range(_ROUNDS_OF_EXCHANGES):
        is_better = False
        for i, group in enumerate(groups):
            if not any(cost(number, group, number) for number in group):
                continue
            for other in groups[:i] + groups[i + 1 :]:
                is_better |= _exchange_two(group, other, cost)
        if not is_better:
            return


def _exchange_two(group: list[int], other: list[int], cost: Callable[[int, list[int], int], int]) -> bool:
    for i, one in enumerate(group):
        for j, two in enumerate(other):
            before = cost(one, group, one) + cost(two, other, two)
            after = cost(two, group, one) + cost(one, other, two)
            if after < before:
                group[i], other[j] = two, one
                return True
    return False
