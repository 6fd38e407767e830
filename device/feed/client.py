"""One connection of the page: a thread that writes lines as they come, and one that reads requests."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from io import BufferedReader
from typing import NamedTuple, Protocol

import msgspec

from common.feed import messages
from device.feed.history import History

SEND_TIMEOUT_S = 10
"""Seconds after which a reader that takes nothing is disconnected; it may subscribe again from where it was."""
LINES_AT_ONCE = 200
"""Lines that are sent between two checks for answers."""
MAX_REQUESTS_A_SECOND = 20
"""Further messages of the page wait in its socket, so that a flood of them costs the referee no time."""
MAX_WAITING_ANSWERS, MAX_WAITING_BYTES = 64, 4 << 20
"""Of one client that does not read; a picture has at most 80 000 bytes, a document or a part of a file some 900 000."""
PAGE_ROLES: frozenset[messages.Role] = frozenset({"player", "landlord"})
HALL_ROLES: frozenset[messages.Role] = frozenset({"hall"})
_TO_REFEREE = msgspec.json.Decoder(messages.ToReferee)


class FeedHost(Protocol):
    """What a connection takes from the server that has accepted it; see `device.feed.server.FeedServer`."""

    history: History
    roles: frozenset[messages.Role]
    addresses: tuple[str, ...]
    submit: Callable[[PhoneItem], bool]
    document: Callable[[messages.Fetch], str]
    upload: Callable[[messages.Upload], None]
    earlier: Callable[[], list[bytes]]


class PhoneItem(NamedTuple):
    """A request on its way through the queue of the loop."""

    request: messages.PhoneRequest
    client: Client

    def answer(self, refused: str = "") -> None:
        self.client.answer(messages.Answer(self.request.id, refused))


class Client:
    """Documents are made and parts of files are taken in the thread of the reader."""

    def __init__(self, connection: socket.socket, server: FeedHost) -> None:
        self._connection, self._server, self._history = connection, server, server.history
        self._answers: deque[bytes] = deque()
        self._hello = b""
        """The answer to a subscription, until it is sent."""
        self._position: int | None = None
        """The next event to send; None before a subscription."""
        self._state_number = 0
        self.is_closed = False

    def start(self) -> None:
        for name, work in (("feed reader", self._read), ("feed writer", self._write)):
            threading.Thread(target=work, name=name, daemon=True).start()

    def answer(self, answer: messages.Answer) -> None:
        """Queues an answer; a client that leaves too many unread is disconnected."""
        with self._history.changed:
            self._answers.append(msgspec.json.encode(answer) + b"\n")
            waiting_bytes = sum(map(len, self._answers))
            if len(self._answers) > MAX_WAITING_ANSWERS or waiting_bytes > MAX_WAITING_BYTES:
                self.is_closed = True
            self._history.changed.notify_all()

    def close(self) -> None:
        with self._history.changed:
            self.is_closed = True
            self._history.changed.notify_all()

    def _write(self) -> None:
        try:
            # For sending only: the page may be silent for as long as it likes.
            self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SEND_TIMEOUT_S, 0))
            while lines := self._next_lines():
                self._connection.sendall(b"".join(lines))
        except OSError:
            pass  # it went away, or did not read; it may subscribe again
        finally:
            self.close()
            with suppress(OSError):
                self._connection.shutdown(socket.SHUT_RDWR)  # wakes the reader
            self._connection.close()

    def _next_lines(self) -> list[bytes]:
        """Waits for lines; returns none once the connection is to be closed."""
        with self._history.changed:
            while not self.is_closed:
                if self._hello:
                    hello, self._hello = self._hello, b""
                    return [hello]
                lines = list[bytes]()
                if self._position is not None:
                    has_key = self._server.roles == PAGE_ROLES
                    lines, self._position, self._state_number = self._history.after(
                        self._position, self._state_number, LINES_AT_ONCE, has_key
                    )
                if not lines:  # a request is answered after the events that it caused
                    lines = list(self._answers)
                    self._answers.clear()
                if lines:
                    return lines
                self._history.changed.wait()
        return []

    def _read(self) -> None:
        try:
            with self._connection.makefile("rb") as stream:
                while not self.is_closed and (line := _next_line(stream)):
                    if not self._take(line):
                        break
                    time.sleep(1 / MAX_REQUESTS_A_SECOND)
        except (OSError, ValueError):
            pass  # it was closed
        self.close()

    def _take(self, line: bytes) -> bool:
        """Handles a message; returns whether it was one."""
        try:
            message = _TO_REFEREE.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return False
        match message:
            case messages.Subscribe(session, position):
                follows = session == self._history.session
                hello = b"".join([self._history.hello(), *([] if follows else self._server.earlier())])
                with self._history.changed:
                    self._hello, self._state_number = hello, 0
                    self._position = max(0, min(position, len(self._history))) if follows else 0
                    self._history.changed.notify_all()
            case messages.PhoneRequest() if message.role not in self._server.roles:
                self.answer(messages.Answer(message.id, "malformed"))
            case messages.PhoneRequest():
                if not self._server.submit(PhoneItem(message, self)):
                    self.answer(messages.Answer(message.id, "busy"))
            case messages.Fetch():
                try:
                    self.answer(messages.Answer(message.id, text=self._server.document(message)))
                except (ValueError, OSError):  # there is no evening yet, or the journal cannot be read
                    self.answer(messages.Answer(message.id, "nothing_there"))
            case messages.Upload():
                self.answer(messages.Answer(message.id, self._refused(message)))
            case messages.Address(addresses):
                self._server.addresses = addresses
        return True

    def _refused(self, part: messages.Upload) -> str:
        """Takes a part of a file; returns why not."""
        try:
            self._server.upload(part)
        except OSError:
            return "no_room"
        except Exception:  # a damaged archive fails in zipfile, tarfile or zlib, each in its own way
            return "bad_file"
        return ""


def _next_line(stream: BufferedReader) -> bytes:
    """Returns the next line; none at the end, and for one that is too long."""
    line = stream.readline(messages.MAX_LINE_BYTES + 1)
    if len(line) <= messages.MAX_LINE_BYTES:
        return line
    if not line.startswith(messages.UPLOAD_START):
        return b""
    if not line.endswith(b"\n"):
        line += stream.readline(messages.MAX_UPLOAD_LINE_BYTES + 1 - len(line))
    return line if len(line) <= messages.MAX_UPLOAD_LINE_BYTES else b""
