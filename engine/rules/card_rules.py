"""The rules of a game about cards: what beats what, and the duties in a trick.

The obligation ladder is the base of legal play, findings and inference (RULEBOOK, "common shape"): the first rung whose
trigger intersects the hand determines the legal cards as hand ∩ allowed. If there is none, every card is legal.

Methods on single cards take `Card` objects or text (`"EO L10"`). `trump` is in the notation of the game: a suit in
Bohemian Watten and Bauerchen, suit and striker in Watten; only the game interprets it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar, NamedTuple, TypeAlias

from engine.cards import Card, Cards, CardSet, Pack, Rank, Seat, Suit, Trump
from engine.rules.book import Book, missing_rung
from engine.rules.findings import Breach
from engine.rules.house_rules import RuleError, Rules
from engine.text import Words
from engine.tricks import Trick


class Holding(NamedTuple):
    """A number of cards of a set, held before the play."""

    at_least: int
    of: CardSet


@dataclass(frozen=True, slots=True)
class Rung:
    trigger: CardSet
    allowed: CardSet
    rule: str
    """The name of the rung in the book, such as `overtake` or `follow`."""
    unless: Holding | None = None
    """What lifts the duty. Such a rung alone tells nothing about a hand, since others do not see what is held."""

    def binds(self, hand: CardSet) -> bool:
        """Returns whether *hand* holds a card of the trigger, and not what lifts the duty."""
        if not self.trigger & hand:
            return False
        return self.unless is None or (self.unless.of & hand).bit_count() < self.unless.at_least


Ladder: TypeAlias = tuple[Rung, ...]


class Turn(NamedTuple):
    """What the duties of a player may depend on besides the cards that lie."""

    trick: int = 1
    """The number of the trick, counted from 1."""
    is_partner_of_leader: bool = False
    """Whether the player is on the side of whoever led."""


FIRST_TURN = Turn()
"""An opponent of the leader in the first trick, to whom every duty applies."""


def binding_rung(ladder: Ladder, hand: CardSet) -> Rung | None:
    """Returns the first rung that binds *hand*, or None."""
    return next((rung for rung in ladder if rung.binds(hand)), None)


def legal_cards(ladder: Ladder, hand: CardSet) -> CardSet:
    rung = binding_rung(ladder, hand)
    return hand if rung is None else hand & rung.allowed


def union_allowed(ladder: Ladder) -> CardSet:
    """Returns the cards that any rung allows."""
    allowed = 0
    for rung in ladder:
        allowed |= rung.allowed
    return allowed


def excluded_by(ladder: Ladder, card: CardSet) -> CardSet:
    """Returns the cards that a player who legally played *card* cannot hold.

    It is the union of the triggers of all rungs before the first that allows the card; docs/engine.md, "How a revoke is
    proved", has the reason. This is exact for ladders whose rungs allow just their triggers, or more in the last rung
    only, as in all our games.
    """
    denied = 0
    for rung in broken_rungs(ladder, card):
        if rung.unless is None:
            denied |= rung.trigger
    return denied


def broken_rungs(ladder: Ladder, card: CardSet) -> tuple[Rung, ...]:
    """Returns the rungs that forbid *card* to whoever holds a card of their trigger, if the hand does not lift them."""
    return tuple(takewhile(lambda rung: not rung.allowed & card, ladder))


def lifted_rungs(ladder: Ladder, card: CardSet) -> Ladder:
    """Returns the rungs that forbid *card* unless the hand lifts them."""
    return tuple(rung for rung in broken_rungs(ladder, card) if rung.unless is not None)


def as_players_name_it(duties: Iterable[tuple[Rung, CardSet]], broken: Sequence[Rung]) -> tuple[str, ...]:
    """Returns the names of *duties*, each with the cards that cause it, as players call them; following first.

    Whoever laid another suit while holding the suit led has not followed, even if the card held would have overtaken.
    """
    follow = next((rung for rung in broken if rung.rule.startswith("follow")), None)
    of_suit = follow.trigger if follow is not None else 0
    names = [rung.rule for rung, cards in duties if cards & ~of_suit]
    followed = follow is not None and any(cards & of_suit for _, cards in duties)
    return tuple(dict.fromkeys([follow.rule, *names] if follow is not None and followed else names))


def best_of(trick_so_far: Sequence[Card], beating: Mapping[Card, CardSet], pack: Pack) -> Card:
    """Returns the winning card; *beating* has, by card, the cards that beat it when laid later.

    :raises ValueError: if no card lies.
    """
    if not trick_so_far:
        raise ValueError("got an empty trick, expected at least one card")
    best = trick_so_far[0]
    for card in trick_so_far[1:]:
        if beating[best] & pack.bit(card):
            best = card
    return best


class CardRules(ABC):
    """The part of `engine.rules.game.Game` that needs no deal."""

    name: ClassVar[str]
    title: ClassVar[Words]
    other_names: ClassVar[tuple[str, ...]] = ()
    """What it is called elsewhere, in small letters."""
    pack: Pack
    """Its cards; of the class those of the default rules."""
    packs: ClassVar[tuple[Pack, ...]] = ()
    """The packs that the switch `pack` chooses from, if the game has it; by default there is only `pack`."""
    players: ClassVar[tuple[int, ...]]
    hand_size: int
    """Of the class that of the default rules."""
    book: ClassVar[Book]
    """Its switches, the text of each rule id, and its presets."""

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of a plain suit, highest first; by default in the order of the pack."""
        return self.pack.ranks

    @property
    def has_upcard(self) -> bool:
        """Whether the dealer turns a card whose suit is trump; otherwise somebody calls `trump` with a value."""
        return False

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules if rules is not None else Rules(self.book.switches)

    # One card

    @abstractmethod
    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        """Returns the duties of the next player, given the cards lying, at `FIRST_TURN`."""

    def ladder_at(self, trick: Cards, trump: Trump, turn: Turn) -> Ladder:
        """Returns the duties at *turn*; overridden if they differ from trick to trick, or from player to player."""
        return self.ladder(trick, trump)

    @property
    def has_duties_by_turn(self) -> bool:
        """Whether `ladder_at` depends on the turn under these rules; simulations cache more if it does not."""
        return type(self).ladder_at is not CardRules.ladder_at

    @abstractmethod
    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """Returns all trumps, highest first."""

    @abstractmethod
    def best(self, trick: Cards, trump: Trump) -> Card:
        """Returns the winning card of *trick*.

        :raises ValueError: if no card lies.
        """

    @property
    def all_trumps(self) -> tuple[Trump, ...]:
        """Everything that can be trump."""
        return self.pack.suits

    def trump_suit(self, trump: Trump) -> Suit | None:
        """Returns the suit to be shown for *trump*, or None if there is none."""
        return trump if trump in self.pack.suits else None

    def trump_rank(self, trump: Trump) -> Rank | None:
        """Returns the rank to be shown with it, such as the striker of Watten."""
        return None

    def card_title(self, card: Card, trump: Trump) -> Words | None:
        """Returns a title of *card*, such as the right, which is shown in brackets after the card; or None."""
        return None

    def cards(self, cards: Cards) -> tuple[Card, ...]:
        """Returns cards given as objects or as text.

        :raises UnknownCard: for what is not in the pack.
        """
        return self.pack.parse(cards) if isinstance(cards, str) else tuple(cards)

    def legal(self, hand: Cards, trick: Cards, trump: Trump | None, turn: Turn = FIRST_TURN) -> frozenset[Card]:
        """Returns the cards of *hand* that may be played on *trick* (the cards lying, in order).

        If trump is unknown, all cards are legal. For a player at a table, see `Table.legal`.
        """
        hand_set = self.pack.set(self.cards(hand))
        ladder = () if trump is None else self.ladder_at(self.cards(trick), trump, turn)
        return frozenset(self.pack.members(legal_cards(ladder, hand_set)))

    def why_not(
        self, card: Card | str, hand: Cards, trick: Cards, trump: Trump | None, turn: Turn = FIRST_TURN
    ) -> Breach | None:
        """Returns the duty that playing *card* would break, or None if it may be played."""
        if trump is None:
            return None
        played = self.pack.set(self.cards(card if isinstance(card, str) else (card,)))
        hand_set, trick_so_far = self.pack.set(self.cards(hand)), self.cards(trick)
        rung = binding_rung(self.ladder_at(trick_so_far, trump, turn), hand_set)
        return None if rung is None or rung.allowed & played else self.breach(rung, hand_set, trick_so_far, trump)

    def breach(self, rung: Rung, hand: CardSet, trick_so_far: Sequence[Card], trump: Trump) -> Breach:
        """Returns the breach by a player who holds *hand* and plays none of the cards that *rung* allows."""
        led, best = (trick_so_far[0], self.best(trick_so_far, trump)) if trick_so_far else (None, None)
        return Breach(rung.rule, self.rule_of(rung.rule), led, best, self.pack.members(hand & rung.allowed), trump)

    def excluded_cards(
        self, card: Card | str, trick: Cards, trump: Trump | None, turn: Turn = FIRST_TURN
    ) -> frozenset[Card]:
        """Returns the cards that whoever legally played *card* on *trick* cannot hold."""
        if trump is None:
            return frozenset()
        played = self.pack.set(self.cards(card if isinstance(card, str) else (card,)))
        return frozenset(self.pack.members(excluded_by(self.ladder_at(trick, trump, turn), played)))

    def taker(self, trick: Trick, trump: Trump) -> Seat:
        """Returns the seat that takes *trick*, which may still be in play."""
        best = self.best(trick.cards, trump)
        return next(play.seat for play in trick.plays if play.card == best)

    def rule_of(self, rung: str) -> str:
        """Returns the rule id of a rung of the ladder.

        :raises RuleError: if the book of the game does not name the rung.
        """
        try:
            return self.book.rungs[rung]
        except KeyError:
            raise RuleError(f"{self.name}: {missing_rung(rung, self.book)}") from None
