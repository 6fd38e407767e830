"""Results of showing a card for a new pack: acceptance, refusal with a reason, removal, match of a known pack."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.cards import Card
    from vision.recognition.pack import EnrolledPack


class Reason(StrEnum):
    """Why a card, or a row of cards, was refused."""

    HAND = "hand"
    CUT = "cut"
    NO_CARD = "no_card"
    SMALL = "small"
    PLAIN = "plain"
    BLURRED = "blurred"
    DOUBLE = "double"
    SEVERAL = "several"
    COUNT = "count"
    ASKEW = "askew"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The card is in the new pack; `again` tells that it replaces an earlier picture of the same card."""

    card: Card
    again: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A picture that was not accepted."""

    reason: Reason
    like: tuple[Card, ...] = ()
    """The card shown before (`double`), the cards that it may be (`doubtful`), or the requested ones of a picture."""
    card_count: int = 1
    """How many cards are in view."""
    cards_at_gaps: tuple[Card, ...] = ()
    """The cards that belong at the gaps of a row."""


@dataclass(frozen=True, slots=True)
class Removal:
    """The card was accepted earlier, but its picture shows no card."""

    card: Card


@dataclass(frozen=True, slots=True)
class PackMatch:
    """A known pack reads all of the first cards surely; from now on it names the cards, in any order."""

    pack: EnrolledPack


@dataclass(frozen=True, slots=True)
class BackAcceptance:
    """The back of the cards is in the new pack."""


Progress: TypeAlias = Acceptance | Refusal | Removal | PackMatch | BackAcceptance
