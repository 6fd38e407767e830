"""Runs mosquitto: starts it, restarts it when it dies, reports clients that it has refused, and stops it."""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from common.errors import CommandError

AGAIN_S = 30.0
"""Seconds between two lines about refused clients, whose programs try again every few seconds."""
MAX_READ_BYTES = 1 << 20
_CONNECTION = re.compile(r"New connection from (\S+?):\d+ on port")
_REFUSED = re.compile(r"disconnected, not authorised|bad user name or password", re.IGNORECASE)


class BrokerLog:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = path.stat().st_size if path.exists() else 0
        self._last_address = ""
        self._logged_at = 0.0
        self.refused_logins = 0

    def news(self) -> str:
        """Returns a line about newly refused clients; empty if there are none, or soon after the last line."""
        before, new = self.refused_logins, b""
        with suppress(OSError), self._path.open("rb") as file:
            file.seek(self._read)
            new = file.read(MAX_READ_BYTES)
        self._read += len(new)
        for line in new.decode(errors="replace").splitlines():
            if found := _CONNECTION.search(line):
                self._last_address = found[1]
            elif _REFUSED.search(line):
                self.refused_logins += 1
        if self.refused_logins == before or time.monotonic() - self._logged_at < AGAIN_S:
            return ""
        self._logged_at = time.monotonic()
        return (
            f"mosquitto has refused a client with a wrong name or password, {self.refused_logins} times so far, "
            f"last near {self._last_address or '?'}"
        )


SYSTEM_PATHS = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
"""Folders of the program besides PATH: on Debian, sbin is not in the PATH of users."""
START_S = 10.0
"""Seconds within which it has to listen after its start."""
STOP_S = 5.0
WATCH_S = 0.2
RESTART_PAUSE_S = 0.5
LAST_LINES = 5


def find_mosquitto() -> str | None:
    return shutil.which("mosquitto", path=os.pathsep.join([os.environ.get("PATH", ""), *SYSTEM_PATHS]))


class BrokerProcess:
    """Use it as a context manager; call `watch` in a task to start it again when it dies."""

    def __init__(self, configuration: Path, port: int) -> None:
        self._configuration, self._port = configuration, port
        self._log = configuration.with_suffix(".log")
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = True
        self.starts = 0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None and self._process.poll() is None else None

    def start(self) -> None:
        """Starts it, and returns once it listens.

        :raises CommandError: if the program is missing, the port is taken, or it does not listen in time.
        """
        self._is_stopped = False
        try:
            self._start()
        except CommandError:
            self._is_stopped = True
            raise

    def _start(self) -> None:
        program = find_mosquitto()
        if program is None:
            raise CommandError("got no program mosquitto, expected the broker of the hall: apt install mosquitto")
        if is_listening(self._port):
            raise CommandError(
                f"got port {self._port}, at which something listens already, expected a free one: is another hall "
                "or mosquitto running? --broker HOST uses one that runs"
            )
        with self._log.open("ab") as log:
            process = self._process = subprocess.Popen(
                [program, "-c", str(self._configuration)], stdout=log, stderr=log
            )
        self.starts += 1
        end = time.monotonic() + START_S
        while not is_listening(self._port):
            if process.poll() is not None or time.monotonic() > end:
                self.kill()
                raise CommandError(f"mosquitto does not start: {self.log_tail()}")
            time.sleep(0.02)
        if self._is_stopped:  # while this thread waited for it
            process.terminate()
            process.wait()

    def log_tail(self) -> str:
        try:
            lines = self._log.read_text(errors="replace").splitlines()
        except OSError:
            lines = []
        return "; ".join(lines[-LAST_LINES:]) or "it says nothing"

    def stop(self) -> None:
        process, self._process, self._is_stopped = self._process, None, True
        if process is None:
            return
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    async def watch(self, say: Callable[[str], None]) -> None:
        """Restarts it whenever it has died, and reports that and the clients that it has refused."""
        log, last_fault = BrokerLog(self._log), ""
        while True:
            await asyncio.sleep(WATCH_S)
            if news := log.news():
                say(news)
            if self._is_stopped or self.pid is not None:
                continue
            if self._process is not None:
                say(f"mosquitto ended with {self._process.returncode} and is started again")
            await asyncio.sleep(RESTART_PAUSE_S)
            try:
                await asyncio.to_thread(self._start)
                last_fault = ""
            except CommandError as error:
                if str(error) != last_fault:
                    say(last_fault := str(error))

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def is_listening(port: int, host: str = "127.0.0.1") -> bool:
    try:
        with socket.create_connection((host, port), timeout=1):
            return True
    except OSError:
        return False


def free_port() -> int:
    """Returns a port of this machine at which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def look_for_broker(host: str, port: int, configuration: Path, say: Callable[[str], None]) -> None:
    """Says how to start a broker if none listens there; the hall waits for it, and its connection reports losses."""
    if not await asyncio.to_thread(is_listening, port, host):
        say(
            f"got no broker at {host}:{port}, expected one that runs with the configuration of "
            f"the hall: mosquitto -c {configuration}"
        )
