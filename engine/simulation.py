"""Whole games dealt and played with the hands known, told to a table that does not know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

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
from engine.findings import Kind
from engine.ladder import legal_cards
from engine.second_opinion import SecondOpinion, Taken
from engine.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from random import Random

    from engine.cards import Card, CardSet, Seat
    from engine.deal import Deal
    from engine.events import Fact
    from engine.findings import Finding
    from engine.play import Policy
    from engine.rules import Game
    from engine.table import DealScore

WILLING = 0.5
"""How often a player folds, schlecks, or takes the upcard where the rules let him."""
ILLEGAL = 0.2
"""How often a player who is to revoke does so at a card where he can."""


class Exchanging(Protocol):
    """What a game answers whose deal has a cut, an upcard, folding and exchanging."""

    def cut_cards(self, pack: Sequence[Card], lifted: int) -> tuple[Card, ...]: ...

    def schleck_right(
        self, shown: Sequence[Card], answers: Sequence[bool], seats: Sequence[Seat], dealer: Seat
    ) -> Seat | None: ...

    def bars(self, deal: Deal, seat: Seat) -> Collection[str]: ...

    def exchange_limit(self, *, is_dealer: bool, stock: int) -> int: ...


class CannotSimulate(ValueError):
    """Raised for a game whose deal has a phase that is not simulated."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """An illegal card that was planted. Positions are those of the events."""

    planted: int
    provable: int | None
    """The first play at which no world makes all plays legal, by the second opinion; None if there was none."""


@dataclass(frozen=True, slots=True)
class Simulated:
    score: DealScore
    plays: tuple[int, ...]
    """The positions of all cards laid."""
    noticed: tuple[tuple[int, Finding], ...]
    """Each finding with the event that brought it."""
    revoke: Revoke | None = None

    @property
    def false_findings(self) -> tuple[Finding, ...]:
        """Returns what was found although it did not happen."""
        return tuple(finding for _, finding in self.noticed if not self._is_true(finding))

    def _is_true(self, finding: Finding) -> bool:
        if self.revoke is None or finding.kind not in (Kind.REVOKE, Kind.REVOKE_AMONG):
            return False
        blamed = {entry.position for entry in finding.evidence} if finding.kind is Kind.REVOKE_AMONG else set()
        return self.revoke.planted in blamed | {finding.position}

    @property
    def proved(self) -> int | None:
        """Returns the event that first proved the revoke."""
        return next((at for at, finding in self.noticed if self._is_true(finding)), None)


class Simulation:
    """Deals and plays one deal after the other; a finished game is followed by a new one."""

    def __init__(
        self, game: Game, seats: Sequence[Seat], random: Random, policy: Policy, revokes: bool = False
    ) -> None:
        self._game, self._seats, self._random, self._policy, self._revokes = game, tuple(seats), random, policy, revokes
        self._begin(self._seats[-1])

    def _begin(self, dealer: Seat) -> None:
        self._table = Table()
        rules = tuple(self._game.rules.changes)
        self._table.observe(GameStarted(self._game.name, self._seats, dealer, rules))

    def deal(self) -> Simulated:
        """Returns the next deal.

        :raises CannotSimulate: if the game has a phase that is not known here.
        """
        dealer = self._table.next_dealer
        if self._table.result.over or len(self._table.journal) > 2000:
            self._begin(self._seats[-1] if dealer is None else dealer)
        played = _Deal(self._game, self._table, self._random, self._policy, self._revokes)
        return played.simulated()


class _Deal:
    """The hidden side of one deal: the hands and the stock."""

    def __init__(self, game: Game, table: Table, random: Random, policy: Policy, revokes: bool) -> None:
        self._game, self._table, self._random, self._policy, self._revokes = game, table, random, policy, revokes
        self._ritual = cast("Exchanging", game)
        self._noticed: list[tuple[int, Finding]] = []
        self._plays: list[int] = []
        self._planted: int | None = None
        self._provable: int | None = None
        self._examiner: SecondOpinion | None = None
        self._pack = list(game.pack.cards)
        random.shuffle(self._pack)
        self._hands: dict[Seat, list[Card]] = {seat: [] for seat in table.seats}
        dealer = table.next_dealer
        self._tell(DealStarted(table.seats[-1] if dealer is None else dealer))

    def simulated(self) -> Simulated:
        phases: Mapping[str, Callable[[Seat], None]] = {
            "cut": self._cut,
            "upcard": self._turn_upcard,
            "declare": self._declare,
            "exchange": self._exchange,
            "play": self._play,
        }
        while (score := self._table.score) is None:
            phase, seats = self._table.step
            if phase not in phases:
                raise CannotSimulate(f"got game {self._game.name} with a phase {phase!r}, expected {', '.join(phases)}")
            phases[phase](seats[0])
        revoke = Revoke(self._planted, self._provable) if self._planted is not None else None
        return Simulated(score, tuple(self._plays), tuple(self._noticed), revoke)

    @property
    def _deal(self) -> Deal:
        deal = self._table.deal
        if deal is None:
            raise LookupError("no deal has begun")
        return deal

    def _tell(self, fact: Fact) -> int:
        position = len(self._table.journal)
        self._noticed += [(position, finding) for finding in self._table.observe(fact)]
        return position

    # Before the play

    def _cut(self, seat: Seat) -> None:
        deal = self._deal
        shown: list[Card] = []
        answers: list[bool] = []
        for card in self._ritual.cut_cards(self._pack, self._random.randrange(1, len(self._pack))):
            shown.append(card)
            entitled = self._ritual.schleck_right(shown, answers, deal.seats, deal.dealer)
            if entitled is None or not self._willing():
                break
            answers.append(True)
            self._pack.remove(card)
            self._hands[entitled].append(card)
            self._tell(CardTaken(entitled, card, "cut"))
        self._turn_upcard(seat)

    def _turn_upcard(self, seat: Seat) -> None:
        for hand in self._hands.values():
            while len(hand) < self._game.hand_size:
                hand.append(self._pack.pop())
        self._tell(UpcardTurned(self._pack.pop()))

    def _declare(self, seat: Seat) -> None:
        folds = not self._ritual.bars(self._deal, seat) and self._willing()
        self._tell(Announced(seat, "fold" if folds else "play"))

    def _exchange(self, seat: Seat) -> None:
        deal, hand = self._deal, self._hands[seat]
        limit = self._ritual.exchange_limit(is_dealer=seat == deal.dealer, stock=len(self._pack))
        count = self._random.randint(0, min(limit, len(self._pack)))
        self._random.shuffle(hand)
        hand[:count] = [self._pack.pop() for _ in range(count)]
        self._tell(Exchanged(seat, count))
        if seat == deal.dealer and deal.upcard is not None and self._willing():
            hand[self._random.randrange(len(hand))] = deal.upcard
            self._tell(CardTaken(seat, deal.upcard, "upcard"))

    def _willing(self) -> bool:
        return self._random.random() < WILLING

    # Play

    def _play(self, seat: Seat) -> None:
        if len(self._deal.trick) == len(self._game.active(self._deal)):
            self._tell(TrickGathered(self._game.taker_in(self._deal)))
        else:
            self._lay(seat)

    def _lay(self, seat: Seat) -> None:
        deal, game, pack, hand = self._deal, self._game, self._game.pack, self._hands[seat]
        trump = game.trump(deal)
        if trump is None:
            raise LookupError("no trump is turned")
        ladder = game.duties(deal, seat, deal.trick)
        held = pack.set(hand)
        legal = legal_cards(ladder, held)
        position = len(self._table.journal)
        if self._revokes and self._planted is None and held & ~legal and self._random.random() < ILLEGAL:
            self._planted, legal = position, held & ~legal
        card = self._policy(game, pack.members(legal), deal.trick.cards, trump, self._random)
        hand.remove(card)
        if self._revokes and self._provable is None:
            self._ask_second_opinion(seat, pack.bit(card), position)
        self._plays.append(position)
        self._tell(CardLaid(seat, card))

    def _ask_second_opinion(self, seat: Seat, card: CardSet, position: int) -> None:
        deal, game, pack = self._deal, self._game, self._game.pack
        if self._examiner is None:
            hands = dict.fromkeys(game.active(deal), game.hand_size)
            taken = [Taken(held.seat, pack.set(held.cards), held.at_least) for held in game.held(deal)]
            self._examiner = SecondOpinion(pack.all, hands, taken, pack.set(game.out_of_play(deal)))
        self._examiner.lay(seat, card, game.duties(deal, seat, deal.trick))
        if self._planted is not None and not self._examiner.possible():
            self._provable = position
