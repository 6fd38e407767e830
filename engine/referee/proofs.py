"""What the referee says: proofs of revokes, verdicts on plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.cards import Card, Seat

Verdict: TypeAlias = Literal["certified", "open", "proved", "doubtful"]
"""`open`: not decided so far. `doubtful`: the reading of a card must be confirmed first."""
ProofKind: TypeAlias = Literal["witness", "known", "one_of", "pool"]
Source: TypeAlias = Literal["played", "shown", "cut", "upcard", "taken_back"]


@dataclass(frozen=True, slots=True)
class Suspect:
    """A play that was a revoke, or one of several plays of which at least one was."""

    position: int
    seat: Seat
    card: Card
    rules: tuple[str, ...]
    """The duties of which it broke one, as far as the cards seen tell; of one of several plays all that forbid it."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Why `plays` cannot all have been legal; a single one certainly was a revoke.

    `witness`: the player later played `cards`. `known`: all saw `cards` go to that hand or lie in it.
    `one_of`: at least `needed` of `cards` were in that hand. `pool`: `seats` held `needed` cards, and only `cards` were
    left that legal players could have held. `position` is the event that showed the card, `source` how.
    `ask` has the positions of the doubtful plays that must be confirmed first; if it is empty, the proof stands.
    While trump is secret, `alternatives` are the proofs under the other possible trumps, and `plays` those of all.
    """

    kind: ProofKind
    plays: tuple[Suspect, ...]
    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    needed: int
    position: int | None
    source: Source | None
    ask: tuple[int, ...] = ()
    alternatives: tuple[Proof, ...] = ()

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions of its plays."""
        return tuple(play.position for play in self.plays)

    @property
    def is_by_count(self) -> bool:
        """Whether it counts cards, and no card that was seen shows the duty."""
        return self.kind in ("one_of", "pool")

    @property
    def guilty(self) -> tuple[Seat, ...]:
        """The seats of which at least one revoked."""
        return tuple(sorted({play.seat for play in self.plays}))
