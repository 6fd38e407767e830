"""Findings: kind, rule, event and evidence. `engine.notation.explain_findings` turns them into sentences."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.cards import Card, Seat, Trump
from engine.events import Announced, RuleValue


class Kind(StrEnum):
    """The kind of a finding. The value is its name in the machine-readable output."""

    # Against the rules of play
    REVOKE = "revoke"
    REVOKE_AMONG = "revoke_among"
    """Proved that one of the `seats` revoked, but not which."""
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
    SIGNALLED = "signalled"
    """A sign to the partner where signs are not allowed."""
    WRONG_HAND = "wrong_hand"
    """A hand shown has a wrong number of cards."""

    # Impossible with one pack, so the camera is suspected first
    DOUBTFUL_REVOKE = "doubtful_revoke"
    """A revoke, provided that a doubtful reading is right: ask to see the card."""
    SEEN_TWICE = "seen_twice"
    FOREIGN_CARD = "foreign_card"
    CARD_TOO_MANY = "card_too_many"
    SHORT_TRICK = "short_trick"
    MISSED_CARD = "missed_card"
    """A card out of turn, but the camera may have missed a card of one of `seats` before it."""
    STRANGER = "stranger"
    """A seat where nobody plays."""
    UPCARD_TURNED_TWICE = "upcard_turned_twice"
    OTHER_UPCARD = "other_upcard"
    """Taken as the upcard, but another card was turned."""

    # Before and after the play
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
    TRUMP_MISSING = "trump_missing"
    """Tricks entered by hand without the trump on which the score depends."""
    TAKEN_BACK = "taken_back"


_SUSPECTS_CAMERA = {
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
    """One event on which a finding depends."""

    position: int
    seat: Seat | None = None
    card: Card | None = None
    trick: int | None = None
    """Counted from 1."""


RULE_SEPARATOR = " / "


@dataclass(frozen=True, slots=True)
class Breach:
    """The duty that a play broke: the rung, the card led, the best card of the trick, the cards allowed."""

    rung: str
    rule: str
    led: Card | None
    best: Card | None
    withheld: tuple[Card, ...]
    """The cards that had to be played instead; in a proof, the card that proves it; none in one by counting."""
    trump: Trump | None = None
    other_rungs: tuple[str, ...] = ()
    """Duties of which one may have been broken instead, as far as the proof tells."""
    left: tuple[Card, ...] | None = None
    """In a proof by counting: the cards that would be left for the `count` in hand, had the play been legal."""


@dataclass(frozen=True, slots=True)
class Finding:
    kind: Kind
    rule: str
    """The id in RULEBOOK, such as `BW17b`; several, if a proof leaves open which duty was broken."""
    position: int
    """The event that the finding is about; for a proved revoke, the play, not the card that proved it."""
    seat: Seat | None = None
    card: Card | None = None
    evidence: tuple[Evidence, ...] = ()
    breach: Breach | None = None
    seats: tuple[Seat, ...] = field(default=())
    """Depends on `kind`: whose turn it was, who may have done it, or who takes."""
    count: int | None = None
    limit: int | None = None
    call: Announced | None = None
    """The call, if the finding is about one."""
    game: str = field(default="", compare=False)
    """The name of the game in which it was made, and below its house rules that differ from the usual ones."""
    rules: tuple[tuple[str, RuleValue], ...] = field(default=(), compare=False)
    trump: Trump | None = field(default=None, compare=False)
    """Trump in the notation of that game, if it was known."""

    @property
    def suspects_camera(self) -> bool:
        """Whether a misreading is likelier than such a play."""
        return self.kind in _SUSPECTS_CAMERA


@dataclass(frozen=True, slots=True)
class RecordedFinding:
    """A finding, and the position of the event after which it was made."""

    position: int
    finding: Finding
