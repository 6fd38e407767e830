"""Records of play from files: the notation, JSON Lines of events as `watch` and `demo` print them, or a journal."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from device.journal import read_journal
from engine.codec import EVENTS, EventError, decode
from engine.notation import NotationError, read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from engine.events import Event

SQLITE = b"SQLite format 3\x00"
SEEN = {"frame", "t", "candidates", "quad", "visible", "seat_confidence", "cards", "doubtful"}
"""What `watch` adds to an event, and the table does not need."""


class RecordError(ValueError):
    """Raised for a file that is no record, naming the file and the line."""


@dataclass(frozen=True, slots=True)
class Record:
    events: Sequence[Event]
    cut_off: bool = False
    """Whether the file ends in the middle of a line, as after a power cut; that line is left out."""


def read_record(path: Path) -> Record:
    """Returns what happened, whatever the file is written in.

    :raises RecordError: if the file is no record, or a line of it is wrong.
    :raises OSError: if it cannot be read.
    """
    content = path.read_bytes()
    if content.startswith(SQLITE):
        return Record(read_journal(path))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError(f"{path}: got no text, expected a record in notation or JSON Lines") from None
    parse = _read_lines if text.lstrip().startswith("{") else read
    try:
        return Record(parse(text))
    except (NotationError, EventError) as error:
        whole, _, rest = text.rpartition("\n")
        if rest and whole.strip():
            try:
                return Record(parse(whole + "\n"), cut_off=True)
            except (NotationError, EventError):
                pass  # the fault lies further up
        raise RecordError(f"{path}, {error}") from None


def _read_lines(text: str) -> list[Event]:
    """:raises EventError: naming the line."""
    events = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            plain = json.loads(line)
        except ValueError as error:
            raise EventError(f"line {number}: got {line.strip()[:40]!r}, expected a JSON object: {error}") from None
        if isinstance(plain, dict) and _is_derived(plain):
            continue
        try:
            events.append(decode(_without_seen(plain)))
        except EventError as error:
            raise EventError(f"line {number}: {error}") from None
    return events


def _is_derived(plain: dict[str, Any]) -> bool:
    """Whether the line tells what follows from the facts, such as a finding, or a card that could not be read."""
    name = plain.get("event")
    unread = name in ("card_laid", "card_taken", "upcard_turned") and plain.get("card", "") is None
    return unread or (isinstance(name, str) and name not in EVENTS)


def _without_seen(plain: Any) -> Any:
    if not isinstance(plain, dict):
        return plain
    known = {field.name for field in fields(EVENTS[plain["event"]])} if plain.get("event") in EVENTS else set()
    return {key: value for key, value in plain.items() if key in known or key not in SEEN}
