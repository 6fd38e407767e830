"""What the journal of many years costs: python -m lab.benchmarks.appliance.journals [--evenings N]

A journal of N evenings of three deals each, the games in turn. Timed by the clock: opening it as the appliance does,
storing an event, the ledger when all evenings are new
and again, and the look through all rows of `kiebitz doctor`. Then one evening of 6 000 events, of which an early card
is taken out, put back, and read as another.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from device.storage.journal import Journal
from device.storage.ledger import ledger_of
from device.storage.recorded_events import write_journal
from device.storage.salvage import damaged_evenings
from engine.amendments import shift_positions
from engine.cards import Card
from engine.events import Amended, CardLaid, EveningStarted, PlayersSeated, TrickGathered
from engine.games import all_games
from engine.simulation.evening import simulation
from engine.state.table import Table
from lab.benchmarks.harness.results import run_command
from lab.training.data.options import at_least

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Event

DEALS = 3
FIRST_DAY = date(2000, 1, 1)
DIFFERENT = 8
"""Evenings that are played; the others repeat them."""
APPENDED = 200
LONG = 6000
"""Events of one evening."""
NAMES = ("Anna", "Bert", "Cenzi", "Dori")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=at_least(1), default=1000, help="of the journal (%(default)s)")
    count: int = parser.parse_args().evenings
    with tempfile.TemporaryDirectory(prefix="kiebitz-journals-") as folder:
        path = Path(folder) / "journal.sqlite"
        events = evenings(count)
        write_journal(path, events, [float(place) for place in range(len(events))])
        print(f"{count} evenings, {len(events)} events, {path.stat().st_size >> 20} MiB")
        print_times(path)
    print_undo()


def evenings(count: int) -> list[Event]:
    games = list(all_games())
    played = []
    for number in range(DIFFERENT):
        simulated = simulation(games[number % len(games)], seed=number)
        for _ in range(DEALS):
            simulated.play_deal()
        played.append(list(simulated.events))
    events: list[Event] = []
    for number in range(count):
        events.append(EveningStarted((FIRST_DAY + timedelta(number)).isoformat()))
        events.append(PlayersSeated(tuple(enumerate(NAMES))))
        start = len(events)
        events += [shift_positions(event, start) for event in played[number % DIFFERENT]]
    return events


def print_times(path: Path) -> None:
    print(f"open the last evening      {took(lambda: Journal(path).close()):9.3f} s")
    with Journal(path) as journal:
        times = [took(lambda: journal.append(TrickGathered(), 0.0)) for _ in range(APPENDED)]
    print(f"store an event             {1000 * statistics.median(times):9.3f} ms, the median of {APPENDED}")
    print(f"ledger, all evenings new   {took(lambda: ledger_of(path, print)):9.3f} s")
    print(f"ledger, again              {took(lambda: ledger_of(path, print)):9.3f} s")
    print(f"all rows, as the doctor    {took(lambda: damaged_evenings(path, lambda: None)):9.3f} s")


def print_undo() -> None:
    events: list[Event] = []
    number = 0
    while len(events) < LONG:
        simulated = simulation("bohemian-watten", seed=number)
        for _ in range(DEALS):
            simulated.play_deal()
        events += simulated.events
        number += 1
    cards = [place for place, event in enumerate(events) if isinstance(event, CardLaid)]
    table = Table.from_journal(events)
    print(f"an evening of {len(events)} events, its first card but five")
    print(f"all folded                 {1000 * took(lambda: Table.from_journal(events)):9.1f} ms")
    for name, event in (
        ("taken out", Amended(cards[5])),
        ("put back", Amended(len(events))),
        ("read as another", Amended(cards[5], CardLaid(0, Card("E", "A")))),
    ):
        print(f"{name:<27}{1000 * took(partial(table.observe, event)):9.1f} ms")


def took(what: Callable[[], object]) -> float:
    start = time.perf_counter()
    what()
    return time.perf_counter() - start


if __name__ == "__main__":
    run_command(main)
