"""Runs the page until it is stopped."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from web.kit.addresses import addresses
from web.kit.server import WebServer
from web.table.app import Page

if TYPE_CHECKING:
    from pathlib import Path


def serve(table: Path, host: str, port: int, names: tuple[str, ...], viewers: bool, while_on: bool) -> None:
    """Serves the table at the socket *table* to phones, at *host* and *port*; *names* are its host names.

    With *while_on* it ends when the page is switched off at the table.
    """
    page = Page(table, names, partial(addresses, host, port, names), viewers)
    ends_without = table if while_on else None
    WebServer(page.app, page.live, ends_without, host=host, port=port, log_level="warning").run()
