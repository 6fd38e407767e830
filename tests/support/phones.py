"""Phones of tests: they talk HTTP to a page that is served really, keep cookies, and follow a view."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from tests.support.fed_table import CODE


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

    def until_event(self, name: str) -> None:
        """Waits for an event of that name.

        :raises ConnectionError: if the stream ends before.
        """
        while line := self._answer.readline().decode():
            if line.rstrip() == f"event: {name}":
                return
        raise ConnectionError("the stream ended")

    def rest(self) -> str:
        """Returns what still comes until the stream ends."""
        return self._answer.read().decode()

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
