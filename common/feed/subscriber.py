"""A client of the feed: subscribes, passes messages on, sends requests, and reconnects."""

import asyncio
import itertools
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import msgspec

from common.feed.messages import Address, Answer, Fetch, PhoneRequest, Role, Subscribe, Upload

RETRY_S = 1.0
ANSWER_TIMEOUT_S = 5.0
"""Seconds after which a request without an answer has failed."""
LONGEST_LINE = 4 << 20
"""Bytes of the longest line of the referee: a document."""
_log = logging.getLogger("kiebitz.feed")


class Follower(Protocol):
    """The state that the messages of the feed change."""

    session: str
    """The session of which it has events; empty to begin anew."""

    @property
    def position(self) -> int: ...

    def take(self, line: bytes) -> Answer | None:
        """Applies a message of the feed; returns it if it is an answer.

        :raises ValueError: for a message of another version of Kiebitz.
        """
        ...

    def disconnect(self) -> None: ...


class FeedSubscriber:
    """Call `run` in a task; it ends only when it is cancelled."""

    def __init__(self, path: Path, follower: Follower) -> None:
        self._path, self._follower = path, follower
        self._addresses: tuple[str, ...] = ()
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)

    async def run(self) -> None:
        while True:
            try:
                await self._follow()
            except (OSError, ValueError, msgspec.MsgspecError) as error:
                _log.debug("the referee cannot be heard: %s", error)
            finally:
                writer, self._writer = self._writer, None
                if writer is not None:
                    with suppress(OSError):
                        writer.close()
                        await writer.wait_closed()
                for future in self._waiting.values():
                    future.cancel()
                self._waiting.clear()
                self._follower.disconnect()
            await asyncio.sleep(RETRY_S)

    async def ask(self, role: Role, action: dict[str, Any], timeout_s: float = ANSWER_TIMEOUT_S) -> str:
        """Returns why *action* was refused; empty if it was carried out, `busy` if the referee does not answer."""
        return (await self.exchange(PhoneRequest(self.next_id(), role, action), timeout_s)).refused

    async def set_addresses(self, addresses: tuple[str, ...]) -> None:
        """Informs the referee where phones find the page, if that has changed."""
        if addresses == self._addresses:
            return
        self._addresses = addresses
        if self._writer is not None:
            with suppress(OSError):
                await self._send(Address(addresses))

    def next_id(self) -> str:
        return str(next(self._numbers))

    async def exchange(self, message: PhoneRequest | Fetch | Upload, timeout_s: float) -> Answer:
        name = message.id
        if self._writer is None:
            return Answer(name, "busy")
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[name] = future
        try:
            async with asyncio.timeout(timeout_s):
                await self._send(message)
                return await future
        except (TimeoutError, OSError):
            return Answer(name, "busy")
        finally:
            self._waiting.pop(name, None)

    async def _follow(self) -> None:
        reader, self._writer = await asyncio.open_unix_connection(str(self._path), limit=LONGEST_LINE)
        follower = self._follower
        await self._send(Subscribe(follower.session, follower.position))
        if self._addresses:
            await self._send(Address(self._addresses))
        while line := await reader.readline():
            try:
                answer = follower.take(line)
            except (ValueError, msgspec.MsgspecError):
                follower.session = ""  # begins anew
                raise
            if answer is not None and (future := self._waiting.pop(answer.id, None)) and not future.done():
                future.set_result(answer)

    async def _send(self, message: Subscribe | PhoneRequest | Fetch | Upload | Address) -> None:
        if self._writer is None:
            raise ConnectionError("not connected")
        self._writer.write(msgspec.json.encode(message) + b"\n")
        await self._writer.drain()
