"""Events as plain dictionaries, for the journal and for JSON Lines (docs/events.md)."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, cast

from engine.cards import SEATS, Card
from engine.event_values import (
    A_CARD,
    A_FLAG,
    A_NUMBER,
    A_SEAT,
    A_TEXT,
    CARD_PATTERN,
    EventError,
    event_name,
    invalid_value,
    is_number,
    is_seat,
    shorten,
)
from engine.events import (
    Amended,
    Announced,
    CardLaid,
    CardsShown,
    CardTaken,
    DealStarted,
    EveningStarted,
    Exchanged,
    GameStarted,
    PlayersSeated,
    Ruled,
    TrickGathered,
    TricksEntered,
    UpcardTurned,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from dataclasses import Field

    from engine.cards import Seat
    from engine.events import Event


_KINDS: tuple[type[Event], ...] = (
    GameStarted,
    EveningStarted,
    PlayersSeated,
    DealStarted,
    CardTaken,
    UpcardTurned,
    Announced,
    Exchanged,
    CardLaid,
    TrickGathered,
    CardsShown,
    TricksEntered,
    Ruled,
    Amended,
)


EVENTS: Mapping[str, type[Event]] = {event_name(kind): kind for kind in _KINDS}


def encode(event: Event) -> dict[str, Any]:
    """Returns *event* as a dictionary for JSON, without fields that have their default value.

    :raises EventError: for a position before the first event, which could not be read again.
    """
    plain: dict[str, Any] = {"event": event_name(type(event))}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "position" and not is_number(value):
            raise invalid_value(event, "position", value, A_NUMBER)
        if value != field.default:
            plain[field.name] = _to_json_value(field.name, value)
    return plain


def _to_json_value(name: str, value: Any) -> Any:
    if name == "fact":
        return encode(value)
    if name == "rules":
        return dict(value)
    if name in ("tricks", "players"):
        return {str(seat): entry for seat, entry in value}
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_to_json_value(name, entry) for entry in value]
    return value


def decode(plain: object) -> Event:
    """Returns the event encoded in a dictionary.

    :raises EventError: saying which field is wrong, and what was expected.
    """
    if not isinstance(plain, dict) or "event" not in plain:
        raise EventError(f'got {shorten(plain)}, expected an object with "event"')
    name = plain["event"]
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise EventError(f"got event {shorten(name)}, expected one of {', '.join(EVENTS)}")
    known = {field.name: field for field in fields(kind)}
    if extra := plain.keys() - known.keys() - {"event"}:
        raise EventError(f"{name}: got field {min(map(str, extra))!r}, expected {', '.join(known)}")
    values = {
        field.name: _value(str(name), field, plain[field.name]) for field in known.values() if field.name in plain
    }
    for field in known.values():
        if field.name not in plain and field.default is MISSING:
            raise EventError(f"{name}: got no {field.name}, expected {_EXPECTED[field.name][0]}")
    return kind(**values)


def _value(event: str, field: Field[Any], given: object) -> Any:
    expected, convert = _EXPECTED[field.name]
    if given is None and field.default is None:
        return None
    try:
        return convert(given)
    except EventError:
        raise
    except (ValueError, TypeError, AttributeError):
        raise EventError(f"{event}: got {field.name} {shorten(given)}, expected {expected}") from None


# One reader for each field name; each raises ValueError or TypeError for an invalid value.


def _number(given: object) -> int:
    if not is_number(given):
        raise ValueError
    return cast("int", given)


def _seat(given: object) -> Seat:
    if not is_seat(given):
        raise ValueError
    return cast("int", given)


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise TypeError
    return given


def _flag(given: object) -> bool:
    if not isinstance(given, bool):
        raise TypeError
    return given


def read_card(given: object) -> Card:
    """Returns the card written as *given*, of any pack.

    :raises ValueError: if that is no card.
    """
    text = _text(given)
    if not CARD_PATTERN.fullmatch(text):
        raise ValueError(f"got card {shorten(text)}, expected a suit letter and a rank, such as EO, L10 or HK")
    return Card(text[0], text[1:])


def _list_of(convert: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def read(given: object) -> tuple[Any, ...]:
        if not isinstance(given, list):
            raise TypeError
        return tuple(convert(entry) for entry in given)

    return read


def _one_of(*words: str) -> Callable[[object], str]:
    def read(given: object) -> str:
        if given not in words:
            raise ValueError
        return _text(given)

    return read


def _rules(given: object) -> tuple[tuple[str, str | int | bool], ...]:
    if not isinstance(given, dict) or not all(isinstance(value, str | int | bool) for value in given.values()):
        raise TypeError
    return tuple((_text(name), value) for name, value in given.items())


def _by_seat(convert: Callable[[object], Any]) -> Callable[[object], tuple[tuple[int, Any], ...]]:
    def read(given: object) -> tuple[tuple[int, Any], ...]:
        if not isinstance(given, dict):
            raise TypeError
        return tuple((_seat(int(seat)), convert(entry)) for seat, entry in given.items())

    return read


def _fact(given: object) -> Event:
    if isinstance(given, dict) and given.get("event") == "amended":
        raise ValueError
    return decode(given)


_NUMBER = (A_NUMBER, _number)
_SEAT = (A_SEAT, _seat)
_TEXT = (A_TEXT, _text)
_FLAG = (A_FLAG, _flag)
_CARDS = ("a list of cards, such as EO or L10", _list_of(read_card))
_EXPECTED: Mapping[str, tuple[str, Callable[[object], Any]]] = {
    "game": _TEXT,
    "name": _TEXT,
    "players": ("an object of names by seat", _by_seat(_text)),
    "seats": (f"a list of seat numbers from 0 to {SEATS[-1]}", _list_of(_seat)),
    "dealer": _SEAT,
    "rules": ("an object of switches", _rules),
    "seat": _SEAT,
    "card": (A_CARD, read_card),
    "source": ("cut or upcard", _one_of("cut", "upcard")),
    "call": _TEXT,
    "value": _TEXT,
    "count": _NUMBER,
    "doubts": _CARDS,
    "cards": _CARDS,
    "whole": _FLAG,
    "after_gap": _FLAG,
    "seat_by_turn": _FLAG,
    "tricks": ("an object of tricks by seat", _by_seat(_number)),
    "trump": _TEXT,
    "worth": _NUMBER,
    "position": _NUMBER,
    "ruling": ("taken_back, counted, stands or noted", _one_of("taken_back", "counted", "stands", "noted")),
    "kind": _TEXT,
    "before": _FLAG,
    "fact": ("an event other than amended", _fact),
}


def to_line(event: Event) -> str:
    """Returns *event* as one line of JSON."""
    return json.dumps(encode(event), ensure_ascii=False, separators=(",", ":"))


def from_line(line: str) -> Event:
    """Returns the event encoded in one line of JSON.

    :raises EventError: if it is none.
    """
    try:
        plain = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EventError(f"expected one JSON object a line: {error}") from None
    return decode(plain)


def from_lines(lines: Iterable[str]) -> list[Event]:
    """Returns the events of JSON Lines; blank lines are skipped.

    :raises EventError: naming the line.
    """
    events = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                events.append(from_line(line))
            except EventError as error:
                raise EventError(f"line {number}: {error}") from None
    return events
