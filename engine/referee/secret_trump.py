"""Refereeing while trump is secret: one referee for each possible trump (Latinisch).

A revoke is proved as soon as all of them prove one, not necessarily the same; trump is never guessed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.cards import Card, Seat, Trump
from engine.referee.proofs import Proof, Suspect, Verdict
from engine.referee.referee import LadderAfter, Referee
from engine.tricks import Play, Trick


class SecretTrumpReferee:
    """Has the methods of `Referee`; its answers hold under every possible trump."""

    __slots__ = ("_positions", "_referees", "_reported")

    def __init__(self, referees: Mapping[Trump, Referee]) -> None:
        self._referees = dict(referees)
        self._positions: list[int] = []
        self._reported: dict[frozenset[int], tuple[int, ...]] = {}
        """By the plays of a reported proof: the plays whose readings had to be confirmed."""

    def referee_for(self, trump: Trump) -> Referee | None:
        """Returns the referee that assumed this trump from the beginning, or None if it was not possible."""
        return self._referees.get(trump)

    # Public events

    def lay(
        self, play: Play, trick: Trick, ladder_under: Callable[[Trump], LadderAfter], doubts: Sequence[Card] = ()
    ) -> tuple[Proof, ...]:
        for trump, referee in self._referees.items():
            referee.lay(play, trick, ladder_under(trump), doubts)
        self._positions.append(play.position)
        return self._new_proofs()

    def lay_unread(self, seat: Seat) -> tuple[Proof, ...]:
        for referee in self._referees.values():
            referee.lay_unread(seat)
        return self._new_proofs()

    def show(self, position: int, seat: Seat, cards: Sequence[Card], whole_hand: bool = False) -> tuple[Proof, ...]:
        for referee in self._referees.values():
            referee.show(position, seat, cards, whole_hand)
        return self._new_proofs()

    def take_back(self, position: int) -> tuple[Proof, ...]:
        for referee in self._referees.values():
            referee.take_back(position)
        self._positions = [play for play in self._positions if play != position]
        return self._new_proofs()

    # Verdicts

    def verdict(self, position: int) -> Verdict:
        """Returns the verdict on the play at *position*.

        :raises KeyError: if no play was laid there.
        """
        ask = self._reported.get(frozenset({position}))
        if ask is not None:
            return "doubtful" if ask else "proved"
        verdicts = {referee.verdict(position) for referee in self._possible() or self._referees.values()}
        return verdicts.pop() if len(verdicts) == 1 and verdicts <= {"certified", "doubtful"} else "open"

    def open_plays(self) -> tuple[int, ...]:
        """Returns the positions of plays that are neither proved nor legal under every trump."""
        return tuple(position for position in self._positions if self.verdict(position) not in ("certified", "proved"))

    # Implementation

    def _possible(self) -> list[Referee]:
        """Returns the referees whose trump is consistent with the cards."""
        return [referee for referee in self._referees.values() if not referee.is_contradicted]

    def _new_proofs(self) -> tuple[Proof, ...]:
        by_trump = [referee.proofs() for referee in self._possible()]
        if not by_trump or not all(by_trump):
            return ()
        news = []
        for proofs in _proofs_under_every_trump(by_trump):
            proof = _combine(proofs)
            positions = frozenset(proof.positions)
            # What could make another trump possible is asked too.
            ask = {asked for referee in self._referees.values() for asked in referee.to_ask(positions)}
            proof = replace(proof, ask=tuple(sorted(ask)))
            # A proof is new if it says more than those reported: fewer plays, or no more questions.
            better = (
                known for known, asked in self._reported.items() if known <= positions and asked in (proof.ask, ())
            )
            if next(better, None) is None:
                self._reported[positions] = proof.ask
                news.append(proof)
        return tuple(news)


def _proofs_under_every_trump(by_trump: Sequence[Sequence[Proof]]) -> Iterator[Sequence[Proof]]:
    """Yields combinations of one proof of each referee: first single plays, then with the fewest seats."""
    alone = [{proof.plays[0].position: proof for proof in proofs if len(proof.plays) == 1} for proofs in by_trump]
    certain = sorted(set.intersection(*(set(proofs) for proofs in alone)))
    for position in certain:
        yield [proofs[position] for proofs in alone]
    rest = [[proof for proof in proofs if not set(proof.positions) & set(certain)] for proofs in by_trump]
    guilty = {seat for proofs in rest for proof in proofs for seat in proof.guilty}
    for seats in (*({seat} for seat in sorted(guilty)), guilty):  # the fewest first
        among = [[proof for proof in proofs if seats.issuperset(proof.guilty)] for proofs in rest]
        if all(among):
            yield _least_suspecting(among)
            return


def _least_suspecting(by_trump: Sequence[Sequence[Proof]]) -> list[Proof]:
    """Chooses one proof of each referee greedily, to suspect few plays."""
    chosen: list[Proof] = []
    suspected: set[int] = set()
    for proofs in sorted(by_trump, key=len):
        best = min(proofs, key=lambda proof: sum(play.position not in suspected for play in proof.plays))
        suspected.update(play.position for play in best.plays)
        chosen.append(best)
    return chosen


def _combine(proofs: Sequence[Proof]) -> Proof:
    suspects: dict[int, Suspect] = {}
    for proof in proofs:
        for play in proof.plays:
            before = suspects.get(play.position, replace(play, rules=()))
            rules = tuple(dict.fromkeys((*before.rules, *play.rules)))
            suspects[play.position] = replace(play, rules=rules)
    first, *others = dict.fromkeys(proofs)
    plays = tuple(suspects[position] for position in sorted(suspects))
    needed = first.needed if len(plays) == 1 or not others else 0  # each trump has its own reason
    return replace(first, plays=plays, needed=needed, alternatives=tuple(others))
