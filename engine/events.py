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


NAME_LENGTH = 40


def readable(name: str) -> str:
    """Returns a name without what no terminal or display should be told, and not longer than anybody is called."""
    return "".join(letter for letter in name if letter.isprintable())[:NAME_LENGTH]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins; `rules` are the switches that differ from the game's defaults."""

    game: str
    seats: tuple[Seat, ...]
    dealer: Seat
    rules: tuple[tuple[str, RuleValue], ...] = ()


@dataclass(frozen=True, slots=True)
class EveningStarted:
    """Everybody sits down anew: nobody is named yet, and what lasts from game to game begins at nothing."""

    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", readable(self.name))


@dataclass(frozen=True, slots=True)
class PlayersSeated:
    """Who sits where from now on, all seats at once; a deal that has begun is still scored as it was dealt."""

    players: tuple[tuple[Seat, str], ...]

    def __post_init__(self) -> None:
        """Of two names for one seat, the later holds."""
        named = {seat: readable(name) for seat, name in self.players}
        object.__setattr__(self, "players", tuple(named.items()))


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
    """The card turned for trump; `doubts` are other cards that the reading could have been."""

    card: Card
    doubts: tuple[Card, ...] = ()


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
    """A card played; `doubts` are other cards that the reading could have been.

    `after_gap`: hands followed one another without a rest, or whose hand it was is not certain, so the camera may have
    missed a card before it.
    """

    seat: Seat
    card: Card
    doubts: tuple[Card, ...] = ()
    after_gap: bool = False


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
class Amended:
    """Changes the earlier event at `position`.

    Undo: no fact. Correct: a fact in its place. Insert: a fact before it.
    Redo: an undo of the undo, for an amendment can itself be amended.
    """

    position: int
    fact: Fact | None = None
    before: bool = False


Event: TypeAlias = Fact | Amended


class BadAmendment(ValueError):
    """Raised for an amendment of what has not happened yet, or one that inserts nothing."""


def effective(journal: Sequence[Event]) -> list[tuple[int, Fact]]:
    """Returns the facts that hold after all amendments, each with the position that names it.

    An inserted fact is named by its amendment, a corrected one by the event it corrects.

    :raises BadAmendment: naming the event that cannot be.
    """
    holds: dict[int, Fact | None] = {}
    inserted: dict[int, list[int]] = {}
    for position in range(len(journal) - 1, -1, -1):
        event = journal[position]
        if not isinstance(event, Amended):
            holds.setdefault(position, event)
            continue
        check_amendment(position, event)
        if event.before:
            holds.setdefault(position, event.fact)
            inserted.setdefault(event.position, []).append(position)
        elif holds.get(position, event.fact) is not None or position not in holds:
            # Not undone by a later event; that may have put another fact into the correction.
            holds.setdefault(event.position, holds.get(position, event.fact))
    return _in_order(journal, holds, inserted)


def check_amendment(position: int, event: Amended) -> None:
    """Raises BadAmendment unless *event*, at *position* of the journal, can be."""
    if not 0 <= event.position < position:
        raise BadAmendment(
            f"event {position}: got an amendment of event {event.position}, expected one of the {position} before it"
        )
    if event.before and event.fact is None:
        raise BadAmendment(f"event {position}: got an insertion of nothing, expected a fact")


def _in_order(
    journal: Sequence[Event], holds: dict[int, Fact | None], inserted: dict[int, list[int]]
) -> list[tuple[int, Fact]]:
    ordered: list[tuple[int, Fact]] = []
    for start, event in enumerate(journal):
        if isinstance(event, Amended) and event.before:
            continue  # comes before the event it aims at
        waiting = [start]
        while waiting:
            position = waiting.pop()
            if position in inserted:
                # First what was inserted before it, the earliest insertion first; then itself.
                waiting += [position, *inserted.pop(position)]
                continue
            event = journal[position]
            fact = holds.get(position)
            if fact is not None and not (isinstance(event, Amended) and not event.before):
                ordered.append((position, fact))
    return ordered
