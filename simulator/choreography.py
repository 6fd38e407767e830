"""What the players' hands do, as a list of actions, and as text with one action a line.

# a comment
upcard S7 3        the dealer at seat 3 sets the stock and turns the S7 beside it (seat may be left out: 0)
stock 3            seat 3 sets the stock down and turns nothing
lay 1 HK           seat 1 lays the king of hearts
gather 2           seat 2 takes the trick
take 3             seat 3 takes the upcard
exchange 0 2       seat 0 puts two cards away face down and draws two from the stock
nudge HK           the player straightens a card that lies
lift HK            the player takes a card back
pass 1             a hand of seat 1 goes over the table and lays nothing
clear 3            seat 3 takes stock, upcard and put-away cards off the table
bump               somebody knocks the camera
light 0.7          the picture gets darker by this factor (or brighter, above 1)
wait 1.5           nothing happens for 1.5 seconds
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import TypeAlias

from engine.cards import Card, Seat
from simulator.deck import BadLine, card_of


class NothingThere(ValueError):
    """Raised for an action on a card that is not on the table."""


@dataclass(frozen=True, slots=True)
class Lay:
    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Gather:
    """The seat takes all cards of the trick."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnUpcard:
    card: Card
    seat: Seat = 0


@dataclass(frozen=True, slots=True)
class SetStock:
    """The seat sets down what is left over, face down."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeUpcard:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Exchange:
    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Nudge:
    card: Card


@dataclass(frozen=True, slots=True)
class Lift:
    card: Card


@dataclass(frozen=True, slots=True)
class HandPasses:
    seat: Seat


@dataclass(frozen=True, slots=True)
class ClearStock:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Bump:
    pass


@dataclass(frozen=True, slots=True)
class ChangeLight:
    factor: float


@dataclass(frozen=True, slots=True)
class Wait:
    seconds: float


Action: TypeAlias = (
    Lay
    | Gather
    | TurnUpcard
    | SetStock
    | TakeUpcard
    | Exchange
    | Nudge
    | Lift
    | HandPasses
    | ClearStock
    | Bump
    | ChangeLight
    | Wait
)


def _seat(text: str) -> Seat:
    if text not in {"0", "1", "2", "3"}:
        raise BadLine(f"got seat {text!r}, expected 0, 1, 2 or 3")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 9:
        raise BadLine(f"got {text!r} cards, expected a number from 1 to 9")
    return int(text)


def _number(text: str, least: float, most: float, fault: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise BadLine(fault) from None
    if not least <= number <= most:
        raise BadLine(fault)
    return number


_READERS: Mapping[str, Callable[[str], object]] = {
    "seat": _seat, "card": card_of, "count": _count,
    "factor": lambda text: _number(text, 0.2, 5, f"got light {text!r}, expected a factor from 0.2 to 5"),
    "seconds": lambda text: _number(text, 0, 3600, f"got {text!r} seconds, expected a number from 0 to 3600"),
}  # fmt: skip
"""By the field of an action."""
_ACTIONS: Mapping[str, type[Action]] = {
    "lay": Lay, "gather": Gather, "upcard": TurnUpcard, "stock": SetStock, "take": TakeUpcard, "exchange": Exchange,
    "nudge": Nudge, "lift": Lift, "pass": HandPasses, "clear": ClearStock, "bump": Bump, "light": ChangeLight,
    "wait": Wait,
}  # fmt: skip
_NAMES = {kind: name for name, kind in _ACTIONS.items()}


def parse_actions(text: str) -> list[Action]:
    """Reads a choreography, one action a line; `#` begins a comment.

    :raises BadLine: naming the line that cannot be read.
    """
    actions: list[Action] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        name, *values = words
        if name not in _ACTIONS:
            raise BadLine(f"line {number}: got {name!r}, expected one of {', '.join(_ACTIONS)}")
        pattern = fields(_ACTIONS[name])
        needed = [field for field in pattern if field.default is MISSING]
        if not len(needed) <= len(values) <= len(pattern):
            names = (field.name.upper() for field in pattern)
            form = (place if field in needed else f"[{place}]" for field, place in zip(pattern, names, strict=True))
            raise BadLine(f"line {number}: got {' '.join(words)!r}, expected {' '.join([name, *form])}")
        try:
            read = [_READERS[field.name](value) for field, value in zip(pattern, values, strict=False)]
        except BadLine as error:
            raise BadLine(f"line {number}: {error}") from None
        actions.append(_ACTIONS[name](*read))  # type: ignore[arg-type]
    return actions


def action_line(action: Action) -> str:
    """Returns the line that stands for *action* in a choreography."""
    return " ".join([_NAMES[type(action)], *(str(getattr(action, field.name)) for field in fields(action))])
