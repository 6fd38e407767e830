"""A hall without web pages as a process for load tests: python -m hall.simulation.hall_process FOLDER --database FILE …

It stores and acknowledges events, judges results, and gives a table its next pairing when its result counts.
"""

import argparse
import asyncio
import signal
import sys
from functools import partial
from pathlib import Path

import msgspec

from hall.receiver import Receiver
from hall.storage.events import SCHEMA, TableEvents
from hall.storage.hall_file import HallFile
from link.messages import GamePoints, PairingId, PairingMessage
from link.settings import BrokerAccess

GAMES = 2
GAMES_AT_TABLES = ("watten", "bohemian-watten")


class SimulatedHall:
    def __init__(self, access: BrokerAccess, tournament: str, tables: list[str], file: HallFile) -> None:
        self._tournament = tournament
        file.read("select 1")
        with file.transaction() as connection:
            connection.execute(
                "create table if not exists simulated_result (table_name, round, unique(table_name, round))"
            )
        self._file = file
        say = partial(print, file=sys.stderr, flush=True)
        self.receiver = Receiver(access, tournament, tables, TableEvents(file), on_result=self._take_result, say=say)
        for table in tables:
            ((rounds,),) = file.read("select count(*) from simulated_result where table_name = ?", table)
            self._show(table, int(str(rounds)) + 1)

    def _take_result(self, table: str, pairing: PairingId, games: tuple[GamePoints, ...]) -> None:
        with self._file.transaction() as connection:
            connection.execute("insert or ignore into simulated_result values (?, ?)", (table, pairing.round))
        self._show(table, pairing.round + 1)

    def _show(self, table: str, number: int) -> None:
        sides = tuple(
            tuple(f"{name} {table}.{number}" for name in names) for names in (("Anna", "Ben"), ("Cilli", "Dori"))
        )
        game = GAMES_AT_TABLES[number % len(GAMES_AT_TABLES)]
        message = PairingMessage(PairingId(self._tournament, number), table, sides, game, games=GAMES)
        self.receiver.show_pairing(table, message)


async def _main(arguments: argparse.Namespace) -> None:
    access = msgspec.json.decode(sys.stdin.readline(), type=BrokerAccess)
    tables = [str(number) for number in range(1, arguments.tables + 1)]
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    with HallFile(arguments.database, SCHEMA) as file:
        hall = SimulatedHall(access, arguments.tournament, tables, file)
        running = asyncio.create_task(hall.receiver.run())
        await stop.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        refusals = sum(hall.receiver.refusals.counts.values())
        print(hall.receiver.repeats, refusals, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="A hall without a page; how to reach the broker is read from stdin.")
    parser.add_argument("--database", type=Path, required=True)
    parser.add_argument("--tournament", required=True)
    parser.add_argument("--tables", type=int, required=True)
    asyncio.run(_main(parser.parse_args()))


if __name__ == "__main__":
    main()
