"""Runs the page with uvicorn until it is stopped."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio
    import socket
    from collections.abc import Callable
    from pathlib import Path

    from starlette.types import ASGIApp

    from page.changes import Changes
    from page.web.app import Page

KEEP_ALIVE_S = 30
MAX_CONNECTIONS = 200
MAX_CONNECTIONS_OF_ONE = 24
"""Connections from one address; a browser opens six, and may have several tabs."""
REQUEST_S = 15.0
"""Seconds without a whole request after which a connection is let go; phones connect again by themselves."""
OWN_MACHINE = "127.0.0.1"
TICKS = 20
"""Tenths of a second between two checks whether the page is still switched on."""
ADDRESS_TICKS = 50
"""Likewise between two checks of the addresses: the table may switch its own Wi-Fi on or off."""


class Protocol(H11Protocol):
    """Lets go of connections that ask for nothing, and of more than some from one address: the others need room.

    uvicorn (0.54) waits for a request without end, and keeps a connection that was reset for the keep-alive timeout.
    """

    _next_look: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if host != OWN_MACHINE and sum(_host(each) == host for each in self.connections) > MAX_CONNECTIONS_OF_ONE:
            transport.abort()
        else:
            self._look_again(None)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        if self._next_look is not None:
            self._next_look.cancel()

    def _look_again(self, latest: object) -> None:
        self._next_look = self.loop.call_later(REQUEST_S, self._look, latest)

    def _look(self, latest: object) -> None:
        """Ends the connection if there was no request since *latest*, and none is being answered."""
        request = self.cycle
        if request is latest and (request is None or request.response_complete):
            self.transport.abort()
        else:
            self._look_again(request)


def _host(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


class WebServer(uvicorn.Server):
    """Ends the streams of phones, which follow *changes*, before it waits for their connections."""

    def __init__(self, app: ASGIApp, changes: Changes, ends_without: Path | None = None, **options: Any) -> None:
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
            limit_concurrency=MAX_CONNECTIONS,
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


class PageServer(WebServer):
    """A web server that updates the addresses of the page."""

    def __init__(
        self,
        page: Page,
        ends_without: Path | None = None,
        find_addresses: Callable[[], tuple[str, ...]] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(page.app, page.live, ends_without, **options)
        self._page, self._find_addresses = page, find_addresses

    async def on_tick(self, counter: int) -> bool:
        if self._find_addresses is not None and counter % ADDRESS_TICKS == 0:
            await self._page.set_addresses(self._find_addresses())
        return await super().on_tick(counter)


def serve(table: Path, host: str, port: int, names: tuple[str, ...], viewers: bool, while_on: bool) -> None:
    """Serves the table at the socket *table* to phones, at *host* and *port*; *names* are its host names.

    With *while_on* it ends when the page is switched off at the table.
    """
    from page.web.addresses import addresses
    from page.web.app import Page

    find = partial(addresses, host, port, names)
    page = Page(table, names, find(), viewers)
    PageServer(page, table if while_on else None, find, host=host, port=port, log_level="warning").run()
