"""A simulated tournament that shows a hall at work: simulated devices, and an organiser who draws and closes rounds."""

import asyncio
import sys
import time
from contextlib import suppress
from functools import partial
from random import Random

from common.texts.phrases import phrase_in, spoken_language
from common.texts.words import given_names
from hall.formats.load import preset
from hall.live_hall import LiveHall
from hall.service.table_devices import TableDevices
from hall.tournament.commands import course
from hall.tournament.commands.course import HallRefusal
from hall.tournament.commands.entries import register
from hall.tournament.commands.results import decide_call
from hall.tournament.ranking import open_ties

FORMAT = "watten-3x3-13"
TITLE = "Preiswatten"
PAUSE_CARDS = 16
"""The pause after a draw or a closed round, in the time of that many cards, so that people can look at it."""
REVOKES = 0.03
"""The share of deals in which somebody tries to revoke: with 16 tables about one call a minute."""
REFEREE_CARDS = 180
"""The time, in cards, in which a person may decide a call on the page, before the simulation decides it."""
LOOK_S = 0.5


class AutomaticOrganiser:
    """Registers as many pairs as *tables* need, then draws, starts and closes rounds; run `run` in a task."""

    def __init__(self, hall: LiveHall, tables: int, pace_s: float, seed: int) -> None:
        """*pace_s* are the seconds from one card of a table to its next."""
        self._pause, self._referee_s = PAUSE_CARDS * pace_s, REFEREE_CARDS * pace_s
        self._hall, self._tables, self._random = hall, tables, Random(f"names {seed}")
        self._seed = seed

    async def run(self) -> None:
        record = self._hall.record
        record.do(lambda now: course.create(now, "simulated", TITLE, preset(FORMAT), self._seed))
        # Different names; when all are used, an initial is added
        count, given = 4 * self._tables, given_names()
        names = self._random.sample(given, min(count, len(given)))
        while len(names) < count:
            names.append(f"{names[len(names) - len(given)]} {self._random.choice(given)[0]}.")
        for number in range(2 * self._tables):
            record.do(partial(register, members=names[2 * number : 2 * number + 2]))
        self._hall.look()
        while self._hall.tournament.phase != "finished":
            await asyncio.sleep(LOOK_S)
            await self._step()

    async def _step(self) -> None:
        record, tournament = self._hall.record, self._hall.tournament
        for round_, match in tournament.calls:
            if match.open_call is not None and time.time() - match.open_call.time < self._referee_s:
                continue
            decision = phrase_in(spoken_language(), "simulated_decision")
            with suppress(HallRefusal):
                record.do(partial(decide_call, round=round_.number, table=match.table, text=decision))
        if tournament.phase == "running" and (tournament.round is None or tournament.round.missing):
            self._hall.look()
            return
        await asyncio.sleep(self._pause)
        with suppress(HallRefusal):
            match tournament.phase:
                case "running":
                    record.do(course.close_round)
                case "drawn":
                    record.do(course.start_round)
                case "over":
                    record.do(course.finish)
                case "finals_due" if ties := open_ties(tournament):
                    record.do(lambda now: course.decide_tie_by_lot(now, ties[0]))
                case _:
                    record.do(course.draw)
            self._hall.look()


class SimulatedDevices:
    """The devices at all tables, in a process of their own; run `run` in a task."""

    def __init__(self, devices: TableDevices, pace_s: float, seed: int) -> None:
        """*pace_s* are the seconds from one card of a table to its next."""
        self._devices, self._pace, self._seed = devices, pace_s, seed

    async def run(self) -> None:
        await self._devices.is_ready.wait()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "hall.simulation.table_process", str(self._devices.folder)),
            *("--pace", str(self._pace), "--seed", str(self._seed)),
            *("--revokes", str(REVOKES), "--patience", str(2 * REFEREE_CARDS)),
            stdin=asyncio.subprocess.PIPE,
        )
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.terminate()
                await process.wait()
