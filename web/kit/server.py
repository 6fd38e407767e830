"""Serves an application with uvicorn until it is stopped."""

import asyncio
import math
import resource
import socket
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from common.limits import KEEP_ALIVE_S, MAX_CONNECTIONS, MAX_CONNECTIONS_OF_ONE, REQUEST_S, SPARE_FILES
from common.tasks import Changes
from web.kit.stream import OWN_MACHINE

TICKS = 20
"""Tenths of a second between two checks whether the page is still switched on."""


class Protocol(H11Protocol):
    """Lets go of connections that ask for nothing or read nothing, and of more than some from one address: the others
    need room.

    uvicorn (0.54) waits for a request without end, keeps a connection that was reset for the keep-alive timeout, and
    answers 503 to whoever comes when its limit is reached: those who came first would lock out all others.
    """

    _next_look: asyncio.TimerHandle | None = None
    _rests_since = 0.0
    _was_read = False
    """Whether a reader has caught up since the last look."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._rests_since = self.loop.time()
        host = self.client[0] if self.client else ""
        if host != OWN_MACHINE and sum(_host(each) == host for each in self.connections) > MAX_CONNECTIONS_OF_ONE:
            transport.abort()
            return
        if len(self.connections) >= (self.limit_concurrency or math.inf):
            others = (each for each in self.connections if isinstance(each, Protocol) and each.rests)
            longest = min(others, key=lambda each: each._rests_since, default=self)
            self.connections.discard(longest)
            longest.transport.abort()
        self._look_again(None, 0)

    @property
    def rests(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._rests_since = self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._was_read = True

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        if self._next_look is not None:
            self._next_look.cancel()

    def _look_again(self, latest: object, unread: int) -> None:
        self._next_look = self.loop.call_later(REQUEST_S, self._look, latest, unread)

    def _look(self, latest: object, unread_before: int) -> None:
        """Ends the connection if there was no request since *latest* and none is being answered, or if nothing was
        read of *unread_before* bytes.
        """
        unread, was_read = self.transport.get_write_buffer_size(), self._was_read
        self._was_read = False
        is_stuck = not was_read and 0 < unread_before <= unread
        if is_stuck or (not unread and self.rests and self.cycle is latest):
            self.transport.abort()
        else:
            self._look_again(self.cycle, unread)


def _host(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


def open_files(count: int) -> int:
    """Lets this process and those that it starts open so many files, if the system does; returns how many they may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft in range(count):
        soft = min(count, hard) if hard != resource.RLIM_INFINITY else count
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft if soft != resource.RLIM_INFINITY else count


class WebServer(uvicorn.Server):
    """Ends the streams of phones, which follow *changes*, before it waits for their connections."""

    def __init__(
        self,
        app: ASGIApp,
        changes: Changes,
        ends_without: Path | None = None,
        most_connections: int = MAX_CONNECTIONS,
        **options: Any,
    ) -> None:
        """*options* are those of `uvicorn.Config`; it ends once the socket *ends_without* is gone, if one is given."""
        config = uvicorn.Config(
            app,
            http=Protocol,
            ws="none",
            loop="asyncio",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            date_header=False,
            limit_concurrency=min(most_connections, open_files(most_connections + SPARE_FILES) - SPARE_FILES),
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=3,
            h11_max_incomplete_event_size=16 << 10,
            **options,
        )
        super().__init__(config)
        self._changes = changes
        self._ends_without = ends_without

    async def on_tick(self, counter: int) -> bool:
        """Returns whether the server has to end; uvicorn calls it ten times a second."""
        is_off = self._ends_without is not None and counter % TICKS == 0 and not self._ends_without.exists()
        return is_off or await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._changes.close()
        await super().shutdown(sockets)
