"""Load on the page, hostility: python -m lab.benchmarks.appliance.page_load [--presses N] [--phones N] [--requests N]

The appliance with its display on a mock bus, and the page, each in its own process as on a board. Phones follow the
table by Server-Sent Events, one of them reads nothing; one corrects; one sends guessed codes, oversized and malformed
requests, requests from other origins and hosts and with cookies of another evening, as fast as they are answered.
Meanwhile buttons are pressed. Printed are press → display without the page and with all of it, from the request of the
correcting phone to the event on two phones, the page's memory, and what the journal holds that nobody was allowed to
enter. Times are by the clock of a machine that also runs all the phones.
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from device.hardware.presses import Button
from lab.benchmarks.appliance.environment import appliance_on_mocks, child_command, memory_mib, own_folder
from lab.benchmarks.appliance.page_clients import TIMEOUT_S, Attacker, Corrector, Crowd, answer_of, cookie_of
from lab.benchmarks.appliance.press_latency import Glass, press_buttons
from lab.benchmarks.harness.jobs import one_thread
from lab.benchmarks.harness.results import Result, add_results, run_command
from lab.benchmarks.harness.targets import target_called
from lab.training.data.options import at_least

BETWEEN_CORRECTIONS_S = 0.5
"""Seconds; the page takes three a second from one phone."""
DOWN_AND_UP: tuple[Button, ...] = ("down", "up")
"""Buttons that show something else and enter nothing."""
NICE = ("nice", "-n", "5")
"""As `kiebitz-page.service` runs it."""
KEY = "00112233445566778899aabbccddeeff"


class Load(NamedTuple):
    presses_ms: Sequence[float]
    events_ms: Sequence[float]
    """From the request of a phone to the event on the later of two others."""
    memory_mib: float
    changed: int
    """Events in the journal that nobody was allowed to enter, and requests that were accepted and should not be."""
    lost: int
    """Presses without an answer, events that did not arrive, phones that were cut off."""


def run_once() -> None:
    """Runs the appliance and presses its buttons until the input ends; prints the milliseconds of each press."""
    one_thread()
    glass, input_end = Glass(), threading.Thread(target=sys.stdin.read, daemon=True)

    def print_presses() -> None:
        for _, seconds in press_buttons(on_mocks, glass, DOWN_AND_UP):
            print("lost" if seconds is None else 1000 * seconds, flush=True)
            if not input_end.is_alive():
                return

    with glass.watched(), appliance_on_mocks() as on_mocks:
        input_end.start()
        finger = threading.Thread(target=print_presses, daemon=True)
        finger.start()
        on_mocks.appliance.run(keep_on=finger.is_alive)


class Running:
    """An appliance in another process."""

    def __init__(self) -> None:
        command = child_command("page_load")
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line.strip())

    def wait_for(self, presses: int) -> None:
        while len(self.lines) < presses and self._process.poll() is None:
            time.sleep(0.05)

    def end(self) -> list[str]:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._reader.join(10)
        return self.lines


def measure(presses: int, phones: int, requests: int) -> tuple[list[str], Load]:
    """Returns the presses without the page, and what was measured with it."""
    from common.feed.codes import player_code
    from common.files.paths import choices_file, journal_file, table_socket
    from device.settings.preferences import Choices
    from device.storage.recorded_events import read_journal

    alone = Running()
    alone.wait_for(presses)
    without = alone.end()
    Choices(choices_file()).choose(page_key=KEY)
    count = len(read_journal(journal_file()))
    running = Running()
    with page_process(table_socket()) as (port, process):
        cookie = cookie_of(port, player_code(KEY))
        crowd, attacker = Crowd(port, cookie, phones), Attacker(port, requests)
        corrector = Corrector(port, cookie, count - 1)
        crowd.start()
        attacker.start()
        events = _correct(corrector, crowd, lambda: attacker.is_alive() or len(running.lines) < presses)
        attacker.join()
        memory = memory_mib("VmHWM", process)
        crowd.ended.set()
        crowd.join()
    lines = running.end()
    strangers = len(read_journal(journal_file())) - count - corrector.done
    numbers = [float(line) for line in lines if line != "lost"]
    lost = lines.count("lost") + events.count(None) + crowd.lost
    arrived = [each for each in events if each is not None]
    for what in sorted(set(attacker.accepted)):
        print(f"accepted: {what}")
    return without, Load(numbers, arrived, memory, abs(strangers) + len(attacker.accepted), lost)


def _correct(corrector: Corrector, crowd: Crowd, goes_on: Callable[[], bool]) -> list[float | None]:
    """Corrects until it is over; returns the milliseconds until both phones had each event, None if they had not."""
    took: list[float | None] = []
    while goes_on():
        time.sleep(BETWEEN_CORRECTIONS_S)
        began = time.monotonic()
        count = corrector.correct()
        deadline = began + TIMEOUT_S
        while not all(count in phone for phone in crowd.arrived) and time.monotonic() < deadline:
            time.sleep(0.002)
        moments = [phone[count] for phone in crowd.arrived if count in phone]
        took.append(1000 * (max(moments) - began) if len(moments) == len(crowd.arrived) else None)
    return took


@contextmanager
def page_process(table: Path) -> Iterator[tuple[int, int]]:
    """Runs the page of a *table*, by its socket, in a process of its own; yields its port and the process."""
    deadline = time.monotonic() + TIMEOUT_S
    while not table.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen([*NICE, sys.executable, "-m", "cli", "page", f"--socket={table}", f"--port={port}"])
    try:
        while time.monotonic() < deadline:
            with suppress(OSError), answer_of(port, "GET", "/join") as answer:
                if cookie_of(port, "000000") == "" and answer.status == 200:
                    break
            time.sleep(0.1)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def report(without: Sequence[str], load: Load) -> int:
    """Prints and adds the results; fails if something was changed or lost."""
    alone = [float(line) for line in without if line != "lost"]
    press, event, memory = (target_called(f"page {what}").limit_text for what in ("press", "event", "memory"))
    for what, times in (("without the page", alone), ("with all phones", load.presses_ms)):
        print(f"press → display, {what:17s} {_percentiles(times)}  (target {press})")
    print(f"request → two phones               {_percentiles(load.events_ms)}  (target {event})")
    print(f"memory of the page, at most        {load.memory_mib:.1f} MiB  (target {memory})")
    print(f"changed without a role             {load.changed}")
    print(f"presses, events or phones lost     {load.lost}")
    add_results(
        Result("page press", _percentile(load.presses_ms, 99), len(load.presses_ms)),
        Result("page event", _percentile(load.events_ms, 50), len(load.events_ms)),
        Result("page memory", load.memory_mib, 1),
        Result("page changed", load.changed, 1),
        Result("page lost", load.lost, 1),
    )
    return 1 if load.changed or load.lost else 0


def _percentiles(times: Sequence[float]) -> str:
    return f"p50 {_percentile(times, 50):5.0f}  p99 {_percentile(times, 99):5.0f} ms, of {len(times):4d}"


def _percentile(times: Sequence[float], percent: int) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[percent - 1] if len(times) > 1 else float("nan")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--presses", type=at_least(2), default=100)
    parser.add_argument("--phones", type=at_least(3), default=50)
    parser.add_argument("--requests", type=at_least(0), default=10_000)
    arguments = parser.parse_args()
    with own_folder() as (folder, _):
        os.environ["RUNTIME_DIRECTORY"] = str(folder)
        return report(*measure(arguments.presses, arguments.phones, arguments.requests))


if __name__ == "__main__":
    run_command(main)
