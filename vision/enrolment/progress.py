"""What comes of cards that are shown for a new pack: taken, refused and why, dropped again, or a known pack fits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.cards import Card
    from vision.recognition.pack import EnrolledPack


class Reason(StrEnum):
    """Why something shown was not taken."""

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
class Taken:
    """`again` tells that a card that had been shown before was replaced."""

    card: Card
    again: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """`like` names the card shown before (a double), those that it may be (doubtful), or those that were asked for of a
    row or a photograph; `seen` counts cards; `unseen` names those of a row where a gap tells which are missing."""

    reason: Reason
    like: tuple[Card, ...] = ()
    seen: int = 1
    unseen: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was taken for this card was none."""

    card: Card


@dataclass(frozen=True, slots=True)
class Fits:
    """This known pack reads the cards surely; from now on it names them, in any order."""

    pack: EnrolledPack


Progress: TypeAlias = Taken | Refused | Dropped | Fits
