"""Play with known hands, for simulation, statistics and tests. The referee has no access to these hands.

Tricks are states of a finite automaton on bit masks, which computes ladders once per state instead of once per card.
States are created on demand from `Game.ladder` and `Game.best`, so that the rules have one implementation.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import TypeAlias

from engine.cards import Card, CardSet, Seat, Trump, bits_of
from engine.rules.card_rules import Ladder, Turn, legal_cards
from engine.rules.deal import Deal
from engine.rules.game import Game
from engine.tricks import clockwise

_Key: TypeAlias = tuple[tuple[tuple[CardSet, CardSet], ...], Ladder, Card | None, Card | None, int, int]


class TrickState:
    """`rungs` are (trigger, allowed); `best` is the bit of the winning card; `after` holds the next state by card.

    `lifted` is the ladder if what a player holds may lift one of its duties; `rungs` is empty then.
    """

    __slots__ = ("after", "best", "cards", "lifted", "number", "rungs")

    def __init__(
        self,
        rungs: tuple[tuple[CardSet, CardSet], ...],
        lifted: Ladder,
        best: CardSet,
        cards: tuple[Card, ...],
        number: int,
    ) -> None:
        self.rungs = rungs
        self.lifted = lifted
        self.best = best
        self.cards = cards
        self.number = number
        self.after: dict[CardSet, TrickState] = {}


class TrickMachine:
    """The states of a trick under one trump."""

    def __init__(self, game: Game, trump: Trump, players: int) -> None:
        self._game = game
        self.trump = trump
        self._states: dict[_Key, TrickState] = {}
        self._partners = game.side_of(0, tuple(range(players)))
        self._differs = game.has_duties_by_turn
        """Whether duties depend on the turn, so that tricks do not share their states."""
        numbers = range(1, game.tricks_in_deal + 1)
        self.empty = tuple(self._state((), number if self._differs else 1) for number in numbers)
        """The state before the lead, by trick."""

    def _state(self, cards: tuple[Card, ...], number: int) -> TrickState:
        game, turn = self._game, Turn(number, len(cards) in self._partners)
        ladder = game.ladder_at(cards, self.trump, turn)
        lifted = ladder if any(rung.unless for rung in ladder) else ()
        rungs = () if lifted else tuple((rung.trigger, rung.allowed) for rung in ladder)
        best = game.best(cards, self.trump) if cards else None
        key = (rungs, lifted, cards[0] if cards else None, best, number, len(cards) if self._differs else 0)
        if key not in self._states:
            self._states[key] = TrickState(rungs, lifted, game.pack.bit(best) if best else 0, cards, number)
        return self._states[key]

    def lay(self, state: TrickState, bit: CardSet) -> TrickState:
        """Returns the state after the card *bit* is laid; a lookup in `state.after` is faster."""
        (card,) = self._game.pack.members(bit)
        following = state.after[bit] = self._state((*state.cards, card), state.number)
        return following


def legal_bits(state: TrickState, hand: CardSet) -> CardSet:
    for trigger, allowed in state.rungs:
        if hand & trigger:
            return hand & allowed
    return legal_cards(state.lifted, hand) if state.lifted else hand


Policy: TypeAlias = "Callable[[Game, Sequence[Card], Sequence[Card], Trump, Random], Card]"
"""Chooses one of the legal cards, given the cards of the trick and trump."""


def random_card(game: Game, legal: Sequence[Card], trick_so_far: Sequence[Card], trump: Trump, random: Random) -> Card:
    return random.choice(legal)


def simple_card(game: Game, legal: Sequence[Card], trick_so_far: Sequence[Card], trump: Trump, random: Random) -> Card:
    """Leads the highest card, takes with the lowest that wins, and otherwise plays the lowest."""
    trumps, ranks = game.trumps(trump), game.ranks

    def height(card: Card) -> tuple[int, int]:
        if card in trumps:
            return 1, -trumps.index(card)
        return 0, -ranks.index(card.rank) if card.rank in ranks else -len(ranks)

    by_height = sorted(legal, key=height)
    if not trick_so_far:
        return by_height[-1]
    winning = [card for card in by_height if game.best([*trick_so_far, card], trump) == card]
    return (winning or by_height)[0]


@dataclass(frozen=True, slots=True)
class Playout:
    """A finished deal: the plays, the tricks by seat, and trump."""

    plays: tuple[tuple[Seat, CardSet], ...]
    tricks: Mapping[Seat, int]
    trump: Trump


class RandomDeals:
    """Random legal deals on bit masks, optimised for speed; each card is chosen uniformly from the legal ones."""

    def __init__(self, game: Game, players: int | None = None, seed: int = 0) -> None:
        """*players* sit at the table, as many as the game takes if None; the last of them deals.

        No card is drawn during play, even in games that do so: the hands are played out as dealt.

        :raises ValueError: for a number of players that the game does not take.
        """
        players = max(game.players) if players is None else players
        if players not in game.players:
            expected = " or ".join(map(str, game.players))
            raise ValueError(f"got {players} players, expected {expected} for {game.name}")
        seats = tuple(range(players))
        deal = Deal(1, seats, seats[-1], game.start(seats))
        self._active = game.active(deal)
        self._machines = [TrickMachine(game, trump, len(self._active)) for trump in game.all_trumps]
        self._size = game.hand_size
        self._random = Random(seed)
        self._starts = range(0, self._size * len(self._active), self._size)
        self._leader = game.leader(deal)
        self._orders = {leader: clockwise(self._active, leader) for leader in self._active}
        self._bits = [1 << index for index in range(len(game.pack))]
        self._weights = {seat: (self._size + 1) ** place for place, seat in enumerate(self._active)}
        counts = (each for each in product(range(self._size + 1), repeat=len(self._active)) if sum(each) <= self._size)
        tallies = (dict(zip(self._active, each, strict=True)) for each in counts)
        decided = (tricks for tricks in tallies if game.is_decided(tricks))
        self._ends = frozenset(sum(self._weights[seat] * taken for seat, taken in tricks.items()) for tricks in decided)
        """The trick counts, each encoded as one number, with which a deal ends before the last card."""

    def deal(self) -> Playout:
        """Shuffles, deals, chooses a trump and plays, until the deal is decided or the hands are empty."""
        random, size, cards = self._random.random, self._size, self._bits
        dealt = size * len(self._active)
        for place in range(dealt):  # shuffles only the cards that are dealt
            other = place + int(random() * (len(cards) - place))
            cards[place], cards[other] = cards[other], cards[place]
        hands = {seat: sum(cards[place : place + size]) for place, seat in zip(self._starts, self._active, strict=True)}
        machine = self._machines[int(random() * len(self._machines))]
        plays: list[tuple[Seat, CardSet]] = []
        tricks = dict.fromkeys(self._active, 0)
        tally, weights, ends, orders, leader = 0, self._weights, self._ends, self._orders, self._leader
        for state in machine.empty[:size]:
            taker = leader
            for seat in orders[leader]:
                hand = choices = hands[seat]
                for trigger, allowed in state.rungs:
                    if hand & trigger:
                        choices = hand & allowed
                        break
                if state.lifted:
                    choices = legal_cards(state.lifted, hand)
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
            tally += weights[taker]
            if tally in ends:
                break
            leader = taker
        return Playout(tuple(plays), tricks, machine.trump)


class PlayState:
    """The play of one deal with all hands known, on bit masks, for search: every card can be taken back.

    Duties that depend on more than the trick, such as those of who has run away in Schafkopf, are left out. A seat is
    the place of its hand.
    """

    def __init__(self, game: Game, hands: Sequence[CardSet], trump: Trump, leader: Seat = 0) -> None:
        self.hands = list(hands)
        self.tricks = [0] * len(hands)
        self.seat = self._taker = leader
        """Who is to play."""
        self._lying = 0
        self._machine = TrickMachine(game, trump, len(hands))
        self._state = self._machine.empty[0]
        self._past: list[tuple[CardSet, Seat, Seat, int, TrickState]] = []

    def legal(self) -> CardSet:
        """Returns the cards that may be played now; none after the last card."""
        return legal_bits(self._state, self.hands[self.seat])

    def lay(self, bit: CardSet) -> None:
        """Plays the legal card *bit*; a full trick goes to its taker."""
        seat, state, machine = self.seat, self._state, self._machine
        self._past.append((bit, seat, self._taker, self._lying, state))
        self.hands[seat] ^= bit
        following = state.after.get(bit) or machine.lay(state, bit)
        if following.best == bit:
            self._taker = seat
        self._lying += 1
        if self._lying < len(self.hands):
            self.seat, self._state = (seat + 1) % len(self.hands), following
            return
        self.tricks[self._taker] += 1
        self.seat, self._lying = self._taker, 0
        self._state = machine.empty[state.number % len(machine.empty)]

    def take_back(self) -> CardSet:
        """Takes the last card back, and returns it.

        :raises IndexError: if there is none.
        """
        if self._past and not self._lying:
            self.tricks[self._taker] -= 1
        bit, self.seat, self._taker, self._lying, self._state = self._past.pop()
        self.hands[self.seat] |= bit
        return bit


def count_plays(game: Game, hands: Sequence[CardSet], trump: Trump, plays: int, leader: Seat = 0) -> int:
    """Returns the number of legal sequences of the next *plays* cards (perft in computer chess)."""
    return _count(PlayState(game, hands, trump, leader), plays)


def _count(state: PlayState, left: int) -> int:
    if left == 0 or not any(state.hands):
        return 1
    total = 0
    for index in bits_of(state.legal()):
        state.lay(1 << index)
        total += _count(state, left - 1)
        state.take_back()
    return total
