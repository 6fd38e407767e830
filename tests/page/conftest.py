"""Pages of a fed table, each in a server thread of its own, and phones that talk HTTP to it."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from page.web.app import Page
from page.web.server import WebServer
from tests.support.fed_table import CODE, FedTable, evening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = ("Toni", "Vroni", "Sepp", "Kathi")


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Phone:
    """A browser without a screen: it keeps cookies and says where its requests come from."""

    def __init__(self, port: int, host: str = "") -> None:
        self.port, self.host = port, host or f"127.0.0.1:{port}"
        self.cookies: dict[str, str] = {}

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, body: object, **headers: str) -> Answer:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        usual = {"content-type": "application/json", "origin": f"http://{self.host}"}
        return self._ask("POST", path, data, usual | {name.replace("_", "-"): value for name, value in headers.items()})

    def join(self, code: str = CODE) -> Answer:
        return self.post("/join", {"code": code})

    def act(self, **action: Any) -> Answer:
        return self.post("/action", action)

    @contextmanager
    def follow(self, view: str, after: str = "", last_event_id: str = "") -> Iterator[Stream]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {"host": self.host, "cookie": self._cookie}
        if last_event_id:
            headers["last-event-id"] = last_event_id
        connection.request("GET", f"/events?view={view}&after={after}", headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        try:
            yield Stream(answer)
        finally:
            connection.close()

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _ask(self, method: str, path: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, data, {"host": self.host, "cookie": self._cookie} | headers)
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("set-cookie", []):
                name, _, rest = cookie.partition("=")
                self.cookies[name] = rest.partition(";")[0]
            lowered = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, lowered, answer.read().decode(errors="replace"))
        finally:
            connection.close()


class Stream:
    """Server-Sent Events as they come."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self._answer = answer
        self.last_id = ""

    def until(self, part: str) -> dict[str, Any]:
        """Returns the next message whose view holds *part*."""
        while part not in (message := self.next()).get("html", ""):
            pass
        return message

    def next(self) -> dict[str, Any]:
        """Returns the next message; comments and other events are passed over."""
        name = ""
        while line := self._answer.readline().decode():
            field, _, value = line.rstrip("\n").partition(": ")
            if field == "id":
                self.last_id = value
            elif field == "event":
                name = value
            elif field == "data" and not name:
                message: dict[str, Any] = json.loads(value)
                return message
            elif not line.strip():
                name = ""
        raise ConnectionError("the stream ended")


class RunningPage(NamedTuple):
    table: FedTable
    page: Page
    port: int

    def phone(self, joined: bool = True) -> Phone:
        phone = Phone(self.port)
        if joined:
            assert phone.join().status == 200
        return phone


@contextmanager
def running_page(table: FedTable, art: Path, viewers: bool = False, while_on: bool = False) -> Iterator[RunningPage]:
    """Runs a page of *table* in a thread, until it has all its events."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    page = Page(table.socket, art, ("kiebitz.local",), ("http://kiebitz.local",), viewers)
    server = WebServer(page.app, page.live, table.socket if while_on else None, port=port, log_level="error")
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not (server.started and page.live.is_complete):
        assert time.monotonic() < deadline, "the page has not begun"
        time.sleep(0.01)
    try:
        yield RunningPage(table, page, port)
    finally:
        server.should_exit = True
        thread.join(20)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[FedTable]:
    """Nine deals of Bohemian Watten with names; the next one is to begin."""
    with FedTable(tmp_path / "table.sock", evening("bohemian-watten", 4, 9, 3, NAMES)) as fed:
        yield fed


@pytest.fixture
def page(table: FedTable, tmp_path: Path) -> Iterator[RunningPage]:
    with running_page(table, tmp_path / "art") as running:
        yield running
