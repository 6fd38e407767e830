"""Durability when the process is killed: python -m lab.benchmarks.appliance.kills [--times N]

A process plays one evening after the other with the real controller, loop and journal, and reports how many events are
stored. It is killed (SIGKILL) at random times, also during its start, and another one continues with the same journal.
Checked each time: all acknowledged events are there, they are those that were played, and the display shows the same
picture as without a kill.
"""

from __future__ import annotations

import argparse
import os
import signal
import tempfile
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from cli.watch import MemoryJournal
from common.texts.phrases import region_for
from common.texts.words import words_for
from device.hardware.presses import Press
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.session.results import Storage
from device.settings.table_setup import Setup
from device.storage.journal import Journal
from engine.events import EveningStarted, Event
from engine.games import all_games
from engine.rules.game import Phase
from engine.simulation.evening import simulation
from lab.benchmarks.appliance.people import People, do_again
from lab.benchmarks.harness.results import add_results, run_command, share
from lab.training.data.options import at_least
from vision.types import Observation

TIMES = 1000
LONGEST = 0.2
"""Most seconds before a process is killed."""
EARLY = 0.1
"""Share of the kills during the start of the process."""
DEALS = 3
"""Most deals of an evening."""
SEATS = (0, 1, 2, 3)


class Report(NamedTuple):
    """The number of stored events of an evening, and a checksum of the display."""

    evening: int
    events: int
    picture: int


class Act(NamedTuple):
    """The sightings and presses that enter some events; empty for the start of a game."""

    done: tuple[Observation | Press, ...]
    event_count: int


@dataclass(frozen=True, slots=True)
class Evening:
    """The events of an evening, the act for each, and the display after it; each evening has another game."""

    events: tuple[Event, ...]
    acts: Mapping[int, Act]
    pictures: Mapping[int, int]
    """Checksums of the display, by number of stored events."""


@lru_cache(maxsize=4)
def rehearse(number: int) -> Evening:
    """Returns the evening of that number; the presses for its events are searched in the menus."""
    played = simulation(_game(number), len(SEATS), seed=number)
    for _ in range(DEALS):
        if played.table.phase != Phase.OVER:
            played.play_deal()
    events = (EveningStarted(str(number)), *played.events)
    people = People(_kiebitz(number, MemoryJournal()))
    acts: dict[int, Act] = {}
    pictures: dict[int, int] = {}
    position = 0
    while position < len(events):
        before = len(people.done)
        count = people.act(events[position:])
        acts[position] = Act(tuple(people.done[before:]), count)
        position += count
        pictures[position] = _checksum(people.session)
    return Evening(events, acts, pictures)


def _game(number: int) -> str:
    games = sorted(name for name, game in all_games().items() if len(SEATS) in game.players)
    return games[number % len(games)]


def play(path: Path, say: Callable[[str, Report], object]) -> None:
    """Continues from the end of the journal, without end.

    *say* is called with the state that was found, then with the progress.

    :raises AssertionError: if the journal differs from what was played.
    """
    with Journal(path) as journal:
        held = journal.events
        number = int(held[0].name) if held and isinstance(held[0], EveningStarted) else 0
        script = (*rehearse(number).events, *rehearse(number + 1).events)
        assert held == list(script[: len(held)]), "other events than were played"
        position = len(held)
        if position >= len(rehearse(number).events):
            number, position = number + 1, position - len(rehearse(number).events)
        kiebitz = _kiebitz(number, journal, held)
        say("found", Report(number, position, _checksum(kiebitz)))
        while True:
            position += _act(kiebitz, rehearse(number), position)
            say("stored", Report(number, position, _checksum(kiebitz)))
            if position == len(rehearse(number).events):
                number, position = number + 1, 0
                kiebitz = _kiebitz(number, journal, journal.events)


def _act(kiebitz: SessionLoop, evening: Evening, position: int) -> int:
    """Performs the next act; after a kill within an act, the presses for the rest of it are searched."""
    act = evening.acts.get(position)
    if act is None or not act.done:
        return People(kiebitz).act(evening.events[position:])
    do_again(kiebitz, act.done)
    return act.event_count


def _kiebitz(number: int, journal: Storage, held: Sequence[Event] = ()) -> SessionLoop:
    game = _game(number)
    words = words_for("de", region_for(all_games()[game].pack))
    kiebitz = SessionLoop(SessionController(Setup(game, SEATS, evening=str(number)), words, held), journal)
    kiebitz.track_with(None, is_awaited=True)
    return kiebitz


def _checksum(kiebitz: SessionLoop) -> int:
    """Returns the checksum of the picture that follows from the events alone: a last trick gives way to its score."""
    kiebitz.controller.view.shows_last_trick = False
    kiebitz.refresh()
    return zlib.crc32(kiebitz.picture.tobytes())


def play_and_kill(path: Path, chance: Random) -> tuple[Report | None, Report | None, str]:
    """Plays in another process and kills it; returns its first and last report, and its error output."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _play_in_child(path, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        first = "" if chance.random() < EARLY else pipe.readline()
        time.sleep(chance.uniform(0.0, LONGEST))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        lines = (first + pipe.read()).split("\n")[:-1]  # the kill cut this line short
    reports = [line.split() for line in lines if not line.startswith("wrong")]
    numbers = [(word, Report(*map(int, rest))) for word, *rest in reports]
    found = next((one for word, one in numbers if word == "found"), None)
    last = next((one for _, one in reversed(numbers)), None)
    return found, last, next((line for line in lines if line.startswith("wrong")), "")


def _play_in_child(path: Path, pipe: int) -> None:
    with suppress(BaseException):
        try:
            play(path, lambda word, report: os.write(pipe, f"{word} {' '.join(map(str, report))}\n".encode()))
        except BaseException as error:
            os.write(pipe, f"wrong: {type(error).__name__}: {error}\n".encode())
    os._exit(1)


class Loss(NamedTuple):
    """The fault after a kill."""

    kill: int
    what: str


def run_kills(path: Path, times: int, seed: int = 1) -> tuple[list[Loss], int, int]:
    """Returns the losses, the number of acknowledged events, and the number of kills with compared pictures."""
    chance = Random(seed)
    last: Report | None = None
    losses, stored, compared = [], 0, 0
    for number in range(times):
        for to_come in range(3):  # done here once for all processes
            rehearse((last.evening if last is not None else 0) + to_come)
        found, report, complaint = play_and_kill(path, chance)
        if complaint:
            losses.append(Loss(number, complaint))
        if found is not None:
            if last is not None and found[:2] < last[:2]:
                losses.append(Loss(number, f"acknowledged {last[:2]}, found {found[:2]}"))
            expected = rehearse(found.evening).pictures.get(found.events)
            compared += expected is not None
            if expected not in (None, found.picture):
                losses.append(Loss(number, f"another picture at {found[:2]}"))
        if report is not None:
            stored += _between(last, report)
            last = report
    return losses, stored, compared


def _between(last: Report | None, report: Report) -> int:
    """Returns how many events were stored between the two reports."""
    if last is None:
        return report.events
    if report.evening == last.evening:
        return report.events - last.events
    evenings = range(last.evening, report.evening)
    return report.events + sum(len(rehearse(number).events) for number in evenings) - last.events


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=at_least(1), default=TIMES, help="(%(default)s)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        losses, stored, compared = run_kills(Path(folder) / "journal.sqlite", arguments.times)
    bad = len({loss.kill for loss in losses})
    print(f"{arguments.times} kills, {stored} events acknowledged; after {bad} of them something was lost or wrong")
    print(f"the same picture after the restart: compared {compared} times")
    for loss in losses[:20]:
        print(f"  kill {loss.kill}: {loss.what}")
    add_results(share("kills", bad, arguments.times))
    return 1 if losses else 0


if __name__ == "__main__":
    run_command(main)
