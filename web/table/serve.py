"""Runs the page until it is stopped."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from web.kit.addresses import addresses
from web.kit.server import WebServer
from web.table.app import Page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ADDRESS_TICKS = 50
"""Tenths of a second between two checks of the addresses: the table may switch its own Wi-Fi on or off."""


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
    find = partial(addresses, host, port, names)
    page = Page(table, names, find(), viewers)
    PageServer(page, table if while_on else None, find, host=host, port=port, log_level="warning").run()
