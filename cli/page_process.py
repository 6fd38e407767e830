"""The page as a child process, for trying it on a PC beside `run` and `demo`."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from common.errors import CommandError
from common.feed.codes import player_code

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOST, FIRST_PORT, PORTS = "127.0.0.1", 8321, 20
START_TIMEOUT_S, STOP_TIMEOUT_S = 30.0, 5.0
POLL_S = 0.1


@contextmanager
def page_beside(table: Path) -> Iterator[str]:
    """Runs the page of the table at the socket *table*, on this machine alone; yields its address once it answers.

    :raises CommandError: if no port is free, or the page does not answer.
    """
    port = _free_port()
    command = [sys.executable, "-P", "-m", "cli", "page", "--socket", str(table), "--port", str(port)]
    process = subprocess.Popen(command)
    try:
        _wait_until_it_answers(process, port)
        yield f"http://{HOST}:{port}"
    finally:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_it_answers(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while process.poll() is None and time.monotonic() < deadline:
        with suppress(OSError), socket.create_connection((HOST, port), timeout=POLL_S):
            return
        time.sleep(POLL_S)
    raise CommandError(
        f"got no answer from the page at {HOST}:{port} within {START_TIMEOUT_S:.0f} s, expected one: "
        f"`kiebitz page --socket FILE --port {port}` alone says why"
    )


def link_to_join(address: str, key: str) -> str:
    """Returns the address that makes a browser a player's."""
    return f"{address}/j/{player_code(key)}"


def _free_port() -> int:
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise CommandError(
        f"got no free port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1}, expected one for the page: end other programs"
    )
