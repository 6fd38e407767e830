"""The events of the journal: facts about what happened at the table, and amendments of earlier events.

The journal is a list of events; an event is identified by its position, which never changes. Facts record what happened
at the table; an `Amended` event changes an earlier one. Everything else is derived. The values of events are checked,
so that journal and record can store every event.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal, TypeAlias

from engine.cards import SEATS, Card, Seat

Check: TypeAlias = Callable[[object], bool]
MAX_NUMBER = 999_999_999
"""The largest count and position that a record can hold."""
A_NUMBER = f"a whole number from 0 to {MAX_NUMBER}"
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


def is_rule_name(value: object) -> bool:
    return isinstance(value, str) and _RULE_NAME.fullmatch(value) is not None


def are_pairs(value: object, is_name: Check, is_entry: Check) -> bool:
    """Returns whether *value* has pairs of a name and an entry, each name once."""
    if not isinstance(value, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
        return False
    names = [name for name, _ in value]
    return all(map(is_name, names)) and len(set(names)) == len(names) and all(is_entry(entry) for _, entry in value)


def invalid_value(event: object, field: str, value: object, expected: str) -> EventError:
    """Returns the error about a field of *event*."""
    return EventError(f"{event_name(type(event))}: got {field} {shorten(value)}, expected {expected}")


def shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


RuleValue: TypeAlias = str | int | bool
NAME_LENGTH = 40


def printable_name(name: str) -> str:
    """Returns a name without unprintable characters, cut to `NAME_LENGTH`."""
    return "".join(letter for letter in name if letter.isprintable())[:NAME_LENGTH]


ERASED_NAME = "—"
"""The name of a player whose name was erased: the results stay apart from those of whoever sits there later."""


def is_person(name: str) -> bool:
    """Whether a name is that of somebody: neither empty nor erased."""
    return name not in ("", ERASED_NAME)


RULINGS = ("taken_back", "counted", "stands", "noted")
_SEAT = is_seat, f"a whole number from 0 to {SEATS[-1]}"
_CARDS = are_cards, "cards such as EO or L10"
CHECKS: dict[str, tuple[Check, str]] = {
    **dict.fromkeys(("game", "name", "call", "value", "trump", "kind"), (is_text, "a text")),
    **dict.fromkeys(("after_gap", "seat_by_turn", "whole", "before"), (is_flag, "true or false")),
    **dict.fromkeys(("count", "worth"), (is_number, A_NUMBER)),
    **dict.fromkeys(("seat", "dealer"), _SEAT),
    **dict.fromkeys(("cards", "doubts"), _CARDS),
    "card": (is_card, "a card such as EO, L10 or HK"),
    "seats": (lambda value: isinstance(value, tuple) and all(map(is_seat, value)), f"seats, each {_SEAT[1]}"),
    "players": (lambda value: are_pairs(value, is_seat, is_text), "names by seat"),
    "tricks": (lambda value: are_pairs(value, is_seat, is_number), "numbers by seat, each seat once"),
    "rules": (
        lambda value: are_pairs(value, is_rule_name, lambda choice: isinstance(choice, str | int)),
        "names of switches with a text, a whole number, true or false, each name once",
    ),
    "source": (lambda value: value in ("cut", "upcard"), "cut or upcard"),
    "position": (is_position, "the position of an event"),
    "ruling": (lambda value: value in RULINGS, "taken_back, counted, stands or noted"),
    "fact": (lambda value: is_event(value) and not isinstance(value, Amended), "an event other than Amended"),
}
"""By field: the check of its value, and what is expected."""


class _CheckedEvent:
    """The base of events: a value of the wrong type, or out of range, raises EventError."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]
    optional_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that may be None."""

    def __post_init__(self) -> None:
        for field in self.__match_args__:
            value = getattr(self, field)
            is_valid, expected = CHECKS[field]
            if not is_valid(value) and not (value is None and field in self.optional_fields):
                raise invalid_value(self, field, value, expected)


@dataclass(frozen=True, slots=True)
class GameStarted(_CheckedEvent):
    """A game begins; `rules` are the switches that differ from the game's defaults."""

    game: str
    seats: tuple[Seat, ...]
    dealer: Seat
    rules: tuple[tuple[str, RuleValue], ...] = ()


@dataclass(frozen=True, slots=True)
class EveningStarted(_CheckedEvent):
    """A new evening: names and counts that last from game to game are reset."""

    name: str = ""

    def __post_init__(self) -> None:
        _CheckedEvent.__post_init__(self)
        object.__setattr__(self, "name", printable_name(self.name))


@dataclass(frozen=True, slots=True)
class PlayersSeated(_CheckedEvent):
    """The names of all seats from now on; a deal that has begun is scored with the seats of its dealing."""

    players: tuple[tuple[Seat, str], ...]

    def __post_init__(self) -> None:
        """If a seat is named twice, the later name is used."""
        try:
            named = {seat: printable_name(name) for seat, name in self.players}
        except (TypeError, ValueError):
            raise invalid_value(self, "players", self.players, "names by seat") from None
        object.__setattr__(self, "players", tuple(named.items()))
        _CheckedEvent.__post_init__(self)


@dataclass(frozen=True, slots=True)
class DealStarted(_CheckedEvent):
    dealer: Seat


@dataclass(frozen=True, slots=True)
class CardTaken(_CheckedEvent):
    """A card that everybody has seen goes to a hand: a Critical from the cut (schlecking), or the upcard."""

    seat: Seat
    card: Card
    source: Literal["cut", "upcard"]


@dataclass(frozen=True, slots=True)
class UpcardTurned(_CheckedEvent):
    """The card turned for trump; `doubts` are other cards that the reading could have been."""

    card: Card
    doubts: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Announced(_CheckedEvent):
    """A call, spoken or entered by a button: `play`, `fold`, `trump`, `striker`, `bid`, `hold`, `meld`, `double`, …"""

    seat: Seat
    call: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Exchanged(_CheckedEvent):
    """`count` cards put away face down and as many drawn from the stock."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class CardLaid(_CheckedEvent):
    """A card played; `doubts` are other cards that the reading could have been.

    `after_gap`: the camera may have missed a card before it, since hands followed one another without a pause, or the
    seat is uncertain. `seat_by_turn`: the camera was not sure whose hand it was, or sure that it was not that of the
    seat to play, which is recorded.
    """

    seat: Seat
    card: Card
    doubts: tuple[Card, ...] = ()
    after_gap: bool = False
    seat_by_turn: bool = False


@dataclass(frozen=True, slots=True)
class TrickGathered(_CheckedEvent):
    optional_fields: ClassVar[tuple[str, ...]] = ("seat",)
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class CardsShown(_CheckedEvent):
    """Cards shown outside a trick; `whole` means that the seat holds no others."""

    seat: Seat
    cards: tuple[Card, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class TricksEntered(_CheckedEvent):
    """Score-only mode: the tricks of the deal by seat, entered by hand.

    `worth` is what the deal counted where bids change that and none was entered; 0 if nobody said it.
    """

    tricks: tuple[tuple[Seat, int], ...]
    trump: str = ""
    worth: int = 0


@dataclass(frozen=True, slots=True)
class Ruled(_CheckedEvent):
    """The table's decision on the findings about the event at `position`: take back, count, or let stand.

    `noted` records no decision: the finding of that `kind` was read, or its decision postponed, so it is not shown
    again.
    """

    position: int
    ruling: Literal["taken_back", "counted", "stands", "noted"]
    kind: str = ""


Fact: TypeAlias = (
    GameStarted
    | EveningStarted
    | PlayersSeated
    | DealStarted
    | CardTaken
    | UpcardTurned
    | Announced
    | Exchanged
    | CardLaid
    | TrickGathered
    | CardsShown
    | TricksEntered
    | Ruled
)


@dataclass(frozen=True, slots=True)
class Amended(_CheckedEvent):
    """Changes the earlier event at `position`.

    Undo: no fact. Correct: a fact in its place. Insert: a fact before it.
    Redo: undo the undo, since an amendment can itself be amended.
    """

    optional_fields: ClassVar[tuple[str, ...]] = ("fact",)

    position: int
    fact: Fact | None = None
    before: bool = False


Event: TypeAlias = Fact | Amended


def is_event(value: object) -> bool:
    return isinstance(value, _CheckedEvent)
