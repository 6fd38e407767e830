"""How fast the rules are: python benchmarks/rules.py

Random legal deals of four players and 20 plays, dealing included, on one core: on bit masks (`engine.play`), by the
small questions of the game, and as events through the table with the referee. Beside them, in the same run, stands a
yardstick that has nothing to do with cards, so that figures of different machines can be compared.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import TYPE_CHECKING

from engine.games.bohemian_watten import BohemianWatten
from engine.play import RandomDeals
from engine.simulate import simulation
from engine.table import Table
from engine.tricks import Play, Trick

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYS = 20
TARGET = 17_000


def on_bit_masks(seconds: float) -> float:
    """Returns deals a second."""
    return _rate(RandomDeals(BohemianWatten(), players=4, seed=1).deal, seconds)


def by_small_questions(seconds: float) -> float:
    game, random = BohemianWatten(), Random(1)

    def deal() -> None:
        pack = random.sample(game.pack.cards, PLAYS)
        hands = [set(pack[start : start + 5]) for start in range(0, PLAYS, 5)]
        trump = random.choice(game.pack.suits)
        leader = 0
        for _ in range(5):
            trick = Trick()
            for seat in (*range(leader, 4), *range(leader)):
                legal = sorted(game.legal(hands[seat], trick.cards, trump))
                card = random.choice(legal)
                hands[seat].remove(card)
                trick = trick.with_play(Play(seat, card))
            leader = game.taker(trick, trump)

    return _rate(deal, seconds)


def by_the_table(seconds: float) -> float:
    """Whole deals with cut, folding and exchange, folded from their journal; fewer than 20 plays if somebody folds."""
    journals = []
    for seed in range(20):
        simulated = simulation(seed=seed)
        simulated.play_deal()
        journals.append(list(simulated.events))
    turn = iter(range(10**9))
    return _rate(lambda: Table.from_journal(journals[next(turn) % len(journals)]), seconds)


def yardstick(seconds: float) -> float:
    """Returns how often a second 10 000 small whole numbers are added up one by one."""

    def add() -> int:
        total = 0
        for number in range(10_000):
            total += number
        return total

    return _rate(add, seconds)


def _rate(work: Callable[[], object], seconds: float) -> float:
    """Returns how often a second, in the best of ten spans, for other programs only ever slow one down."""
    return max(_rate_of_span(work, seconds / 10) for _ in range(10))


def _rate_of_span(work: Callable[[], object], seconds: float) -> float:
    done, start = 0, time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        for _ in range(20):
            work()
        done += 20
    return done / (now - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each is measured")
    seconds = parser.parse_args().seconds
    unit = yardstick(seconds)
    masks, questions, table = on_bit_masks(seconds), by_small_questions(seconds), by_the_table(seconds)
    print(f"{'':24}{'deals/s':>10}{'decisions/s':>14}{'of yardstick':>14}")
    for name, rate in (("bit masks", masks), ("small questions", questions), ("table and referee", table)):
        print(f"{name:24}{rate:>10,.0f}{rate * PLAYS:>14,.0f}{rate / unit:>14.2f}")
    print(f"yardstick: 10 000 additions {unit:,.0f} times a second")
    print(f"bit masks, target {TARGET:,} deals/s: {masks / TARGET:.2f} times")


if __name__ == "__main__":
    main()
