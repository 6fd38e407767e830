"""Runs the page with uvicorn until it is stopped."""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Any

import uvicorn

from page.app import Page
from page.cards import art_folder

if TYPE_CHECKING:
    from pathlib import Path

KEEP_ALIVE_S = 30
MAX_CONNECTIONS = 200


class PageServer(uvicorn.Server):
    """Ends the streams of phones before it waits for their connections."""

    def __init__(self, page: Page, **options: Any) -> None:
        """*options* are those of `uvicorn.Config`."""
        config = uvicorn.Config(
            page.app,
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
        self._page = page

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._page.live.close()
        await super().shutdown(sockets)


def serve(table: Path, host: str, port: int, names: tuple[str, ...], viewers: bool) -> None:
    """Serves the table at the socket *table* to phones, at *host* and *port*; *names* are its host names."""
    page = Page(table, art_folder(), names, addresses(host, port, names), viewers)
    PageServer(page, host=host, port=port, log_level="warning").run()


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
