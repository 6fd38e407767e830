"""Runs the page with uvicorn until it is stopped."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Any

import uvicorn

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import ASGIApp

    from page.changes import Changes

KEEP_ALIVE_S = 30
MAX_CONNECTIONS = 200
TICKS = 20
"""Tenths of a second between two looks whether the page is still switched on."""


class WebServer(uvicorn.Server):
    """Ends the streams of phones, which follow *changes*, before it waits for their connections."""

    def __init__(self, app: ASGIApp, changes: Changes, ends_without: Path | None = None, **options: Any) -> None:
        """*options* are those of `uvicorn.Config`; it ends once the socket *ends_without* is gone, if one is given."""
        config = uvicorn.Config(
            app,
            http="h11",
            ws="none",
            loop="asyncio",
            access_log=False,
            server_header=False,
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
        """Returns whether it is to end; uvicorn calls it ten times a second."""
        is_off = self._ends_without is not None and counter % TICKS == 0 and not self._ends_without.exists()
        return is_off or await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._changes.close()
        await super().shutdown(sockets)


def serve(table: Path, host: str, port: int, names: tuple[str, ...], viewers: bool, while_on: bool) -> None:
    """Serves the table at the socket *table* to phones, at *host* and *port*; *names* are its host names.

    With *while_on* it ends when the page is switched off at the table.
    """
    from page.cards import art_folder
    from page.web.app import Page

    page = Page(table, art_folder(), names, addresses(host, port, names), viewers)
    WebServer(page.app, page.live, table if while_on else None, host=host, port=port, log_level="warning").run()


def addresses(host: str, port: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Returns where phones find the page: the number first, since old phones do not know names ending in .local."""
    ending = "" if port == 80 else f":{port}"
    own = host if not ipaddress.ip_address(host).is_unspecified else own_address()
    return tuple(f"http://{name}{ending}" for name in (own, *names) if name)


def own_address() -> str:
    """Returns this machine's address in its network, without sending anything; of this machine alone without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # documentation addresses: connecting a datagram socket sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
