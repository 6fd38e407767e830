"""Play with the hands known: simulation, statistics, tests. The referee never sees what is known here."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from engine.automaton import TrickMachine, legal_bits
from engine.cards import bits_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from engine.automaton import State
    from engine.cards import Card, CardSet, Seat
    from engine.rules import Game, Trump

Policy: TypeAlias = "Callable[[Game, Sequence[Card], Sequence[Card], Trump, Random], Card]"
"""Chooses among the legal cards, given the cards lying and what is trump."""


def random_card(game: Game, legal: Sequence[Card], lying: Sequence[Card], trump: Trump, random: Random) -> Card:
    return random.choice(legal)


def simple_card(game: Game, legal: Sequence[Card], lying: Sequence[Card], trump: Trump, random: Random) -> Card:
    """Leads high, takes as cheaply as it can, and otherwise throws its lowest card."""
    by_height = sorted(legal, key=lambda card: _height(game, card, trump))
    if not lying:
        return by_height[-1]
    winning = [card for card in by_height if game.best([*lying, card], trump) == card]
    return (winning or by_height)[0]


def _height(game: Game, card: Card, trump: Trump) -> tuple[int, int]:
    trumps, ranks = game.trumps(trump), game.pack.ranks
    if card in trumps:
        return 1, -trumps.index(card)
    return 0, -ranks.index(card.rank) if card.rank in ranks else -len(ranks)


@dataclass(frozen=True, slots=True)
class Playout:
    """A deal played out: who laid what, and the tricks by seat."""

    plays: tuple[tuple[Seat, CardSet], ...]
    tricks: Mapping[Seat, int]


class RandomDeals:
    """Random legal deals on bit masks, as fast as Python goes: every card from a uniformly chosen legal set."""

    def __init__(self, game: Game, players: int = 4, seed: int = 0) -> None:
        self._machines = [TrickMachine(game, suit) for suit in game.pack.suits]
        self._players = players
        self._size = game.hand_size
        self._random = Random(seed)
        self._orders = [(*range(leader, players), *range(leader)) for leader in range(players)]
        self._bits = [1 << index for index in range(len(game.pack))]

    def deal(self) -> Playout:
        """Shuffles, deals, chooses a trump and plays; seat 0 leads to the first trick."""
        random, players, size, cards = self._random.random, self._players, self._size, self._bits
        for place in range(players * size):  # shuffles as much of the pack as is dealt
            other = place + int(random() * (len(cards) - place))
            cards[place], cards[other] = cards[other], cards[place]
        hands = [sum(cards[start : start + size]) for start in range(0, players * size, size)]
        machine = self._machines[int(random() * len(self._machines))]
        plays: list[tuple[Seat, CardSet]] = []
        tricks = [0] * players
        leader = 0
        orders = self._orders
        for _ in range(size):
            state, taker = machine.empty, leader
            for seat in orders[leader]:
                hand = choices = hands[seat]
                for trigger, allowed in state.rungs:
                    if hand & trigger:
                        choices = hand & allowed
                        break
                if choices & (choices - 1):
                    for _ in range(int(random() * choices.bit_count())):
                        choices &= choices - 1
                bit = choices & -choices
                hands[seat] = hand ^ bit
                plays.append((seat, bit))
                state = state.after.get(bit) or machine.lay(state, bit)
                if state.best == bit:
                    taker = seat
            tricks[taker] += 1
            leader = taker
        return Playout(tuple(plays), dict(enumerate(tricks)))


def count_plays(game: Game, hands: Sequence[CardSet], trump: Trump, plays: int, leader: Seat = 0) -> int:
    """Returns in how many ways the next *plays* cards can legally be laid (chess players call it perft)."""
    machine = TrickMachine(game, trump)
    order = tuple(range(len(hands)))
    return _count(machine, machine.empty, list(hands), (*order[leader:], *order[:leader]), 0, leader, plays)


def _count(
    machine: TrickMachine,
    state: State,
    hands: list[CardSet],
    order: tuple[Seat, ...],
    laid: int,
    taker: Seat,
    left: int,
) -> int:
    if left == 0 or not any(hands):
        return 1
    if laid == len(order):
        start = order.index(taker)
        return _count(machine, machine.empty, hands, (*order[start:], *order[:start]), 0, taker, left)
    seat, total = order[laid], 0
    for index in bits_of(legal_bits(state, hands[seat])):
        bit = 1 << index
        following = state.after.get(bit) or machine.lay(state, bit)
        hands[seat] ^= bit
        best = seat if following.best == bit else taker
        total += _count(machine, following, hands, order, laid + 1, best, left - 1)
        hands[seat] ^= bit
    return total


def random_deals(game: Game, count: int, players: int = 4, seed: int = 0) -> Iterator[Playout]:
    source = RandomDeals(game, players, seed)
    return (source.deal() for _ in range(count))
