"""Phones for `page_load`: a crowd that follows, one that does not read, one that corrects, one that attacks."""

from __future__ import annotations

import http.client
import json
import re
import selectors
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from common.feed.codes import new_key, sign
from web.kit.stream import LEFT

TIMEOUT_S = 30.0
Headers: TypeAlias = Mapping[str, str]
_ID = re.compile(rb"^id: \w+-(\d+)$", re.MULTILINE)
SLOW_BUFFER_BYTES = 1024
BYTES = {"content-type": "application/octet-stream"}
SOURCES = {"crowd": "127.0.1", "corrects": "127.0.2.1", "attacks": "127.0.3.1"}
"""Addresses that the phones come from, since the page counts what each of them asks for."""


@contextmanager
def answer_of(
    port: int, method: str, path: str, body: bytes | None = None, headers: Headers | None = None, source: str = ""
) -> Iterator[http.client.HTTPResponse]:
    """Yields what the page answers; *source* is the address from which it is asked."""
    connection = http.client.HTTPConnection("127.0.0.1", port, TIMEOUT_S, (source, 0))
    try:
        connection.request(method, path, body, headers or {})
        yield connection.getresponse()
    finally:
        connection.close()


def cookie_of(port: int, code: str) -> str:
    """Returns the cookie of a player who has joined by the code."""
    with answer_of(port, "GET", f"/j/{code}") as answer:
        return (answer.getheader("set-cookie") or "").partition(";")[0]


class Crowd(threading.Thread):
    """Follows the table with many phones, and notes when each of the first two got which event."""

    def __init__(self, port: int, cookie: str, count: int) -> None:
        super().__init__(name="crowd", daemon=True)
        self.arrived: tuple[dict[int, float], dict[int, float]] = ({}, {})
        """By the number of events, when the first and the second phone had them."""
        self.ended = threading.Event()
        self.lost = 0
        """Phones whose connection ended."""
        self._selector = selectors.DefaultSelector()
        self._sockets = [
            _follow(port, cookie, f"{SOURCES['crowd']}.{number + 1}", is_slow=number == count - 1)
            for number in range(count)
        ]
        for number, each in enumerate(self._sockets[:-1]):  # the last one never reads
            self._selector.register(each, selectors.EVENT_READ, number)

    def run(self) -> None:
        while not self.ended.is_set():
            for key, _ in self._selector.select(0.1):
                data = self._sockets[key.data].recv(1 << 16)
                if not data:
                    self.lost += 1
                    self._selector.unregister(key.fileobj)
                elif key.data < 2:
                    self._note(key.data, data)
        for each in self._sockets:
            each.close()

    def _note(self, phone: int, data: bytes) -> None:
        now = time.monotonic()
        for found in _ID.finditer(data):
            self.arrived[phone].setdefault(int(found[1]), now)


def _follow(port: int, cookie: str, source: str, is_slow: bool) -> socket.socket:
    follower = socket.socket()
    if is_slow:
        follower.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SLOW_BUFFER_BYTES)
    follower.bind((source, 0))
    follower.settimeout(TIMEOUT_S)
    follower.connect(("127.0.0.1", port))
    head = f"GET /events?view=table HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
    follower.sendall(head.encode())
    return follower


@dataclass
class Corrector:
    """A player's phone that undoes the last event and takes that back, in turn."""

    port: int
    cookie: str
    last: int
    """The position of the event to undo, the last one so far."""
    done: int = 0

    def correct(self) -> int:
        """Hands in the next one; returns the number of events after it.

        :raises ValueError: if it was refused.
        """
        is_undo = self.done % 2 == 0
        position = self.last if is_undo else self.last + self.done
        headers = _headers(self.port) | {"cookie": self.cookie}
        body = json.dumps({"do": "undo" if is_undo else "redo", "position": position}).encode()
        with answer_of(self.port, "POST", "/action", body, headers, SOURCES["corrects"]) as answer:
            text = answer.read().decode()
        if answer.status != 200:
            raise ValueError(f"got {answer.status} for a correction, expected 200: {text}")
        self.done += 1
        return self.last + 1 + self.done


@dataclass
class Attacker(threading.Thread):
    """Sends so many requests that change nothing if the page is sound, as fast as they are answered."""

    port: int
    requests: int
    sent: int = 0
    accepted: list[str] = field(default_factory=list)
    """Requests that were answered as if they had been carried out."""

    def __post_init__(self) -> None:
        super().__init__(name="attacker", daemon=True)

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        tries = _attacks(self.port)
        while self.sent < self.requests:
            self.sent += 1
            what, method, path, body, headers = next(tries)
            # cut off, as it should be
            with (
                suppress(OSError, http.client.HTTPException),
                answer_of(self.port, method, path, body, headers, SOURCES["attacks"]) as answer,
            ):
                if is_accepted(answer.status, answer.read1(len(LEFT))):
                    self.accepted.append(what)


def is_accepted(status: int, start: bytes) -> bool:
    """Returns whether an answer gives what was asked for; a stream that only sends to the form of the code does not."""
    return status == 200 and start != LEFT.encode()


def _headers(port: int) -> dict[str, str]:
    return {"content-type": "application/json", "origin": f"http://127.0.0.1:{port}"}


def _attacks(port: int) -> Iterator[tuple[str, str, str, bytes, Headers]]:
    """Yields what it is, method, path, body and headers."""
    own, number = _headers(port), 0
    old = {"cookie": f"kiebitz=landlord.00.{sign(new_key(), 'landlord.00')}"}
    undo = b'{"do": "undo", "position": 1}'
    while True:
        number += 1
        yield "a guessed code", "POST", "/join", json.dumps({"code": f"{number:06d}"}).encode(), own
        yield "a cookie of another evening", "POST", "/action", undo, own | old
        yield "no cookie", "POST", "/action", undo, own
        yield "another origin", "POST", "/action", undo, own | old | {"origin": "http://evil.example"}
        yield "another host", "GET", "/score", b"", {"host": "evil.example"}
        yield "too much", "POST", "/action", b"x" * 20_000, own
        yield "no JSON", "POST", "/action", b"\xff\x00{{{{", own | old
        yield "deep JSON", "POST", "/action", b"[" * 3000, own | old
        yield "a file", "POST", "/landlord/upload/backup", b"PK", own | old | BYTES
        yield "a strange card", "GET", "/cards/" + "A" * 3000, b"", {}
        yield "another folder", "GET", "/static/..%2f..%2f..%2fetc/passwd", b"", {}
        yield "a stream without a role", "GET", "/events?view=table", b"", {}
