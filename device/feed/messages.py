"""Messages between the referee and the page, or the link to a hall: JSON Lines over a Unix socket, each line one object
with its `type`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from device.settings.pairing import PairingId, Stage

MAX_LINE_BYTES = 8 << 10
"""Bytes of the longest line that page and link may send."""
Role: TypeAlias = Literal["player", "landlord", "hall"]
"""The roles whose requests change something; `hall` is the link's."""

Document: TypeAlias = Literal["ledger", "csv", "record", "txt", "stored", "file"]
"""The ledger of all evenings as JSON Lines; the last evening as a spreadsheet, a record, a result sheet; the people and
evenings that the device has stored, as JSON Lines; a part of the file made last for the landlord's phone, in base64."""


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello", omit_defaults=True):
    """The first message of the referee after a subscription.

    A session begins with the first event of the last evening. Position and amended positions of its events are counted
    from there; with `first` added (`engine.event_positions`) they are those of the journal, which never change.
    """

    session: str
    """Names this run of the referee: positions of another session mean other events."""
    count: int
    """Number of events so far."""
    journal: str = ""
    """The id of the journal, in hexadecimal digits; empty as long as it cannot be written. A journal that was replaced
    has another one, and its connections are closed."""
    first: int = 0
    """The position in the journal of the session's first event."""


class RecordedLine(msgspec.Struct, frozen=True, tag_field="type", tag="event", omit_defaults=True):
    """An event of the journal."""

    position: int
    time: float
    """Seconds since 1970 at which it was stored."""
    event: dict[str, Any]
    """As `engine.codec.encode` returns it."""
    by: str = ""
    """Who entered it by phone, such as `phone player`, or which pairing it begins, such as `hall cup 3 1`; empty for a
    press or the camera."""


class Question(msgspec.Struct, frozen=True):
    """An open question that the display asks now."""

    position: int
    candidates: tuple[str, ...] = ()


class HealthCheck(msgspec.Struct, frozen=True):
    """A result of the health checks, each text in German and English."""

    verdict: Literal["ok", "unknown", "warn", "bad"]
    title: tuple[str, str]
    found: tuple[str, str]
    advice: tuple[str, str]


class Ruling(msgspec.Struct, frozen=True):
    """A finding on which the table may decide, and how."""

    position: int
    kind: str
    rulings: tuple[str, ...]
    """Names of phrases, such as `counted`, the mildest first; empty if there is nothing to decide."""


class HallGame(msgspec.Struct, frozen=True):
    """A finished game of a match."""

    points: tuple[int, ...]
    """By side, in the order of the pairing."""
    gespannt: tuple[int, ...] = ()
    """The sides that were gespannt in its course."""


class HallState(msgspec.Struct, frozen=True):
    """How far the pairing of a tournament is at this table."""

    stage: Stage
    pairing: PairingId | None = None
    confirmed: tuple[bool, ...] = ()
    """By side: whether it has confirmed the pairing, or from `finished` on the result."""
    games: tuple[HallGame, ...] = ()
    score: tuple[int, ...] = ()
    """The points by side in the game that runs; empty between games."""
    findings: int = 0
    """Findings that wait for a decision of the table."""
    calls_referee: bool = False
    """Whether the table asks for a person who decides."""
    asks_resume: bool = False
    """Whether the table asks for the events of its match from another device, and lacks some."""


class TableState(msgspec.Struct, frozen=True, tag_field="type", tag="state"):
    """What the events do not say. Only the latest one counts."""

    language: str
    region: str
    game: str
    """The game that comes next, with its seats, names and house rules."""
    seats: tuple[int, ...]
    names: dict[str, str]
    rules: dict[str, str | int | bool]
    camera: Literal["camera", "paused", "by_hand", "none"]
    """How the table is watched; `none` if there is no camera."""
    viewers: bool
    """Whether phones without the code may look."""
    key: str
    """The key of codes and cookies of this evening, in hexadecimal digits (`device.feed.codes`)."""
    question: Question | None = None
    findings: tuple[Ruling, ...] = ()
    """The findings of this deal that wait for a decision, or to be read."""
    health: tuple[HealthCheck, ...] = ()
    """The health checks, once they were asked for."""
    frame_time: float = 0.0
    """Seconds since 1970 of the last frame that was looked at, refreshed every few seconds; 0 without one."""
    hall: HallState | None = None
    """The pairing; None while the table takes part in no tournament."""


class Answer(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    """The answer to a request or a fetch; `refused` is empty if it was carried out."""

    id: str
    refused: str = ""
    text: str = ""
    """The document, if one was asked for."""


ToPage: TypeAlias = Hello | RecordedLine | TableState | Answer


class Subscribe(msgspec.Struct, frozen=True, tag_field="type", tag="subscribe", forbid_unknown_fields=True):
    """Asks for all events from a position of a session on; those of another session are sent from the first."""

    session: str = ""
    position: int = 0


class PhoneRequest(msgspec.Struct, frozen=True, tag_field="type", tag="request", forbid_unknown_fields=True):
    """A request of a phone; *action* is checked by the referee (`device.session.phone_requests`)."""

    id: str
    role: Role
    action: dict[str, Any]


class Fetch(msgspec.Struct, frozen=True, tag_field="type", tag="fetch", forbid_unknown_fields=True):
    """Asks for a document about the evening, or about all evenings; the thread of the connection makes it."""

    id: str
    document: Document
    language: Literal["de", "bar", "en"] = "de"
    offset: int = 0
    """Bytes of the file that the page has already; behind its end the answer has no text."""


class Address(msgspec.Struct, frozen=True, tag_field="type", tag="address", forbid_unknown_fields=True):
    """Where phones find the page, best first, such as `http://kiebitz.local`."""

    addresses: tuple[str, ...]


ToReferee: TypeAlias = Subscribe | PhoneRequest | Fetch | Address
