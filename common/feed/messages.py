"""Messages between the referee and the page, or the link to a hall, over a Unix socket.

They are JSON Lines; each line is one object with its `type`.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from common.feed.pairing import ConfirmedResult, PairingId, Stage
from common.texts.keys import Phrase, PhraseKey

MAX_LINE_BYTES = 8 << 10
"""Bytes of the longest line that the page may send, but for parts of files."""
UPLOAD_START = b'{"type":"upload",'
"""The first bytes of a line with a part of a file."""
PART_BYTES = 256 << 10
"""Bytes of a part of a file that the page hands in."""
MAX_UPLOAD_LINE_BYTES = PART_BYTES * 4 // 3 + 1024
UploadKind: TypeAlias = Literal["backup", "archive", "signature"]
"""A backup; a release archive, and its signature."""
UPLOAD_LIMITS: Mapping[UploadKind, int] = {"backup": 64 << 20, "archive": 256 << 20, "signature": 4 << 10}
"""Bytes of each kind of file. A backup of many years has some ten million, an archive with all wheels 82 million."""
Role: TypeAlias = Literal["player", "landlord", "hall"]
"""The roles whose requests change something; `hall` is the link's."""

Fixed: TypeAlias = Literal["game", "players", "names", "begin"]
"""What phones cannot change: the game with its house rules, the number of players, the names, that a game begins."""
Document: TypeAlias = Literal["ledger", "csv", "record", "txt", "stored", "file", "live", "deck", "crop"]
"""The ledger of all evenings as JSON Lines; the last evening as a spreadsheet, a record, a result sheet; the people and
evenings that the device has stored, as JSON Lines; a part of the file made last for the landlord's phone, in base64.

Pictures, none of which is stored: a frame of the camera that is being aimed (`LivePicture` as JSON); a card of the deck
that is being enrolled, and one on which a finding rests, each a JPEG in base64."""

EnrolmentStage: TypeAlias = Literal["known", "way", "continue", "card", "row", "full", "match", "quiz", "grade"]
"""The question of the enrolment of a deck: whether to use the known deck; how to show the cards; whether the cards of
an earlier enrolment are of this deck; a card; a row; room on the disk; whether to use a pack that fits; any card for
the quiz; whether the grade of the quiz is good enough."""


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="hello", omit_defaults=True):
    """The first message of the referee after a subscription.

    A session begins with the first event of the last evening. Position and amended positions of its events are counted
    from there; with `first` added (`engine.amendments`) they are those of the journal, which never change.
    """

    session: str
    """Names this run of the referee: positions of another session mean other events."""
    count: int
    journal: str = ""
    """The id of the journal, in hexadecimal digits; empty as long as it cannot be written. A journal that was replaced
    has another one, and its connections are closed."""
    first: int = 0
    """The position in the journal of the session's first event."""


class RecordedLine(msgspec.Struct, frozen=True, tag_field="type", tag="event", omit_defaults=True):
    position: int
    time: float
    """Seconds since 1970 at which it was stored."""
    event: dict[str, Any]
    """As `engine.codec.encode` returns it."""
    by: str = ""
    """The mark of the event: `phone player` if a player entered it by phone, `hall cup 3 1` if it begins that pairing;
    empty for a press or the camera."""


class EarlierLine(RecordedLine, frozen=True, tag="earlier"):
    """An event of the tournament from before the session; the link gets all of them after `Hello`, in their order.

    Its position and those that it names are of the journal.
    """


class Question(msgspec.Struct, frozen=True):
    """An open question that the display asks now."""

    position: int
    candidates: tuple[str, ...] = ()


class HealthCheck(msgspec.Struct, frozen=True):
    """A result of the health checks; the page says it in the language of its phone."""

    verdict: Literal["ok", "unknown", "warn", "bad"]
    title: PhraseKey
    found: Phrase
    advice: PhraseKey | None


class Ruling(msgspec.Struct, frozen=True):
    """A finding on which the table may decide, and how."""

    position: int
    kind: str
    rulings: tuple[PhraseKey, ...]
    """Names of phrases, such as `counted`, the mildest first; empty if there is nothing to decide."""


class EnrolledCard(msgspec.Struct, frozen=True):
    card: str
    version: int
    """Grows each time that the card is taken again, so that its picture is asked for anew."""


class EnrolmentReport(msgspec.Struct, frozen=True):
    """The enrolment of a deck in progress, as the display shows it. Cards are in notation."""

    stage: EnrolmentStage
    token: str
    """A request names it; it changes with whatever is asked."""
    pack: str
    """The kind of the pack that is shown, such as `bavarian32`; empty before it is chosen."""
    kinds: tuple[str, ...]
    in_use: str = ""
    """The name of the known deck."""
    requested: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    taken: tuple[EnrolledCard, ...] = ()
    last: str = ""
    advice: dict[str, str] = {}
    """By language: why the last picture was refused, or how many cards of a row were taken; empty without one."""
    is_refused: bool = False
    is_doubled: bool = False
    """Whether it was refused since it looks like another card, and may be insisted on."""
    refused_version: int = 0
    """Grows with each refused picture that shows a single card; 0 without one."""
    awaits_capture: bool = False
    """Whether the picture of a row is still to be taken."""
    title: str = ""
    """The name of the pack that fits."""
    read: str = ""
    """The card that was read last in the quiz; empty if none was, or not surely enough to name it."""
    is_sure: bool = False
    right: int = 0
    quizzed: int = 0
    grade: str = ""
    again: tuple[str, ...] = ()
    """The cards to show again after the quiz."""


class LivePicture(msgspec.Struct, frozen=True):
    """A frame for the landlord's phone, with the outlines of the cards that were found."""

    number: int
    """Grows from frame to frame."""
    advice: PhraseKey
    """The phrase that the display shows, such as `aim_dark`."""
    jpeg: str
    """In base64."""


class HallGame(msgspec.Struct, frozen=True):
    points: tuple[int, ...]
    """By side, in the order of the pairing."""
    gespannt: tuple[int, ...] = ()
    """The sides that were gespannt in its course."""
    gespannt_to_nil: tuple[int, ...] = ()
    """Those of them that were gespannt while no other side had a point."""


class PairingReport(msgspec.Struct, frozen=True):
    """The stage of a tournament's pairing at this table, for the link and for the hall."""

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
    results: tuple[ConfirmedResult, ...] = ()
    """Those of earlier matches that all sides have confirmed: the hall may not have heard of them."""


class HallState(PairingReport, frozen=True):
    asks_resume: bool = False
    """Whether the table asks for the events of its match from another device, and lacks some."""


class TableState(msgspec.Struct, frozen=True, tag_field="type", tag="state"):
    """The state of the table that is not in the events. Only the latest message counts."""

    language: str
    region: str
    game: str
    """The game that comes next, with its seats, names and house rules."""
    seats: tuple[int, ...]
    names: dict[str, str]
    rules: dict[str, str | int | bool]
    camera: Literal["camera", "paused", "by_hand", "none"]
    """The use of the camera (`CameraUse`); `none` if there is no camera."""
    viewers: bool
    key: str
    """The key of codes and cookies of this evening, in hexadecimal digits (`common.feed.codes`)."""
    question: Question | None = None
    findings: tuple[Ruling, ...] = ()
    """The findings of this deal that wait for a decision, or to be read."""
    health: tuple[HealthCheck, ...] = ()
    """The health checks, once they were asked for."""
    outcome: Phrase | None = None
    frame_time: float = 0.0
    """Seconds since 1970 of the last frame that was looked at, refreshed every few seconds; 0 without one."""
    enrolment: EnrolmentReport | None = None
    crops: tuple[int, ...] = ()
    """Positions of the plays on which a finding rests and of which there is a picture."""
    fixed: tuple[Fixed, ...] = ()
    """What the settings or a tournament fix, so that phones cannot change it."""
    display: str = ""
    """The picture of the display while the first start asks, 128×64 bits from the top row on, in base64; else empty."""
    hall: HallState | None = None
    """The pairing; None while the table takes part in no tournament."""


class Answer(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    """The answer to a request or a fetch; `refused` is empty if it was carried out."""

    id: str
    refused: str = ""
    text: str = ""


ToPage: TypeAlias = Hello | RecordedLine | TableState | Answer
ToLink: TypeAlias = ToPage | EarlierLine


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
    """Bytes of the file that the page has already; behind its end the answer has no text. Of the document `live`: the
    number of the last frame that it has; without a newer one the answer has no text."""
    position: int = -1
    """Of the document `crop`: the position of the play."""
    card: str = ""
    """Of the document `deck`: the card; empty for the picture that was refused last."""


class Upload(msgspec.Struct, frozen=True, tag_field="type", tag="upload", forbid_unknown_fields=True):
    """A part of a file that the landlord's phone hands in; the thread of the connection writes it to the disk."""

    id: str
    kind: UploadKind
    offset: int
    content: bytes
    is_last: bool = False


class Address(msgspec.Struct, frozen=True, tag_field="type", tag="address", forbid_unknown_fields=True):
    """The addresses of the page, the best first, such as `http://kiebitz.local`."""

    addresses: tuple[str, ...]


ToReferee: TypeAlias = Subscribe | PhoneRequest | Fetch | Upload | Address
