"""The web server of a page: what it keeps of connections, and which it lets go."""

from __future__ import annotations

import gc
import socket
import struct
import time
from typing import TYPE_CHECKING

from page.web.server import MAX_CONNECTIONS_OF_ONE, Protocol
from tests.page.conftest import running_page
from tests.support.fed_table import FedTable, evening

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

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


def half_a_request(port: int, source: str) -> socket.socket:
    """A connection from the address *source* that begins to ask for something."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0))
    connection.sendall(b"GET /score HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
    return connection


def has_ended(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_one_address_cannot_take_all_connections(page: RunningPage) -> None:
    held = [half_a_request(page.port, "127.0.0.2") for _ in range(MAX_CONNECTIONS_OF_ONE + 200)]
    assert all(has_ended(connection) for connection in held[MAX_CONNECTIONS_OF_ONE:])
    assert page.phone().get("/score").status == 200
    for connection in held:
        connection.close()


def test_a_connection_without_a_whole_request_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("page.web.server.REQUEST_S", 0.2)
    with (
        FedTable(tmp_path / "table.sock", evening("bohemian-watten", 4, 1)) as table,
        running_page(table) as running,
    ):
        with half_a_request(running.port, "127.0.0.1") as first, half_a_request(running.port, "127.0.0.1") as again:
            again.sendall(b"b\r\n\r\n")
            assert again.recv(1 << 16).startswith(b"HTTP/1.1 303")
            again.sendall(b"GET /score HTTP/1.1\r\n")
            assert has_ended(first)
            assert has_ended(again)
        with running.phone().follow("score") as stream:
            stream.next()
            time.sleep(0.5)
            table.do("PLAY")
            stream.next()


def test_no_header_lets_a_phone_guess_under_other_addresses(page: RunningPage) -> None:
    phone = page.phone(joined=False)
    statuses = [
        phone.post("/join", {"code": "WRONG2"}, x_forwarded_for=f"10.0.0.{number}").status for number in range(6)
    ]
    assert statuses == [403] * 5 + [429]


def connections_in_memory() -> int:
    gc.collect()
    return sum(type(each) is Protocol for each in gc.get_objects())
