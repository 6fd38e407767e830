"""The page in a child process beside `run` and `demo`; the demo keeps the pace of a table and obeys phones."""

import queue
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from common.errors import CommandError
from common.feed.codes import new_key, player_code
from common.texts.words import TableWords
from device.feed.client import PhoneItem
from device.feed.history import state_of
from device.feed.server import FeedServer
from device.session.loop import SessionLoop
from device.session.phone_requests import PhoneRefusal
from device.session.results import StepResult

HOST, FIRST_PORT, PORTS = "127.0.0.1", 8321, 20
START_TIMEOUT_S, STOP_TIMEOUT_S = 30.0, 5.0
POLL_S = 0.1


@contextmanager
def page_beside(table: Path, host: str = HOST) -> Iterator[str]:
    """Runs the page of the table at the socket *table*; yields its address once it answers.

    It listens at *host*: by default for this machine alone.

    :raises CommandError: if no port is free, or the page does not answer.
    """
    from web.kit.requests import addresses

    port = _free_port()
    address = addresses(host, port, ())[0]
    command = [sys.executable, "-P", "-m", "cli", "page", "--socket", str(table), "--host", host, "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + START_TIMEOUT_S
        while process.poll() is None and time.monotonic() < deadline:
            with suppress(OSError), socket.create_connection((urlsplit(address).hostname, port), timeout=POLL_S):
                break
            time.sleep(POLL_S)
        else:
            raise CommandError(
                f"got no answer from the page at {address} within {START_TIMEOUT_S:.0f} s, expected one: "
                f"`kiebitz page --socket FILE --port {port}` alone says why"
            )
        yield address
    finally:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _free_port() -> int:
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise CommandError(
        f"got no free port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1}, expected one for the page: end other programs"
    )


TURN_S = 0.1
"""Seconds between two checks for requests of phones while nothing else happens."""
MAX_REQUESTS = 4


class DemoPage:
    """The page beside the demo: shows its table to phones, carries out their requests, and keeps the pace of a table.

    A context manager; `listen` is a listener of the session loop, which *session* returns.
    """

    def __init__(self, session: Callable[[], SessionLoop], words: TableWords, say: Callable[[str], None]) -> None:
        self._session, self._words, self._say = session, words, say
        self._requests: queue.Queue[PhoneItem] = queue.Queue(MAX_REQUESTS)
        self._key = new_key()
        self._stack = ExitStack()
        self._began: float | None = None

    def __enter__(self) -> Self:
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="kiebitz-page-"))
        path = Path(folder) / "table.sock"
        self._feed = self._stack.enter_context(closing(FeedServer(path, self._submit)))
        self._feed.open()
        address = self._stack.enter_context(page_beside(path))
        self._say(self._words.phrase("demo_page", link=f"{address}/j/{player_code(self._key)}"))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def listen(self, result: StepResult) -> None:
        for recorded in result.recorded:
            self._feed.history.add(recorded.position, recorded.event, result.mark)
        self._feed.history.show(state_of(result.view, self._key))

    def keep_pace(self, moment: float) -> None:
        """Carries out what phones ask for, and waits until *moment* (s) of the demo has come."""
        if self._began is None:
            self._began = time.monotonic() - moment
            self._feed.history.show(state_of(self._session().controller.view, self._key))
        self._answer_all()
        while (left := self._began + moment - time.monotonic()) > 0:
            time.sleep(min(left, TURN_S))
            self._answer_all()

    def stay(self) -> None:
        """Serves phones until the person ends it."""
        self._say(self._words.phrase("demo_page_stays"))
        try:
            while True:
                self._answer_all()
                time.sleep(TURN_S)
        except KeyboardInterrupt:
            pass

    def _submit(self, item: PhoneItem) -> bool:
        try:
            self._requests.put_nowait(item)
        except queue.Full:
            return False
        return True

    def _answer_all(self) -> None:
        while not self._requests.empty():
            item = self._requests.get()
            try:
                self._session().phone(item.request.action, item.request.role)
            except PhoneRefusal as refusal:
                item.answer(refusal.reason)
            else:
                item.answer()
