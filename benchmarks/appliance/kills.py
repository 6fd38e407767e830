"""Whether anything that was acknowledged is lost when the process is killed: python -m benchmarks.appliance.kills
[--times N]

A process plays one evening after the other as the appliance does, with the real controller, loop and journal, and says
on its way how much has been stored. It is killed (SIGKILL) at random instants, also while it is still starting, and
another one goes on with the same journal. Each time it is asked: is every event there that was acknowledged, are they
those that were played, and does the display show the very picture that it shows there when nobody is killed?
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.appliance.people import People, do_again
from benchmarks.harness.results import add_results, ended, share
from device.i18n.words import region_for, words_for
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.settings.table_setup import Setup
from device.storage.journal import Journal
from engine.events import EveningStarted
from engine.games import all_games
from engine.rules.phases import Phase
from engine.simulation.evening import simulation
from vision.training.data.options import at_least

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from device.hardware.presses import Press
    from device.session.loop import Storage
    from engine.events import Event
    from vision.types import Happening

TIMES = 1000
LONGEST = 0.2
"""Seconds that a process may play before it is killed."""
EARLY = 0.1
"""Of the kills: while the process is still starting."""
DEALS = 3
"""Of an evening at most."""
SEATS = (0, 1, 2, 3)


class Report(NamedTuple):
    """How far an evening has come, and a checksum of the display."""

    evening: int
    events: int
    picture: int


class Act(NamedTuple):
    """What is shown and pressed so that some events are told; nothing is what begins a game."""

    done: tuple[Happening | Press, ...]
    told: int


@dataclass(frozen=True, slots=True)
class Evening:
    """What happens on an evening, with which act, and what the display shows then; each evening has another game."""

    events: tuple[Event, ...]
    acts: Mapping[int, Act]
    pictures: Mapping[int, int]
    """Checksums of the display, by how many events have been stored."""


@lru_cache(maxsize=4)
def rehearsed(number: int) -> Evening:
    """Returns the evening of that number, after the people have looked up in the menus how everything is said."""
    played = simulation(_game(number), len(SEATS), seed=number)
    for _ in range(DEALS):
        if played.table.phase != Phase.OVER:
            played.play_deal()
    events = (EveningStarted(str(number)), *played.events)
    people = People(_kiebitz(number, Forgotten()))
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


@dataclass
class Forgotten:
    """A journal for rehearsals."""

    events: list[Event] = field(default_factory=list)

    def append(self, event: Event, time: float) -> int:
        self.events.append(event)
        return len(self.events) - 1


def _game(number: int) -> str:
    games = sorted(all_games())
    return games[number % len(games)]


def play(path: Path, say: Callable[[str, Report], object]) -> None:
    """Goes on where the journal ends, for ever. *say* is told what was found there, and then how far it has come.

    :raises AssertionError: if something else was found than was played.
    """
    with Journal(path) as journal:
        held = journal.events
        number = int(held[0].name) if held and isinstance(held[0], EveningStarted) else 0
        script = (*rehearsed(number).events, *rehearsed(number + 1).events)
        assert held == list(script[: len(held)]), "other events than were played"
        position = len(held)
        if position >= len(rehearsed(number).events):
            number, position = number + 1, position - len(rehearsed(number).events)
        kiebitz = _kiebitz(number, journal, held)
        say("found", Report(number, position, _checksum(kiebitz)))
        while True:
            position += _act(kiebitz, rehearsed(number), position)
            say("stored", Report(number, position, _checksum(kiebitz)))
            if position == len(rehearsed(number).events):
                number, position = number + 1, 0
                kiebitz = _kiebitz(number, journal, journal.events)


def _act(kiebitz: SessionLoop, evening: Evening, position: int) -> int:
    """Has the next thing happen; in the middle of an act the people look how the rest of it is said."""
    act = evening.acts.get(position)
    if act is None or not act.done:
        return People(kiebitz).act(evening.events[position:])
    do_again(kiebitz, act.done)
    return act.told


def _kiebitz(number: int, journal: Storage, held: Sequence[Event] = ()) -> SessionLoop:
    game = _game(number)
    words = words_for("de", region_for(all_games()[game].pack))
    kiebitz = SessionLoop(SessionController(Setup(game, SEATS, evening=str(number)), words, held), journal)
    kiebitz.track_with(None, awaited=True)
    return kiebitz


def _checksum(kiebitz: SessionLoop) -> int:
    return zlib.crc32(kiebitz.picture.tobytes())


def killed(path: Path, chance: Random) -> tuple[Report | None, Report | None, str]:
    """Plays in a process of its own and kills it; returns what it found and told last, and its complaint."""
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
        lines = (first + pipe.read()).split("\n")[:-1]  # what the kill cut short was not told
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
    """What was wrong after a kill."""

    kill: int
    what: str


def kill_often(path: Path, times: int, seed: int = 1) -> tuple[list[Loss], int, int]:
    """Returns what was lost, how many events had been acknowledged, and after how many kills pictures were compared."""
    chance = Random(seed)
    last: Report | None = None
    losses, stored, compared = [], 0, 0
    for number in range(times):
        for to_come in range(3):  # here, so that no process has to do it again
            rehearsed((last.evening if last is not None else 0) + to_come)
        found, report, complaint = killed(path, chance)
        if complaint:
            losses.append(Loss(number, complaint))
        if found is not None:
            if last is not None and found[:2] < last[:2]:
                losses.append(Loss(number, f"acknowledged {last[:2]}, found {found[:2]}"))
            expected = rehearsed(found.evening).pictures.get(found.events)
            compared += expected is not None
            if expected not in (None, found.picture):
                losses.append(Loss(number, f"another picture at {found[:2]}"))
        if report is not None:
            stored += _between(last, report)
            last = report
    return losses, stored, compared


def _between(last: Report | None, report: Report) -> int:
    """Returns how many events were stored from one to the other."""
    if last is None:
        return report.events
    if report.evening == last.evening:
        return report.events - last.events
    evenings = range(last.evening, report.evening)
    return report.events + sum(len(rehearsed(number).events) for number in evenings) - last.events


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=at_least(1), default=TIMES, help="(%(default)s)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        losses, stored, compared = kill_often(Path(folder) / "journal.sqlite", arguments.times)
    bad = len({loss.kill for loss in losses})
    print(f"{arguments.times} kills, {stored} events acknowledged; after {bad} of them something was lost or wrong")
    print(f"the same picture after the restart: compared {compared} times")
    for loss in losses[:20]:
        print(f"  kill {loss.kill}: {loss.what}")
    add_results(share("kills", bad, arguments.times))
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(ended(main))
