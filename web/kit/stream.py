"""Server-Sent Events: each phone gets its view anew after each change; the id is the position in the journal.

There is no queue for a slow phone: while its connection is full, nothing is rendered for it; then it gets the latest
view.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from common.limits import FULL_RETRY_MS, MAX_OF_ONE, MAX_WIFI_PHONES, PING_S, SEND_TIMEOUT_S
from common.tasks import Changes
from web.kit.rendering import Renderer, ViewRequest, digest_of
from web.kit.requests import is_at_access_point

LEFT = f"retry: {FULL_RETRY_MS}\nevent: left\ndata: {{}}\n\n"
"""Says that the phone no longer has the role with which it came: it opens its view anew, and is asked for the code."""
OWN_MACHINE = "127.0.0.1"
HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]


class ViewStream:
    """An ASGI response that sends a view after each change until the phone disconnects, or `is_over`.

    *shown* is the digest of the view that the phone shows, *mark* says what else it has.
    """

    is_over = False

    def __init__(
        self, changes: Changes, renderer: Renderer[Any], request: ViewRequest, shown: str, mark: object = None
    ) -> None:
        self._changes, self._renderer, self._request = changes, renderer, request
        self._shown, self._mark = shown, mark

    def mark(self, digest: str, said: str) -> object:
        """Returns what has to change for another message: the view, and what is said of it."""
        return digest, said

    def missed(self) -> Sequence[str]:
        """Returns the sentences of what has happened while the phone slept."""
        return ()

    def message(self) -> str:
        """Returns the changes since the last message; empty without a change."""
        html, said = self._renderer.fragment(self._request)
        digest = digest_of(html)
        if (mark := self.mark(digest, said)) == self._mark:
            return ""
        message = {"said": said, "missed": self.missed()} | ({} if digest == self._shown else {"html": html})
        self._shown, self._mark = digest, mark
        return event(message, self._changes.place)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        following = asyncio.create_task(self._follow(send))
        leaving = asyncio.create_task(_wait_for_disconnect(receive))
        try:
            await asyncio.wait((following, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (following, leaving):
                task.cancel()
                with suppress(asyncio.CancelledError, TimeoutError, OSError):
                    await task
            if self._changes.is_closed or self.is_over:
                await send({"type": "http.response.body", "body": b""})

    async def _follow(self, send: Send) -> None:
        await _write(send, "retry: 1500\n\n")
        while not self._changes.is_closed:
            await self._changes.turn()
            version = self._changes.version
            await _write(send, self.message())
            if self.is_over:
                return
            if version == self._changes.version and not await self._changes.wait(PING_S):
                await _write(send, ": still here\n\n")


class Followers:
    """Counts the views that phones follow at a time, and keeps room for those with a role."""

    def __init__(self) -> None:
        self._views: Counter[str] = Counter()
        """The number of views by the address of their phone."""

    def have_room(self, address: str, most: int, has_code: bool) -> bool:
        """Returns whether one more view may be followed from *address* if *most* are followed at a time.

        Who has a code is asked with a greater *most* than the others, and so finds the room that they leave.
        """
        if self._views.total() >= most:
            return False
        if not has_code and address != OWN_MACHINE and self._views[address] >= MAX_OF_ONE:
            return False
        others = sum(is_at_access_point(each) for each in self._views if each != address)
        return not is_at_access_point(address) or others < MAX_WIFI_PHONES

    def counted(self, stream: ASGIApp, address: str) -> ASGIApp:
        """Returns the stream, which counts while it is followed."""

        async def follow(scope: Scope, receive: Receive, send: Send) -> None:
            self._views[address] += 1
            try:
                await stream(scope, receive, send)
            finally:
                self._views[address] -= 1
                if not self._views[address]:
                    del self._views[address]

        return follow


def event(message: dict[str, Any], name: str) -> str:
    """Returns a message as an event; *name* is its id, after which a reconnecting phone continues."""
    return f"id: {name}\ndata: {json.dumps(message, ensure_ascii=False, separators=(',', ':'))}\n\n"


def full_stream(text: str) -> Response:
    """Returns a stream that only says why this phone gets no updates now; its browser reconnects after ten seconds."""
    return _only(f"retry: {FULL_RETRY_MS}\nevent: full\ndata: {text}\n\n")


def left_stream() -> Response:
    """Returns a stream that only says that this phone has no role."""
    return _only(LEFT)


def _only(message: str) -> Response:
    return Response(message, headers={"cache-control": "no-store"}, media_type="text/event-stream; charset=utf-8")


async def _write(send: Send, text: str) -> None:
    if text:
        async with asyncio.timeout(SEND_TIMEOUT_S):
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
