"""What the referee says, and conflicts: plays that cannot all have been legal, and who may have revoked.

Conflicts are step 2 of docs/engine.md, "How a revoke is proved".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_
from typing import Literal, NamedTuple, TypeAlias

from engine.cards import Card, CardSet, Seat
from engine.referee.worlds import ConstrainedPlay, Group, Place, Worlds

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


class Conflict(NamedTuple):
    """Plays that cannot all have been legal; no smaller set of them is already impossible.

    `cards` is the card that convicts (witness, known), the cards of which some must be held (one_of), or what was
    left to choose from (pool); `seats` hold `needed` cards together. `position` is the witness's.
    """

    kind: ProofKind
    plays: tuple[ConstrainedPlay, ...]
    cards: CardSet
    seats: tuple[Seat, ...]
    needed: int
    position: int | None = None


class Conflicts(Worlds):
    """The plays under one reading of the cards, and their conflicts. If `is_contradicted`, the reading is not true."""

    def __init__(self, cards: CardSet, hands: Mapping[Seat, int]) -> None:
        super().__init__(cards, hands)
        self.denied = [0] * len(self.hands)
        self.unread = [0] * len(self.hands)
        self.plays: list[ConstrainedPlay] = []
        self.open_plays: list[ConstrainedPlay] = []
        self.suspects: list[tuple[ConstrainedPlay, ...]] = []
        self.conflicts: list[Conflict] = []
        self.is_contradicted = False

    def _add_conflict(self, conflict: Conflict) -> None:
        self.conflicts.append(conflict)
        for play in conflict.plays:
            self._drop(play)
        if len(conflict.plays) > 1:
            self.suspects.append(conflict.plays)

    def _drop(self, play: ConstrainedPlay) -> None:
        """Removes *play* from the legal plays; the other plays of its suspected group are assumed legal again."""
        for group in [group for group in self.suspects if play in group]:
            self.suspects.remove(group)
            self.open_plays.extend(group)
        if play in self.open_plays:
            self.open_plays.remove(play)
        self.denied = self._denied_by(self.open_plays)

    def _find_conflicts(self) -> None:
        """Finds plays that cannot all have been legal, until the remaining ones can."""
        while not self.is_contradicted:
            if self._can_all_be_legal():
                if not self._narrow_suspects():
                    return
            elif self._shortage([0] * len(self.hands)):
                self.is_contradicted = True
            else:
                self._add_conflict(self._smallest_conflict(self.open_plays))

    def _can_all_be_legal(self) -> bool:
        if not any(play.lifted for play in self.open_plays) and self._is_trivially_possible(self.denied):
            return True
        return not self._conflicting_places(self.open_plays)

    def _conflicting_places(self, plays: Sequence[ConstrainedPlay]) -> tuple[Place, ...]:
        """Returns places that cannot be filled if all *plays* were legal; empty if they can have been."""
        denied = self._denied_by(plays)
        conflicting: tuple[Place, ...] = ()
        for reasons in product(*(self._reasons(play) for play in plays if play.lifted)):
            without = self._denied_by(reason for reason in reasons if isinstance(reason, ConstrainedPlay))
            owed = sorted((each for each in reasons if isinstance(each, Group)), key=lambda group: group.at_least)
            short = self._shortage([*map(or_, denied, without)], owed)
            if not short:
                return ()
            conflicting += short
        return conflicting

    def _reasons(self, play: ConstrainedPlay) -> list[ConstrainedPlay | Group]:
        """Returns why a *play* against a duty that is lifted by a holding can have been legal.

        The hand had no card of the trigger, or as many as lift the duty, of which some may still be there.
        """
        rung, seat = play.lifted, play.seat
        if rung is None or rung.unless is None:
            return [play]
        held = self._cards_since(play) | self.known_cards[seat]
        shown = ((held | play.card) & rung.unless.of).bit_count() + self.unread[seat]
        enough = Group(seat, rung.unless.of, max(0, rung.unless.at_least - shown))
        return [enough] if held & rung.trigger else [play._replace(denied=rung.trigger), enough]

    def _narrow_suspects(self) -> bool:
        """Replaces a suspected group by a smaller one, or by plays of one hand of it; returns whether one was found."""
        for group in self.suspects:
            sets = [[other for other in group if other is not play] for play in group]
            seats = dict.fromkeys(play.seat for play in group)
            if len(seats) > 1:
                denying = (*self.open_plays, *(play for suspected in self.suspects for play in suspected))
                sets += ([play for play in denying if play.seat == seat] for seat in seats)
            for plays in sets:
                if self._conflicting_places(plays):
                    conflict = self._smallest_conflict(plays)
                    self.suspects.remove(group)
                    self.open_plays.extend(group)
                    self._add_conflict(conflict)
                    return True
        return False

    def _smallest_conflict(self, plays: Sequence[ConstrainedPlay]) -> Conflict:
        short_seats = {place.seat for place in self._conflicting_places(plays)}
        guilty = [play for play in plays if play.seat in short_seats]
        alone = next((play for play in guilty if self._conflicting_places([play])), None)
        if alone is not None:
            guilty = [alone]
        for play in list(guilty):
            others = [other for other in guilty if other is not play]
            if self._conflicting_places(others):
                guilty = others
        places = self._conflicting_places(guilty)
        seats = tuple(dict.fromkeys(place.seat for place in places))
        short = self._short_group([self.unseen & ~denied for denied in self._denied_by(guilty)])
        if short is not None:
            return Conflict("one_of", tuple(guilty), short.cards & self.unseen, seats, short.at_least)
        pool = needed = 0
        for place in places:
            pool |= place.cards
            needed += place.needed
        return Conflict("pool", tuple(guilty), pool, seats, needed)

    def _cards_since(self, play: ConstrainedPlay) -> CardSet:
        return reduce(or_, (later.card for later in self._later_plays(play)), 0)

    def _later_plays(self, play: ConstrainedPlay) -> list[ConstrainedPlay]:
        """Returns the later plays of that seat; none after a play that was taken back."""
        after = self.plays[self.plays.index(play) + 1 :] if play in self.plays else []
        return [later for later in after if later.seat == play.seat]
