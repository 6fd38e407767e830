"""The phases of a deal."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias


class Phase(StrEnum):
    """The value is the name in the book of a game (`[phase.NAME]`) and in the machine-readable output."""

    # Of the table, outside a deal
    NO_GAME = "no_game"
    DEAL = "deal"
    """The cards are to be dealt."""
    OVER = "over"
    """The game has ended."""

    # Before the play
    CUT = "cut"
    UPCARD = "upcard"
    """A card is to be turned."""
    DECLARE = "declare"
    """Somebody is to play or to fold."""
    EXCHANGE = "exchange"
    ANNOUNCE = "announce"
    """Trumps, or what belongs to them, are to be named."""

    # The play and after it
    PLAY = "play"
    ANSWER = "answer"
    """A bid is to be answered."""
    REVEAL = "reveal"
    """A secret trump is to be told."""
    SCORED = "scored"


class OtherPhase(str):
    """A phase of an added game that `Phase` lacks; the book of that game has its question."""

    __slots__ = ()


AnyPhase: TypeAlias = Phase | OtherPhase

BETWEEN_DEALS = frozenset((Phase.NO_GAME, Phase.DEAL, Phase.SCORED, Phase.OVER))
