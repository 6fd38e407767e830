"""The events of a tournament as they are stored, and the result of a match. The tournament is their fold.

An event says what was done; whether it may be done is checked before by `hall.tournament.commands`.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from hall.draw.field import Pairing
from hall.formats.format import Format
from link.messages import GamePoints


class MatchResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The points of all games of a match, or its forfeit; equal results compare as equal."""

    games: tuple[GamePoints, ...] = ()
    """The points by side of each game, sides in the order of the pairing. With the unit `deal` the accounts of one or
    more deals each, which are added up."""
    forfeited: tuple[int, ...] = ()
    """The sides that did not play or gave up: they score nothing, the others score as in a bye; `games` do not
    count."""


Stage: TypeAlias = Literal["round", "eighth", "quarter", "semi", "final"]
"""A round, or a knock-out round: of the last 16, 8 and 4, and the final with the match for the third place."""


class _Event(msgspec.Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """The base of events."""


class _OfEntry(_Event, frozen=True):
    number: int
    """The start number, which never changes."""


class _OfMatch(_Event, frozen=True):
    round: int
    table: int


class Created(_Event, frozen=True, tag="created"):
    """The tournament begins. Its whole format is stored here, so that nothing besides the database is needed."""

    tournament: str
    """The short name of the tournament in topics and marks: letters, digits and hyphens."""
    title: str
    format: Format
    seed: int
    """The seed of all draws; it is printed."""
    place: str = ""
    date: str = ""


class FormatChanged(_Event, frozen=True, tag="format_changed"):
    format: Format


class HostNamed(_Event, frozen=True, tag="host_named"):
    """The club that runs the tournament, for paper and certificates."""

    club: str = ""
    emblem: bytes = b""
    """A PNG; empty without one."""


class Registered(_OfEntry, frozen=True, tag="registered"):
    """An entry: a player, or a pair. The two pairs of a team are two entries with the same `team`."""

    members: tuple[str, ...]
    club: str = ""
    team: int = 0
    """The number of the team, which is the start number of its first pair; 0 without a team."""
    team_name: str = ""
    present: bool = False
    """False for a registration in advance, until `Arrived`."""
    asked: bool = False
    """Whether somebody has asked for it on a phone: it waits for `Confirmed`."""


class Renamed(_OfEntry, frozen=True, tag="renamed"):
    members: tuple[str, ...]
    club: str = ""
    team_name: str = ""


class Confirmed(_OfEntry, frozen=True, tag="confirmed"):
    """An entry that was asked for is registered in advance."""


class Arrived(_OfEntry, frozen=True, tag="arrived"):
    """An entry that was registered in advance has arrived."""


class Unregistered(_OfEntry, frozen=True, tag="unregistered"):
    """An entry that was never drawn is removed."""


class Left(_OfEntry, frozen=True, tag="left"):
    """An entry plays no further rounds."""


class Returned(_OfEntry, frozen=True, tag="returned"):
    """An entry that left plays again, from the next draw on."""


class Paid(_OfEntry, frozen=True, tag="paid"):
    """An entry has paid its fee, or it turns out that it has not."""

    paid: bool = True


class Drawn(_Event, frozen=True, tag="drawn"):
    """The pairings of a round; with a greater attempt those of the same round are replaced."""

    round: int
    """From 1; knock-out rounds are counted on."""
    attempt: int
    seed: int
    """The seed of the tournament, to be printed with round and attempt: the three give the same draw again."""
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    stage: Stage = "round"


class RoundStarted(_Event, frozen=True, tag="round_started"):
    round: int


class ResultReported(_OfMatch, frozen=True, tag="result_reported"):
    """A device at a table reports a result that its sides have confirmed; a later report replaces it."""

    result: MatchResult


class ResultTyped(_OfMatch, frozen=True, tag="result_typed"):
    """Somebody has typed a slip in; the latest result of each person counts."""

    result: MatchResult
    by: str
    """Who typed, or which of two slips."""


class ResultDecided(_OfMatch, frozen=True, tag="result_decided"):
    """The result that counts instead of all reported and typed ones: a decision on a difference, or a correction."""

    result: MatchResult
    reason: str
    by: str = ""


class RefereeCalled(_OfMatch, frozen=True, tag="referee_called"):
    text: str = ""
    by: Literal["table", "desk", "phone"] = "desk"
    evidence: dict[str, Any] = {}
    """The findings of the table in words; empty if there are none."""


class RefereeDecided(_OfMatch, frozen=True, tag="referee_decided"):
    """Closes the open call of a table."""

    text: str
    by: str = ""


class RoundClosed(_Event, frozen=True, tag="round_closed"):
    round: int


class TieDecided(_Event, frozen=True, tag="tie_decided"):
    """The order of entries that all columns left tied, by a deciding game or a lot."""

    numbers: tuple[int, ...]
    """Start numbers, of teams their number, the best first."""
    reason: str = ""


class Finished(_Event, frozen=True, tag="finished"):
    """The ranking is final; corrections are possible still."""


HallEvent: TypeAlias = (
    Created
    | FormatChanged
    | HostNamed
    | Registered
    | Renamed
    | Confirmed
    | Arrived
    | Unregistered
    | Left
    | Returned
    | Paid
    | Drawn
    | RoundStarted
    | ResultReported
    | ResultTyped
    | ResultDecided
    | RefereeCalled
    | RefereeDecided
    | RoundClosed
    | TieDecided
    | Finished
)


class StoredEvent(msgspec.Struct, frozen=True):
    position: int
    time: float
    """Seconds since 1970."""
    event: HallEvent


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(HallEvent)


class BadHallEvent(ValueError):
    """Raised for stored text that is no event of a hall, such as one of a newer Kiebitz."""


def encode_event(event: HallEvent) -> str:
    return _ENCODER.encode(event).decode()


def decode_event(text: str) -> HallEvent:
    """Reverses `encode_event`.

    :raises BadHallEvent: if the text is no event.
    """
    try:
        event: HallEvent = _DECODER.decode(text)
    except msgspec.DecodeError as error:
        raise BadHallEvent(f"got {text[:80]!r}, expected an event of a hall: {error}") from None
    return event
