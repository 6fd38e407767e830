"""Whole evenings with the hands known: cut, deal, fold, exchange and play, as events for the table.

Everything is drawn from one seed, so a deal can be told again exactly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from engine.events import (
    Announced,
    CardLaid,
    CardTaken,
    DealStarted,
    Exchanged,
    GameStarted,
    TrickGathered,
    UpcardTurned,
)
from engine.games import game as game_called
from engine.games._criticals import CRITICALS
from engine.games.bohemian_watten import BohemianWatten
from engine.ladder import legal_cards
from engine.play import random_card
from engine.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.cards import Card, Seat
    from engine.deal import Deal
    from engine.events import Event
    from engine.findings import Breach, Finding
    from engine.play import Policy


@dataclass(frozen=True, slots=True)
class Planted:
    """A revoke committed on purpose: the event, what was laid, and the duty that it broke."""

    position: int
    seat: Seat
    card: Card
    breach: Breach


@dataclass(slots=True)
class Simulation:
    """A table where deals play themselves. `events` is the journal so far; `hands` are those at the first lead."""

    table: Table
    random: Random
    policy: Policy = random_card
    hands: dict[Seat, list[Card]] = field(default_factory=dict)
    dealt: dict[Seat, tuple[Card, ...]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    planted: Planted | None = None
    _stock: list[Card] = field(default_factory=list)
    _discards: list[Card] = field(default_factory=list)

    @property
    def events(self) -> Sequence[Event]:
        return self.table.journal

    def tell(self, event: Event) -> None:
        self.findings += self.table.observe(event)

    @property
    def game(self) -> BohemianWatten:
        game = self.table.game
        if not isinstance(game, BohemianWatten):
            raise ValueError(f"got game {game.name if game else 'none'}, expected bohemian-watten to deal for")
        return game

    @property
    def deal(self) -> Deal:
        if self.table.deal is None:
            raise ValueError("got no deal, expected one to have begun")
        return self.table.deal

    def play_deal(self, revoke_at: int | None = None) -> None:
        """Plays one deal. With *revoke_at* somebody revokes, at that play or as soon after it as a hand allows."""
        dealer = self.table.next_dealer
        if dealer is None:
            raise ValueError("got no game, expected one to have started")
        self.planted = None
        self.tell(DealStarted(dealer))
        self._cut_and_deal()
        self._declare()
        self._exchange()
        self.dealt = {seat: tuple(hand) for seat, hand in self.hands.items()}
        self._play(revoke_at)

    def _cut_and_deal(self) -> None:
        game, deal = self.game, self.deal
        pack = list(game.pack.cards)
        self.random.shuffle(pack)
        lifted = self.random.randrange(1, len(pack))
        taken = self._schleck(game.cut_cards(pack, lifted))
        left = [card for card in pack[lifted:] + pack[:lifted] if card not in {card for _, card in taken}]
        self.hands = {seat: [card for taker, card in taken if taker == seat] for seat in deal.seats}
        counts = {seat: len(hand) for seat, hand in self.hands.items()}
        first, second = game.packets(counts, deal.seats, deal.dealer)
        self._packet(left, first)
        while self.table.trump is None:
            self._turn_upcard(left)
        self._packet(left, [(seat, game.hand_size - len(self.hands[seat])) for seat, _ in second])
        self._stock, self._discards = left, []

    def _schleck(self, shown: Sequence[Card]) -> list[tuple[Seat, Card]]:
        game, deal = self.game, self.deal
        taken: list[tuple[Seat, Card]] = []
        for number, card in enumerate(shown):
            seat = game.schleck_right(shown[: number + 1], [True] * number, deal.seats, deal.dealer)
            if seat is None or self.random.random() < 0.1:  # now and then somebody declines
                break
            taken.append((seat, card))
            self.tell(CardTaken(seat, card, "cut"))
        return taken

    def _packet(self, left: list[Card], packet: Iterable[tuple[Seat, int]]) -> None:
        for seat, count in packet:
            self.hands[seat] += left[:count]
            del left[:count]

    def _turn_upcard(self, left: list[Card]) -> None:
        deal = self.deal
        card = left.pop(0)
        self.tell(UpcardTurned(card))
        may_take = self.game.rules.text("upcard_critical") == "dealer_may_take"
        if may_take and card in CRITICALS and len(self.hands[deal.dealer]) < self.game.hand_size:
            self.hands[deal.dealer].append(card)
            self.tell(CardTaken(deal.dealer, card, "upcard"))

    def _declare(self) -> None:
        game, deal = self.game, self.deal
        for seat in game.declaring_order(deal.seats, deal.dealer)[:-1]:
            folds = self.random.random() < 0.3 and not game.bars(deal, seat)
            self.tell(Announced(seat, "fold" if folds else "play"))
            if folds:
                del self.hands[seat]

    def _exchange(self) -> None:
        game, deal = self.game, self.deal
        for seat in game.declaring_order(deal.seats, deal.dealer):
            if seat not in self.hands:
                continue
            is_dealer = seat == deal.dealer
            limit = game.exchange_limit(is_dealer=is_dealer, stock=len(self._stock))
            count = self.random.randint(0, limit)
            away = self._put_away(seat, count)
            if len(self._stock) < count:
                self.random.shuffle(self._discards)
                self._stock += self._discards
                self._discards = []
            self.hands[seat] += self._stock[:count]
            del self._stock[:count]
            self._discards += away
            self.tell(Exchanged(seat, count))
            if is_dealer and deal.upcard is not None and deal.upcard not in self.hands[seat]:
                self._take_upcard(seat, deal.upcard)

    def _take_upcard(self, seat: Seat, upcard: Card) -> None:
        if self.random.random() < 0.7:
            self._put_away(seat, 1)
            self.hands[seat].append(upcard)
            self.tell(CardTaken(seat, upcard, "upcard"))

    def _put_away(self, seat: Seat, count: int) -> list[Card]:
        """Puts away the plainest cards of the hand."""
        trump = self.table.trump or ""
        trumps = self.game.trumps(trump)
        self.hands[seat].sort(key=lambda card: (card in trumps, -self.game.pack.ranks.index(card.rank)))
        away = self.hands[seat][:count]
        del self.hands[seat][:count]
        return away

    def _play(self, revoke_at: int | None) -> None:
        game, deal, trump = self.game, self.deal, self.table.trump or ""
        number = 0
        while (step := self.table.step).phase == "play":
            seat = step.seats[0]
            if seat not in self.hands:
                raise ValueError(f"got turn of {seat}, expected one who plays")
            lying, hand = deal.trick.cards, self.hands[seat]
            legal = game.pack.members(legal_cards(game.ladder(lying, trump), game.pack.set(hand)))
            card = self.policy(game, legal, lying, trump, self.random)
            illegal = [other for other in hand if other not in legal]
            if revoke_at is not None and number >= revoke_at and illegal and self.planted is None:
                card = self.random.choice(illegal)
                self._plant(seat, card)
            hand.remove(card)
            self.tell(CardLaid(seat, card))
            number += 1
            if len(deal.trick) >= len(self.hands):
                self.tell(TrickGathered(game.taker(deal.trick, trump)))

    def _plant(self, seat: Seat, card: Card) -> None:
        breach = self.game.why_not(str(card), self.hands[seat], self.deal.trick.cards, self.table.trump or "")
        if breach is not None:
            self.planted = Planted(len(self.events), seat, card, breach)


def simulation(
    game: str = "bohemian-watten",
    players: int = 4,
    seed: int = 0,
    rules: Mapping[str, object] | None = None,
    policy: Policy = random_card,
) -> Simulation:
    """Returns a table at which a game has begun, on seats 0, 1, … and dealt first by a random one.

    :raises ValueError: for an unknown game or rule, or a number of players that the game does not take.
    """
    random = Random(seed)
    seats = (0, 2) if players == 2 else tuple(range(players))
    chosen = game_called(game, rules).rules.changes
    simulated = Simulation(Table(), random, policy)
    simulated.tell(GameStarted(game, seats, random.choice(seats or (0,)), chosen))
    return simulated


def deal_with_revoke(seed: int = 0, players: int = 4, rules: Mapping[str, object] | None = None) -> Simulation:
    """Returns a deal, the first of a game, in which somebody revokes once; `planted` says who, when and what."""
    for attempt in range(1000):
        simulated = simulation(players=players, seed=seed * 1000 + attempt, rules=rules)
        simulated.play_deal(revoke_at=simulated.random.randrange(players * 3))
        if simulated.planted is not None:
            return simulated
    raise ValueError(f"got no deal with a choice to revoke from seed {seed}, expected one in 1000")
