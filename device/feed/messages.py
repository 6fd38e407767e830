"""Messages between the referee and the page: JSON Lines over a Unix socket, each line one object with its `type`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_LINE_BYTES = 8 << 10
"""Bytes of the longest line that the page may send, but for parts of files."""
UPLOAD_START = b'{"type":"upload",'
"""How the line of a part of a file begins."""
PART_BYTES = 256 << 10
"""Bytes of a part of a file that the page hands in."""
MAX_UPLOAD_LINE_BYTES = PART_BYTES * 4 // 3 + 1024
UploadKind: TypeAlias = Literal["backup", "archive", "signature"]
"""A backup; a release archive, and its signature."""
UPLOAD_LIMITS: Mapping[UploadKind, int] = {"backup": 64 << 20, "archive": 256 << 20, "signature": 4 << 10}
"""Bytes of each kind of file. A backup of many years has some ten million, an archive with all wheels 82 million."""
Role: TypeAlias = Literal["player", "landlord"]
"""The roles whose requests change something."""

Document: TypeAlias = Literal["ledger", "csv", "record", "txt", "stored", "file"]
"""The ledger of all evenings as JSON Lines; the last evening as a spreadsheet, a record, a result sheet; the people and
evenings that the device has stored, as JSON Lines; a part of the file made last for the landlord's phone, in base64."""


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message of the referee after a subscription."""

    session: str
    """Names this run of the referee: positions of another session mean other events."""
    count: int
    """Number of events so far."""


class RecordedLine(msgspec.Struct, frozen=True, tag_field="type", tag="event", omit_defaults=True):
    """An event of the journal."""

    position: int
    time: float
    """Seconds since 1970 at which it was stored."""
    event: dict[str, Any]
    """As `engine.codec.encode` returns it."""
    by: str = ""
    """Who entered it by phone, such as `phone player`; empty for a press or the camera."""


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
    outcome: tuple[str, str] = ("", "")
    """What has become of the landlord's last request, in German and English."""
    frame_time: float = 0.0
    """Seconds since 1970 of the last frame that was looked at, refreshed every few seconds; 0 without one."""


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


class Upload(msgspec.Struct, frozen=True, tag_field="type", tag="upload", forbid_unknown_fields=True):
    """A part of a file that the landlord's phone hands in; the thread of the connection writes it to the disk."""

    id: str
    kind: UploadKind
    offset: int
    content: bytes
    is_last: bool = False


class Address(msgspec.Struct, frozen=True, tag_field="type", tag="address", forbid_unknown_fields=True):
    """Where phones find the page, best first, such as `http://kiebitz.local`."""

    addresses: tuple[str, ...]


ToReferee: TypeAlias = Subscribe | PhoneRequest | Fetch | Upload | Address
