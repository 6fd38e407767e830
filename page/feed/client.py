"""The connection to the referee: subscribes, keeps the table up to date, hands in requests, connects again."""

from __future__ import annotations

import asyncio
import base64
import itertools
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from device.feed.messages import PART_BYTES, Address, Answer, Fetch, PhoneRequest, Subscribe, Upload

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from device.feed.messages import Document, Role, UploadKind
    from device.i18n.phrases import Language
    from page.feed.live_table import LiveTable

RETRY_S = 1.0
"""Seconds between two attempts to connect."""
ANSWER_TIMEOUT_S = 5.0
"""Seconds after which a request counts as not heard."""
FETCH_TIMEOUT_S = 20.0
FILE_TIMEOUT_S = 90.0
"""Seconds in which the referee has to make a file for the landlord."""
MAX_FILE_BYTES = 32 << 20
LONGEST_LINE = 4 << 20
"""Bytes of the longest line of the referee: a document."""
_log = logging.getLogger("kiebitz.page")


class FeedClient:
    """Call `run` in a task; it ends only when it is cancelled."""

    def __init__(self, path: Path, table: LiveTable, addresses: tuple[str, ...] = ()) -> None:
        self._path, self._table, self._addresses = path, table, addresses
        self._writer: asyncio.StreamWriter | None = None
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._numbers = itertools.count(1)
        self._file_turn = asyncio.Lock()

    async def run(self) -> None:
        while True:
            try:
                await self._follow()
            except (OSError, ValueError, msgspec.MsgspecError) as error:
                _log.debug("the referee cannot be heard: %s", error)
            finally:
                await self._end()
            await asyncio.sleep(RETRY_S)

    async def set_addresses(self, addresses: tuple[str, ...]) -> None:
        """Tells the referee where phones find the page, if that has changed."""
        if addresses == self._addresses:
            return
        self._addresses = addresses
        if self._writer is not None:
            with suppress(OSError):
                await self._send(Address(addresses))

    async def ask(self, role: Role, action: dict[str, Any], timeout_s: float = ANSWER_TIMEOUT_S) -> str:
        """Returns why *action* was refused; empty if it was carried out, `busy` if the referee does not answer."""
        name = str(next(self._numbers))
        return (await self._exchange(PhoneRequest(name, role, action), timeout_s)).refused

    async def fetch(self, document: Document, language: Language) -> Answer:
        """Returns the answer that has the document, or says why not."""
        return await self._exchange(Fetch(str(next(self._numbers)), document, language), FETCH_TIMEOUT_S)

    async def fetch_picture(self, document: Document, offset: int = 0, position: int = -1, card: str = "") -> Answer:
        """Returns the answer that has the picture, or says why not; for the other values see `Fetch`."""
        fetch = Fetch(str(next(self._numbers)), document, offset=offset, position=position, card=card)
        return await self._exchange(fetch, ANSWER_TIMEOUT_S)

    async def fetch_file(self, what: str) -> tuple[str, bytes]:
        """Returns why there is no file, and its content; one phone at a time gets one."""
        async with self._file_turn:
            refused = await self.ask("landlord", {"do": "file", "what": what}, FILE_TIMEOUT_S)
            content = bytearray()
            while not refused:
                answer = await self._exchange(
                    Fetch(str(next(self._numbers)), "file", offset=len(content)), FETCH_TIMEOUT_S
                )
                refused = answer.refused if len(content) < MAX_FILE_BYTES else "too_large"
                if not answer.text:
                    break
                content += base64.b64decode(answer.text)
            return refused or ("" if content else "no_file"), bytes(content)

    async def upload(self, kind: UploadKind, parts: AsyncIterator[bytes]) -> str:
        """Hands in a file, each part when the one before is on the referee's disk; returns why it was refused."""
        if self._file_turn.locked():
            return "busy"
        async with self._file_turn:
            offset, held = 0, b""
            async for data in parts:
                held += data
                while len(held) > PART_BYTES:
                    if refused := await self._hand_in(kind, offset, held[:PART_BYTES]):
                        return refused
                    offset, held = offset + PART_BYTES, held[PART_BYTES:]
            return await self._hand_in(kind, offset, held, is_last=True)

    async def _hand_in(self, kind: UploadKind, offset: int, content: bytes, is_last: bool = False) -> str:
        part = Upload(str(next(self._numbers)), kind, offset, content, is_last)
        return (await self._exchange(part, FETCH_TIMEOUT_S)).refused

    async def _exchange(self, message: PhoneRequest | Fetch | Upload, timeout_s: float) -> Answer:
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
        table = self._table
        await self._send(Subscribe(table.session, table.position))
        if self._addresses:
            await self._send(Address(self._addresses))
        while line := await reader.readline():
            try:
                answer = table.take(line)
            except (ValueError, msgspec.MsgspecError):
                table.session = ""  # begins anew
                raise
            if answer is not None and (future := self._waiting.pop(answer.id, None)) and not future.done():
                future.set_result(answer)

    async def _send(self, message: Subscribe | PhoneRequest | Fetch | Upload | Address) -> None:
        if self._writer is None:
            raise ConnectionError("not connected")
        self._writer.write(msgspec.json.encode(message) + b"\n")
        await self._writer.drain()

    async def _end(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(OSError):
                writer.close()
                await writer.wait_closed()
        for future in self._waiting.values():
            future.cancel()
        self._waiting.clear()
        self._table.disconnect()
