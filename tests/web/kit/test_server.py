"""The web server of a page: what it keeps of connections, and which it lets go."""

import gc
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from common.limits import MAX_CONNECTIONS, MAX_CONNECTIONS_OF_ONE, MAX_OF_ONE, MAX_VIEWERS
from common.tasks import Changes
from tests.support.fed_table import FedTable, evening
from tests.support.quick_servers import QuickWebServer, free_port, run_server
from tests.web.conftest import RunningPage, running_page
from web.kit.server import Protocol

RESET_AT_CLOSE = struct.pack("ii", 1, 0)
"""SO_LINGER: closing sends a reset, as phones do that leave the network."""


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_server_that_is_full_lets_go_of_who_rests_the_longest(page: RunningPage) -> None:
    """Whoever came first locks nobody out: 216 connections from nine addresses that ask for nothing."""
    held = [
        half_a_request(page.port, f"127.0.0.{2 + address}")
        for address in range(9)
        for _ in range(MAX_CONNECTIONS_OF_ONE)
    ]
    assert len(held) > MAX_CONNECTIONS
    for _ in range(30):
        assert page.phone().get("/score").status == 200
    assert has_ended(held[0])
    for connection in held:
        connection.close()


def follow(port: int, source: str, view: str) -> tuple[socket.socket, bytes]:
    """Follows a view without a code from the address *source*; returns the beginning of the answer, too."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(source, 0))
    connection.sendall(f"GET /events?view={view} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    answer = b""
    while b"retry: " not in answer and (part := connection.recv(1 << 16)):
        answer += part
    return connection, answer


@pytest.mark.slow
def test_phones_without_a_code_leave_room_for_those_with_one(page: RunningPage) -> None:
    held = [follow(page.port, f"127.0.0.{2 + address}", "join") for address in range(10) for _ in range(20)]
    followed = [connection for connection, answer in held if b"event: full" not in answer]
    assert len(followed) == MAX_VIEWERS
    of_one = [answer for _, answer in held[:20] if b"event: full" not in answer]
    assert len(of_one) == MAX_OF_ONE
    with page.phone().follow("score") as stream:
        assert "html" in stream.next()
    for connection, _ in held:
        connection.close()


@pytest.mark.parametrize(("pause_s", "is_whole"), [(0.05, True), (None, False)], ids=["leisurely", "stalled"])
def test_who_reads_nothing_is_let_go_and_who_reads_slowly_is_not(
    monkeypatch: pytest.MonkeyPatch, pause_s: float | None, is_whole: bool
) -> None:
    monkeypatch.setattr("web.kit.server.REQUEST_S", 0.3)
    size = 24 << 20

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(bytes(size))(scope, receive, send)

    with serving(app) as port, socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        if pause_s is None:
            time.sleep(1.5)
        count = 0
        with suppress(ConnectionResetError):
            while part := connection.recv(1 << 20, socket.MSG_WAITALL):
                count += len(part)
                if count >= size:
                    break
                time.sleep(pause_s or 0)
        assert (count >= size) == is_whole


@contextmanager
def serving(app: ASGIApp) -> Iterator[int]:
    port = free_port()
    with run_server(QuickWebServer(app, Changes(), port=port, log_level="error", lifespan="off")):
        yield port


def test_a_connection_without_a_whole_request_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.kit.server.REQUEST_S", 0.2)
    with FedTable(tmp_path / "table.sock", evening("bohemian-watten", 4, 1)) as table, running_page(table) as running:
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
