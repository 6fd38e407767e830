"""A process with many simulated tables, each with its own link: python -m hall.simulation.table_process FOLDER …

Its standard input has a command a line: `kill N` aborts N links, as if their processes were killed, and starts new
ones; `stop` plays no further card, waits until everything is acknowledged, writes all journals, and ends.
"""

import argparse
import asyncio
import sys
import time
from pathlib import Path
from random import Random

import msgspec

from hall.simulation.simulated_table import SimulatedTable
from link.hall_link import HallLink
from link.settings import HallAccess, read_hall_access

MAX_DEAD_S = 2.0
"""Maximum number of seconds for which a link is down."""
DRAIN_S = 60.0
"""Seconds within which all events have to be acknowledged at the end."""
STEP_S = 0.05
"""Seconds between two checks which tables lay a card, at the most."""


class SimulatedTables:
    def __init__(
        self, accesses: list[HallAccess], pace_s: float, seed: int, revokes: float = 0.0, patience: int = 0
    ) -> None:
        """*pace_s* are the seconds from one card of a table to its next; the rest as `SimulatedTable` has it."""
        self._pace, self._random = pace_s, Random(seed)
        self._accesses = accesses
        self.tables = [
            SimulatedTable(access.table, seed * 100_000 + place, revokes, patience)
            for place, access in enumerate(accesses)
        ]
        self._links: list[HallLink] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._next_card = [self._random.uniform(0, pace_s) for _ in accesses]
        self._is_playing = True
        self.killed = 0

    async def run(self) -> None:
        """Plays until `stop`."""
        for place in range(len(self.tables)):
            link = self._new_link(place)
            self._links.append(link)
            self._tasks.append(asyncio.create_task(link.run()))
        began = time.monotonic()
        while self._is_playing:
            now = time.monotonic() - began
            for place, table in enumerate(self.tables):
                if (due := self._next_card[place]) <= now:
                    # The pace restarts after a long pause of the process; otherwise all tables would lay their cards
                    # at the same moment from then on.
                    is_late = due + self._pace < now
                    self._next_card[place] = now + self._random.uniform(0, self._pace) if is_late else due + self._pace
                    table.step()
                    self._links[place].wake()
                    await asyncio.sleep(0)  # lets the links send while other tables deal, which takes a while
            await asyncio.sleep(min(STEP_S, self._pace))

    def stop(self) -> None:
        self._is_playing = False

    async def drain(self) -> bool:
        """Waits until the hall has acknowledged everything; returns whether it has."""
        end = time.monotonic() + DRAIN_S
        while time.monotonic() < end:
            if all(link.outbox.acknowledged >= table.end for link, table in zip(self._links, self.tables, strict=True)):
                return True
            await asyncio.sleep(0.1)
        return False

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def kill(self, count: int) -> None:
        """Aborts links without a DISCONNECT packet, and starts new ones that have only the journal."""
        places = self._random.sample(range(len(self.tables)), min(count, len(self.tables)))
        self.killed += len(places)
        await asyncio.gather(*(self._kill(place) for place in places))

    async def _kill(self, place: int) -> None:
        self._links[place].connection.abort()
        self._tasks[place].cancel()
        await asyncio.gather(self._tasks[place], return_exceptions=True)
        await asyncio.sleep(self._random.uniform(0, MAX_DEAD_S))
        link = self._links[place] = self._new_link(place)
        self._tasks[place] = asyncio.create_task(link.run())

    def _new_link(self, place: int) -> HallLink:
        access, table = self._accesses[place], self.tables[place]
        return HallLink(access, table, table.submit)


def write_journals(tables: list[SimulatedTable], file: Path) -> None:
    """Writes all events, a line `[table, event]` each."""
    with file.open("wb") as lines:
        for table in tables:
            for event in table.events:
                lines.write(msgspec.json.encode((table.name, event)) + b"\n")


async def _main(arguments: argparse.Namespace) -> None:
    files = sorted((arguments.folder / "tables").glob("table-*.toml"))
    accesses = [read_hall_access(file) for file in files]
    simulated = SimulatedTables(accesses, arguments.pace, arguments.seed, arguments.revokes, arguments.patience)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    playing = asyncio.create_task(simulated.run())
    kills: set[asyncio.Task[None]] = set()
    while line := (await reader.readline()).decode().split():
        if line[0] == "stop":
            break
        kill = asyncio.create_task(simulated.kill(int(line[1])))
        kills.add(kill)
        kill.add_done_callback(kills.discard)
    simulated.stop()
    await playing
    await asyncio.gather(*kills)
    if arguments.journals is not None:
        is_drained = await simulated.drain()
        write_journals(simulated.tables, arguments.journals)
        print("drained" if is_drained else "not drained", simulated.killed, flush=True)
    await simulated.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulated tables that join a hall by its files.")
    parser.add_argument("folder", type=Path, help="the folder of the hall's broker")
    parser.add_argument("--pace", type=float, default=2.0, help="seconds from card to card")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--revokes", type=float, default=0.0, help="share of deals with an attempt to revoke")
    parser.add_argument("--patience", type=int, default=0, help="cards for which a table waits for a referee")
    parser.add_argument("--journals", type=Path, help="where the journals are written at the end")
    asyncio.run(_main(parser.parse_args()))


if __name__ == "__main__":
    main()
