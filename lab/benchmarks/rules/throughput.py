"""Throughput of the rules engine: python -m lab.benchmarks throughput

Random legal deals on one core, dealing included: every game on bit masks (`engine.simulation.playouts`), with every
card taken back as a search does, by single calls of `legal` and `taker`, and as events through the table with the
referee, from cut to score. For comparison, in the same run, two games of OpenSpiel (extra `benchmark`), and a loop
without cards that makes different machines comparable. A decision is a card chosen; in OpenSpiel's games also a bid.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

from engine.events import CardLaid
from engine.games import all_games, game
from engine.rules.game import Game
from engine.simulation.evening import simulation
from engine.simulation.playouts import PlayState, RandomDeals
from engine.state.table import Table
from engine.tricks import Play, Trick, clockwise
from lab.benchmarks.harness.results import Result, add_results
from lab.benchmarks.harness.targets import target_called
from lab.training.data.options import above_zero

GAMES = ("euchre", "oh_hell")
"""Of OpenSpiel."""
SPANS = 10
JOURNALS = 20
WARMED = 20_000
"""Deals before the measurement, since the states of a trick are cached at their first use."""


class Speed(NamedTuple):
    """Rates per second."""

    deals: float
    decisions: float


def on_bit_masks(chosen: Game, seconds: float) -> Speed:
    deals = RandomDeals(chosen, seed=1)
    for _ in range(WARMED):
        deals.deal()
    return _speed(lambda: len(deals.deal().plays), seconds)


def by_search(chosen: Game, seconds: float) -> Speed:
    """Plays random deals to the end on the state for search, and takes every card back."""
    players, random = max(chosen.players), Random(1)
    bits = [1 << index for index in range(len(chosen.pack))]
    states = [PlayState(chosen, [0] * players, trump) for trump in chosen.all_trumps]

    def deal() -> int:
        state, plays = random.choice(states), 0
        random.shuffle(bits)
        state.hands[:] = (sum(bits[seat * chosen.hand_size :][: chosen.hand_size]) for seat in range(players))
        while choices := state.legal():
            for _ in range(int(random.random() * choices.bit_count())):
                choices &= choices - 1
            state.lay(choices & -choices)
            plays += 1
        for _ in range(plays):
            state.take_back()
        return plays

    for _ in range(WARMED):
        deal()
    return _speed(deal, seconds)


def by_small_questions(chosen: Game, seconds: float) -> Speed:
    players, random = max(chosen.players), Random(1)
    seats = tuple(range(players))

    def deal() -> int:
        pack = random.sample(chosen.pack.cards, players * chosen.hand_size)
        hands = [set(pack[seat::players]) for seat in seats]
        trump = random.choice(chosen.all_trumps)
        leader, plays, tricks = 0, 0, dict.fromkeys(seats, 0)
        while any(hands) and not chosen.is_decided(tricks):
            trick = Trick()
            for seat in clockwise(seats, leader):
                card = random.choice(sorted(chosen.legal(hands[seat], trick.cards, trump)))
                hands[seat].remove(card)
                trick = trick.with_play(Play(seat, card))
            leader = chosen.taker(trick, trump)
            tricks[leader] += 1
            plays += players
        return plays

    return _speed(deal, seconds)


def by_the_table(name: str, players: int, seconds: float) -> Speed:
    """Plays whole deals with announcements and exchanges, folded from their journals."""
    journals = []
    for seed in range(JOURNALS):
        simulated = simulation(name, players, seed)
        simulated.play_deal()
        journals.append((list(simulated.events), sum(isinstance(event, CardLaid) for event in simulated.events)))
    following = cycle(journals)

    def deal() -> int:
        journal, plays = next(following)
        Table.from_journal(journal)
        return plays

    return _speed(deal, seconds)


def yardstick(seconds: float) -> Speed:
    """Returns how often a second 10 000 small integers are added in a loop."""

    def add() -> int:
        total = 0
        for number in range(10_000):
            total += number
        return 0

    return _speed(add, seconds)


def _speed(work: Callable[[], int], seconds: float) -> Speed:
    """Returns the best of ten intervals, since other programs only slow it down; *work* returns its decisions."""
    return max(_speed_of_span(work, seconds / SPANS) for _ in range(SPANS))


def _speed_of_span(work: Callable[[], int], seconds: float) -> Speed:
    done = decisions = 0
    start = time.perf_counter()
    while (now := time.perf_counter()) - start < seconds:
        for _ in range(20):
            decisions += work()
        done += 20
    return Speed(done / (now - start), decisions / (now - start))


def theirs(seconds: float) -> dict[str, Speed]:
    """Returns the rates of OpenSpiel; none, with a message, if it is missing."""
    try:
        return {f"OpenSpiel {name}": _speed(playouts(name), seconds) for name in GAMES}
    except ImportError as missing:
        print(f"OpenSpiel left out: {missing}; install the extra: pip install 'kiebitz[benchmark]'\n")
        return {}


def playouts(name: str, seed: int = 1) -> Callable[[], int]:
    """Returns a function that plays one deal of OpenSpiel's game *name* with bids, and returns the number of decisions.

    :raises ImportError: if OpenSpiel is not installed.
    """
    import pyspiel

    game, random = pyspiel.load_game(name), Random(seed).random

    def deal() -> int:
        state: Any = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])  # a card dealt, all equally likely
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                decisions += 1
        return decisions

    return deal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=above_zero, default=2.0, help="how long each is measured (%(default)s)")
    seconds = parser.parse_args().seconds
    unit, others = yardstick(seconds), theirs(seconds)
    beside = others.get("OpenSpiel euchre")
    slowest, target = float("inf"), target_called("deals").limit
    print(f"{'':38}{'deals/s':>10}{'decisions/s':>13}{'of yardstick':>14}{'decisions of euchre':>21}")
    for name, speed in others.items():
        _print_row(name, speed, unit, beside)
    for name, kind in all_games().items():
        chosen, players = game(name), max(kind.players)
        masks = on_bit_masks(chosen, seconds)
        _print_row(f"{name}, bit masks", masks, unit, beside)
        _print_row(f"{name}, search", by_search(chosen, seconds), unit, beside)
        _print_row(f"{name}, small questions", by_small_questions(chosen, seconds), unit, beside)
        _print_row(f"{name}, table and referee", by_the_table(name, players, seconds), unit, beside)
        slowest = min(slowest, masks.decisions / 20)
        ratio = masks.decisions / 20 / target
        print(f"  as deals of 20 plays on bit masks: {ratio:.1f} times the target of {target:,.0f}")
    add_results(Result("deals", slowest, len(all_games())))
    print(f"yardstick: 10 000 additions {unit.deals:,.0f} times a second")


def _print_row(name: str, speed: Speed, unit: Speed, beside: Speed | None) -> None:
    ratio = f"{speed.decisions / beside.decisions:.2f}" if beside else "-"
    print(f"{name:38}{speed.deals:>10,.0f}{speed.decisions:>13,.0f}{speed.deals / unit.deals:>14.2f}{ratio:>21}")


if __name__ == "__main__":
    main()
