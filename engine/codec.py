"""Events as plain dictionaries, for the journal and for JSON Lines (docs/events.md)."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_args

from engine.cards import SEATS, Card
from engine.events import (
    A_NUMBER,
    CARD_PATTERN,
    CHECKS,
    Event,
    EventError,
    event_name,
    invalid_value,
    is_number,
    shorten,
)

EVENTS: Mapping[str, type[Event]] = {event_name(kind): kind for kind in get_args(Event)}
_FIELDS = {kind: {field.name: field for field in fields(kind)} for kind in EVENTS.values()}


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
    known = _FIELDS[kind]
    if extra := plain.keys() - known.keys() - {"event"}:
        raise EventError(f"{name}: got field {min(map(str, extra))!r}, expected {', '.join(known)}")
    values = {field: _from_json(field, plain[field]) for field in known if field in plain}
    for field, value in values.items():
        is_left_out = value is None and known[field].default is None
        is_valid = CHECKS[field][0](value) and (field != "position" or is_number(value))
        if not is_left_out and not is_valid:
            raise EventError(f"{name}: got {field} {shorten(plain[field])}, expected {_expected(field)}")
    for field in known:
        if field not in values and known[field].default is MISSING:
            raise EventError(f"{name}: got no {field}, expected {_expected(field)}")
    return kind(**values)


def _from_json(field: str, given: Any) -> Any:
    """Returns the value of a field as events have it; *given* if it has another type, with which no event is valid."""
    match field, given:
        case "fact", dict() if given.get("event") != "amended":
            return decode(given)
        case "rules", dict():
            return tuple(given.items())
        case (("tricks" | "players"), dict()) if all(map(str.isdecimal, given)):
            return tuple((int(seat), entry) for seat, entry in given.items())
        case "seats", list():
            return tuple(given)
        case (("cards" | "doubts"), list()):
            return tuple(_from_json("card", card) for card in given)
        case "card", str():
            return Card(given[:1], given[1:])
    return given


_EXPECTED_IN_JSON = {
    "players": "an object of names by seat",
    "seats": f"a list of seat numbers from 0 to {SEATS[-1]}",
    "rules": "an object of switches",
    "doubts": "a list of cards, such as EO or L10",
    "cards": "a list of cards, such as EO or L10",
    "tricks": "an object of tricks by seat",
    "position": A_NUMBER,
    "fact": "an event other than amended",
}
"""By field: what is expected, where JSON has another type than the event."""


def _expected(field: str) -> str:
    return _EXPECTED_IN_JSON.get(field) or CHECKS[field][1]


def read_card(text: str) -> Card:
    """Returns the card written as *text*, of any pack.

    :raises ValueError: if that is no card.
    """
    if not CARD_PATTERN.fullmatch(text):
        raise ValueError(f"got card {shorten(text)}, expected a suit letter and a rank, such as EO, L10 or HK")
    return Card(text[0], text[1:])


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
