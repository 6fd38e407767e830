"""Messages between tables and the hall over MQTT: one JSON object each, and their topics."""

from typing import Any, Literal

import msgspec

from common.feed.messages import HallGame as GamePoints
from common.feed.messages import PairingReport
from common.feed.pairing import ConfirmedResult as ConfirmedResult
from common.feed.pairing import PairingId as PairingId
from common.feed.pairing import Stage as Stage
from device.settings.tournament import Pairing as PairingMessage

__all__ = [
    "Acknowledgement", "Ask", "ConfirmedResult", "GamePoints", "PairingId", "PairingMessage", "Ranking", "RankingLine",
    "ResumePart", "Stage", "TableEvent", "TableReport", "hall_topic", "table_topic",
]  # fmt: skip


class TableEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    journal: str
    """The id of the journal; positions of another one mean other events."""
    position: int
    time: float
    """Seconds since 1970 at which it was stored."""
    event: dict[str, Any]
    """As `engine.codec.encode` returns it."""
    by: str = ""
    """Who entered it if that was neither a press nor the camera, such as `phone player` or `hall preiswatten 3 1`."""
    first: int = 0
    """The position of the first event that this table sends of this journal: earlier events are not sent to the
    hall."""


class TableReport(PairingReport, frozen=True):
    """A table's report on its pairing; retained, so that only the latest one counts."""

    journal: str = ""
    count: int = 0
    """The events of that journal so far: the hall knows from it whether it has all of them."""
    camera: str = ""


class Acknowledgement(msgspec.Struct, frozen=True):
    """The events of a table that the hall has stored without a gap."""

    next_position: dict[str, int]
    """By journal: the position of the next event that the hall lacks."""


class Ask(msgspec.Struct, frozen=True):
    """A table asks for the events of its match that another device has sent."""

    pairing: PairingId


class ResumePart(msgspec.Struct, frozen=True):
    """A part of these events, in the order of the journal."""

    pairing: PairingId
    part: int
    parts: int
    events: tuple[TableEvent, ...]


class RankingLine(msgspec.Struct, frozen=True):
    rank: int
    number: int
    name: str
    values: tuple[str, ...]


class Ranking(msgspec.Struct, frozen=True):
    """A part of the ranking after the results so far; further parts are retained under the following numbers."""

    title: str
    round: int
    columns: tuple[str, ...]
    lines: tuple[RankingLine, ...]
    part: int = 1
    parts: int = 1


def table_topic(tournament: str, table: str, what: Literal["event", "state", "up", "ask"]) -> str:
    return f"k/1/{tournament}/table/{table}/{what}"


def hall_topic(tournament: str, what: Literal["ack", "pairing", "resume", "list"], name: str) -> str:
    """Returns the topic to which the hall writes: for a table, or for a part of `list`, the ranking."""
    return f"k/1/{tournament}/hall/{what}/{name}"
