"""Records of play from files: the notation, JSON Lines of events as `watch` and `demo` print them, or a journal."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from common.errors import print_fault
from device.reporting.export import Evening, Moment, find_evening
from device.storage.evenings import read_intact_evenings
from device.storage.journal_format import JOURNAL_START, SQLITE_MAGIC
from engine.amendments import BadAmendment, effective_facts
from engine.codec import EVENTS, decode
from engine.events import EveningStarted, Event, EventError, GameStarted, PlayersSeated, event_name
from engine.notation.by_hand.lines import HandError
from engine.notation.by_hand.record import is_by_hand, read_by_hand
from engine.notation.record import NotationError, read
from engine.state.match import Match

MAX_BYTES = 64 << 20
"""Bytes; an evening takes less than a hundred thousand."""
SELF_CONTAINED_EVENTS = EVENTS.keys() - {"amended", "ruled"}
"""Events that refer to no other event; a position in their line is their own, as `watch` and `demo` write it."""
EXAMPLE_GAME_LINE = "game watten seats 0 1 2 3 dealer 0"
EXAMPLE_EVENT = '{"event": "card_laid", "seat": 0, "card": "L10"}'


class RecordError(ValueError):
    """Raised for a file that is no record, naming the file and the line."""


@dataclass(frozen=True, slots=True)
class Record:
    events: Sequence[Event]
    cut_off: bool = False
    """Whether the file ends in the middle of a line, as after a power cut; that line is left out."""
    times: Sequence[float] | None = None
    """When each event was stored, if it is a journal; its damaged evenings are left out and reported."""


def read_record(path: Path) -> Record:
    """Returns the record in a file of any of these formats.

    :raises RecordError: if the file is no record, or a line of it is wrong.
    :raises OSError: if it cannot be read.
    """
    with path.open("rb") as file:
        content = file.read(len(SQLITE_MAGIC))
        is_journal = content.startswith((SQLITE_MAGIC, JOURNAL_START))
        if not is_journal:
            content += file.read(MAX_BYTES)
    if len(content) > MAX_BYTES:
        raise RecordError(f"{path}: got more than {MAX_BYTES >> 20} MiB, expected a record in notation or JSON Lines")
    if is_journal:
        whole, times = read_intact_evenings(path, print_fault)
        return Record(_check_events(path, whole), times=times)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(
            f"{path}: got no text in UTF-8, expected a record in notation or JSON Lines; save it as UTF-8"
        ) from None
    events, cut_off = _complete_lines(path, text)
    # a journal may begin before a game is chosen, a record may not
    first = next((event for event in events if not isinstance(event, EveningStarted | PlayersSeated)), None)
    if first is not None and not isinstance(first, GameStarted):
        position, kind = events.index(first), event_name(type(first))
        raise RecordError(f"{path}, event {position}: got {kind} before any game, expected first {EXAMPLE_GAME_LINE}")
    return Record(_check_events(path, events), cut_off)


def _complete_lines(path: Path, text: str) -> tuple[Sequence[Event], bool]:
    """Returns the events, and whether the last line was left out."""
    parse = _read_lines if text.lstrip().startswith("{") else read_by_hand if is_by_hand(text) else read
    try:
        return parse(text), False
    except (NotationError, EventError, HandError) as error:
        complete, _, rest = text.rpartition("\n")
        if rest and complete.strip():
            try:
                return parse(complete + "\n"), True
            except (NotationError, EventError, HandError):
                pass  # the fault is in an earlier line
        raise RecordError(f"{path}, {error}") from None


def _check_events(path: Path, events: Sequence[Event]) -> Sequence[Event]:
    """:raises RecordError: for an amendment or a game that cannot be, naming the event."""
    try:
        facts = effective_facts(events)
    except BadAmendment as error:
        raise RecordError(f"{path}, {error}") from None
    for position, fact in facts:
        if isinstance(fact, GameStarted):
            try:
                Match.begin(fact)
            except ValueError as error:
                raise RecordError(f"{path}, event {position}: {error}") from None
    return events


def _read_lines(text: str) -> list[Event]:
    """:raises EventError: naming the line."""
    lines = [(number, _object(number, line)) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    has_positions = any("position" in plain and _event_name(plain) in SELF_CONTAINED_EVENTS for _, plain in lines)
    events = []
    for number, plain in lines:
        # Of the output of `watch`, only events with a position are in the journal; the rest are sightings and results.
        if has_positions and ("position" not in plain or _event_name(plain) not in EVENTS):
            continue
        try:
            events.append(decode(_to_journal_form(plain) if has_positions else plain))
        except EventError as error:
            raise EventError(f"line {number}: {error}") from None
    if not events:
        raise EventError(f"line 1: got no event, expected lines such as {EXAMPLE_EVENT}")
    return events


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EventError(f"line {number}: got {line.strip()[:40]!r}, expected a JSON object: {error}") from None
    if not isinstance(plain, dict) or "event" not in plain:
        raise EventError(f"line {number}: got {line.strip()[:40]!r}, expected a JSON object such as {EXAMPLE_EVENT}")
    return plain


def _event_name(plain: dict[str, Any]) -> str:
    return str(plain["event"])


def _to_journal_form(plain: dict[str, Any]) -> dict[str, Any]:
    """Returns the event in the form of the journal; a card in question becomes its best candidate with doubts."""
    try:
        candidates = [candidate["card"] for candidate in plain.get("candidates", ())]
    except (TypeError, KeyError):
        got = repr(plain["candidates"])[:40]
        raise EventError(f'got candidates {got}, expected a list such as [{{"card": "L10"}}]') from None
    if plain.get("card", "") is None and candidates:
        plain = {"doubts": candidates[1:], **plain, "card": candidates[0]}
    field_names = {field.name for field in fields(EVENTS[plain["event"]])} | {"event"}
    return {key: value for key, value in plain.items() if key in field_names}


def evening_of(record: Record, name: str | None) -> Evening:
    """Returns one evening of a record, or all of it.

    :raises ValueError: for an evening that it does not know.
    """
    events = record.events
    times: list[Moment] = [None] * len(events) if record.times is None else [*record.times]
    return Evening((), tuple(events), tuple(times)) if name is None else find_evening(name, events, times)
