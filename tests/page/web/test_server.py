"""The web server of a page: what it keeps of connections that are gone."""

from __future__ import annotations

import gc
import socket
import struct
import time
from typing import TYPE_CHECKING

from page.web.server import Protocol

if TYPE_CHECKING:
    from tests.page.conftest import RunningPage

RESET_AT_CLOSE = struct.pack("ii", 1, 0)
"""SO_LINGER: closing sends a reset, as phones do that leave the network."""


def test_connections_that_are_reset_are_forgotten_at_once(page: RunningPage) -> None:
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", page.port), timeout=20) as connection:
            connection.sendall(f"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\n\r\n".encode())
            assert connection.recv(1 << 16).startswith(b"HTTP/1.1 404")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_AT_CLOSE)
    deadline = time.monotonic() + 10
    while (kept := connections_in_memory()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert kept == 0


def connections_in_memory() -> int:
    gc.collect()
    return sum(type(each) is Protocol for each in gc.get_objects())
