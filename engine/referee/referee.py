"""The referee: proves a revoke without seeing hands, at the first play at which it can be proved.

The method is described in docs/engine.md, "How a revoke is proved".

It depends on ladders, not on games. Doubtful readings are followed as alternatives; a revoke is proved only if it is
one under every combination of them. Once the readings contradict each other, one of them must be wrong, and nothing
more is proved.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

from engine.cards import Card, CardSet, Pack, Seat
from engine.referee.hand_constraints import HandConstraints
from engine.referee.proofs import Conflict, Proof, Source, Suspect, Verdict
from engine.referee.worlds import ConstrainedPlay, Group
from engine.rules.card_rules import Ladder, as_players_name_it, broken_rungs, excluded_by, lifted_rungs
from engine.tricks import Play, Trick

LadderAfter: TypeAlias = Callable[[Trick], Ladder]
"""Returns the ladder for the next card, given the trick so far."""

MAX_READINGS = 256
"""The most combinations of doubtful readings that are followed; with more, nothing is proved, only asked."""


class Referee:
    """Follows one deal. It must get every event that everybody could see, in order."""

    def __init__(self, pack: Pack, hands: Mapping[Seat, int], cards: CardSet | None = None) -> None:
        """*hands*: cards held by seat, schlecked ones included. *cards*: those in the deal, the whole pack if None."""
        self._pack = pack
        self._main = HandConstraints(pack.all if cards is None else cards, hands)
        self._others: list[HandConstraints] = []
        self._too_many = False
        self._sources: dict[CardSet, tuple[int, Source]] = {}
        self._verdicts: dict[int, Verdict] = {}
        self._reported: dict[tuple[int, ...], tuple[int, ...]] = {}
        """By the plays of each reported conflict: the plays whose readings had to be confirmed."""
        self._unsettled: dict[int, Proof] = {}
        """By the play of a reported revoke: its proof, if a later card can tell more about the duty."""

    @property
    def is_contradicted(self) -> bool:
        """Whether the readings contradict each other, such as a card seen twice; then nothing more is proved."""
        return self._main.is_contradicted

    # Before the first trick

    def hold(
        self, position: int, seat: Seat, cards: Sequence[Card], at_least: int, source: Literal["cut", "upcard"]
    ) -> None:
        """Everybody has seen *cards* go to the hand, and at least *at_least* of them are still there.

        Subtract cards discarded face down afterwards; with zero or less, it still follows that no other hand has them.
        """
        bits = [self._pack.bit(card) for card in cards]
        self._sources.update(dict.fromkeys(bits, (position, source)))
        for constraints in self._all():
            constraints.hold(Group(seat, sum(bits), at_least))

    def imply(self, seat: Seat, cards: Sequence[Card]) -> None:
        """The hand holds at least one of *cards*, such as one of the suit that was chosen by its bottom card."""
        for constraints in self._all():
            constraints.imply(seat, self._pack.set(cards))

    def lack(self, seat: Seat, cards: Sequence[Card]) -> None:
        """The hand holds none of *cards*, such as an ace that its player has called."""
        for constraints in self._all():
            constraints.lack(seat, self._pack.set(cards))

    def leave(self, card: Card) -> tuple[Proof, ...]:
        """A card that all have seen is in nobody's hand: the upcard left, a card fallen from the stock."""
        for constraints in self._all():
            constraints.leave(self._pack.bit(card))
        return self._new_proofs()

    # Play

    def lay(
        self, play: Play, trick: Trick, ladder_after: LadderAfter, doubts: Sequence[Card] = ()
    ) -> tuple[Proof, ...]:
        """A card is laid on *trick*; *doubts* are other cards that it could be."""
        if doubts or self._others:
            # Every reading of this card is combined with every combination of earlier readings.
            if (1 + len(doubts)) * (1 + len(self._others)) > MAX_READINGS:
                self._too_many = True
                doubts = ()
            alternatives = []
            for constraints in self._all():
                read, lying = constraints.readings, trick
                if read:
                    plays = tuple(each._replace(card=read.get(each.position, each.card)) for each in trick.plays)
                    lying = Trick(plays, trick.taker)
                ladder = ladder_after(lying)
                for reading in doubts:
                    twin = constraints.copy()
                    twin.readings[play.position] = reading
                    self._lay(twin, play._replace(card=reading), ladder)
                    alternatives.append(twin)
                self._lay(constraints, play, ladder)
            self._others = [
                constraints for constraints in (*self._others, *alternatives) if not constraints.is_contradicted
            ]
        else:
            self._lay(self._main, play, ladder_after(trick))
        proofs = self._new_proofs()
        self._verdicts[play.position] = self._first_verdict(play.position, bool(trick.plays))
        return proofs

    def lay_unread(self, seat: Seat) -> tuple[Proof, ...]:
        """A card is laid that nobody could read, or that belongs to another pack."""
        for constraints in self._all():
            constraints.lay_unread(seat)
        return self._new_proofs()

    def show(self, position: int, seat: Seat, cards: Sequence[Card], whole_hand: bool = False) -> tuple[Proof, ...]:
        """Cards of the hand are laid open and stay in it; *whole_hand*: they are all that it still holds."""
        bits = [self._pack.bit(card) for card in cards]
        for bit in bits:
            self._sources.setdefault(bit, (position, "shown"))
        for constraints in self._all():
            constraints.show(seat, bits, whole_hand)
        return self._new_proofs()

    def take_back(self, position: int) -> tuple[Proof, ...]:
        """The card laid at *position* goes back to the hand, where all know it now."""
        for play in self._main.plays:
            if play.position == position:
                self._sources[play.card] = (position, "taken_back")
        if self._verdicts.get(position) != "proved":
            self._verdicts.pop(position, None)
        for constraints in self._all():
            constraints.take_back(position)
        return self._new_proofs()

    # Verdicts

    def verdict(self, position: int) -> Verdict:
        """Returns the verdict on the play at *position*; an open play that is closed is certified.

        :raises KeyError: if no play was laid there.
        """
        verdict = self._verdicts[position]
        closed = verdict == "open" and position in self.closed_plays()
        return "certified" if closed else verdict

    def open_plays(self) -> tuple[int, ...]:
        """Returns the positions of plays that are neither proved nor closed."""
        closed = self.closed_plays()
        return tuple(
            position
            for position, verdict in self._verdicts.items()
            if verdict not in ("certified", "proved") and position not in closed
        )

    def proofs(self) -> tuple[Proof, ...]:
        """Returns all proofs so far, provided that every card was read correctly."""
        return tuple(self._proof(conflict, ()) for conflict in self._main.conflicts)

    def to_ask(self, positions: frozenset[int]) -> tuple[int, ...]:
        """Returns the doubtful plays that, read otherwise, could make all plays at *positions* legal."""
        ask: set[int] = set()
        for constraints in self._others:
            if not constraints.is_contradicted and not any(
                positions.issuperset(play.position for play in conflict.plays) for conflict in constraints.conflicts
            ):
                ask.update(constraints.readings)
        if self._too_many and not ask:
            ask.update(play.position for play in self._main.plays if play.position in positions)
        return tuple(sorted(ask))

    def closed_plays(self) -> frozenset[int]:
        """Returns the positions of the open plays that turned out to be legal under every reading."""
        if any(constraints.is_contradicted for constraints in self._all()):
            return frozenset()
        positions = {play.position for play in self._main.open_plays}
        unsure = {
            play.position
            for constraints in self._all()
            for play in constraints.plays
            if play.position in positions and (play.denied or play.lifted) and not constraints.is_certainly_legal(play)
        }
        return frozenset(positions - unsure)

    # Implementation

    def _all(self) -> tuple[HandConstraints, ...]:
        return (self._main, *self._others)

    def _lay(self, constraints: HandConstraints, play: Play, ladder: Ladder) -> None:
        bit = self._pack.bit(play.card)
        if not constraints.is_contradicted:
            lifted = next(iter(lifted_rungs(ladder, bit)), None)
            constraints.lay(ConstrainedPlay(play.position, play.seat, bit, excluded_by(ladder, bit), ladder, lifted))

    def _first_verdict(self, position: int, bound: bool) -> Verdict:
        if (position,) in self._reported:
            return "doubtful" if self._reported[position,] else "proved"
        if self._main.is_contradicted:
            return "doubtful" if bound else "certified"
        plays = [constraints.plays[-1] for constraints in self._all()]
        may_be_wrong = any(play.denied or play.lifted for play in plays)
        return "open" if may_be_wrong else "certified"

    def _new_proofs(self) -> tuple[Proof, ...]:
        """Returns the proofs that are new, whose doubts have changed, or whose duty a later card shows."""
        if not self._main.conflicts or self._main.is_contradicted:
            return ()
        proofs: list[Proof] = []
        self._others = [constraints for constraints in self._others if not constraints.is_contradicted]
        for conflict in self._main.conflicts:
            positions = tuple(play.position for play in conflict.plays)
            ask = self.to_ask(frozenset(positions))
            if self._reported.get(positions) in (ask, ()):
                proofs += self._refined(conflict)
                continue
            self._reported[positions] = ask
            if len(positions) == 1 and positions[0] in self._verdicts:
                self._verdicts[positions[0]] = "doubtful" if ask else "proved"
            proofs.append(self._remember(self._proof(conflict, ask)))
        return tuple(proofs)

    def _refined(self, conflict: Conflict) -> tuple[Proof, ...]:
        """Returns the reported proof of *conflict* again, if it now names fewer duties or rests on a card seen."""
        before = self._unsettled.get(conflict.plays[0].position) if len(conflict.plays) == 1 else None
        if before is None or self._others:
            return ()
        proof = self._proof(conflict, ())
        is_better = proof.is_by_count < before.is_by_count or len(proof.plays[0].rules) < len(before.plays[0].rules)
        return (self._remember(proof),) if is_better else ()

    def _remember(self, proof: Proof) -> Proof:
        if len(proof.plays) == 1 and not proof.ask:
            play = proof.plays[0]
            is_settled = len(play.rules) == 1 and not proof.is_by_count
            self._unsettled.pop(play.position, None) if is_settled else self._unsettled.update({play.position: proof})
        return proof

    def _proof(self, conflict: Conflict, ask: tuple[int, ...]) -> Proof:
        if len(conflict.plays) == 1:
            conflict = self._main.with_best_witness(conflict)
        position = conflict.position
        source: Source | None = "played" if conflict.kind == "witness" else None
        if conflict.kind in ("known", "one_of"):
            position, source = self._sources[conflict.cards & -conflict.cards]
        return Proof(
            conflict.kind,
            tuple(self._suspect(play, conflict) for play in conflict.plays),
            self._pack.members(conflict.cards),
            conflict.seats,
            conflict.needed,
            position,
            source,
            ask,
        )

    def _suspect(self, play: ConstrainedPlay, conflict: Conflict) -> Suspect:
        names: list[str] = []
        for constraints in self._all():  # under another reading of the trick, another duty may have bound
            for other in constraints.plays:
                if other.position == play.position:
                    names += self._duties(constraints, other, is_alone=len(conflict.plays) == 1)
        rules = tuple(dict.fromkeys(names or self._duties(self._main, play, is_alone=False)))
        return Suspect(play.position, play.seat, self._pack.members(play.card)[0], rules)

    @staticmethod
    def _duties(constraints: HandConstraints, play: ConstrainedPlay, *, is_alone: bool) -> tuple[str, ...]:
        broken = broken_rungs(play.ladder, play.card)
        duties = constraints.open_duties(play) if is_alone else [(rung, rung.trigger) for rung in broken]
        return as_players_name_it(duties, broken)
