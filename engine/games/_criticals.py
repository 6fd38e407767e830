"""What the games with the three Criticals of the Bavarian pack share (BW2–BW6)."""

from __future__ import annotations

from abc import ABC

from engine.cards import BAVARIAN_32, Card
from engine.games._permanent_trumps import PermanentTrumpsGame

MAXI, BELLI, SPITZ = Card("H", "K"), Card("S", "7"), Card("E", "7")
CRITICALS = (MAXI, BELLI, SPITZ)
"""The Machine, highest first (BW4)."""


class CriticalsGame(PermanentTrumpsGame, ABC):
    pack = BAVARIAN_32
    permanent = CRITICALS
