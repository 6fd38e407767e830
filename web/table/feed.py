"""The page's connection to the referee, and its copy of the table: the events, folded by the engine, and the state."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec

from common.feed import messages
from common.feed.subscriber import ANSWER_TIMEOUT_S, FeedSubscriber
from common.tasks import Changes
from common.texts.phrases import REGIONS, Language, Region
from common.texts.words import TableWords, words_for
from device.settings.table_setup import Setup
from device.state.table_view import View
from engine.codec import decode
from engine.state.table import Table

_TO_PAGE = msgspec.json.Decoder(messages.ToPage)


class LiveTable(Changes):
    """Changed by the messages of the feed."""

    def __init__(self) -> None:
        super().__init__()
        self.state: messages.TableState | None = None
        self.times: list[float] = []
        """When each event was stored, in seconds since 1970."""
        self.marks: dict[int, str] = {}
        """By position: who entered the event, if that was a phone."""
        self.ledger: tuple[dict[str, Any], ...] | None = None
        """The lines of the ledger of all evenings, from when it was last fetched."""
        self.stored: tuple[dict[str, str], ...] = ()
        """The people and evenings that the device has stored, from when the landlord last opened that view."""
        self.offered_pictures: frozenset[str] = frozenset()
        """The names of the pictures that the referee offers now, such as `crop/17` and `deck/3/E9`."""
        self.pictures: dict[str, bytes] = {}
        """The offered pictures that a phone has asked for."""
        self.address = ""
        self.is_connected = False
        self.view: View | None = None
        """The table; None until the first state has come."""
        self._table = Table()
        self._expected = 0

    @property
    def position(self) -> int:
        """The number of events."""
        return len(self.times)

    @property
    def place(self) -> str:
        return f"{self.session}-{self.position}"

    @property
    def is_complete(self) -> bool:
        """Whether all events that the referee had at the subscription have arrived."""
        return self.state is not None and self.position >= self._expected

    def set_ledger(self, text: str) -> None:
        self.ledger = tuple(json.loads(line) for line in text.splitlines() if line)
        self.version += 1

    def set_stored(self, text: str) -> None:
        self.stored = tuple(json.loads(line) for line in text.splitlines() if line)
        self.version += 1

    def disconnect(self) -> None:
        self.is_connected = False
        self._offer(frozenset())
        self.wake()

    def take(self, line: bytes) -> messages.Answer | None:
        """Applies a message of the feed; returns it if it is an answer.

        :raises ValueError: for a message or an event of another version of Kiebitz.
        """
        match _TO_PAGE.decode(line):
            case messages.Hello(session, count):
                self.is_connected, self._expected = True, count
                if session != self.session:
                    self.session, self.times, self.marks, self._table = session, [], {}, Table()
                    self.stored, self.ledger = (), None  # something may have been deleted
                    self.view = None if self.state is None else self._new_view(self.state)
                self.wake()
            case messages.RecordedLine() as recorded:
                if recorded.position != len(self.times):
                    raise ValueError(f"got event {recorded.position}, expected {len(self.times)}")
                self._table.observe(decode(recorded.event))
                self.times.append(recorded.time)
                if recorded.by:
                    self.marks[recorded.position] = recorded.by
                if self.position >= self._expected:
                    self.wake()
            case messages.TableState() as state:
                self.state = state
                names = {f"crop/{position}" for position in state.crops}
                if (report := state.enrolment) is not None:
                    names |= {f"deck/{each.version}/{each.card}" for each in report.taken}
                    names |= {f"refused/{report.refused_version}"} if report.refused_version else set()
                self._offer(frozenset(names))
                self.view = self._new_view(state)
                self.wake()
            case messages.Answer() as answer:
                return answer
        return None

    def words(self, language: Language) -> TableWords:
        """Returns the words of *language* for this table's deck, with the names of its players."""
        view = self.view
        if view is None:
            return words_for(language, "bavarian")
        words = words_for(language, self.region)
        if view.table.game is not None:
            words = words.for_pack(view.table.game.pack)
        return words.with_names(view.names)

    @property
    def region(self) -> Region:
        named = self.state.region if self.state is not None else ""
        return next((region for region in REGIONS if region == named), "bavarian")

    def _new_view(self, state: messages.TableState) -> View:
        names = tuple((int(seat), name) for seat, name in state.names.items())
        setup = Setup(state.game, state.seats, tuple(state.rules.items()), names=names)
        view = View(setup, words_for("de", self.region), self._table)
        view.camera.watched = state.camera if state.camera != "none" else "camera"
        view.camera.works = state.camera != "none"
        return view

    def _offer(self, names: frozenset[str]) -> None:
        """Forgets the pictures that are no longer offered."""
        self.offered_pictures = names
        self.pictures = {name: picture for name, picture in self.pictures.items() if name in names}


FETCH_TIMEOUT_S = 20.0
FILE_TIMEOUT_S = 90.0
"""Seconds within which the referee has to make a file for the landlord."""
MAX_FILE_BYTES = 32 << 20


class FeedClient(FeedSubscriber):
    def __init__(self, path: Path, table: LiveTable) -> None:
        super().__init__(path, table)
        self._file_turn, self._upload_turn = asyncio.Lock(), asyncio.Lock()

    async def fetch(self, document: messages.Document, language: Language) -> messages.Answer:
        """Returns the answer with the document, or with the reason why there is none."""
        return await self.exchange(messages.Fetch(self.next_id(), document, language), FETCH_TIMEOUT_S)

    async def fetch_picture(
        self, document: messages.Document, offset: int = 0, position: int = -1, card: str = ""
    ) -> messages.Answer:
        """Returns the answer with the picture, or with the reason why there is none; for the arguments see `Fetch`."""
        fetch = messages.Fetch(self.next_id(), document, offset=offset, position=position, card=card)
        return await self.exchange(fetch, ANSWER_TIMEOUT_S)

    async def fetch_file(self, what: str) -> tuple[str, bytes]:
        """Returns the reason why there is no file, and its content; serves one phone at a time."""
        async with self._file_turn:
            refused = await self.ask("landlord", {"do": "file", "what": what}, FILE_TIMEOUT_S)
            content = bytearray()
            while not refused:
                answer = await self.exchange(
                    messages.Fetch(self.next_id(), "file", offset=len(content)), FETCH_TIMEOUT_S
                )
                refused = answer.refused if len(content) < MAX_FILE_BYTES else "too_large"
                if not answer.text:
                    break
                content += base64.b64decode(answer.text)
            return refused or ("" if content else "no_file"), bytes(content)

    async def upload(self, kind: messages.UploadKind, parts: AsyncIterator[bytes]) -> str:
        """Uploads a file, each part once the one before is on the referee's disk; returns why it was refused."""
        if self._upload_turn.locked():
            return "busy"
        async with self._upload_turn:
            offset, held = 0, b""
            async for data in parts:
                held += data
                while len(held) > messages.PART_BYTES:
                    if refused := await self._hand_in(kind, offset, held[: messages.PART_BYTES]):
                        return refused
                    offset, held = offset + messages.PART_BYTES, held[messages.PART_BYTES :]
            return await self._hand_in(kind, offset, held, is_last=True)

    async def _hand_in(self, kind: messages.UploadKind, offset: int, content: bytes, is_last: bool = False) -> str:
        part = messages.Upload(self.next_id(), kind, offset, content, is_last)
        return (await self.exchange(part, FETCH_TIMEOUT_S)).refused
