"""The load test of a hall, and its report: mosquitto, hall and tables are separate processes, killed at random."""

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from common.errors import CommandError
from hall.broker.folder import LOOPBACK, BrokerFolder
from hall.broker.process import BrokerProcess, free_port
from hall.simulation.comparison import Comparison, compare, percentile

TOURNAMENT = "simulated"
Victim: TypeAlias = Literal["broker", "hall", "tables"]
VICTIMS: tuple[Victim, ...] = ("broker", "hall", "tables")
TABLES_AT_ONCE = 20
"""Maximum number of tables that lose their link at the same time."""
MAX_DEAD_S = 1.0
"""Maximum number of seconds for which the hall is down."""
SAMPLE_S = 1.0
CALM_BEFORE_S, CALM_AFTER_S = 1.0, 15.0
"""Events from this many seconds before a kill to this many after it count as disturbed by it."""


@dataclass(frozen=True)
class Load:
    tables: int
    seconds: float
    kills: int = 0
    pace_s: float = 2.0
    """Seconds from one card of a table to its next."""
    seed: int = 1


REVOKES, PATIENCE = 0.1, 3
"""The share of deals in which somebody tries to revoke, and the cards for which a table waits: there is no referee."""


@dataclass
class LoadResult:
    load: Load
    comparison: Comparison
    kills: dict[Victim, int] = field(default_factory=dict)
    broker_mib: float = 0.0
    hall_mib: float = 0.0
    """The most memory that was resident, sampled each second."""
    cpu_load: float = 0.0


async def run_load(load: Load, folder: Path, say: Callable[[str], None] = lambda text: None) -> LoadResult:
    """Runs a hall with simulated tables in *folder*; returns the comparison of played and stored events.

    :raises CommandError: if mosquitto is missing, or if a process ends without being killed.
    """
    broker_folder = BrokerFolder(folder, TOURNAMENT)
    port = free_port()
    access = broker_folder.prepare([str(n) for n in range(1, load.tables + 1)], (LOOPBACK,), port, encrypted=False)
    with BrokerProcess(broker_folder.configuration, port) as broker:
        run = _LoadRun(load, folder, broker, msgspec.json.encode(access), say)
        watching = asyncio.create_task(broker.watch(say))
        try:
            return await run.run()
        finally:
            watching.cancel()
            run.end_processes()


class _LoadRun:
    _hall: asyncio.subprocess.Process
    """The one that was started last."""

    def __init__(
        self, load: Load, folder: Path, broker: BrokerProcess, access: bytes, say: Callable[[str], None]
    ) -> None:
        self._load, self._folder, self._broker, self._access, self._say = load, folder, broker, access, say
        self._database, self._journals = folder / "hall.sqlite", folder / "journals.jsonl"
        self._random = random.Random(load.seed)
        self._started: list[asyncio.subprocess.Process] = []
        self._kill_times: list[float] = []
        self._result = LoadResult(load, Comparison(), dict.fromkeys(VICTIMS, 0))

    async def run(self) -> LoadResult:
        await self._start_hall()
        tables = await self._start(
            *("table_process", str(self._folder), "--journals", str(self._journals)),
            *("--pace", str(self._load.pace_s), "--seed", str(self._load.seed)),
            *("--revokes", str(REVOKES), "--patience", str(PATIENCE)),
        )
        sampling = asyncio.create_task(self._sample())
        await self._play(tables)
        said, _ = await tables.communicate(b"stop\n")
        if tables.returncode:
            raise CommandError("the simulated tables ended by an error; see above")
        sampling.cancel()
        if self._hall.returncode is not None:
            raise CommandError("the simulated hall ended by an error; see above")
        self._hall.send_signal(signal.SIGTERM)
        counts, _ = await self._hall.communicate()
        calm = [(moment - CALM_BEFORE_S, moment + CALM_AFTER_S) for moment in self._kill_times]
        comparison = compare(self._database, self._journals, calm)
        comparison.is_drained = said.startswith(b"drained")
        comparison.repeats, comparison.refusals = map(int, counts.split())
        self._result.comparison = comparison
        self._result.cpu_load = os.getloadavg()[0]
        return self._result

    def end_processes(self) -> None:
        for process in self._started:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()

    async def _play(self, tables: asyncio.subprocess.Process) -> None:
        """Lets the tables play, and kills processes at random times, from when all run until shortly before the end."""
        began = time.monotonic()
        margin = min(5.0, self._load.seconds / 8)
        times = sorted(self._random.uniform(margin, self._load.seconds - margin) for _ in range(self._load.kills))
        for number, moment in enumerate(times):
            await asyncio.sleep(max(0.0, began + moment - time.monotonic()))
            # each kind at least once, if there are enough kills
            victim = VICTIMS[number] if number < len(VICTIMS) else self._random.choice(VICTIMS)
            self._say(f"kill: {victim}")
            self._kill_times.append(time.time())
            self._result.kills[victim] += 1
            if victim == "broker":
                self._broker.kill()
            elif victim == "tables":
                _send(tables, b"kill %d" % self._random.randint(1, TABLES_AT_ONCE))
            else:
                self._hall.kill()
                await self._hall.wait()
                await asyncio.sleep(self._random.uniform(0, MAX_DEAD_S))
                await self._start_hall()
        await asyncio.sleep(max(0.0, began + self._load.seconds - time.monotonic()))

    async def _start(self, module: str, *arguments: str) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", f"hall.simulation.{module}", *arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._started.append(process)
        return process

    async def _start_hall(self) -> None:
        options = ("--database", str(self._database), "--tournament", TOURNAMENT, "--tables", str(self._load.tables))
        self._hall = await self._start("hall_process", *options)
        _send(self._hall, self._access)

    async def _sample(self) -> None:
        result = self._result
        while True:
            result.broker_mib = max(result.broker_mib, resident_mib(self._broker.pid))
            result.hall_mib = max(result.hall_mib, resident_mib(self._hall.pid))
            await asyncio.sleep(SAMPLE_S)


def _send(process: asyncio.subprocess.Process, line: bytes) -> None:
    if process.stdin is not None:
        process.stdin.write(line + b"\n")


def resident_mib(pid: int | None) -> float:
    """Returns the resident memory of a process in MiB; 0 if it does not run."""
    if pid is None:
        return 0.0
    try:
        with open(f"/proc/{pid}/status") as status:  # noqa: PTH123
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS:")), 0.0)
    except OSError:
        return 0.0


def report_lines(result: LoadResult) -> Iterator[str]:
    load, found = result.load, result.comparison
    kills = ", ".join(f"{victim} {count}" for victim, count in result.kills.items() if count) or "none"
    yield f"{load.tables} tables, {load.seconds:.0f} s, a card each {load.pace_s:g} s; kills: {kills}"
    yield (
        f"events: {found.played} played, {found.lost} lost, {found.doubled} doubled, {found.different} different; "
        f"{found.repeats} sent again, {found.refusals} refused since the hall's last start"
    )
    yield f"ledgers: {found.equal_ledgers} of {found.tables} tables equal to the hall's, {found.games} games"
    if not found.is_drained:
        yield "not everything was acknowledged within a minute after the end"
    yield f"to disk: {_latency(found.all_s)}"
    if any(result.kills.values()):
        yield f"  away from kills: {_latency(found.calm_s)} ({len(found.calm_s)} events)"
    yield (
        f"memory: mosquitto {result.broker_mib:.1f} MiB, hall {result.hall_mib:.1f} MiB; "
        f"load of the machine {result.cpu_load:.1f}"
    )


def _latency(ordered: list[float]) -> str:
    return f"p50 {percentile(ordered, 0.5) * 1000:.0f} ms, p99 {percentile(ordered, 0.99) * 1000:.0f} ms"


def simulate(load: Load) -> bool:
    """Runs a hall under load, prints the report, and returns whether no event was lost, doubled or changed.

    :raises CommandError: if mosquitto is missing, or a process ends by an error.
    """
    with tempfile.TemporaryDirectory(prefix="kiebitz-hall-") as folder:
        result = asyncio.run(run_load(load, Path(folder), partial(print, file=sys.stderr, flush=True)))
    for line in report_lines(result):
        print(line)
    return result.comparison.is_exact
