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

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
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


def _light(factor: str) -> ChangeLight:
    return ChangeLight(_number(factor, 0.2, 5, f"got light {factor!r}, expected a factor from 0.2 to 5"))


def _wait(seconds: str) -> Wait:
    return Wait(_number(seconds, 0, 3600, f"got {seconds!r} seconds, expected a number from 0 to 3600"))


_READERS: dict[str, tuple[str, Callable[..., Action]]] = {
    "lay": ("lay SEAT CARD", lambda seat, card: Lay(_seat(seat), card_of(card))),
    "gather": ("gather SEAT", lambda seat: Gather(_seat(seat))),
    "upcard": ("upcard CARD [SEAT]", lambda card, seat="0": TurnUpcard(card_of(card), _seat(seat))),
    "stock": ("stock SEAT", lambda seat: SetStock(_seat(seat))),
    "take": ("take SEAT", lambda seat: TakeUpcard(_seat(seat))),
    "exchange": ("exchange SEAT COUNT", lambda seat, count: Exchange(_seat(seat), _count(count))),
    "nudge": ("nudge CARD", lambda card: Nudge(card_of(card))),
    "lift": ("lift CARD", lambda card: Lift(card_of(card))),
    "pass": ("pass SEAT", lambda seat: HandPasses(_seat(seat))),
    "clear": ("clear SEAT", lambda seat: ClearStock(_seat(seat))),
    "bump": ("bump", Bump),
    "light": ("light FACTOR", _light),
    "wait": ("wait SECONDS", _wait),
}


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
        if name not in _READERS:
            raise BadLine(f"line {number}: got {name!r}, expected one of {', '.join(_READERS)}")
        form, read = _READERS[name]
        pattern = form.split()[1:]
        needed = sum(not word.startswith("[") for word in pattern)
        if not needed <= len(values) <= len(pattern):
            raise BadLine(f"line {number}: got {' '.join(words)!r}, expected {form}")
        try:
            actions.append(read(*values))
        except BadLine as error:
            raise BadLine(f"line {number}: {error}") from None
    return actions


_NAMES = {
    Lay: "lay", Gather: "gather", TurnUpcard: "upcard", SetStock: "stock", TakeUpcard: "take", Exchange: "exchange",
    Nudge: "nudge", Lift: "lift", HandPasses: "pass", ClearStock: "clear", Bump: "bump", ChangeLight: "light",
    Wait: "wait",
}  # fmt: skip


def action_line(action: Action) -> str:
    """Returns the line that stands for *action* in a choreography."""
    return " ".join([_NAMES[type(action)], *(str(getattr(action, field.name)) for field in fields(action))])
