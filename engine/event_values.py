"""Checks of the values of events, so that journal and record can store every event."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.cards import SEATS, Card

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_NUMBER = 999_999_999
"""The largest count and position that a record can hold."""
A_SEAT = f"a whole number from 0 to {SEATS[-1]}"
A_NUMBER = f"a whole number from 0 to {MAX_NUMBER}"
A_POSITION = "the position of an event"
A_CARD = "a card such as EO, L10 or HK"
CARDS = "cards such as EO or L10"
A_TEXT = "a text"
A_FLAG = "true or false"
CARD_PATTERN = re.compile(r"[A-Z](?:10|[2-9AKQJOU])")
_RULE_NAME = re.compile(r"[\w-]+")


class EventError(ValueError):
    """Raised for values, a dictionary, or a line of JSON that are no valid event."""


def event_name(kind: type) -> str:
    """Returns the name of a kind of event, such as `card_laid`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_NUMBER


def is_position(value: object) -> bool:
    """Returns whether *value* is a position; it is negative for an event before the evening that is in memory."""
    return type(value) is int and -MAX_NUMBER <= value <= MAX_NUMBER


def is_seat(value: object) -> bool:
    return type(value) is int and value in SEATS


@lru_cache(maxsize=128)
def _is_written_card(card: Card) -> bool:
    return isinstance(card.suit, str) and isinstance(card.rank, str) and bool(CARD_PATTERN.fullmatch(str(card)))


def is_card(value: object) -> bool:
    return isinstance(value, Card) and _is_written_card(value)


def are_cards(value: object) -> bool:
    return isinstance(value, tuple) and all(map(is_card, value))


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_flag(value: object) -> bool:
    return isinstance(value, bool)


def are_seats(value: object) -> bool:
    return isinstance(value, tuple) and all(map(is_seat, value))


def by_seat(is_entry: Callable[[object], bool]) -> Callable[[object], bool]:
    """Returns a check for pairs of a seat and an entry, each seat once."""

    def check(value: object) -> bool:
        if not isinstance(value, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
            return False
        seats = [seat for seat, _ in value]
        return all(map(is_seat, seats)) and len(set(seats)) == len(seats) and all(is_entry(entry) for _, entry in value)

    return check


def are_rules(value: object) -> bool:
    """Whether *value* has pairs of the name of a switch and its value, each name once."""
    if not isinstance(value, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        return False
    names = [name for name, _ in value]
    if not all(isinstance(name, str) and _RULE_NAME.fullmatch(name) for name in names):
        return False
    return len(set(names)) == len(names) and all(isinstance(choice, str | int) for _, choice in value)


def invalid_value(event: object, field: str, value: object, expected: str) -> EventError:
    """Returns the error about a field of *event*."""
    return EventError(f"{event_name(type(event))}: got {field} {shorten(value)}, expected {expected}")


def shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
