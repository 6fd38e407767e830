"""A pairing of a tournament at this table, as the hall sends it; `link.messages` has the same for MQTT."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Stage: TypeAlias = Literal["none", "announced", "confirmed", "playing", "finished", "agreed"]
"""How far the pairing is: none there; shown on the display; confirmed by all sides; its first card laid; all games
played; the result confirmed by all sides."""


class PairingId(msgspec.Struct, frozen=True):
    """Names a pairing of a tournament at a table."""

    tournament: str
    round: int
    attempt: int = 1
    """Greater if the round was drawn again."""

    @property
    def mark(self) -> str:
        """The mark of the events that begin a game of this pairing."""
        return f"hall {self.tournament} {self.round} {self.attempt}"


class Pairing(msgspec.Struct, frozen=True):
    """What is to be played. `pairing` is None if there is nothing to play."""

    pairing: PairingId | None = None
    table: str = ""
    """The name that the hall uses, such as `7`."""
    sides: tuple[tuple[str, ...], ...] = ()
    """The names of the players by side. Sides take their places one after the other: two pairs sit crosswise."""
    game: str = ""
    rules: dict[str, str | int | bool] = {}
    """The house rules that differ from the game's defaults."""
    games: int = 1
    """Games of a match, or deals if `unit` says so."""
    unit: Literal["game", "deal"] = "game"
    resume: bool = False
    """Whether the hall has events of this match from another device, to be asked for and continued."""
    closed: bool = False
    """Whether the hall has the result, so that nothing is asked at the table any more."""
