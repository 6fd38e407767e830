"""The contracts of Schafkopf: who plays what, order, trumps and duties (SK1, SK3, SK5, SK20–SK26, SK30–SK42)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from engine.cards import BAVARIAN_24, BAVARIAN_32, Card, Cards, Pack, Rank, Seat, Suit, Trump
from engine.games._permanent_trumps import PermanentTrumpsGame, beating_cards
from engine.rules.card_rules import FIRST_TURN, Holding, Ladder, Rung, Turn, best_of
from engine.rules.house_rules import Rules
from engine.text import Words

CALLABLE: tuple[Suit, ...] = ("E", "L", "S")
"""SK22: the suits of which a card can be called."""
CALLED: Mapping[str, Rank] = {"rufspiel": "A", "zehner": "10"}
"""SK22, SK23: by the kind of contract the rank that is called; a ten only by who must call and has all three aces."""
CHOSEN = frozenset({"solo", "farbwenz", "farbgeier"})
"""SK24, SK26: the kinds with a suit for trumps that the player chooses."""
FOR_TWO = frozenset({*CALLED, "kreuz", "hochzeit"})
"""The kinds in which two play together."""
DUTIES: Mapping[str, tuple[str, str, str]] = {
    "rufspiel": ("called_ace", "keep_called_ace", "run_away"),
    "zehner": ("called_ten", "keep_called_ten", "run_away_with_ten"),
}
"""SK40–SK42: by the kind of contract the duties of the called card: to play it, to keep it, and at a lead."""
HEARTS = FOR_TWO | {"ramsch"}
"""SK5, SK60: the kinds with hearts for trumps."""
AGREED = frozenset({"geier", "farbwenz", "farbgeier", "bettel"})
"""SK26: the kinds that are played only where the switch of the same name says so."""
CONTRACTS = (
    "rufspiel", "wenz", "solo", "geier", "farbwenz", "farbgeier", "bettel", "wenz_tout", "solo_tout", "geier_tout",
    "farbwenz_tout", "farbgeier_tout", "sie", "zehner",
)  # fmt: skip
"""The calls that name a contract."""
PRECEDENCE = (
    "bettel", "farbgeier", "farbwenz", "geier", "wenz", "solo", "farbgeier_tout", "farbwenz_tout", "geier_tout",
    "wenz_tout", "solo_tout", "sie",
)  # fmt: skip
"""SK21: the contracts above a called-ace game, the lowest first."""


class Contract(NamedTuple):
    """Who plays what: `suit` is that of the called card or of the trumps that were chosen, else empty."""

    kind: str
    player: Seat
    suit: Suit = ""
    is_tout: bool = False
    partner: Seat | None = None
    """Who plays with him, where that is known from the beginning."""

    @property
    def trump(self) -> Trump:
        return f"{self.kind} {self.suit}" if self.suit else self.kind


def suits_of(kind: str, suits: tuple[Suit, ...]) -> tuple[Suit, ...]:
    """Returns the suits of which one is named with a contract, in a pack of *suits*; an empty one if none is."""
    if kind in CALLED:
        return CALLABLE
    return suits if kind in CHOSEN else ("",)


def called_card(trump: Trump) -> Card | None:
    kind, _, suit = trump.partition(" ")
    return Card(suit, CALLED[kind]) if kind in CALLED else None


def duties_of(trump: Trump) -> tuple[str, str, str]:
    return DUTIES[trump.partition(" ")[0]]


class SchafkopfCards(PermanentTrumpsGame, ABC):
    """Trump is written as the contract without its player, such as `rufspiel E`, `solo H` or `wenz`."""

    pack = BAVARIAN_32
    packs: ClassVar[tuple[Pack, ...]] = (BAVARIAN_32, BAVARIAN_24)
    permanent = ()
    courts: ClassVar[Mapping[str, tuple[Rank, ...]]] = {
        "rufspiel": ("O", "U"),
        "wenz": ("U",),
        "geier": ("O",),
        "solo": ("O", "U"),
        "sie": ("O", "U"),
        "farbwenz": ("U",),
        "farbgeier": ("O",),
        "bettel": (),
        "zehner": ("O", "U"),
        "kreuz": ("O", "U"),
        "hochzeit": ("O", "U"),
        "ramsch": ("O", "U"),
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
        if "bettel" in self.courts and self.rules.text("bettel_order") == "natural":
            self.beating["bettel"] = beating_cards(self.pack, self.pack.ranks, ())

    def precedence(self, contract: Contract) -> int:
        """SK21: returns the place of a contract among all, 0 for one with a called card or a Hochzeit."""
        kind = contract.kind
        if "geier" in self.courts and self.rules.flag("geier_above_wenz"):
            kind = {"geier": "wenz", "wenz": "geier"}.get(kind, kind)
        call = f"{kind}_tout" if contract.is_tout else kind
        if call not in PRECEDENCE:
            return 0
        is_first = contract.kind == "solo" and contract.suit == "H" and self.rules.flag("heart_solo_first")
        return 2 * (1 + PRECEDENCE.index(call)) + is_first

    # Cards

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """SK3"""
        return tuple(rank for rank in ("A", "10", "K", "O", "U", "9", "8", "7") if rank in self.pack.ranks)

    @property
    def all_trumps(self) -> tuple[Trump, ...]:
        return tuple(f"{kind} {suit}".strip() for kind in self.courts for suit in suits_of(kind, self.pack.suits))

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
        if kind in CHOSEN:
            return suit
        return "H" if kind in HEARTS else None

    def trump_rank(self, trump: Trump) -> Rank | None:
        """The rank that alone is trump."""
        return {"wenz": "U", "geier": "O"}.get(trump)

    def best(self, trick: Cards, trump: Trump) -> Card:
        """SK32"""
        if trump not in self.beating:
            raise ValueError(f"got trump {trump!r}, expected one of {', '.join(self.all_trumps)}")
        return best_of(self.cards(trick), self.beating[trump], self.pack)

    def card_title(self, card: Card, trump: Trump) -> Words | None:
        return Words("gerufen", "called") if card == called_card(trump) else None

    # Duties

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        return self.ladder_at(trick, trump, FIRST_TURN)

    @property
    def has_duties_by_turn(self) -> bool:
        return self.rules.text("run_away") == "first_trick"

    def ladder_at(self, trick: Cards, trump: Trump, turn: Turn) -> Ladder:
        """SK31, SK40–SK42, in the first trick in which the called suit is led.

        SK41: of the called suit only the called card is led, unless enough of the suit is held to run away.
        """
        cards, called = self.cards(trick), called_card(trump)
        if cards:
            return self.cached_ladder(self._rungs_with_called_card, cards[0], trump)
        if called is None:
            return ()
        bit, suit = self.pack.bit(called), self.plain_suit(called.suit, trump)
        may_run = self.may_run_away(called.suit, trump, turn.trick)
        unless = Holding(self.rules.number("run_away_cards"), suit) if may_run else None
        return (Rung(bit, self.pack.all & ~suit | bit, duties_of(trump)[2], unless),)

    def may_run_away(self, suit: Suit, trump: Trump, trick: int | None) -> bool:
        """SK41: whether enough cards of the called suit can be in one hand, as the caller holds one, and it is time."""
        may_lack = self.rules.flag("renounce") or self.rules.text("all_pass") == "muss"
        most = self.plain_suit(suit, trump).bit_count() - (0 if may_lack else 1)
        rule = self.rules.text("run_away")
        in_time = rule == "any_lead" or (rule == "first_trick" and trick == 1)
        return in_time and most >= self.rules.number("run_away_cards")

    def _rungs_with_called_card(self, led: Card, trump: Trump) -> Ladder:
        (follow,) = self._rungs(led, trump)
        called = called_card(trump)
        if called is None:
            return (follow,)
        bit = self.pack.bit(called)
        if follow.allowed & bit:
            return Rung(bit, bit, duties_of(trump)[0]), follow
        others = self.pack.all & ~bit
        if self.rules.text("called_ace_discard") == "free":
            return (follow,)
        return follow, Rung(others, others, duties_of(trump)[1])

    def _rungs(self, led: Card, trump: Trump) -> Ladder:
        trumps = self.trump_sets[trump]
        follow = trumps if trumps & self.pack.bit(led) else self.plain_suit(led.suit, trump)
        return (Rung(follow, follow, "follow"),)

    def plain_suit(self, suit: Suit, trump: Trump) -> int:
        """Returns the set of the cards of *suit* that are no trumps."""
        return self.pack.suit_set(suit) & ~self.trump_sets[trump]
