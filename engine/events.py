"""What happened at the table, and how one event amends another.

The journal is a list of events; an event's position in it is its name for ever. Facts are what happened outside;
an `Amended` event changes an earlier one. Everything else is derived (DESIGN 1.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card, Seat

RuleValue: TypeAlias = str | int | bool


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins; `rules` are the switches that differ from the game's defaults."""

    game: str
    seats: tuple[Seat, ...]
    dealer: Seat
    rules: tuple[tuple[str, RuleValue], ...] = ()


@dataclass(frozen=True, slots=True)
class DealStarted:
    dealer: Seat


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A card that all have seen goes to a hand: a Critical from the cut (schlecking), or the upcard."""

    seat: Seat
    card: Card
    source: Literal["cut", "upcard"]


@dataclass(frozen=True, slots=True)
class UpcardTurned:
    card: Card


@dataclass(frozen=True, slots=True)
class Announced:
    """Something said or pressed: `play`, `fold`, `trump`, `striker`, `bid`, `hold`, `meld`, `double`, …"""

    seat: Seat
    call: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """`count` cards put away face down and as many drawn from the stock."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card played; `doubts` are other cards that the reading could have been."""

    seat: Seat
    card: Card
    doubts: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class TrickGathered:
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Cards laid open outside a trick; `whole` says that they are all that the seat still held."""

    seat: Seat
    cards: tuple[Card, ...]
    whole: bool = False


@dataclass(frozen=True, slots=True)
class TricksEntered:
    """Score-only mode: the tricks of the deal by seat, entered by hand."""

    tricks: tuple[tuple[Seat, int], ...]
    trump: str = ""


@dataclass(frozen=True, slots=True)
class Ruled:
    """The table's decision on the finding that the event at `position` brought: take back, count, or let stand."""

    position: int
    ruling: Literal["taken_back", "counted", "stands"]


Fact: TypeAlias = (
    GameStarted
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
class Amended:
    """Changes the event at `position`.

    Undo: no fact. Correct: a fact in its place. Insert: a fact before it (`position` may be the journal's end).
    Redo: an undo of the undo, for an amendment can itself be amended.
    """

    position: int
    fact: Fact | None = None
    before: bool = False


Event: TypeAlias = Fact | Amended


def effective(journal: Sequence[Event]) -> list[tuple[int, Fact]]:
    """Returns the facts that hold after all amendments, each with the position that names it.

    An inserted fact is named by its amendment, a corrected one by the event it corrects.
    """
    facts: dict[int, Fact | None] = {}
    inserted: dict[int, list[int]] = {}
    for position in range(len(journal) - 1, -1, -1):
        event = journal[position]
        if position in facts and facts[position] is None:
            continue  # undone by a later event
        if not isinstance(event, Amended):
            facts.setdefault(position, event)
        elif event.before:
            facts.setdefault(position, event.fact)
            inserted.setdefault(event.position, []).append(position)
        elif position not in facts:
            facts.setdefault(event.position, event.fact)
    return _in_order(journal, facts, inserted)


def _in_order(
    journal: Sequence[Event], facts: dict[int, Fact | None], inserted: dict[int, list[int]]
) -> list[tuple[int, Fact]]:
    ordered: list[tuple[int, Fact]] = []

    def visit(position: int) -> None:
        for earlier in reversed(inserted.get(position, ())):
            visit(earlier)
        fact = facts.get(position)
        if fact is not None:
            ordered.append((position, fact))

    for position, event in enumerate(journal):
        if not isinstance(event, Amended):
            visit(position)
        elif inserted.get(position) and not event.before:
            visit(position)
    for earlier in reversed(inserted.get(len(journal), ())):
        visit(earlier)
    return ordered
