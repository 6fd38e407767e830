"""The constraints on hidden hands, from all that everybody sees of them."""

from collections.abc import Iterable, Mapping

from engine.cards import Card, CardSet, Seat
from engine.referee.proofs import Conflict, Conflicts, ProofKind
from engine.referee.worlds import ConstrainedPlay, Group
from engine.rules.card_rules import Rung, broken_rungs


class HandConstraints(Conflicts):
    """The constraints on hands under one reading of the cards, `readings` by the play that was in doubt."""

    def __init__(self, cards: CardSet, hands: Mapping[Seat, int]) -> None:
        super().__init__(cards, hands)
        self.readings: dict[int, Card] = {}

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
            possible |= self._cards_since(play)
        return play in self.open_plays and (empty or not denied & possible)

    def open_duties(self, play: ConstrainedPlay) -> list[tuple[Rung, CardSet]]:
        """Returns the rungs that may have bound the player of an illegal *play*, each with the cards that may have.

        They follow from the cards of that hand seen since then, whatever other plays were; the last rung is certain to
        have bound if none before it did. A card that was seen is in the last rung only.
        """
        seat, places = play.seat, len(self.hands)
        held = self._cards_since(play) | self.known_cards[seat]
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
