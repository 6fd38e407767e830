"""Cards of hands that are known: those that everybody has seen before the play, and all in simulations.

`KnownHands` has the defaults; a game overrides what it does differently.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal, NamedTuple

from engine.cards import Card, Pack, Seat, Trump
from engine.events import Announced, CardTaken, Exchanged, Fact, UpcardTurned
from engine.rules.deal import Deal
from engine.rules.play_rules import PlayRules


class KnownHolding(NamedTuple):
    """Everybody has seen `cards` go to the seat's hand; at least `at_least` are still there when play begins."""

    position: int
    seat: Seat
    cards: tuple[Card, ...]
    at_least: int
    source: Literal["cut", "upcard"]
    was_observed: bool = True
    """Whether the cards were seen to go there; if not, they only cannot be assumed elsewhere."""


class Place(NamedTuple):
    """The place of a card that everybody has seen: a hand, or none; `position` is the event that showed it."""

    position: int
    seat: Seat | None


@dataclass(slots=True)
class Dealing:
    """The cards of one deal: `stock` from the top, hands in the order of dealing."""

    random: Random
    stock: list[Card]
    hands: dict[Seat, list[Card]] = field(default_factory=dict)
    discards: list[Card] = field(default_factory=list)
    trump: Trump | None = None
    """The trump, if it is secret."""

    @classmethod
    def shuffled(cls, random: Random, pack: Pack) -> Dealing:
        """Returns the whole *pack* as the stock."""
        stock = list(pack.cards)
        random.shuffle(stock)
        return cls(random, stock)

    def copy(self) -> Dealing:
        """Returns a copy of the cards, with the same state of the random generator."""
        random = type(self.random)()
        random.setstate(self.random.getstate())
        hands = {seat: list(hand) for seat, hand in self.hands.items()}
        return Dealing(random, list(self.stock), hands, list(self.discards), self.trump)

    def give(self, seat: Seat, count: int) -> None:
        """Gives cards from the top of the stock, into which the shuffled discards go if it is too small."""
        if len(self.stock) < count:
            self.random.shuffle(self.discards)
            self.stock += self.discards
            self.discards = []
        self.hands.setdefault(seat, []).extend(self.stock[:count])
        del self.stock[:count]

    def give_packet(self, packet: Iterable[tuple[Seat, int]]) -> None:
        for seat, count in packet:
            self.give(seat, count)

    def discard(self, seat: Seat, cards: Sequence[Card]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.discards += cards


class KnownHands(PlayRules, ABC):
    """The methods of a game that deal cards, and move cards for actions. Everything visible is yielded as facts."""

    # Cards that everybody has seen before the play

    def known_holdings(self, deal: Deal) -> tuple[KnownHolding, ...]:
        """Returns the cards that everybody has seen go to a hand before the first lead."""
        return ()

    def lacking_cards(self, deal: Deal) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
        """Returns the cards that a hand cannot hold by a call of its player; once one is laid, nothing is proved."""
        return ()

    def out_of_play(self, deal: Deal) -> tuple[Card, ...]:
        """Returns the cards that everybody has seen before the first lead and that are in no hand."""
        return ()

    def keeps_hand(self, deal: Deal, seat: Seat, since: Sequence[Fact]) -> bool:
        """Returns whether the hand of *seat* before the facts *since* is certainly unchanged when play begins."""
        return not any(isinstance(fact, CardTaken | Exchanged) and fact.seat == seat for fact in since)

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        """Returns the place of *card*, taken or turned before the play, or None if it is unknown."""
        place = None
        for position, fact in deal.facts:
            if isinstance(fact, CardTaken | UpcardTurned) and fact.card == card:
                place = Place(position, fact.seat if isinstance(fact, CardTaken) else None)
        return place

    # Simulation

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        """Deals, and yields the public facts; the caller applies each fact before it asks for the next."""
        for seat in deal.from_forehand():
            dealing.give(seat, self.hand_size)
        if self.has_upcard:
            yield UpcardTurned(dealing.stock.pop(0))

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """Returns the weight with which *fact* is chosen among the options; 0 is never, 1 is usual."""
        return 1.0

    def move_cards(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        """Moves the cards according to *fact*, before the table gets it."""
        match fact:
            case Exchanged(seat, count):
                away = self.least_valuable_first(deal, dealing, seat)[:count]
                in_hand = len(dealing.hands[seat])
                for card in away:
                    dealing.hands[seat].remove(card)
                dealing.give(seat, min(count, self.hand_size - in_hand + count))
                dealing.discards += away
            case CardTaken(seat, card, "upcard"):
                if len(dealing.hands[seat]) >= self.hand_size:
                    dealing.discard(seat, self.least_valuable_first(deal, dealing, seat)[:1])
                dealing.hands[seat].append(card)
            case Announced(seat, "fold"):
                dealing.discards += dealing.hands.pop(seat)

    def after_trick(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        """Moves cards after a trick is gathered, such as draws from the stock; yields the public facts."""
        yield from ()

    def least_valuable_first(self, deal: Deal, dealing: Dealing, seat: Seat) -> list[Card]:
        """Returns the hand of *seat*, the least valuable card first."""
        trump = self.trump(deal) or dealing.trump
        trumps = self.trumps(trump) if trump is not None else ()
        order = {card: place for place, card in enumerate(self.pack.cards)}
        ranks = {rank: place for place, rank in enumerate(self.ranks)}
        return sorted(
            dealing.hands[seat],
            key=lambda card: (card in trumps, -ranks.get(card.rank, len(ranks)), order[card]),
        )
