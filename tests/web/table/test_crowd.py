"""A crowd of phones, some slow and some malicious: the loop goes on, and nothing changes without its role."""

import http.client
import socket
import statistics
import threading
import time

import pytest

from tests.support.phones import Phone
from tests.web.conftest import RunningPage

PHONES = 50
MAX_PRESS_SECONDS = 0.1
"""From a press to the picture on the display; the median, since machines of tests are busy."""


@pytest.mark.slow
def test_fifty_phones_of_which_one_is_slow_and_one_malicious(page: RunningPage) -> None:
    page.table.do("PLAY E9 PLAY PLAY PLAY")
    cookie = f"kiebitz={page.phone().cookies['kiebitz']}"
    followers = [_follower(page.port, cookie) for _ in range(PHONES - 1)]
    slow = _follower(page.port, cookie, receive_bytes=1024)
    ended = threading.Event()
    malicious = threading.Thread(target=_attack, args=(page.port, ended), daemon=True)
    malicious.start()
    count = len(page.table.stored.events)
    times = []
    for word in ["DOWN", "UP"] * 40:
        before = time.perf_counter()
        page.table.do(word)
        times.append(time.perf_counter() - before)
    assert statistics.median(times) < MAX_PRESS_SECONDS
    assert len(page.table.stored.events) == count, "nobody changed anything"
    page.table.do("L7>3")
    for follower in followers:
        _read_until(follower, b"L7.webp")
    ended.set()
    malicious.join(60)
    assert page.phone(joined=False).get("/join").status == 200
    assert page.table.stored.marks == {}
    for each in (*followers, slow):
        each.close()


def _follower(port: int, cookie: str, receive_bytes: int = 0) -> socket.socket:
    """Returns a connection that follows the table; *receive_bytes* makes its buffer small, and nobody reads it."""
    follower = socket.socket()
    if receive_bytes:
        follower.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    follower.settimeout(60)
    follower.connect(("127.0.0.1", port))
    head = f"GET /events?view=table HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
    follower.sendall(head.encode())
    return follower


def _read_until(follower: socket.socket, part: bytes) -> None:
    data = b""
    while part not in data:
        received = follower.recv(65536)
        assert received, "the stream ended"
        data = data[-100:] + received


def _attack(port: int, ended: threading.Event) -> None:
    """Guesses codes, sends oversized and malformed requests, forged and replayed cookies, from wrong origins."""
    phone = Phone(port)
    while not ended.is_set():
        try:
            phone.join("AAAAAA")
            phone.cookies = {"kiebitz": "landlord.00.00"}
            phone.post("/action", {"do": "next_deal", "count": 0})
            phone.post("/action", {"do": "undo", "position": 1}, origin="http://evil.example")
            phone.post("/action", b"x" * 100_000)
            with socket.create_connection(("127.0.0.1", port), timeout=5) as raw:
                raw.sendall(b"\x00\xff NONSENSE\r\n" * 50)
            phone.get("/cards/" + "A" * 3000)
        except (OSError, http.client.HTTPException):
            continue  # it was cut off, as it should be
