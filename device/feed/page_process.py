"""The page as a child process, for trying it on a PC beside `run` and `demo`."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from device.errors import CommandError
from device.feed.codes import player_code

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOST, FIRST_PORT, PORTS = "127.0.0.1", 8321, 20
STOP_TIMEOUT_S = 5.0


@contextmanager
def page_beside(table: Path) -> Iterator[str]:
    """Runs the page of the table at the socket *table*, on this machine alone; yields its address.

    :raises CommandError: if no port is free.
    """
    port = _free_port()
    command = [sys.executable, "-m", "device", "page", "--socket", str(table), "--port", str(port)]
    process = subprocess.Popen(command)
    try:
        yield f"http://{HOST}:{port}"
    finally:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


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
