"""Which match of a tournament is played at a table, and how far it is."""

from typing import Literal, TypeAlias

import msgspec

from engine.events import NAME_LENGTH

Stage: TypeAlias = Literal["none", "announced", "confirmed", "playing", "finished", "agreed"]
"""The stage of the pairing: no pairing; shown on the display; confirmed by all sides; its first card laid; all games
played; the result confirmed by all sides."""


class PairingId(msgspec.Struct, frozen=True):
    """Identifies a pairing of a tournament at a table."""

    tournament: str
    round: int
    attempt: int = 1
    """Greater if the round was drawn again."""

    @property
    def mark(self) -> str:
        """The mark of the events that begin a game of this pairing."""
        return f"hall {self.tournament} {self.round} {self.attempt}"

    @property
    def evening(self) -> str:
        """The name of its evening in the journal, by which a restart finds its match again."""
        number = f" {self.round}" + (f" ({self.attempt})" if self.attempt > 1 else "")
        return self.tournament[: NAME_LENGTH - len(number)] + number


class ConfirmedResult(msgspec.Struct, frozen=True):
    """The result of an earlier match that all sides have confirmed."""

    pairing: PairingId
    points: tuple[tuple[int, ...], ...]
    """By game and side."""
