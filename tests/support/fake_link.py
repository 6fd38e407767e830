"""A link to a hall that speaks the protocol of the feed by hand, and hears everything in a thread of its own."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE_S = 60.0


class FakeLink:
    """Use it as a context manager."""

    def __init__(self, path: Path) -> None:
        self.hello: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.stages: list[str] = []
        """The stages of the pairing, each once in a row."""
        self.state: dict[str, Any] = {}
        """The latest state of the pairing."""
        self.answers: dict[str, str] = {}
        self._path = path
        self._socket = socket.socket(socket.AF_UNIX)
        self._changed = threading.Condition()

    def __enter__(self) -> FakeLink:
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._socket.connect(str(self._path))
                break
            except OSError:
                assert time.monotonic() < end, f"got no socket at {self._path}"
                time.sleep(0.05)
        threading.Thread(target=self._listen, daemon=True).start()
        self._say(type="subscribe")
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def ask(self, action: dict[str, Any]) -> str:
        """Returns why the referee refused; empty if it did not. While it is busy this asks again."""
        for number in range(1000):
            name = f"{len(self.answers)}-{number}"
            self._say(type="request", id=name, role="hall", action=action)
            self.wait(lambda name=name: name in self.answers)  # type: ignore[misc]
            if self.answers[name] != "busy":
                return self.answers[name]
            time.sleep(0.1)
        raise AssertionError("the referee stays busy")

    def wait(self, condition: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, patience_s), (self.stages, self.state)

    def _say(self, **message: Any) -> None:
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def _listen(self) -> None:
        try:
            with self._socket.makefile("rb") as stream:
                for line in stream:
                    with self._changed:
                        self._take(json.loads(line))
                        self._changed.notify_all()
        except (OSError, ValueError):
            pass  # it was closed

    def _take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "hello":
                self.hello = message
            case "event":
                self.events.append(message)
            case "state":
                self.state = message["hall"] or {}
                if self.state and self.stages[-1:] != [self.state["stage"]]:
                    self.stages.append(self.state["stage"])
            case "answer":
                self.answers[message["id"]] = message["refused"]
