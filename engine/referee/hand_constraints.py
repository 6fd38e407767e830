"""The constraints on hidden hands, and the conflicts: sets of plays that cannot all have been legal.

Step 2 of docs/engine.md, "How a revoke is proved".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from engine.cards import Card, CardSet, Seat
from engine.referee.proofs import ProofKind
from engine.referee.worlds import ConstrainedPlay, Group, Place, Worlds
from engine.rules.card_rules import Rung, broken_rungs


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


class HandConstraints(Worlds):
    """The constraints on hands under one reading of the cards. If `is_contradicted`, the readings cannot be true."""

    def __init__(self, cards: CardSet, hands: Mapping[Seat, int]) -> None:
        super().__init__(cards, hands)
        self.denied = [0] * len(self.hands)
        self.unread = [0] * len(self.hands)
        self.plays: list[ConstrainedPlay] = []
        self.open_plays: list[ConstrainedPlay] = []
        self.suspects: list[tuple[ConstrainedPlay, ...]] = []
        self.conflicts: list[Conflict] = []
        self.readings: dict[int, Card] = {}
        self.is_contradicted = False

    # Updates

    def hold(self, group: Group) -> None:
        seat, cards, at_least = group
        if cards & ~self.unseen or cards & self.barred[seat]:
            self.is_contradicted = True
            return
        if at_least == cards.bit_count():
            self.unseen ^= cards
            self.known_cards[seat] |= cards
        else:
            self.groups.append(group)
            self._bar_others(seat, cards)

    def imply(self, seat: Seat, cards: CardSet) -> None:
        """Records before the first trick that the hand holds at least one of *cards*."""
        if not cards & self.known_cards[seat]:
            self.implied.append(Group(seat, cards, 1))
        self._find_conflicts()

    def lack(self, seat: Seat, cards: CardSet) -> None:
        """Records before the first trick that the hand holds none of *cards*."""
        self.barred[seat] |= cards

    def leave(self, card: CardSet) -> None:
        if card & self.unseen:
            self.unseen ^= card
            self._find_conflicts()
        else:
            self.is_contradicted = True

    def lay(self, play: ConstrainedPlay) -> None:
        seat, card = play.seat, play.card
        if card & self.known_cards[seat]:
            self.known_cards[seat] ^= card
        elif not self._reveal(seat, card):
            return
        self.hands[seat] -= 1
        self.plays.append(play)
        self._expose(seat, card, "witness", play.position)
        if play.denied & self.known_cards[seat]:
            self._add_conflict(Conflict("known", (play,), play.denied & self.known_cards[seat], (seat,), 1))
        elif play.denied or play.lifted:
            self.open_plays.append(play)
            self.denied[seat] |= play.denied
        self._find_conflicts()

    def lay_unread(self, seat: Seat) -> None:
        """Any card of the hand may have been laid, including one that was known to be there."""
        self.hands[seat] -= 1
        self.unread[seat] += 1
        maybe, self.known_cards[seat] = self.known_cards[seat], 0
        self.unseen |= maybe
        self._bar_others(seat, maybe)
        self.groups.append(Group(seat, maybe, maybe.bit_count()))
        self.implied = [group for group in self.implied if group.seat != seat]
        self.groups = [
            group._replace(at_least=group.at_least - 1) if group.seat == seat else group for group in self.groups
        ]
        self._find_conflicts()

    def show(self, seat: Seat, cards: Iterable[CardSet], whole_hand: bool) -> None:
        for card in cards:
            if card & self.known_cards[seat]:
                continue
            if not self._reveal(seat, card):
                return
            self.known_cards[seat] |= card
            self._expose(seat, card, "known", None)
        if whole_hand and self.known_cards[seat].bit_count() != self.hands[seat]:
            self.is_contradicted = True
        self._find_conflicts()

    def take_back(self, position: int) -> None:
        play = next((play for play in self.plays if play.position == position), None)
        if play is None:
            return
        self.plays.remove(play)
        self._drop(play)
        self.hands[play.seat] += 1
        self.known_cards[play.seat] |= play.card
        self._find_conflicts()

    # Inference

    def is_certainly_legal(self, play: ConstrainedPlay) -> bool:
        """Returns whether *play* was legal in every remaining world, whatever the others did."""
        seat = play.seat
        empty = not self.unread[seat] and self.hands[seat] == self.known_cards[seat].bit_count()
        denied, possible = play.denied, self.unseen & ~self.barred[seat]
        if play.lifted is not None:
            denied |= play.lifted.trigger
            possible |= self._laid_since(play)
        return play in self.open_plays and (empty or not denied & possible)

    def open_duties(self, play: ConstrainedPlay) -> list[tuple[Rung, CardSet]]:
        """Returns the rungs that may have bound the player of an illegal *play*, each with the cards that may have.

        They follow from the cards of that hand seen since then, whatever other plays were; the last rung is certain to
        have bound if none before it did. A card that was seen is in the last rung only.
        """
        seat, places = play.seat, len(self.hands)
        held = self._laid_since(play) | self.known_cards[seat]
        may_hold = self._unknown_count(seat) > 0 or self.unread[seat] > 0
        possible = held | (self.unseen & ~self.barred[seat] if may_hold else 0)
        duties, excluded = [], 0
        for rung in broken_rungs(play.ladder, play.card):
            if cards := rung.trigger & possible & ~excluded:
                duties.append((rung, cards))
            excluded |= rung.trigger
            if held & excluded or self._shortage([excluded if place == seat else 0 for place in range(places)]):
                break
        return duties

    def with_best_witness(self, conflict: Conflict) -> Conflict:
        """Returns *conflict* of one play with a card of that hand that shows the duty, if one was seen."""
        (play,) = conflict.plays
        duties = self.open_duties(play)
        shown = duties[-1][0].trigger if duties else 0
        if conflict.kind in ("witness", "known") and conflict.cards & shown:
            return conflict
        for later in self._later_plays(play):
            if later.card & shown:
                return Conflict("witness", (play,), later.card, (play.seat,), 1, later.position)
        known = self.known_cards[play.seat] & shown
        return Conflict("known", (play,), known, (play.seat,), 1) if known else conflict

    def _laid_since(self, play: ConstrainedPlay) -> CardSet:
        return reduce(or_, (later.card for later in self._later_plays(play)), 0)

    def _later_plays(self, play: ConstrainedPlay) -> list[ConstrainedPlay]:
        """Returns the later plays of that seat; none after a play that was taken back."""
        after = self.plays[self.plays.index(play) + 1 :] if play in self.plays else []
        return [later for later in after if later.seat == play.seat]

    def _reveal(self, seat: Seat, card: CardSet) -> bool:
        if not card & self.unseen or card & self.barred[seat]:
            self.is_contradicted = True
            return False
        self.unseen ^= card
        if self.groups:
            self.groups = [
                group._replace(cards=group.cards ^ card, at_least=group.at_least - 1) if group.cards & card else group
                for group in self.groups
            ]
        if self.implied:
            self.implied = [group for group in self.implied if group.seat != seat or not group.cards & card]
        return True

    def _bar_others(self, seat: Seat, cards: CardSet) -> None:
        for other in self.seats:
            if other != seat:
                self.barred[other] |= cards

    def _expose(self, seat: Seat, card: CardSet, kind: ProofKind, position: int | None) -> None:
        """The card was in the hand since the beginning, so every earlier play that denied it was a revoke."""
        if not self.denied[seat] & card and not self.suspects:
            return
        suspected = [play for group in self.suspects for play in group]
        for play in (*self.open_plays, *suspected):
            if play.seat == seat and play.denied & card:
                self._add_conflict(Conflict(kind, (play,), card, (seat,), 1, position))

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
        held = self._laid_since(play) | self.known_cards[seat]
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
