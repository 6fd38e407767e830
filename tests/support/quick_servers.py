"""Web servers that look a hundred times a second whether they are to end; uvicorn looks ten times."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.support.waiting import wait_until
from web.kit.server import WebServer

TICK_S = 0.01


class QuickWebServer(WebServer):
    """Counts each look as one of uvicorn's, so that what is due after so many of them is due sooner."""

    async def main_loop(self) -> None:
        counter = 0
        while not await self.on_tick(counter):
            counter += 1
            await asyncio.sleep(TICK_S)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def run_server(server: QuickWebServer, is_ready: Callable[[], object] = lambda: True) -> Iterator[None]:
    """Runs a server in a thread of its own, from when it is ready."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started and is_ready(), "the start of the server")
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(20)
