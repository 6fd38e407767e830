"""The process of `kiebitz link`: reads the referee's socket, and serves the hall and the home named in `link.toml`."""

import asyncio
import logging
import signal
import time
from contextlib import suppress
from functools import partial
from pathlib import Path

from common.feed.subscriber import FeedSubscriber
from common.tasks import wait_at_most
from link.followed_table import FollowedTable
from link.hall_link import HallLink
from link.home_link import HomeLink
from link.settings import LinkSettings

CHECK_S = 2.0
"""Seconds between two checks whether the settings have changed."""
GOODBYE_S = 2.0
GONE_S = 20.0
"""Seconds without the socket after which a service ends: the referee may only be started anew, and this process keeps
what the hall has not got yet."""
STALE_S = 60.0
"""Seconds without the hall after which a service ends, to be started anew: it has a copy of the settings, and another
password may have been joined by since."""
_log = logging.getLogger("kiebitz.link")


def serve(socket: Path, settings: LinkSettings, file: Path, while_on: bool = False) -> None:
    """Runs until it is stopped, or *file*, from which *settings* were read, is changed or removed.

    With *while_on* it ends once the *socket* of the referee is gone too.
    """
    logging.basicConfig(format="kiebitz: %(message)s", level=logging.INFO)
    asyncio.run(_Service(socket, settings).run(file, socket if while_on else None))


class _Service:
    def __init__(self, socket: Path, settings: LinkSettings) -> None:
        self._table = FollowedTable(f"hall {settings.hall.tournament} " if settings.hall is not None else "")
        self._feed = FeedSubscriber(socket, self._table)
        self._heard = self._was_there = 0.0
        self._hall: HallLink | None = None
        self._home: HomeLink | None = None
        if (hall := settings.hall) is not None:
            submit = partial(self._feed.ask, "hall")
            self._hall = HallLink(hall, self._table, submit, _log.warning)
            self._table.listeners.append(self._hall.wake)
        if (home := settings.home) is not None:
            self._home = HomeLink(home, self._table, _log.warning)
            self._table.listeners.append(self._home.wake)

    async def run(self, file: Path, ends_without: Path | None) -> None:
        links = [link for link in (self._hall, self._home) if link is not None]
        tasks = [asyncio.create_task(each.run()) for each in (self._feed, *links)]
        stop = asyncio.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        before = _changed_at(file)
        self._heard = self._was_there = time.monotonic()
        while not stop.is_set() and _changed_at(file) == before and self._has_use(ends_without):
            await wait_at_most(CHECK_S, stop)
            for task in tasks:
                if task.done():
                    task.result()
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_S):
                for link in links:
                    await link.connection.say_goodbye()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _has_use(self, ends_without: Path | None) -> bool:
        """Whether the table still takes part, and the hall was heard lately; always if nothing would start it again."""
        if ends_without is None:
            return True
        now = time.monotonic()
        if self._hall is None or self._hall.connection.is_connected:
            self._heard = now
        if ends_without.exists():
            self._was_there = now
        return now - self._was_there < GONE_S and now - self._heard < STALE_S


def _changed_at(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0
