"""Follows one view of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.kit.stream import LEFT, ViewStream
from web.table.views.sentences import sentences_since

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.kit.rendering import Renderer, ViewRequest
    from web.table.feed.live_table import LiveTable
    from web.table.views.base import TableContext


class TableStream(ViewStream):
    """*after* is the last position that the phone has. It ends once the phone no longer has the role of *request*, as
    *has_role* says: with a new evening, or when viewers are shut out.
    """

    def __init__(
        self,
        live: LiveTable,
        renderer: Renderer[TableContext],
        request: ViewRequest,
        after: str,
        shown: str,
        has_role: Callable[[], bool],
    ) -> None:
        super().__init__(live, renderer, request, shown)
        self._live, self._context, self._has_role = live, renderer.context, has_role
        session, _, position = after.rpartition("-")
        is_same = session == live.session and position.isdecimal() and len(position) < 10
        self._slept_since = int(position) if is_same else -1

    def mark(self, digest: str, said: str) -> object:
        return digest, self._live.position

    def missed(self) -> tuple[str, ...]:
        since, self._slept_since = self._slept_since, -1
        context = self._context(self._request)
        return sentences_since(context, since) if context is not None and 0 <= since < self._live.position else ()

    def message(self) -> str:
        if not self._live.is_connected:
            return "event: gone\ndata: {}\n\n"
        if not self._has_role():
            self.is_over = True
            return LEFT
        return super().message() if self._live.is_complete else ""
