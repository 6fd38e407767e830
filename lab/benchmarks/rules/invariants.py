"""Invariants of random deals: python -m lab.benchmarks invariants --deals 1000000

Random legal deals of every game, number of players and preset, and under random house rules, with random cards and with
those of a simple policy. Checked for each deal: no findings, every card in exactly one place, one taker for each trick,
a consistent score. Checked for some evenings: the journal survives conversion to text and JSON, and gives the same
state event by event and at once, also after random amendments and rulings. Revokes planted in further deals must be
proved at the first play at which that is possible. Prints the counts, and how to reproduce each violation.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from engine.events import RuleValue
from engine.games import all_games
from engine.rules.game import Game, Phase
from engine.rules.house_rules import Rules
from engine.simulation.audit import audited_deals
from engine.simulation.evening import Simulation, simulation
from engine.simulation.playouts import random_card, simple_card
from lab.benchmarks.harness.results import run_command
from lab.benchmarks.rules.invariant_checks import amendment_violations, cards_laid, deal_violations, journal_violations
from lab.training.data.options import at_least

CHUNK = 500
"""Deals of one process under the same house rules."""
EVENING = 12
"""Most deals of a game."""
SHAKEN = 0.005
"""Evenings of a chunk with random amendments."""
REVOKES = 10
"""Revokes planted in further deals of a chunk."""
SHOWN = 10
TOLD = 200
"""Chunks after which the counts so far are printed."""


class Chunk(NamedTuple):
    game: str
    preset: str
    """Empty for random house rules."""
    rules: tuple[tuple[str, RuleValue], ...]
    players: int
    seed: str
    deals: int


@dataclass
class Checked:
    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)


def chunks(deals: int, seed: int) -> Iterator[Chunk]:
    """Yields chunks with at least so many deals in total, as many for each game, and at least one."""
    each = -(-deals // len(all_games()))
    for number in range(-(-each // CHUNK)):
        for name, kind in all_games().items():
            left = each - number * CHUNK
            if left > 0:
                yield _chunk(kind, number, f"{seed} {name} {number}")._replace(deals=min(CHUNK, left))


def _chunk(kind: type[Game], number: int, seed: str) -> Chunk:
    """Returns the chunk: each number of players in turn, under a preset and then under random house rules."""
    place, players = divmod(number, len(kind.players))
    book, random = kind.book, Random(seed)
    presets = sorted(book.presets)
    preset = presets[place // 2 % len(presets)] if presets and place % 2 == 0 else ""
    drawn = Rules(book.switches, {switch.name: random.choice(switch.values) for switch in book.switches})
    rules = book.presets[preset].rules if preset else drawn
    return Chunk(kind.name, preset, rules.changes, kind.players[players], seed, CHUNK)


def check(chunk: Chunk) -> Checked:
    checked, random = Checked(), Random(chunk.seed)
    left = chunk.deals
    while left > 0:
        seed = random.getrandbits(32)
        policy = (random_card, simple_card)[seed % 2]
        simulated = simulation(chunk.game, chunk.players, seed, dict(chunk.rules), policy)
        try:
            left -= _evening(simulated, min(left, EVENING), checked, Random(seed), f"{chunk} {seed}")
        except Exception as error:
            checked.broken.append(f"{chunk} {seed}: {error!r}")
            left -= 1
    try:
        how = chunk.players, chunk.seed, random_card
        dealt = audited_deals(chunk.game, REVOKES, *how, revokes=True, rules=dict(chunk.rules))
        for number, deal in enumerate(dealt, start=1):
            proof, where = deal.position_of_proof, f"{chunk} revoke {number}"
            checked.counts["revokes planted"] += deal.planted is not None
            checked.counts["revokes proved"] += proof is not None
            if deal.is_audited and proof != deal.provable:
                checked.broken.append(f"{where}: proved at {proof}, provable at {deal.provable}")
            if deal.false_findings:
                checked.broken.append(f"{where}: falsely {deal.false_findings}")
    except Exception as error:
        checked.broken.append(f"{chunk} revokes: {error!r}")
    checked.counts["rules by preset" if chunk.preset else "rules by lot"] += 1
    return checked


def _evening(simulated: Simulation, deals: int, checked: Checked, random: Random, where: str) -> int:
    """Plays an evening and checks its journal; returns the number of deals."""
    played = 0
    while played < deals and simulated.table.step.phase != Phase.OVER:
        simulated.play_deal()
        played += 1
        checked.broken += [f"{where} deal {played}: {what}" for what in deal_violations(simulated)]
        simulated.findings.clear()
    checked.counts["deals"] += played
    checked.counts["cards laid"] += cards_laid(simulated.events)
    checked.counts["games won"] += simulated.table.result.is_over
    if random.random() < SHAKEN:
        checked.counts["journals shaken"] += 1
        broken = journal_violations(simulated.events) + amendment_violations(simulated.events, random)
        checked.broken += [f"{where}: {what}" for what in broken]
    return max(1, played)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=at_least(1), default=10_000, help="over all games (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=at_least(1), default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    work = list(chunks(chosen.deals, chosen.seed))
    began, totals, broken = time.perf_counter(), {name: Counter[str]() for name in all_games()}, 0
    with ProcessPoolExecutor(chosen.processes) as pool:
        for number, (chunk, checked) in enumerate(zip(work, pool.map(check, work), strict=True), start=1):
            totals[chunk.game].update(checked.counts)
            for what in checked.broken:
                broken += 1
                if broken <= SHOWN:
                    print(f"broken: {what}", flush=True)
            if number % TOLD == 0 or number == len(work):
                for name, counts in totals.items():
                    print(f"{name}: " + ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items())))
                deals, seconds = sum(counts["deals"] for counts in totals.values()), time.perf_counter() - began
                print(f"{deals:,} legal deals in {seconds:.0f} s, {broken} times something was broken\n", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    run_command(main)
