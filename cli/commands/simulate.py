"""kiebitz simulate: plays random deals, for statistics and to test the referee."""

import argparse
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from cli.deal_statistics import DealStatistics
from cli.game_arguments import add_game_arguments, game_from_arguments, print_assumed_rules
from common.texts.phrases import spoken_language
from device.settings.table_setup import number_of_players
from engine.events import RuleValue
from engine.games import game as game_called
from engine.simulation.audit import audited_deals
from engine.simulation.playouts import random_card, simple_card

_Played: TypeAlias = tuple[DealStatistics, list[dict[str, Any]]]

DEALS_PER_CHUNK = 100
"""Deals in a chunk. Each chunk has its own seed, so the result does not depend on the number of cores."""
MAX_QUEUED_CHUNKS = 8
"""Chunks in the queue of each core: no core waits, and the memory does not grow with the number of deals."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument("--deals", type=_number, default=1000, metavar="N", help="how many deals (%(default)s)")
    parser.add_argument("--players", type=_number, metavar="N", help="how many play (4, or as many as can)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the same seed, the same deals (%(default)s)")
    parser.add_argument(
        "--policy",
        choices=("random", "simple"),
        default="random",
        help="cards: any legal one, or high leads and cheap tricks (%(default)s)",
    )
    parser.add_argument(
        "--revokes", action="store_true", help="somebody revokes once a deal; reports when it is proved (slower)"
    )
    parser.add_argument("--jsonl", "--json", action="store_true", help="one JSON object a deal, then the statistics")


def run(arguments: argparse.Namespace) -> int:
    """Plays the deals; returns 1 if the referee found a revoke that was none or missed one that could be proved.

    :raises ValueError: for an unknown game or rule, or a number of players that it does not take.
    """
    from cli.terminal import progress

    choice = game_from_arguments(arguments)
    players = number_of_players(choice.as_game, arguments.players)
    print_assumed_rules(choice, spoken_language())
    play = partial(
        _play, choice.game, dict(choice.rules), players, arguments.seed, arguments.policy, arguments.revokes,
        arguments.jsonl, arguments.deals,
    )  # fmt: skip
    # Not by `len`, which fails from 2^63 on: somebody may let it play until Ctrl-C.
    statistics, count = DealStatistics(), -(-arguments.deals // DEALS_PER_CHUNK)
    with _run_chunks(play, range(0, arguments.deals, DEALS_PER_CHUNK), count) as results:
        for part, lines in progress(results, count, "dealing"):
            statistics.merge(part)
            for line in lines:
                print(json.dumps(line))
    print(json.dumps(statistics.line()) if arguments.jsonl else statistics.text())
    return 1 if statistics.false_findings or statistics.proved_first < statistics.provable else 0


def _number(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"got {text!r}, expected a whole number from 1")
    return number


@contextmanager
def _run_chunks(play: Callable[[int], _Played], starts: Iterable[int], count: int) -> Iterator[Iterator[_Played]]:
    """Yields the results of the chunks that begin at *starts*, in order; several are distributed over the cores."""
    cores = os.cpu_count() or 1
    if count <= 2 or cores == 1:
        yield map(play, starts)
        return
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # else the child processes would remain
    with ProcessPoolExecutor(min(cores, count), initializer=_leave_interrupts_to_the_parent) as pool:
        try:
            yield _in_order(pool, play, iter(starts), MAX_QUEUED_CHUNKS * cores)
        except BaseException:
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C here would wait forever
            pool.shutdown(cancel_futures=True)
            signal.signal(signal.SIGINT, before)
            raise


def _in_order(
    pool: ProcessPoolExecutor, play: Callable[[int], _Played], starts: Iterator[int], ahead: int
) -> Iterator[_Played]:
    """Like `pool.map`, but at most *ahead* chunks are queued at a time."""
    pending = deque(pool.submit(play, first) for first in islice(starts, ahead))
    while pending:
        yield pending.popleft().result()
        pending.extend(pool.submit(play, first) for first in islice(starts, 1))


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _play(
    name: str, rules: dict[str, RuleValue], players: int, seed: int, policy: str, revokes: bool, as_lines: bool,
    deals: int, first: int,
) -> _Played:  # fmt: skip
    """Plays the chunk of *deals* deals that begins at *first*."""
    count, choose = min(DEALS_PER_CHUNK, deals - first), random_card if policy == "random" else simple_card
    statistics, lines, game = DealStatistics(), [], game_called(name, rules)
    dealt = audited_deals(name, count, players, f"{seed} {first}", choose, revokes, rules)
    for number, deal in enumerate(dealt, start=first + 1):
        statistics.add(deal, game)
        if as_lines:
            score = deal.score
            line: dict[str, Any] = {
                "event": "deal",
                "deal": number,
                "dealer": score.dealer,
                "trump": score.trump,
                "tricks": {str(seat): taken for seat, taken in score.tricks.items()},
                "folded": list(score.folded),
                "changes": {str(seat): change for seat, change in score.changes.items()},
                "tallies": {str(seat): tally for seat, tally in score.result.tallies.items()},
                "findings": [noticed.finding.kind.value for noticed in deal.recorded_findings],
            }
            if deal.planted is not None:
                line["revoke"] = {
                    "seat": deal.planted.seat,
                    "card": str(deal.planted.card),
                    "provable": deal.provable is not None,
                    "proved": deal.position_of_proof is not None,
                    "cards_later": deal.delay,
                }
            lines.append(line)
    return statistics, lines
