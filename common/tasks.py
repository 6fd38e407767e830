"""Tasks that run beside others; waiting for an event, and for the next change."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any


@asynccontextmanager
async def beside(*works: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Runs *works* within the context; at its end they are cancelled and awaited, and the error of one is raised."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task


async def wait_at_most(seconds: float, event: asyncio.Event) -> bool:
    """Returns once *event* is set, or after so many *seconds*; returns whether it is."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            return await event.wait()
    return False


class Changes:
    """`version` grows with each change, and `wait` returns after the next one."""

    def __init__(self) -> None:
        self.version = 0
        self.session = ""
        """The id of what changes; what a phone has from another one is outdated."""
        self.is_closed = False
        """Whether it is closed, so that followers stop."""
        self._changed = asyncio.Event()
        self._turn = asyncio.Lock()

    @property
    def place(self) -> str:
        """The id of the latest change, from which a phone that has been away goes on."""
        return f"{self.session}-{self.version}"

    async def turn(self) -> None:
        """Returns when a follower may render its view: one at a time, so that requests come between those of many."""
        async with self._turn:
            await asyncio.sleep(0)

    async def wait(self, seconds: float) -> bool:
        """Waits for the next change, at most *seconds*; returns whether there was one."""
        return await wait_at_most(seconds, self._changed)

    def wake(self) -> None:
        """Counts a change and wakes all that wait; to be called in the thread of the event loop."""
        self.version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def close(self) -> None:
        self.is_closed = True
        self.wake()
