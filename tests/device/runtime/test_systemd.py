"""The log, and the notifications to systemd."""

import io
import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.runtime.systemd import HOUR_SECONDS, MAX_LINES_PER_HOUR, Log, Service


def test_repeated_line_is_logged_once_an_hour() -> None:
    stream, now = io.StringIO(), [0.0]
    log = Log(stream, lambda: now[0])
    for _ in range(2 * int(HOUR_SECONDS / 5)):  # two hours, of which every five seconds two things fail in turn
        log.say("no camera")
        log.say("no display")
        now[0] += 5.0
    assert stream.getvalue().splitlines() == ["kiebitz: no camera", "kiebitz: no display"] * 2
    assert log.last == "no display"


def test_lines_per_hour_are_limited() -> None:
    stream, now = io.StringIO(), [0.0]
    log = Log(stream, lambda: now[0])
    for number in range(100_000):
        log.say(f"fault {number}")
        now[0] += 0.144
    assert stream.getvalue().count("\n") <= MAX_LINES_PER_HOUR * 5


class Systemd:
    """The other end; `heard` are the messages since it was asked last."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return messages


@pytest.fixture(params=["a file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Systemd, dict[str, str]]]:
    name = str(tmp_path / "notify") if request.param == "a file" else f"@kiebitz-test-{os.getpid()}"
    listener = Systemd("\0" + name[1:] if name.startswith("@") else name)
    with closing(listener.socket):
        yield listener, {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}


def test_messages_follow_the_sd_notify_protocol(systemd: tuple[Systemd, dict[str, str]]) -> None:
    listener, environment = systemd
    service = Service(environment)
    service.ready()
    service.status("watching\nthe table")
    service.status("watching\nthe table")
    service.feed()
    service.stopping()
    assert listener.heard() == ["READY=1", "STATUS=watching the table", "WATCHDOG=1", "STOPPING=1"]


def test_watchdog_is_notified_four_times_per_timeout(systemd: tuple[Systemd, dict[str, str]]) -> None:
    listener, environment = systemd
    now = [0.0]
    service = Service(environment, lambda: now[0])
    for _ in range(200):  # forty seconds, of which it waits twenty
        service.feed()
        now[0] += 0.2
    assert listener.heard() == ["WATCHDOG=1"] * 8


@pytest.mark.parametrize(
    "environment",
    [
        pytest.param({}, id="no watchdog"),
        pytest.param({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, id="another process is watched"),
        pytest.param({"WATCHDOG_USEC": "soon"}, id="no number"),
    ],
)
def test_a_watchdog_that_is_not_there_is_fed_once_at_most(environment: dict[str, str], tmp_path: Path) -> None:
    listener = Systemd(str(tmp_path / "notify"))
    with closing(listener.socket):
        now = [0.0]
        service = Service({"NOTIFY_SOCKET": str(tmp_path / "notify"), **environment}, lambda: now[0])
        for _ in range(100):
            service.feed()
            now[0] += 10
        assert len(listener.heard()) <= 1


def test_a_systemd_that_has_gone_is_no_error_and_is_told_again_once_it_is_there(tmp_path: Path) -> None:
    service = Service({"NOTIFY_SOCKET": str(tmp_path / "notify")})
    service.ready()
    listener = Systemd(str(tmp_path / "notify"))
    with closing(listener.socket):
        service.stopping()
        assert listener.heard() == ["STOPPING=1"]


def test_unresponsive_socket_does_not_block(tmp_path: Path) -> None:
    """The socket takes some messages unread; what does not fit is dropped, and the sender goes on."""
    listener = Systemd(str(tmp_path / "notify"))
    with closing(listener.socket):
        service = Service({"NOTIFY_SOCKET": str(tmp_path / "notify")})
        for number in range(10_000):
            service.status(f"number {number}")
        heard = listener.heard()
        assert heard == [f"STATUS=number {number}" for number in range(len(heard))]
        assert 0 < len(heard) < 10_000
