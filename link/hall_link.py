"""The table's side of the protocol with the hall.

It sends events until they are acknowledged, and reports; it receives pairings and the events of another device.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Protocol

import msgspec

from common.tasks import beside, wait_at_most
from link import messages
from link.connection import Connection, Will
from link.outbox import Outbox
from link.settings import HallAccess

Submit = Callable[[dict[str, Any]], Awaitable[str]]
"""Hands an action to the referee; returns why it was refused, `busy` if it is to be tried again."""

TICK_S = 0.5
"""Seconds between two checks for events that are due; a new event or an acknowledgement triggers one at once."""
ASK_AGAIN_S = 5.0
_log = logging.getLogger("kiebitz.link")


class FollowedSource(Protocol):
    """The table whose events are sent."""

    @property
    def session(self) -> str: ...
    @property
    def journal(self) -> str: ...
    @property
    def first(self) -> int | None: ...
    @property
    def end(self) -> int: ...
    @property
    def takes_part(self) -> bool: ...
    @property
    def asks_resume(self) -> bool: ...
    def event(self, position: int) -> messages.TableEvent: ...
    def report(self) -> messages.TableReport: ...


class HallLink:
    """Call `run` in a task, and `wake` after each change of *source*."""

    def __init__(
        self,
        access: HallAccess,
        source: FollowedSource,
        submit: Submit,
        on_fault: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._source, self._submit = source, submit
        tournament, table = access.tournament, access.table
        self._topics: dict[str, type[messages.Acknowledgement | messages.PairingMessage | messages.ResumePart]] = {
            messages.hall_topic(tournament, "ack", table): messages.Acknowledgement,
            messages.hall_topic(tournament, "pairing", table): messages.PairingMessage,
            messages.hall_topic(tournament, "resume", table): messages.ResumePart,
        }
        self._topic = partial(messages.table_topic, tournament, table)
        self._up = self._topic("up")
        self.connection = Connection(
            access.broker, list(self._topics), self._receive, self._begin, on_fault, Will(self._up, b"0")
        )
        self.outbox = Outbox()
        self._origin = ("", 0)
        """Journal and first position for which the outbox counts."""
        self._said = b""
        """The report that was published last on this connection."""
        self._pairing: messages.PairingMessage | None = None
        self._delivered: tuple[str, messages.PairingMessage] | None = None
        """The session to which the pairing was delivered, and the pairing."""
        self._parts: list[messages.ResumePart] = []
        self._asked = 0.0
        self._changed = asyncio.Event()

    def wake(self) -> None:
        self._changed.set()

    async def run(self) -> None:
        async with beside(self.connection.run(), self._deliver()):
            while True:
                self._send_due()
                await wait_at_most(TICK_S, self._changed)
                self._changed.clear()

    def _begin(self) -> None:
        """Called when the broker has accepted the connection."""
        self._said = b""
        self._origin = ("", 0)
        self.connection.publish(self._up, b"1", retain=True)
        self.wake()

    def _send_due(self) -> None:
        source, now = self._source, time.monotonic()
        if not (self.connection.is_connected and source.journal and source.takes_part):
            return
        if (first := source.first) is not None:
            if self._origin != (source.journal, first):
                self._origin = (source.journal, first)
                self.outbox.begin(first, now)
                if first < source.end:  # a hall that has all from a later event on learns where this table begins
                    self.connection.publish(self._topic("event"), msgspec.json.encode(source.event(first)))
            for position in self.outbox.take_due(source.end, now):
                self.connection.publish(self._topic("event"), msgspec.json.encode(source.event(position)))
        report = source.report()
        if (said := msgspec.json.encode(report)) != self._said:
            self.connection.publish(self._topic("state"), said, retain=True)
            self._said = said
        if source.asks_resume and report.pairing is not None and now - self._asked >= ASK_AGAIN_S:
            self._asked, self._parts = now, []
            ask = messages.Ask(report.pairing)
            self.connection.publish(self._topic("ask"), msgspec.json.encode(ask))

    # Messages of the hall

    def _receive(self, topic: str, payload: bytes) -> None:
        source, message = self._source, None
        try:
            message = msgspec.json.decode(payload, type=self._topics[topic])
        except (msgspec.MsgspecError, KeyError, RecursionError, UnicodeDecodeError) as error:
            _log.warning("a message of the hall cannot be read (%s): is it of another version? %s", topic, error)
        match message:
            case messages.Acknowledgement():
                if source.first is not None and self._origin == (source.journal, source.first):
                    following = message.next_position.get(source.journal, source.first)
                    self.outbox.acknowledge(min(max(following, source.first), source.end), time.monotonic())
            case messages.PairingMessage():
                self._pairing = message
            case messages.ResumePart():
                is_ours = self._pairing is not None and message.pairing == self._pairing.pairing
                if is_ours and message.part == len(self._parts) + 1:
                    self._parts.append(message)
                    self._asked = time.monotonic()
        self.wake()

    # Deliveries to the referee

    async def _deliver(self) -> None:
        """Hands pairings and resumed events to the referee, again after each of its restarts."""
        while True:
            await asyncio.sleep(TICK_S)
            session, pairing = self._source.session, self._pairing
            if not session or pairing is None:
                continue
            if self._delivered != (session, pairing):
                action = {"do": "pairing", "message": msgspec.to_builtins(pairing)}
                if await self._hand_in(action):
                    self._delivered = (session, pairing)
            elif self._parts and len(self._parts) == self._parts[0].parts:
                parts, self._parts = self._parts, []
                for part in parts:
                    if not await self._hand_in({"do": "resume", **msgspec.to_builtins(part)}):
                        break  # it asks for all of them again
                self._asked = time.monotonic()

    async def _hand_in(self, action: dict[str, Any]) -> bool:
        """Returns whether the referee has answered; a refusal is logged."""
        refused = await self._submit(action)
        if refused and refused != "busy":
            _log.warning("the referee refuses %s of the hall: %s", action["do"], refused)
        return refused != "busy"
