"""What was noticed: kind, rule, the play, and the evidence. Sentences are made in `engine.notation.explain`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.cards import Card, Seat
    from engine.events import Announced
    from engine.rules.values import Trump


class Kind(StrEnum):
    """What sort of thing was noticed. The value is the word of the machine-readable output."""

    # Against the rules of play
    REVOKE = "revoke"
    REVOKE_AMONG = "revoke_among"
    """Proved, but not who: one of the `seats` revoked."""
    OUT_OF_TURN = "out_of_turn"
    ACTED_AFTER_FOLDING = "acted_after_folding"
    WRONG_TAKER = "wrong_taker"
    FALSE_MELD = "false_meld"
    """A meld without the pair."""
    KRANK_BID = "krank_bid"
    WILD_BID = "wild_bid"
    CALL_OUT_OF_TURN = "call_out_of_turn"
    CALL_NOT_ALLOWED = "call_not_allowed"
    MISDEAL = "misdeal"
    PEEKED = "peeked"
    WRONG_HAND = "wrong_hand"
    """A hand laid open has a card too many or too few."""

    # Impossible with one pack, so the camera is suspected first
    DOUBTFUL_REVOKE = "doubtful_revoke"
    """It would prove a revoke, but rests on a reading that may be wrong: ask to see the card."""
    SEEN_TWICE = "seen_twice"
    FOREIGN_CARD = "foreign_card"
    CARD_TOO_MANY = "card_too_many"
    SHORT_TRICK = "short_trick"
    MISSED_CARD = "missed_card"
    """It came before another's turn, but the camera may have missed a card in between: one of `seats`."""
    STRANGER = "stranger"
    """A seat that nobody sits on."""
    UPCARD_TURNED_TWICE = "upcard_turned_twice"
    OTHER_UPCARD = "other_upcard"
    """Taken as the upcard, but another card was turned."""

    # Before and after the play
    GAME_OVER = "game_over"
    WRONG_DEALER = "wrong_dealer"
    DEAL_UNFINISHED = "deal_unfinished"
    CUT_CARD_NOT_ALLOWED = "cut_card_not_allowed"
    WRONG_UPCARD_TAKER = "wrong_upcard_taker"
    FOLD_NOT_ALLOWED = "fold_not_allowed"
    DECLARED_TWICE = "declared_twice"
    DECLARED_OUT_OF_TURN = "declared_out_of_turn"
    UNKNOWN_CALL = "unknown_call"
    TOO_MANY_EXCHANGED = "too_many_exchanged"
    EXCHANGED_TWICE = "exchanged_twice"
    TOO_LATE = "too_late"
    WRONG_COUNT = "wrong_count"
    TAKEN_BACK = "taken_back"


_CAMERA_FIRST = {
    Kind.DOUBTFUL_REVOKE,
    Kind.SEEN_TWICE,
    Kind.FOREIGN_CARD,
    Kind.CARD_TOO_MANY,
    Kind.SHORT_TRICK,
    Kind.MISSED_CARD,
    Kind.STRANGER,
    Kind.UPCARD_TURNED_TWICE,
    Kind.OTHER_UPCARD,
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """One event that the finding rests on, so that it can be replayed."""

    position: int
    seat: Seat | None = None
    card: Card | None = None
    trick: int | None = None
    """Counted from 1."""


@dataclass(frozen=True, slots=True)
class Breach:
    """The duty that a play did not meet: the rung, the card led, the best card lying, what had to be played."""

    rung: str
    rule: str
    led: Card | None
    best: Card | None
    withheld: tuple[Card, ...]
    """Cards that had to be played instead; in a proof, the one that gives it away."""
    trump: Trump | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Kind
    rule: str
    """The id in RULEBOOK, such as `BW17b`."""
    position: int
    """The event found fault with. In a proved revoke that is the play, not the card that proved it."""
    seat: Seat | None = None
    card: Card | None = None
    evidence: tuple[Evidence, ...] = ()
    breach: Breach | None = None
    seats: tuple[Seat, ...] = field(default=())
    """Whose turn it was, who must be the one, or who takes: what `kind` says."""
    count: int | None = None
    limit: int | None = None
    said: Announced | None = None
    """What was said, if the event found fault with is a call."""

    @property
    def suspects_camera(self) -> bool:
        """Whether a wrong reading is likelier than such a play."""
        return self.kind in _CAMERA_FIRST


@dataclass(frozen=True, slots=True)
class Noticed:
    """A finding, and the event that brought it to light."""

    position: int
    finding: Finding
