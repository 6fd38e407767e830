"""The link's copy of its table: the events of the session with their positions in the journal, and the report."""

from collections.abc import Callable
from typing import Any

import msgspec

from common.feed.messages import Answer, EarlierLine, Hello, RecordedLine, TableState, ToLink
from engine.amendments import shift_positions
from engine.codec import decode, encode
from link.messages import TableEvent, TableReport

_FROM_REFEREE = msgspec.json.Decoder(ToLink)


class FollowedTable:
    """Changed by the messages of the feed; *listeners* are called after each change.

    Events of an earlier session of the same journal are kept, and the referee says those of earlier matches, for the
    hall may lack some of them.
    """

    def __init__(self, mark: str = "") -> None:
        """*mark* is the prefix of the marks of the tournament's events, such as `hall cup `."""
        self.session = ""
        self.journal = ""
        self.first: int | None = None
        """The position in the journal of the first event that the hall gets: the first one of the tournament. Earlier
        events stay at the table. None before the first event of the tournament."""
        self.session_first = 0
        """The position in the journal of the session's first event."""
        self._mark = mark
        self._start = 0
        """The position in the journal of the first event that is kept."""
        self.is_connected = False
        self.state: TableState | None = None
        self.listeners: list[Callable[[], None]] = []
        self._events: list[TableEvent] = []
        self._earlier: list[TableEvent] = []
        """Those of earlier matches, until all of them are there."""

    @property
    def position(self) -> int:
        return self.end - self.session_first

    @property
    def end(self) -> int:
        """The position in the journal behind the last event."""
        return self._start + len(self._events)

    def event(self, position: int) -> TableEvent:
        return self._events[position - self._start]

    @property
    def takes_part(self) -> bool:
        """Whether the table takes part in a tournament; otherwise none of its events is sent."""
        return self.state is not None and self.state.hall is not None

    @property
    def asks_resume(self) -> bool:
        """Whether the referee lacks events of its match that another device has sent."""
        return self.state is not None and self.state.hall is not None and self.state.hall.asks_resume

    def report(self) -> TableReport:
        """Returns the report of the table: what the hall needs besides the events."""
        hall: dict[str, Any] = {"stage": "none"}
        if self.state is not None and self.state.hall is not None:
            hall = msgspec.to_builtins(self.state.hall)
        camera = self.state.camera if self.state is not None else ""
        return msgspec.convert(hall | {"journal": self.journal, "count": self.end, "camera": camera}, TableReport)

    def take(self, line: bytes) -> Answer | None:
        """Applies a message of the feed; returns it if it is an answer.

        :raises ValueError: for a message or an event of another version of Kiebitz.
        """
        match _FROM_REFEREE.decode(line):
            case Hello() as hello:
                self._begin(hello)
            case EarlierLine() as earlier:
                self._add_earlier(earlier)
            case RecordedLine() as recorded:
                if recorded.position != self.position:
                    raise ValueError(f"got event {recorded.position}, expected {self.position}")
                event = recorded.event
                if self.session_first:  # positions in it are counted from the session's first event
                    event = encode(shift_positions(decode(event), self.session_first))
                if self.first is None and self._mark and recorded.by.startswith(self._mark):
                    self.first = self.end
                first = self.end if self.first is None else self.first
                self._events.append(TableEvent(self.journal, self.end, recorded.time, event, recorded.by, first))
            case TableState() as state:
                self.state = state
            case Answer() as answer:
                return answer
        self._notify()
        return None

    def disconnect(self) -> None:
        self.is_connected = False
        self._notify()

    def _notify(self) -> None:
        for listener in self.listeners:
            listener()

    def _begin(self, hello: Hello) -> None:
        self.is_connected, self._earlier = True, []
        if (hello.session, hello.journal, hello.first) == (self.session, self.journal, self.session_first):
            return
        if hello.journal != self.journal or not self._start <= hello.first <= self.end:
            self._start, self.first, self._events = hello.first, None, []
        del self._events[hello.first - self._start :]
        if self.first is not None and self.first >= hello.first:
            self.first = None
        self.session, self.journal, self.session_first = hello.session, hello.journal, hello.first

    def _add_earlier(self, line: EarlierLine) -> None:
        """Takes an event from before the session; they are used when the last one has come."""
        earlier = self._earlier
        first = earlier[0].position if earlier else line.position
        if line.position != first + len(earlier):
            raise ValueError(f"got earlier event {line.position}, expected {first + len(earlier)}")
        earlier.append(TableEvent(self.journal, line.position, line.time, line.event, line.by, first))
        if line.position + 1 == self.session_first and (self.first is None or first < self.first):
            self._start, self.first, self._events, self._earlier = first, first, earlier, []
