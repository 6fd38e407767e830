"""Soak test of a long evening, accelerated: python -m lab.benchmarks.appliance.evening [--hours H]

Four hours of mixed games, four minutes a deal: simulated players lay cards before a fake tracker and enter the rest by
presses. Controller, loop and journal are the real ones; the display is on a mock I2C bus. Some cards are doubtful or
misread and then corrected; between games players leave or return; within deals the appliance is switched off or loses
power (it continues with what the disk held at that moment), and the clock jumps. At the end the ledger must match what
was played. Printed: memory over time and bytes of the journal. The memory is that of the appliance with the current
game: what was played before is kept in a file.
"""

from __future__ import annotations

import argparse
import gc
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from common.texts.phrases import region_for
from common.texts.words import words_for
from device.display.oled import Oled
from device.hardware.board import DisplayWiring
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.settings.table_setup import Setup
from device.storage.journal import Journal
from device.storage.recorded_events import read_journal
from engine.amendments import shift_positions
from engine.codec import from_line, to_line
from engine.events import EveningStarted, Event, PlayersSeated
from engine.games import all_games
from engine.rules.game import Phase
from engine.simulation.evening import Simulation, simulation
from engine.state.ledger import Ledger
from lab.benchmarks.appliance.environment import memory_mib
from lab.benchmarks.appliance.people import People
from lab.benchmarks.harness.results import Result, add_results, run_command, share
from lab.training.data.options import above_zero
from tests.support.board.fake_buses import FakeBus
from tests.support.board.fake_panel import ssd1306

HOURS = 4.0
MINUTES_A_DEAL = 4.0
DEALS_A_GAME = 5
NAME = "2026-11-22"
DOUBTED, MISREAD = 0.04, 0.02
OFF, CUT = 0.01, 0.01
"""Share of the events after which the appliance is switched off, and after which its power is cut."""
PEOPLE = ((0, "Anna"), (1, "Beni"), (2, "Cilli"), (3, "Done"))
EVENING_STARTS = 1_795_374_000.0
YEAR = 3.15e7


@dataclass
class Account:
    """The result of an evening."""

    deals: int = 0
    corrected: int = 0
    presses: int = 0
    restarts: int = 0
    dealt: list[int] = field(default_factory=list)
    """Number of deals, after each game."""
    memory: list[float] = field(default_factory=list)
    """MiB, after each game."""
    bytes: list[int] = field(default_factory=list)
    """Bytes of journal and write-ahead log, after each game."""
    at_last: int = 0
    """Bytes of the journal after it is closed, without a write-ahead log."""
    wrong: list[str] = field(default_factory=list)


@dataclass
class LongEvening:
    """Call `play` for each game; files are in *folder*, and the same *seed* plays the same evening."""

    folder: Path
    seed: int = 1
    account: Account = field(default_factory=Account)

    def __post_init__(self) -> None:
        self._chance = Random(self.seed)
        self._now = EVENING_STARTS
        self._path = self.folder / "0" / "journal.sqlite"
        self._path.parent.mkdir()
        self._display = Oled(DisplayWiring())
        self._truth, self._true_events = self.folder / "truth.jsonl", 0
        self.record_truth([EveningStarted(NAME), PlayersSeated(PEOPLE)])
        self._journal, self._kiebitz = self._switched_on(Setup("watten", (0, 1, 2, 3), evening=NAME, names=PEOPLE))

    def play(self, number: int) -> None:
        """Plays a game of some deals, usually of another kind and with another number of players than before."""
        name = self._chance.choice(sorted(all_games()))
        players = self._chance.choice(all_games()[name].players)
        played = simulation(name, players, seed=100 * self.seed + number)
        for _ in range(DEALS_A_GAME):
            if played.table.phase != Phase.OVER:
                played.play_deal()
                self.account.deals += 1
        self.record_truth(played.events)
        self._act(Setup(name, played.table.seats, evening=NAME, names=PEOPLE), played)
        gc.collect()
        self.account.dealt.append(self.account.deals)
        self.account.memory.append(memory_mib())
        self.account.bytes.append(sum(file.stat().st_size for file in self._path.parent.glob("journal.sqlite*")))

    def record_truth(self, events: Sequence[Event]) -> None:
        """Records what was played, without misreadings and corrections."""
        with self._truth.open("a", encoding="utf-8") as file:
            file.writelines(f"{to_line(shift_positions(event, self._true_events))}\n" for event in events)
        self._true_events += len(events)

    def _act(self, setup: Setup, played: Simulation) -> None:
        """Continues until all events are entered, across restarts: the players remember what they have played."""
        self._kiebitz.controller.view.setup = setup
        people = People(self._kiebitz, self._chance, DOUBTED, MISREAD)
        done, events = 0, list(played.events)
        while done < len(events):
            done += people.act(events[done:]) if done else self._start(events)
            self._now += 60 * MINUTES_A_DEAL / 30
            fate = self._chance.random()
            if fate < OFF + CUT:
                self._keep_account(people)
                if fate < CUT:
                    # Cuts the power: only what is on the disk now remains
                    after = self.folder / str(int(self._path.parent.name) + 1)
                    after.mkdir()
                    for file in self._path.parent.glob("journal.sqlite*"):
                        if not file.name.endswith("-shm"):
                            shutil.copyfile(file, after / file.name)
                    self._path = after / self._path.name
                self._journal.close()
                self._journal, self._kiebitz = self._switched_on(setup)
                people = People(self._kiebitz, self._chance, DOUBTED, MISREAD)
        if self._kiebitz.controller.table.tallies != played.table.tallies:
            self.account.wrong.append(f"{setup.game}: {self._kiebitz.controller.table.tallies}")
        self._keep_account(people)

    def _start(self, events: Sequence[Event]) -> int:
        """Starts the game; returns how many of its *events* are recorded by that."""
        reports = self._kiebitz.start(events[0].dealer)  # type: ignore[union-attr]
        recorded = [note.event for report in reports for note in report.recorded]
        return len([event for event in recorded if not isinstance(event, EveningStarted | PlayersSeated)])

    def _switched_on(self, setup: Setup) -> tuple[Journal, SessionLoop]:
        self.account.restarts += 1
        if self._chance.random() < 0.1:
            self._now += self._chance.choice((-YEAR, YEAR, 3600.0))
        journal = Journal(self._path)
        words = words_for("de", region_for(all_games()[setup.game].pack))
        controller = SessionController(setup, words, journal.events)
        # One display for all: luma keeps every driver until the process ends.
        kiebitz = SessionLoop(controller, journal, None, self._display, clock=lambda: self._now)
        kiebitz.track_with(None, is_awaited=True)
        return journal, kiebitz

    def _keep_account(self, people: People) -> None:
        self.account.corrected += people.corrected
        self.account.presses += sum(not hasattr(one, "reading") for one in people.done)

    def end(self) -> None:
        """Switches off, and checks that the ledger matches what was played."""
        self._journal.close()
        self.account.at_last = self._path.stat().st_size
        if not self.ledger_is_right():
            self.account.wrong.append("the ledger is another one than that of what was played")

    def ledger_is_right(self) -> bool:
        truth = [from_line(line) for line in self._truth.read_text(encoding="utf-8").splitlines()]
        stored, true = Ledger.of(read_journal(self._path)), Ledger.of(truth)
        return stored.accounts() == true.accounts() and _games(stored) == _games(true)


def _games(ledger: Ledger) -> list[tuple[object, ...]]:
    return [(game.name, game.players, game.result, len(game.deals), game.standing) for game in ledger.games]


def long_evening(folder: Path, hours: float, seed: int = 1) -> LongEvening:
    with FakeBus({0x3C: ssd1306()}).install():
        evening = LongEvening(folder, seed)
        number = 0
        while evening.account.deals * MINUTES_A_DEAL < 60 * hours:
            evening.play(number)
            number += 1
        evening.end()
    return evening


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=above_zero, default=HOURS, help="(%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        account = long_evening(Path(folder), arguments.hours, arguments.seed).account
    games, half = len(account.memory), len(account.memory) // 2
    print(f"{games} games, {account.deals} deals, {account.corrected} cards put right,", end=" ")
    print(f"{account.presses} presses, switched on {account.restarts} times")
    print("memory after each game, MiB:", *(f"{one:.1f}" for one in account.memory))
    print("journal and its log after each game, KiB:", *(one >> 10 for one in account.bytes))
    more, later = account.memory[-1] - account.memory[half], account.dealt[-1] - account.dealt[half]
    grown = more / account.memory[half]
    print(f"memory grew by {grown:.1%} in the second half, by {1024 * more / max(later, 1):.1f} KiB a deal;", end=" ")
    print(f"the journal takes {account.at_last // account.deals} bytes a deal")
    print("the ledger is right" if not account.wrong else "\n".join(account.wrong))
    add_results(share("evening", len(account.wrong), games + 1), Result("evening memory", grown, games))
    return 1 if account.wrong else 0


if __name__ == "__main__":
    run_command(main)
