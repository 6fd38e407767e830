"""The base of Schafkopf: contracts, trumps, the duties of the called ace, and parties (SK5, SK30–SK44)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

from engine.cards import BAVARIAN_24, BAVARIAN_32, Card, Cards, Pack, Rank, Seat, Suit, Trump
from engine.events import Announced
from engine.games._permanent_trumps import PermanentTrumpsGame
from engine.rules.card_rules import FIRST_TURN, Holding, Ladder, Rung, Turn, best_of
from engine.rules.deal import Deal
from engine.rules.house_rules import Rules
from engine.text import Words
from engine.tricks import Play, Trick

CARD_VALUES: Mapping[Rank, int] = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2}
"""SK4"""
CALLABLE: tuple[Suit, ...] = ("E", "L", "S")
"""SK22: the suits whose ace can be called."""


class Contract(NamedTuple):
    """Who plays what: `suit` is that of the called ace or of the solo, else empty."""

    kind: str
    player: Seat
    suit: Suit = ""
    is_tout: bool = False

    @property
    def trump(self) -> Trump:
        return f"{self.kind} {self.suit}" if self.suit else self.kind


class SchafkopfBase(PermanentTrumpsGame, ABC):
    """Trump is written as the contract without its player: `rufspiel E`, `solo H`, `wenz`, `geier` or `sie`."""

    pack = BAVARIAN_32
    packs: ClassVar[tuple[Pack, ...]] = (BAVARIAN_32, BAVARIAN_24)
    permanent = ()
    courts: ClassVar[Mapping[str, tuple[Rank, ...]]] = {
        "rufspiel": ("O", "U"),
        "wenz": ("U",),
        "geier": ("O",),
        "solo": ("O", "U"),
        "sie": ("O", "U"),
    }
    """SK5: by the kind of contract the ranks that are trumps in every suit."""
    players = (4,)
    hand_size = len(BAVARIAN_32) // 4

    def __init__(self, rules: Rules | None = None) -> None:
        """SK1: in the short pack there are six cards to each, and six tricks."""
        chosen = rules if rules is not None else Rules(self.book.switches)
        self.pack = next((pack for pack in self.packs if pack.name == chosen.text("pack")), self.pack)
        self.hand_size = len(self.pack) // 4
        super().__init__(chosen)

    # Cards

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """SK3"""
        return tuple(rank for rank in ("A", "10", "K", "O", "U", "9", "8", "7") if rank in self.pack.ranks)

    @property
    def all_trumps(self) -> tuple[Trump, ...]:
        suits = {"rufspiel": CALLABLE, "solo": self.pack.suits}
        return tuple(f"{kind} {suit}".strip() for kind in self.courts for suit in suits.get(kind, ("",)))

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """SK5"""
        if trump not in self.all_trumps:
            raise ValueError(f"got trump {trump!r}, expected one of {', '.join(self.all_trumps)}")
        kind, _, _ = trump.partition(" ")
        ranks, trump_suit = self.courts[kind], self.trump_suit(trump)
        courts = tuple(Card(each, rank) for rank in ranks for each in self.pack.suits)
        if trump_suit is None:
            return courts
        return courts + tuple(Card(trump_suit, rank) for rank in self.ranks if rank not in ranks)

    def trump_suit(self, trump: Trump) -> Suit | None:
        """The suit below the courts."""
        kind, _, suit = trump.partition(" ")
        return {"rufspiel": "H", "solo": suit}.get(kind)

    def trump_rank(self, trump: Trump) -> Rank | None:
        """The rank that alone is trump."""
        return {"wenz": "U", "geier": "O"}.get(trump)

    def best(self, trick: Cards, trump: Trump) -> Card:
        """SK32"""
        if trump not in self.beating:
            raise ValueError(f"got trump {trump!r}, expected one of {', '.join(self.all_trumps)}")
        return best_of(self.cards(trick), self.beating[trump], self.pack)

    def card_title(self, card: Card, trump: Trump) -> Words | None:
        return Words("gerufen", "called") if card == called_ace(trump) else None

    # Duties

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        return self.ladder_at(trick, trump, FIRST_TURN)

    def ladder_at(self, trick: Cards, trump: Trump, turn: Turn) -> Ladder:
        """SK31, SK40–SK42, in the first trick in which the called suit is led."""
        cards = self.cards(trick)
        if not cards:
            return self._lead(trump, turn.trick)
        return self.cached_ladder(self._rungs_with_called_ace, cards[0], trump)

    def _lead(self, trump: Trump, trick: int) -> Ladder:
        """SK41: of the called suit only the ace is led, unless enough of the suit is held to run away."""
        ace = called_ace(trump)
        if ace is None:
            return ()
        bit, suit = self.pack.bit(ace), self.plain_suit(ace.suit, trump)
        rule = self.rules.text("run_away")
        may_run = rule == "any_lead" or (rule == "first_trick" and trick == 1)
        unless = Holding(self.rules.number("run_away_cards"), suit) if may_run else None
        return (Rung(bit, self.pack.all & ~suit | bit, "run_away", unless),)

    def _rungs_with_called_ace(self, led: Card, trump: Trump) -> Ladder:
        (follow,) = self._rungs(led, trump)
        ace = called_ace(trump)
        if ace is None:
            return (follow,)
        bit = self.pack.bit(ace)
        if follow.allowed & bit:
            return Rung(bit, bit, "called_ace"), follow
        others = self.pack.all & ~bit
        if self.rules.text("called_ace_discard") == "free":
            return (follow,)
        return follow, Rung(others, others, "keep_called_ace")

    def _rungs(self, led: Card, trump: Trump) -> Ladder:
        trumps = self.trump_sets[trump]
        follow = trumps if trumps & self.pack.bit(led) else self.plain_suit(led.suit, trump)
        return (Rung(follow, follow, "follow"),)

    def plain_suit(self, suit: Suit, trump: Trump) -> int:
        """Returns the set of the cards of *suit* that are no trumps."""
        return self.pack.suit_set(suit) & ~self.trump_sets[trump]

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        """SK41, SK43: once the called suit was led there is no running away, and who ran away has no duty left."""
        ace = called_ace(trump)
        if ace is not None:
            # The lead that is judged may lie already, in a trick that is not full.
            earlier = deal.all_tricks() if len(deal.trick) >= len(deal.seats) else tuple(deal.tricks)
            if not trick.plays and self.first_search(earlier, trump) is not None:
                return ()
            if trick.plays and self.has_run_away(deal, seat, trump):
                lying = [card for card in trick.cards if card in self.pack]
                return self._rungs(lying[0], trump) if lying else ()
        return super().duties(deal, seat, trick, trump)

    def first_search(self, tricks: Sequence[Trick], trump: Trump) -> Play | None:
        """Returns the first card of *tricks* that was led of the called suit, or None."""
        ace = called_ace(trump)
        leads = (trick.plays[0] for trick in tricks if trick.plays)
        suit = 0 if ace is None else self.plain_suit(ace.suit, trump)
        return next((play for play in leads if play.card in self.pack and self.pack.bit(play.card) & suit), None)

    def has_run_away(self, deal: Deal, seat: Seat, trump: Trump) -> bool:
        """SK43: whether *seat* led the called suit first, below the ace; it then holds the ace, or has no such duty."""
        search = self.first_search(deal.all_tricks(), trump)
        return search is not None and search.seat == seat and search.card != called_ace(trump)

    # Contract and parties

    def contract(self, deal: Deal) -> Contract | None:
        """Returns the first contract that was named."""
        return deal.cached(self._first_contract)

    def _first_contract(self, deal: Deal) -> Contract | None:
        for fact in deal.facts_of(Announced):
            kind = fact.call.removesuffix("_tout")
            suits = {"rufspiel": CALLABLE, "solo": self.pack.suits}.get(kind, ("",))
            if kind in self.courts and fact.seat in deal.seats and fact.value in suits:
                return Contract(kind, fact.seat, fact.value, fact.call != kind)
        return None

    def trump(self, deal: Deal) -> Trump | None:
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        contract = self.contract(deal)
        return contract.trump if contract is not None else None

    def holder_of_called_ace(self, deal: Deal) -> Seat | None:
        """Returns who has laid the called ace, or was named as the partner where cards are entered by hand."""
        contract = self.contract(deal)
        ace = called_ace(contract.trump) if contract is not None else None
        if ace is None:
            return None
        laid = (play.seat for play in deal.plays() if play.card == ace)
        named = (fact.seat for fact in deal.facts_of(Announced) if fact.call == "partner")
        return next(iter((*laid, *named)), None)

    def declarers(self, deal: Deal) -> tuple[Seat, ...] | None:
        """Returns the party that plays, or None while the called ace has not fallen."""
        contract = self.contract(deal)
        if contract is None:
            return None
        if contract.kind != "rufspiel":
            return (contract.player,)
        holder = self.holder_of_called_ace(deal)
        return None if holder is None else tuple(dict.fromkeys((contract.player, holder)))

    def side_in(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        declarers = self.declarers(deal)
        if declarers is None:
            return (seat,)
        return declarers if seat in declarers else tuple(other for other in deal.seats if other not in declarers)

    # Card points

    def card_points(self, cards: Sequence[Card]) -> int:
        """SK4"""
        return sum(CARD_VALUES.get(card.rank, 0) for card in cards if card in self.pack)

    @property
    def entered_total(self) -> int:
        """The card points of a deal."""
        return self.card_points(self.pack.cards)

    def points_taken(self, deal: Deal) -> dict[Seat, int]:
        points = dict.fromkeys(deal.seats, 0)
        if deal.entered is not None:
            return points | dict(deal.entered.tricks)
        for trick, taker in self.complete_tricks(deal):
            if taker is not None:
                points[taker] += self.card_points(trick.cards)
        return points


def called_ace(trump: Trump) -> Card | None:
    kind, _, suit = trump.partition(" ")
    return Card(suit, "A") if kind == "rufspiel" else None
