"""The feed of the link to a tournament: open while the table takes part in one, refreshed by the loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from common.feed.messages import EarlierLine
from common.files.paths import journal_file, link_file
from device.feed.client import HALL_ROLES, PhoneItem
from device.feed.server import FeedServer
from device.runtime.hall.joining import joined_tournament
from device.session.phone_requests import PhoneRefusal
from device.storage.earlier_evenings import earlier_matches
from engine.codec import encode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from device.feed.history import History
    from device.runtime.hall.table import HallTable
    from device.runtime.journal_opening import EventStore
    from device.session.loop import SessionLoop
    from device.settings.requests import TournamentRequest


class HallFeed:
    """Serves the history of the page's feed under its own socket; a failing socket leaves the game alone."""

    def __init__(
        self,
        path: Path,
        history: History,
        submit: Callable[[PhoneItem], bool],
        table: HallTable,
        journal: EventStore,
        say: Callable[[str], None],
    ) -> None:
        self._history, self._table, self._journal, self._say = history, table, journal, say
        self.server = FeedServer(path, submit, history, roles=HALL_ROLES, earlier=self._earlier_lines, name="link")

    def refresh(self) -> None:
        """Opens or closes the socket, and names the journal."""
        if self._history.name_journal(self._journal.id, self._journal.start):
            self.server.disconnect()  # positions that were sent mean other events now
        if self._table.needs_link:
            self.server.try_to_open(self._say)
        else:
            self.server.close()
        self._table.refresh(self.server.has_page)

    def answer(self, session: SessionLoop, item: PhoneItem) -> None:
        """Carries out a message of the hall, and answers it."""
        try:
            self._table.take(session, item.request.action)
        except PhoneRefusal as refusal:
            item.answer(refusal.reason)
        else:
            item.answer()

    def carry_out(self, session: SessionLoop, request: TournamentRequest, look_anew: Callable[[], object]) -> None:
        """Carries out a request of a menu; *look_anew* is called if the match of another device was taken over."""
        taken_over = self._table.carry_out(session, request)
        marks, times = (self._journal.marks, self._journal.times) if taken_over else ({}, [])
        for position, event, _ in taken_over:
            self._history.add(position, event, marks.get(position, ""), times[position])
        self.refresh()
        if taken_over:
            look_anew()

    def close(self) -> None:
        self.server.close()

    def _earlier_lines(self) -> list[bytes]:
        """Returns the earlier matches of the tournament; called in the thread of a connection."""
        tournament, (journal, first) = joined_tournament(link_file()), self._history.origin
        if not (tournament and journal and first):
            return []
        try:
            events = earlier_matches(journal_file(), tournament, first)
        except OSError as error:
            self._say(f"cannot read the earlier matches for the hall: {error}")
            return []
        return [
            msgspec.json.encode(EarlierLine(position, round(moment, 3), encode(event), mark)) + b"\n"
            for position, moment, event, mark in events
        ]
