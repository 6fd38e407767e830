"""Follows one view of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.kit.stream import LEFT, EventStream, event
from web.kit.templates import digest_of
from web.table.views.sentences import sentences_since

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.table.feed.live_table import LiveTable
    from web.table.rendering import Renderer, ViewRequest


class ViewStream(EventStream):
    """Follows one view of a table.

    *after* is the last position that the phone has, *seen* the digest of the view that it shows. It ends once the phone
    no longer has the role of *request*, as *has_role* says: with a new evening, or when viewers are shut out.
    """

    def __init__(
        self,
        live: LiveTable,
        renderer: Renderer,
        request: ViewRequest,
        after: str,
        seen: str = "",
        has_role: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(live)
        self._has_role = has_role
        self._live, self._renderer, self._request = live, renderer, request
        session, _, position = after.rpartition("-")
        is_same = session == live.session and position.isdecimal() and len(position) < 10
        self._known = int(position) if is_same else -1
        self._last, self._seen = "", seen

    def message(self) -> str:
        live = self._live
        if not live.is_connected:
            return "event: gone\ndata: {}\n\n"
        if not self._has_role():
            self.is_over = True
            return LEFT
        context = self._renderer.context(self._request)
        if context is None:
            return ""
        html, said = self._renderer.fragment(self._request)
        is_new = html != self._last and digest_of(html) != self._seen
        self._seen = ""
        if html == self._last and self._known == live.position:
            return ""
        slept = self._known >= 0 and not self._last and self._known < live.position
        missed = sentences_since(context, self._known) if slept else ()
        message = {"said": said, "missed": missed} | ({"html": html} if is_new else {})
        self._last, self._known = html, live.position
        return event(message, f"{live.session}-{live.position}")
