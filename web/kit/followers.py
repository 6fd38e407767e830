"""Counts the views that phones follow at a time, and keeps room for those with a role."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from web.kit.addresses import is_at_access_point
from web.kit.limits import MAX_OF_ONE, MAX_WIFI_PHONES

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

OWN_MACHINE = "127.0.0.1"


class Followers:
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
