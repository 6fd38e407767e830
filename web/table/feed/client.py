"""The page's connection to the referee: subscribes to the feed, and fetches documents, pictures and files."""

from __future__ import annotations

import asyncio
import base64
from typing import TYPE_CHECKING

from common.feed.messages import PART_BYTES, Fetch, Upload
from common.feed.subscriber import ANSWER_TIMEOUT_S, FeedSubscriber

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from common.feed.messages import Answer, Document, UploadKind
    from common.texts.phrases import Language
    from web.table.feed.live_table import LiveTable

FETCH_TIMEOUT_S = 20.0
FILE_TIMEOUT_S = 90.0
"""Seconds within which the referee has to make a file for the landlord."""
MAX_FILE_BYTES = 32 << 20


class FeedClient(FeedSubscriber):
    def __init__(self, path: Path, table: LiveTable) -> None:
        super().__init__(path, table)
        self._file_turn, self._upload_turn = asyncio.Lock(), asyncio.Lock()

    async def fetch(self, document: Document, language: Language) -> Answer:
        """Returns the answer with the document, or with the reason why there is none."""
        return await self.exchange(Fetch(self.next_id(), document, language), FETCH_TIMEOUT_S)

    async def fetch_picture(self, document: Document, offset: int = 0, position: int = -1, card: str = "") -> Answer:
        """Returns the answer with the picture, or with the reason why there is none; for the arguments see `Fetch`."""
        fetch = Fetch(self.next_id(), document, offset=offset, position=position, card=card)
        return await self.exchange(fetch, ANSWER_TIMEOUT_S)

    async def fetch_file(self, what: str) -> tuple[str, bytes]:
        """Returns the reason why there is no file, and its content; serves one phone at a time."""
        async with self._file_turn:
            refused = await self.ask("landlord", {"do": "file", "what": what}, FILE_TIMEOUT_S)
            content = bytearray()
            while not refused:
                answer = await self.exchange(Fetch(self.next_id(), "file", offset=len(content)), FETCH_TIMEOUT_S)
                refused = answer.refused if len(content) < MAX_FILE_BYTES else "too_large"
                if not answer.text:
                    break
                content += base64.b64decode(answer.text)
            return refused or ("" if content else "no_file"), bytes(content)

    async def upload(self, kind: UploadKind, parts: AsyncIterator[bytes]) -> str:
        """Uploads a file, each part once the one before is on the referee's disk; returns why it was refused."""
        if self._upload_turn.locked():
            return "busy"
        async with self._upload_turn:
            offset, held = 0, b""
            async for data in parts:
                held += data
                while len(held) > PART_BYTES:
                    if refused := await self._hand_in(kind, offset, held[:PART_BYTES]):
                        return refused
                    offset, held = offset + PART_BYTES, held[PART_BYTES:]
            return await self._hand_in(kind, offset, held, is_last=True)

    async def _hand_in(self, kind: UploadKind, offset: int, content: bytes, is_last: bool = False) -> str:
        part = Upload(self.next_id(), kind, offset, content, is_last)
        return (await self.exchange(part, FETCH_TIMEOUT_S)).refused
