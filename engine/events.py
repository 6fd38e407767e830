"""What happened at the table, and how one event amends another.

The journal is a list of events; an event is identified by its position, which never changes. Facts record what happened
at the table; an `Amended` event changes an earlier one. Everything else is derived (DESIGN 1.2).
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
    """Returns a name without unprintable characters, cut to `NAME_LENGTH`."""
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
    """A new evening: names and counts that last from game to game are reset."""

    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", readable(self.name))


@dataclass(frozen=True, slots=True)
class PlayersSeated:
    """The names of all seats from now on; a deal that has begun is scored with the seats of its dealing."""

    players: tuple[tuple[Seat, str], ...]

    def __post_init__(self) -> None:
        """If a seat is named twice, the later name is used."""
        named = {seat: readable(name) for seat, name in self.players}
        object.__setattr__(self, "players", tuple(named.items()))


@dataclass(frozen=True, slots=True)
class DealStarted:
    dealer: Seat


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A card that everybody has seen goes to a hand: a Critical from the cut (schlecking), or the upcard."""

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
    """A call, spoken or entered by a button: `play`, `fold`, `trump`, `striker`, `bid`, `hold`, `meld`, `double`, …"""

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

    `after_gap`: the camera may have missed a card before it, since hands followed one another without a pause, or the
    seat is uncertain. `seat_by_turn`: in such haste the camera was not sure whose hand it was, so the seat is the one
    to play.
    """

    seat: Seat
    card: Card
    doubts: tuple[Card, ...] = ()
    after_gap: bool = False
    seat_by_turn: bool = False


@dataclass(frozen=True, slots=True)
class TrickGathered:
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class CardsShown:
    """Cards shown outside a trick; `whole` means that the seat holds no others."""

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
    """The table's decision on the findings about the event at `position`: take back, count, or let stand.

    `noted` decides nothing: the table has read the finding of that `kind` about it, or has postponed its decision, and
    need not be told again.
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
class Amended:
    """Changes the earlier event at `position`.

    Undo: no fact. Correct: a fact in its place. Insert: a fact before it.
    Redo: undo the undo, since an amendment can itself be amended.
    """

    position: int
    fact: Fact | None = None
    before: bool = False


Event: TypeAlias = Fact | Amended


class BadAmendment(ValueError):
    """Raised for an amendment of an event that does not exist yet, or one that inserts nothing."""


def effective(journal: Sequence[Event]) -> list[tuple[int, Fact]]:
    """Returns the facts that hold after all amendments, each with the position that names it.

    An inserted fact has the position of its amendment, a corrected one that of the event it corrects.

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
            # The amendment is not undone, but a later one may have replaced its fact.
            holds.setdefault(event.position, holds.get(position, event.fact))
    return _in_order(journal, holds, inserted)


def check_amendment(position: int, event: Amended) -> None:
    """Raises BadAmendment if *event*, at *position* of the journal, is invalid."""
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
            continue  # placed before the event that it amends
        waiting = [start]
        while waiting:
            position = waiting.pop()
            if position in inserted:
                # First the facts inserted before it, in order of insertion, then the fact itself.
                waiting += [position, *inserted.pop(position)]
                continue
            event = journal[position]
            fact = holds.get(position)
            if fact is not None and not (isinstance(event, Amended) and not event.before):
                ordered.append((position, fact))
    return ordered
