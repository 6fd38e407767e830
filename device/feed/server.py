"""A Unix socket for the page, or for the link to a tournament; it exists only while that is switched on there."""

import errno
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from common.feed.messages import Fetch, Role, Upload
from device.feed.client import PAGE_ROLES, Client, PhoneItem
from device.feed.history import History

SOCKET_MODE = 0o660
"""Owner and group: the page's own user is in the group of the referee."""
MAX_CLIENTS = 3
"""The page, another one while that is updated, and a person who looks after them."""
RETRY_S = 5.0
"""Seconds between two attempts at a socket that cannot be opened."""


def not_offered(message: Fetch | Upload) -> NoReturn:
    """:raises ValueError: always, where no documents are made and no files are taken."""
    raise ValueError(f"got a request for {type(message).__name__}, expected none")


class FeedServer:
    """Close it; *name* is that of the other side, for messages about a socket that fails."""

    def __init__(
        self,
        path: Path,
        submit: Callable[[PhoneItem], bool],
        history: History | None = None,
        document: Callable[[Fetch], str] = not_offered,
        upload: Callable[[Upload], None] = not_offered,
        roles: frozenset[Role] = PAGE_ROLES,
        earlier: Callable[[], list[bytes]] = list,
        name: str = "page",
    ) -> None:
        """*submit* queues a request for the loop, or returns False if there is no room.

        *document* makes a document and *upload* takes a part of a file. *roles* are those that requests may have; of
        them only the page's may know the key of its codes. *earlier* returns lines about events from before the
        session, for who does not follow it yet.
        """
        self.history = history if history is not None else History()
        self.addresses: tuple[str, ...] = ()
        """The addresses of the page, as it has sent them."""
        self.fault = ""
        """Why the socket cannot be opened; empty if it is open, or off."""
        self.submit, self.document, self.upload, self.roles, self.earlier = submit, document, upload, roles, earlier
        self._path, self._name = path, name
        self._next_try = 0.0
        self._clients: list[Client] = []
        self._lock = threading.Lock()
        self._listener: socket.socket | None = None

    @property
    def is_open(self) -> bool:
        return self._listener is not None

    @property
    def has_page(self) -> bool:
        with self._lock:
            return any(not client.is_closed for client in self._clients)

    def try_to_open(self, say: Callable[[str], None]) -> None:
        """Opens the socket; a fault is logged once, and opening is tried again after a while."""
        if self.is_open or time.monotonic() < self._next_try:
            return
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.open()
            self.fault = ""
        except OSError as error:
            self._next_try = time.monotonic() + RETRY_S
            reason = f"cannot open the socket of the {self._name}: {error.strerror or error}"
            fault = f"{reason}; the game goes on without it"
            if fault != self.fault:
                say(fault)
            self.fault = fault

    def open(self) -> None:
        """Opens the socket, in place of one that an earlier run left behind.

        :raises OSError: if that is not possible, or another Kiebitz serves it.
        """
        if self._listener is not None:
            return
        if not hasattr(socket, "AF_UNIX"):
            raise OSError(errno.EAFNOSUPPORT, "this system has no Unix sockets")
        with socket.socket(socket.AF_UNIX) as probe:
            if not probe.connect_ex(str(self._path)):
                raise OSError(errno.EADDRINUSE, "another Kiebitz has it")
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with suppress(FileNotFoundError):
                self._path.unlink()
            before = os.umask(0o777 & ~SOCKET_MODE)
            try:
                listener.bind(str(self._path))
            finally:
                os.umask(before)
            listener.listen(MAX_CLIENTS)
        except OSError:
            listener.close()
            raise
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), name="feed", daemon=True).start()

    def close(self) -> None:
        """Closes the socket and all connections, and removes its file."""
        listener, self._listener = self._listener, None
        self.fault, self._next_try = "", 0.0
        if listener is None:
            return
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        listener.close()
        self._path.unlink(missing_ok=True)
        self.disconnect()
        self.addresses = ()

    def disconnect(self) -> None:
        """Closes all connections; whoever was connected may subscribe again."""
        with self._lock:
            clients, self._clients = self._clients, []
        for client in clients:
            client.close()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return  # it was closed
            with self._lock:
                self._clients = [client for client in self._clients if not client.is_closed]
                if len(self._clients) >= MAX_CLIENTS or self._listener is not listener:
                    connection.close()
                    continue
                client = Client(connection, self)
                self._clients.append(client)
            client.start()
