"""Watten: which card takes, and who must give trumps (RULEBOOK 3.4, 3.5, 3.9, 3.10; DECISIONS WA1–WA9, WA23).

The trump is written as suit and striker, such as `H U`; striker `6` is the Weli. A Kritischer has no suit: it is never
forced and demands nothing (WA7), unless it is also the right, which then has both functions (WA8).

Without the Weli, in a pack of 32, the second Kritischer is the seven of bells, as in Bavaria (DECISIONS E3). Clubs,
spades and diamonds of a French pack stand for acorns, leaves and bells.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.cards import BAVARIAN_32, FRENCH_32, GERMAN_33, PACKS, Card, Cards, CardSet, Pack, Rank, Suit, Trump
from engine.games._permanent_trumps import beating_cards
from engine.rules.card_rules import FIRST_TURN, Ladder, Rung, Turn, best_of
from engine.rules.game import Game
from engine.rules.house_rules import Rules
from engine.text import Words

WELI = Card("S", "6")
CRITICALS: Mapping[str, tuple[Card, ...]] = {
    "german33": (Card("H", "K"), WELI, Card("E", "7")),
    "bavarian32": (Card("H", "K"), Card("S", "7"), Card("E", "7")),
    "french32": (Card("H", "K"), Card("D", "7"), Card("C", "7")),
}
"""By name of the pack, highest first: Maxi (Bascht), Weli or Belli, and Spitz."""


def ranks_of(pack: Pack) -> tuple[Rank, ...]:
    """Returns the ranks of *pack* from high to low, with the six of the Weli if it has one."""
    return (*pack.ranks, *(card.rank for card in pack.extra))


@dataclass(frozen=True, slots=True)
class _Order:
    """The order of the pack under one trump."""

    right: Card | None
    lefts: tuple[Card, ...]
    wanderer: Card | None
    trumps: tuple[Card, ...]
    """Highest first; the lefts are equal."""
    beating: dict[Card, CardSet]
    """By card: the cards that beat it when laid later."""
    ladders: dict[Card, Ladder]
    """By card led, where a trump led demands trumps."""
    to_right: dict[bool, Ladder]
    """WB11: the duty that the right demands if it is led, by whether Criticals are owed too."""


class WattenRanking(Game, ABC):
    """Strength and duties; `Watten` has the rest."""

    pack = GERMAN_33
    packs = GERMAN_33, BAVARIAN_32, FRENCH_32

    def __init__(self, rules: Rules | None = None) -> None:
        super().__init__(rules)
        self.pack = PACKS[self.rules.text("pack")]
        self.in_order = ranks_of(self.pack)
        self.trumps_of_pack = frozenset(f"{suit} {rank}" for suit in self.pack.suits for rank in self.in_order)
        self._orders: dict[Trump, _Order] = {}

    @cached_property
    def all_trumps(self) -> tuple[Trump, ...]:
        """All trumps that can be announced."""
        return tuple(f"{suit} {rank}" for suit in self.pack.suits for rank in self.strikers)

    @cached_property
    def strikers(self) -> tuple[Rank, ...]:
        """WA11, DECISIONS WA6: the ranks that forehand can announce, highest first; the Weli may be excluded."""
        return self.in_order if self.rules.text("weli_striker") != "forbidden" else self.pack.ranks

    @cached_property
    def criticals(self) -> tuple[Card, ...]:
        """The jokers above the right, highest first (3.9)."""
        return CRITICALS[self.pack.name] if self.rules.flag("kritisch") else ()

    def right(self, trump: Trump) -> Card | None:
        """Returns the striker of the trump suit, which is missing if the Weli strikes and bells are not trump (WA6)."""
        return self._order(trump).right

    def lefts(self, trump: Trump) -> tuple[Card, ...]:
        """Returns the other strikers; of two in a trick the first wins (DECISIONS WA1)."""
        return self._order(trump).lefts

    def wanderer(self, trump: Trump) -> Card | None:
        """Returns the card one above the right, if it beats the right in this house (3.10, DECISIONS WA9, WA23)."""
        return self._order(trump).wanderer

    def card_title(self, card: Card, trump: Trump) -> Words | None:
        """Returns the title of a card above the trump suit, or None."""
        order = self._order(trump)
        names = dict.fromkeys(order.lefts, Words("Linker", "left"))
        names |= dict.fromkeys(self.criticals, Words("Kritischer", "Critical"))
        above = "Wanderkritt" if self.rules.flag("wander") else "Guter"
        names |= {order.wanderer: Words(above, above)} if order.wanderer is not None else {}
        names |= {order.right: Words("Rechter", "right")} if order.right is not None else {}
        return names.get(card)

    def trumps(self, trump: Trump) -> tuple[Card, ...]:
        """Returns all cards that beat plain cards, highest first."""
        return self._order(trump).trumps

    def best(self, trick: Cards, trump: Trump) -> Card:
        return best_of(self.cards(trick), self._order(trump).beating, self.pack)

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        return self.ladder_at(trick, trump, FIRST_TURN)

    @property
    def has_duties_by_turn(self) -> bool:
        return self.rules.text("trump_duty").startswith("right")

    def ladder_at(self, trick: Cards, trump: Trump, turn: Turn) -> Ladder:
        """Trumps to a trump, nothing else (3.5); DECISIONS WA13: in blind play everybody plays his top card.

        In Bavaria only the right demands, mostly as the first card of the deal (WB11), until it is beaten (WB14).
        """
        cards, demand = self.cards(trick), self.rules.text("trump_duty")
        if not cards or demand == "none" or self.rules.flag("blind_play"):
            return ()
        order = self._order(trump)
        if demand == "led":
            return order.ladders[cards[0]]
        over = turn.trick > 1 and demand == "right_first"
        ends = self.rules.text("right_duty_ends") == "beaten" and self.best(cards, trump) != cards[0]
        if cards[0] != order.right or over or ends:
            return ()
        owed = self.rules.text("critical_due")
        return order.to_right[owed == "always" or (owed == "opponents" and not turn.is_partner_of_leader)]

    def trump_suit(self, trump: Trump) -> Suit | None:
        return split_trump(trump, self.pack)[0] if trump else None

    def trump_rank(self, trump: Trump) -> Rank | None:
        return split_trump(trump, self.pack)[1] if trump else None

    def of_trump_suit(self, card: Card, trump: Trump) -> bool:
        """Whether *card* belongs to the trump suit; the Weli may be a trump everywhere (DECISIONS WA5)."""
        return card.suit == split_trump(trump, self.pack)[0] or (card == WELI and self.rules.flag("weli_always_trump"))

    # Construction of the tables

    def _order(self, trump: Trump) -> _Order:
        """Returns the order, which is made once for each trump."""
        if trump in self._orders:
            return self._orders[trump]
        suit, striker = split_trump(trump, self.pack)
        right: Card | None = Card(suit, striker)
        if striker == WELI.rank:
            everywhere = self.rules.text("weli_striker") == "right_always"
            right = WELI if everywhere or self.of_trump_suit(WELI, trump) else None
        wanderer = self._find_wanderer(right, suit)
        lefts = tuple(card for card in self.pack.cards if card.rank == striker and card != right)
        lefts = tuple(card for card in lefts if card not in self.criticals)
        above = [card for card in (wanderer, right) if card is not None and card not in self.criticals]
        of_suit = [card for card in self.pack.cards if self.of_trump_suit(card, trump)]
        low = [card for card in of_suit if card not in (*self.criticals, *above, *lefts)]
        if self.rules.text("weli_rank") == "above_strikers":
            above += [card for card in low if card == WELI]
            low = [card for card in low if card != WELI]
        trumps = (*self.criticals, *above, *lefts, *sorted(low, key=self._place))
        # Of two lefts the first wins, so that neither beats the other.
        beating = {
            **beating_cards(self.pack, self.in_order, trumps),
            **{left: self.pack.set(trumps[: trumps.index(lefts[0])]) for left in lefts},
        }
        ladders, to_right = self._ladders(of_suit, right, lefts)
        order = self._orders[trump] = _Order(right, lefts, wanderer, trumps, beating, ladders, to_right)
        return order

    def _find_wanderer(self, right: Card | None, trump_suit: Suit) -> Card | None:
        """The card above the Sau is the seven, not the Weli; a Kritischer remains one (DECISIONS WA9)."""
        is_guate = self.rules.flag("guate") and (right != WELI or self.rules.flag("guate_with_weli"))
        if right is None or not (is_guate or self.rules.flag("wander")):
            return None
        above = self.in_order[self._place(right) - 1] if right.rank != "A" else self.pack.ranks[-1]
        card = Card(trump_suit, above)
        return None if card in self.criticals else card

    def _ladders(
        self, of_suit: Sequence[Card], right: Card | None, lefts: Sequence[Card]
    ) -> tuple[dict[Card, Ladder], dict[bool, Ladder]]:
        """Returns the duties by card led, and those to the right by whether Criticals are owed."""
        criticals, rights = self.pack.set(self.criticals), self.pack.set(() if right is None else (right,))
        follow = self.pack.set(of_suit) & ~criticals
        answers = self.rules.value("left_on_trump")
        left_allowed, left_due = (self.pack.set(lefts) if is_so else 0 for is_so in (answers, answers == "due"))
        demanding = follow | rights
        allowed = demanding | criticals | left_allowed
        due = demanding & ~criticals | left_due
        led: Ladder = (Rung(due & ~rights if self.rules.flag("right_exempt") else due, allowed, "follow"),)
        ladders: dict[Card, Ladder] = {card: led if demanding & self.pack.bit(card) else () for card in self.pack.cards}
        owed = {False: due, True: due | criticals}
        to_right: dict[bool, Ladder] = {
            each: (Rung(cards & ~rights, allowed, "follow_right"),) for each, cards in owed.items()
        }
        return ladders, to_right

    def _place(self, card: Card) -> int:
        return self.in_order.index(card.rank)


def split_trump(trump: Trump, pack: Pack) -> tuple[Suit, Rank]:
    """Returns suit and striker.

    :raises ValueError: for what cannot be announced with *pack*.
    """
    suit, _, striker = str(trump).partition(" ")
    if suit not in pack.suits or striker not in ranks_of(pack):
        raise ValueError(
            f"got trump {trump!r}, expected suit {' '.join(pack.suits)}, then striker {' '.join(ranks_of(pack))}, "
            f"such as 'H {pack.ranks[3]}'"
        )
    return suit, striker
