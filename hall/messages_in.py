"""Validates messages of tables (topic, sender, size, content), and counts the refused ones for people."""

import re
import time
from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from common.limits import MAX_EVENT_BYTES, MAX_JOURNAL_LETTERS, MAX_MARK_LETTERS, MAX_POINTS, MAX_REPORT_BYTES
from engine.codec import decode
from link.messages import Ask, TableEvent, TableReport

Kind: TypeAlias = Literal[
    "topic",
    "malformed",
    "too_large",
    "foreign_journal",
    "journals",
    "rewritten",
    "forged",
    "replayed",
    "table",
    "broker",
]
"""An unknown topic; an invalid message; too many bytes; another table's journal; too many journals; an event that
differs from the stored one; a result that contradicts the events; a report of another pairing; a table outside the
tournament; a client that the broker has refused."""
MAX_COUNTED = 200
"""Pairs of table and kind whose refusals are counted."""
AGAIN_S = 30.0
"""Seconds within which the same refusal of the same table is counted, but not reported again."""


class Refusals:
    """*say* is called with a line about each that is new."""

    def __init__(self, say: Callable[[str], None] = lambda text: None) -> None:
        self.counts: dict[tuple[str, Kind], int] = {}
        self._say = say
        self._logged_at: dict[tuple[str, Kind], float] = {}

    def add(self, table: str, kind: Kind, text: str) -> None:
        now = time.time()
        key = table[:32], kind
        if key not in self.counts and len(self.counts) > MAX_COUNTED:
            return
        self.counts[key] = self.counts.get(key, 0) + 1
        if now - self._logged_at.get(key, 0.0) < AGAIN_S:
            return
        self._logged_at[key] = now
        self._say(f"refused ({kind}): table {key[0] or '?'}: {text}")


MAX_DEPTH = 12
"""Maximum depth of nested brackets; an event has five."""
MAX_POSITION = 1 << 40
MAX_TIME_S = 1 << 34
"""The year 2514: what is later is no day that a clock can show."""
SIDES = {2, 3, 4}
CAMERAS = "camera", "paused", "by_hand", "none", ""
_TOPIC = re.compile(r"k/1/(?P<tournament>[\w-]{1,32})/table/(?P<table>[\w-]{1,32})/(?P<what>event|state|up|ask)")
_Message = TypeVar("_Message", TableEvent, TableReport, Ask)


class BadMessage(ValueError):
    def __init__(self, kind: Kind, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class Origin(NamedTuple):
    tournament: str
    table: str
    what: str


def origin_of(topic: str) -> Origin:
    """:raises BadMessage: if it is not the topic of a table."""
    found = _TOPIC.fullmatch(topic)
    if found is None:
        raise BadMessage("topic", f"got topic {topic[:80]!r}, expected one of a table")
    return Origin(found["tournament"], found["table"], found["what"])


def read_event(payload: bytes) -> TableEvent:
    """Returns an event of a table that the engine can decode.

    :raises BadMessage: if it is not valid.
    """
    event = _read(payload, TableEvent, MAX_EVENT_BYTES)
    if not 0 <= event.first <= event.position < MAX_POSITION:
        raise BadMessage("malformed", f"got position {event.position} and first {event.first}, expected 0 or more")
    if not 1 <= len(event.journal) <= MAX_JOURNAL_LETTERS or not event.journal.isalnum():
        raise BadMessage("malformed", f"got journal {event.journal[:20]!r}, expected its id")
    if not 0 <= event.time < MAX_TIME_S:
        raise BadMessage("malformed", f"got time {event.time:g}, expected seconds since 1970")
    if len(event.by) > MAX_MARK_LETTERS:
        raise BadMessage("malformed", f"got a mark of {len(event.by)} letters, expected at most {MAX_MARK_LETTERS}")
    try:
        decode(event.event)
    except (ValueError, RecursionError) as error:
        raise BadMessage("malformed", str(error)[:300]) from None
    return event


def read_report(payload: bytes) -> TableReport:
    """Returns a report of a match that can be, whatever its pairing: pages show it before its result is judged.

    :raises BadMessage: if it is not valid.
    """
    report = _read(payload, TableReport, MAX_REPORT_BYTES)
    points = [game.points for game in report.games] + ([report.score] if report.score else [])
    sides = {len(each) for each in points} | ({len(report.confirmed)} if report.confirmed else set())
    if len(sides) > 1 or not sides <= SIDES:
        raise BadMessage("malformed", f"got points of {sorted(sides)} sides, expected those of two to four")
    for game in report.games:
        if not {*game.gespannt, *game.gespannt_to_nil} <= set(range(len(game.points))):
            raise BadMessage("malformed", f"got gespannt sides {game.gespannt}, expected some of {len(game.points)}")
    earlier = [(said.pairing, said.points) for said in report.results]
    points += [each for _, games in earlier for each in games]
    if any(len(each) not in SIDES for each in points) or any(abs(one) > MAX_POINTS for each in points for one in each):
        raise BadMessage("malformed", f"got points that no game has, expected at most {MAX_POINTS} of each side")
    if not (0 <= report.count < MAX_POSITION and 0 <= report.findings <= MAX_POINTS and report.camera in CAMERAS):
        got = f"{report.count} events, {report.findings} findings, camera {report.camera[:20]!r}"
        raise BadMessage("malformed", f"got {got}, expected counts from 0, and one of {', '.join(CAMERAS)}")
    return report


def read_ask(payload: bytes) -> Ask:
    """:raises BadMessage: if it is not a valid request for events."""
    return _read(payload, Ask, MAX_REPORT_BYTES)


def _read(payload: bytes, kind: type[_Message], limit: int) -> _Message:
    if len(payload) > limit:
        raise BadMessage("too_large", f"got {len(payload)} bytes, expected at most {limit}")
    if _depth(payload) > MAX_DEPTH:
        raise BadMessage("malformed", f"got more than {MAX_DEPTH} nested brackets, expected {kind.__name__}")
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage("malformed", f"got no {kind.__name__}: {str(error)[:200]}") from None


def _depth(payload: bytes) -> int:
    """Returns how deep brackets are nested, 0 for few; brackets in strings count too, so that nothing is parsed."""
    if payload.count(b"[") + payload.count(b"{") <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for byte in payload:
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest
