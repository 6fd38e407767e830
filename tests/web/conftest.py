"""Pages of a fed table, each in a server thread of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.browser import chromium
from tests.support.fed_table import KEY, FedTable, evening
from tests.support.phones import Phone
from tests.support.quick_servers import QuickWebServer, free_port, run_server
from tests.support.waiting import wait_until
from web.kit.security import new_cookie
from web.table.app import TableApp

NAMES = ("Toni", "Vroni", "Sepp", "Kathi")
LANGUAGES = ("de", "bar", "en")
PLAY = "PLAY E9 PLAY PLAY PLAY L7>3 S9>0 L10>1 LA>2 clear LK>2 L9>3 L8>0"
"""Toni revokes, which his eight of leaves proves; one card of the second trick is still to come."""


class RunningPage(NamedTuple):
    table: FedTable
    page: TableApp
    port: int

    def phone(self, joined: bool = True) -> Phone:
        phone = Phone(self.port)
        if joined:
            assert phone.join().status == 200
        return phone

    def landlord(self) -> Phone:
        phone = self.phone()
        phone.cookies["kiebitz"] = new_cookie(KEY, "landlord")
        return phone

    def play(self, script: str) -> None:
        """Does what `tests.support.session_script` describes at the table, and waits until the page has it."""
        self.table.do(script)
        self.catch_up()

    def catch_up(self) -> None:
        """Waits until the page has every event of the table."""
        wait_until(lambda: self.page.live.position >= len(self.table.stored.events), "the last event at the page")


@contextmanager
def running_page(
    table: FedTable,
    viewers: bool = False,
    while_on: bool = False,
    find_addresses: Callable[[], tuple[str, ...]] | None = None,
) -> Iterator[RunningPage]:
    """Runs a page of *table* in a thread, until it has all its events."""
    port = free_port()
    page = TableApp(table.socket, ("kiebitz.local",), find_addresses or (lambda: ("http://kiebitz.local",)), viewers)
    server = QuickWebServer(page.app, page.live, table.socket if while_on else None, port=port, log_level="error")
    with run_server(server, lambda: page.live.is_complete):
        yield RunningPage(table, page, port)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FedTable]:
    """Nine deals of Bohemian Watten with names; the next one is to begin."""
    with FedTable(tmp_path / "table.sock", evening("bohemian-watten", 4, 9, 3, NAMES)) as fed:
        yield fed


@pytest.fixture
def page(table: FedTable, tmp_path: Path) -> Iterator[RunningPage]:
    with running_page(table) as running:
        yield running


@pytest.fixture(scope="module")
def shared_page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPage]:
    """The same for all tests of a module that change nothing at the table."""
    folder = tmp_path_factory.mktemp("page")
    fed = FedTable(folder / "table.sock", evening("bohemian-watten", 4, 9, 3, NAMES))
    with fed as table, running_page(table) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from chromium()
