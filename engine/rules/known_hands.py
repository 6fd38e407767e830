"""Dealing with the hands known, for simulations: what a game does with cards that nobody at the table sees.

`KnownHands` is what most games do; a game overrides what it does otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from engine.events import Announced, CardTaken, Exchanged, UpcardTurned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from engine.cards import Card, Pack, Seat
    from engine.events import Fact
    from engine.rules.deal import Deal
    from engine.rules.values import Trump


@dataclass(slots=True)
class Dealing:
    """The cards of one deal: `stock` from the top, hands in the order in which they were given."""

    random: Random
    stock: list[Card]
    hands: dict[Seat, list[Card]] = field(default_factory=dict)
    discards: list[Card] = field(default_factory=list)
    trump: Trump | None = None
    """What is trump where not everybody knows it."""

    def give(self, seat: Seat, count: int) -> None:
        """Gives cards from the top of the stock; once it is empty, of the discards shuffled."""
        if len(self.stock) < count:
            self.random.shuffle(self.discards)
            self.stock += self.discards
            self.discards = []
        self.hands.setdefault(seat, []).extend(self.stock[:count])
        del self.stock[:count]

    def give_packet(self, packet: Iterable[tuple[Seat, int]]) -> None:
        for seat, count in packet:
            self.give(seat, count)

    def put_away(self, seat: Seat, cards: Sequence[Card]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.discards += cards


class KnownHands(ABC):
    """How a game is dealt and what follows from what is done. Everything told comes out as facts."""

    pack: ClassVar[Pack]
    hand_size: ClassVar[int]

    @property
    @abstractmethod
    def turned_up(self) -> bool: ...

    @abstractmethod
    def trump(self, deal: Deal) -> Trump | None:
        """Returns what is trump, or None while not everybody can know."""

    @abstractmethod
    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """Returns all trumps, highest first."""

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        """Gives everybody cards and yields what all can see of it; each fact is told before the next is asked for."""
        for seat in deal.from_forehand():
            dealing.give(seat, self.hand_size)
        if self.turned_up:
            yield UpcardTurned(dealing.stock.pop(0))

    def inclination(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """Returns how likely somebody is to choose *fact* among the options; 0 is never, 1 is usual."""
        return 1.0

    def carry_out(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        """Moves the cards as *fact* says, before it is told."""
        match fact:
            case Exchanged(seat, count):
                away = self.plainest(deal, dealing, seat)[:count]
                held = len(dealing.hands[seat])
                for card in away:
                    dealing.hands[seat].remove(card)
                dealing.give(seat, min(count, self.hand_size - held + count))
                dealing.discards += away
            case CardTaken(seat, card, "upcard"):
                if len(dealing.hands[seat]) >= self.hand_size:
                    dealing.put_away(seat, self.plainest(deal, dealing, seat)[:1])
                dealing.hands[seat].append(card)
            case Announced(seat, "fold"):
                dealing.discards += dealing.hands.pop(seat)

    def after_trick(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        """Moves cards once a trick is gathered, such as those drawn from the stock; yields what all can see of it."""
        yield from ()

    def plainest(self, deal: Deal, dealing: Dealing, seat: Seat) -> list[Card]:
        """Returns the hand of *seat*, what is least worth keeping first."""
        trump = self.trump(deal) or dealing.trump
        trumps = self.trumps(trump) if trump is not None else ()
        order = {card: place for place, card in enumerate(self.pack.cards)}
        ranks = {rank: place for place, rank in enumerate(self.pack.ranks)}
        return sorted(
            dealing.hands[seat],
            key=lambda card: (card in trumps, -ranks.get(card.rank, len(ranks)), order[card]),
        )
