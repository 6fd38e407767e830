"""What every game answers. A game is one file in `engine.games`: a class that fills in `Game`, and holds no state.

The small questions take cards as `Card` objects or as text (`"EO L10"`). `trump` is whatever the game writes there: a
suit in Bohemian Watten and Bauerchen, suit and striker in Watten; nobody but the game looks into it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeAlias

from engine.events import CardTaken, UpcardTurned
from engine.findings import Breach
from engine.house import Book, Rules
from engine.ladder import binding_rung, denied_by, legal_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.cards import Card, CardSet, Pack, Seat
    from engine.deal import Deal
    from engine.events import Fact
    from engine.findings import Finding, Kind
    from engine.ladder import Ladder
    from engine.tricks import Trick
    from engine.words import Words

Trump: TypeAlias = str
"""What is trump, in the game's own writing."""
Cards: TypeAlias = "Iterable[Card] | str"


class Step(NamedTuple):
    """Where a deal stands: the phase, and who is to act in it (nobody in particular if empty)."""

    phase: str
    seats: tuple[Seat, ...] = ()


class Held(NamedTuple):
    """All have seen *cards* go to the seat's hand; at least so many of them are still there when play begins."""

    position: int
    seat: Seat
    cards: tuple[Card, ...]
    at_least: int
    source: Literal["cut", "upcard"]


class Place(NamedTuple):
    """Where a card is that all have seen: in a seat's hand, or in nobody's; `position` is the event that showed it."""

    position: int
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Result:
    """Tallies after a deal; no winners means that the game goes on."""

    tallies: Mapping[Seat, int]
    winners: tuple[Seat, ...] = ()
    losers: tuple[Seat, ...] = ()

    @property
    def over(self) -> bool:
        return bool(self.winners)


class Game(ABC):
    """A game with one choice of house rules."""

    name: ClassVar[str]
    title: ClassVar[Words]
    pack: ClassVar[Pack]
    players: ClassVar[tuple[int, ...]]
    hand_size: ClassVar[int]
    book: ClassVar[Book]
    """Its switches, what each rule id says, and its presets."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules if rules is not None else Rules(self.book.switches)

    # One card

    @abstractmethod
    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        """Returns the duties of the next player, given the cards lying."""

    @abstractmethod
    def best(self, trick: Cards, trump: Trump) -> Card:
        """Returns the card that is winning.

        :raises ValueError: if no card lies.
        """

    @abstractmethod
    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """Returns all trumps, highest first."""

    def cards(self, cards: Cards) -> tuple[Card, ...]:
        """Returns cards given as objects or as text.

        :raises UnknownCard: for what is not in the pack.
        """
        return self.pack.parse(cards) if isinstance(cards, str) else tuple(cards)

    def legal(self, hand: Cards, trick: Cards, trump: Trump) -> frozenset[Card]:
        """Returns the cards of *hand* that may be played on *trick* (the cards lying, in order)."""
        held = self.pack.set(self.cards(hand))
        return frozenset(self.pack.members(legal_cards(self.ladder(trick, trump), held)))

    def why_not(self, card: Card | str, hand: Cards, trick: Cards, trump: Trump) -> Breach | None:
        """Returns the duty that playing *card* would break, or None if it may be played."""
        played = self.pack.set(self.cards(card if isinstance(card, str) else (card,)))
        return self.breach(played, self.pack.set(self.cards(hand)), self.cards(trick), trump)

    def breach(self, played: CardSet, hand: CardSet, lying: Sequence[Card], trump: Trump) -> Breach | None:
        rung = binding_rung(self.ladder(lying, trump), hand)
        if rung is None or rung.allowed & played:
            return None
        due = self.pack.members(hand & rung.allowed)
        return Breach(rung.rule, self.rule_of(rung.rule), lying[0], self.best(lying, trump), due)

    def denied(self, card: Card | str, trick: Cards, trump: Trump) -> frozenset[Card]:
        """Returns the cards that whoever legally played *card* on *trick* cannot hold."""
        played = self.pack.set(self.cards(card if isinstance(card, str) else (card,)))
        return frozenset(self.pack.members(denied_by(self.ladder(trick, trump), played)))

    def taker(self, trick: Trick, trump: Trump) -> Seat:
        """Returns the seat that takes *trick*, which may still be in play."""
        best = self.best(trick.cards, trump)
        return next(play.seat for play in trick.plays if play.card == best)

    def rule_of(self, rung: str) -> str:
        """Returns the rule id that a rung of the ladder stands on."""
        return self.book.rungs[rung]

    def rule_for(self, kind: Kind) -> str:
        """Returns the rule id that a finding of this kind stands on, if it has none of its own."""
        return self.book.findings[kind]

    # The deal

    @abstractmethod
    def trump(self, deal: Deal) -> Trump | None:
        """Returns what is trump, or None while nobody can know."""

    @abstractmethod
    def step(self, deal: Deal) -> Step:
        """Returns where the deal stands."""

    @abstractmethod
    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        """Returns what is wrong with *fact*, which is no card laid, before the deal takes it in."""

    @abstractmethod
    def active(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns who plays for tricks, clockwise."""

    @abstractmethod
    def leader(self, deal: Deal) -> Seat:
        """Returns who leads to the first trick."""

    @abstractmethod
    def finished(self, deal: Deal) -> bool:
        """Returns whether the deal can be scored."""

    def duties(self, deal: Deal, seat: Seat, trick: Trick) -> Ladder:
        """Returns the ladder that binds *seat*; other than `ladder` only where players know different things."""
        trump = self.trump(deal)
        return () if trump is None else self.ladder([card for card in trick.cards if card in self.pack], trump)

    def held(self, deal: Deal) -> tuple[Held, ...]:
        """Returns the cards that, before the first lead, all have seen go to a hand."""
        return ()

    def out_of_play(self, deal: Deal) -> tuple[Card, ...]:
        """Returns the cards that, before the first lead, all have seen and that are in nobody's hand."""
        return ()

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        """Returns where *card* must be that was taken or turned before the play, or None if nobody can know."""
        place = None
        for position, fact in deal.facts:
            if isinstance(fact, CardTaken) and fact.card == card:
                place = Place(position, fact.seat)
            elif isinstance(fact, UpcardTurned) and fact.card == card:
                place = Place(position, None)
        return place

    # The score

    @abstractmethod
    def changes(self, deal: Deal) -> dict[Seat, int]:
        """Returns what a finished deal adds to each tally."""

    @abstractmethod
    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """Returns the tallies after a deal, and who has won and lost."""

    @abstractmethod
    def start(self, seats: Sequence[Seat]) -> dict[Seat, int]:
        """Returns the tallies at the beginning."""

    @abstractmethod
    def dealer_after(self, deal: Deal) -> Seat:
        """Returns who deals next."""

    def tricks_taken(self, deal: Deal) -> dict[Seat, int]:
        """Returns the number of tricks by seat, entered by hand or counted; the full trick in play counts."""
        if deal.entered is not None:
            return dict(deal.entered.tricks)
        taken = dict.fromkeys(self.active(deal), 0)
        takers = [trick.taker for trick in deal.tricks]
        if len(deal.trick) >= len(taken):
            takers.append(self.taker_in(deal))
        for seat in takers:
            if seat in taken:
                taken[seat] += 1
        return taken

    def taker_in(self, deal: Deal) -> Seat | None:
        """Returns who is winning the trick in play; cards of another pack win nothing."""
        trump = self.trump(deal)
        plays = tuple(play for play in deal.trick.plays if play.card in self.pack)
        if trump is None or not plays:
            return deal.trick.leader
        best = self.best([play.card for play in plays], trump)
        return next(play.seat for play in plays if play.card == best)
