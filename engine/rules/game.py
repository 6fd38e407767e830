"""The interface of a game. A game is one file in `engine.games`: a subclass of `Game` without state.

Methods on single cards take `Card` objects or text (`"EO L10"`). `trump` is in the notation of the game: a suit in
Bohemian Watten and Bauerchen, suit and striker in Watten; only the game interprets it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from engine.events import Announced
from engine.rules.book import Book, missing_rung
from engine.rules.call_check import faults_of
from engine.rules.findings import Breach, Kind
from engine.rules.house_rules import RuleError, Rules
from engine.rules.known_hands import KnownHands
from engine.rules.obligations import binding_rung, excluded_by, legal_cards
from engine.rules.values import Phase, Step
from engine.text import Words
from engine.tricks import Trick, clockwise, next_seat, previous_seat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card, CardSet, Pack, Rank, Seat, Suit
    from engine.events import CardLaid, CardsShown, Fact
    from engine.rules.deal import Deal, DealScore, Standing
    from engine.rules.findings import Finding
    from engine.rules.obligations import Ladder, Rung
    from engine.rules.values import Cards, Implication, Result, Trump


NO_COST = Words("kostet nichts", "costs nothing")
REVOKES = frozenset({Kind.REVOKE, Kind.REVOKE_AMONG, Kind.DOUBTFUL_REVOKE})


class Game(KnownHands, ABC):
    """A game with one choice of house rules."""

    name: ClassVar[str]
    title: ClassVar[Words]
    other_names: ClassVar[tuple[str, ...]] = ()
    """What it is called elsewhere, in small letters."""
    pack: Pack
    """Its cards; of the class those of the default rules."""
    packs: ClassVar[tuple[Pack, ...]] = ()
    """The packs that the switch `pack` chooses from, if the game has it; by default there is only `pack`."""
    players: ClassVar[tuple[int, ...]]
    hand_size: ClassVar[int]
    book: ClassVar[Book]
    """Its switches, the text of each rule id, and its presets."""
    _decides_early: ClassVar[bool] = False
    """Whether the game overrides `is_decided`; otherwise `is_finished` need not count the tricks."""
    calls_before_entry: ClassVar[frozenset[str]] = frozenset()
    """Calls that count as made after tricks were entered by hand, if nothing else is known of the deal before."""
    late_calls: ClassVar[frozenset[str]] = frozenset()
    """Calls that hold from the beginning of the deal even if they are made later, such as a secret trump."""

    @property
    def has_upcard(self) -> bool:
        """Whether the dealer turns a card whose suit is trump; otherwise somebody calls `trump` with a value."""
        return False

    @property
    def announced_openly(self) -> bool:
        """Whether everybody hears what is trump; otherwise only some players know it."""
        return True

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._decides_early = cls.is_decided is not Game.is_decided

    @property
    def entered_total(self) -> int | None:
        """The required sum of the numbers entered by hand, by default the tricks of a deal; None for any sum."""
        return self.tricks_in_deal

    @property
    def tricks_in_deal(self) -> int:
        """The number of cards that everybody lays, including those drawn from a stock."""
        return self.hand_size

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules if rules is not None else Rules(self.book.switches)

    # One card

    @abstractmethod
    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        """Returns the duties of the next player, given the cards lying."""

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

    def legal(self, hand: Cards, trick: Cards, trump: Trump | None) -> frozenset[Card]:
        """Returns the cards of *hand* that may be played on *trick* (the cards lying, in order).

        If trump is unknown, all cards are legal. For a player at a table, see `Table.legal`.
        """
        hand_set = self.pack.set(self.cards(hand))
        ladder = () if trump is None else self.ladder(self.cards(trick), trump)
        return frozenset(self.pack.members(legal_cards(ladder, hand_set)))

    def why_not(self, card: Card | str, hand: Cards, trick: Cards, trump: Trump | None) -> Breach | None:
        """Returns the duty that playing *card* would break, or None if it may be played."""
        if trump is None:
            return None
        played = self.pack.set(self.cards(card if isinstance(card, str) else (card,)))
        hand_set, trick_so_far = self.pack.set(self.cards(hand)), self.cards(trick)
        rung = binding_rung(self.ladder(trick_so_far, trump), hand_set)
        return None if rung is None or rung.allowed & played else self.breach(rung, hand_set, trick_so_far, trump)

    def breach(self, rung: Rung, hand: CardSet, trick_so_far: Sequence[Card], trump: Trump) -> Breach:
        """Returns the breach by a player who holds *hand* and plays none of the cards that *rung* allows."""
        led, best = (trick_so_far[0], self.best(trick_so_far, trump)) if trick_so_far else (None, None)
        return Breach(rung.rule, self.rule_of(rung.rule), led, best, self.pack.members(hand & rung.allowed), trump)

    def excluded_cards(self, card: Card | str, trick: Cards, trump: Trump | None) -> frozenset[Card]:
        """Returns the cards that whoever legally played *card* on *trick* cannot hold."""
        if trump is None:
            return frozenset()
        played = self.pack.set(self.cards(card if isinstance(card, str) else (card,)))
        return frozenset(self.pack.members(excluded_by(self.ladder(trick, trump), played)))

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

    def rule_for(self, kind: Kind) -> str:
        """Returns the rule id for findings of this kind, or the name of the game if its book has none."""
        return self.book.findings.get(kind, self.name)

    # Seats

    def cutter(self, seats: Sequence[Seat], dealer: Seat) -> Seat:
        """Returns the player to the dealer's right."""
        return previous_seat(seats, dealer)

    def forehand(self, seats: Sequence[Seat], dealer: Seat) -> Seat:
        """Returns the player to the dealer's left."""
        return next_seat(seats, dealer)

    def sides(self, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
        """Returns the seats that score together; by default every seat is a side of its own."""
        return tuple((seat,) for seat in seats)

    def side_of(self, seat: Seat, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        return next(side for side in self.sides(seats) if seat in side)

    # The deal

    def entered_trump(self, deal: Deal) -> Trump | None:
        """Returns the trump entered by hand, if it is valid; it takes precedence over what was seen."""
        return deal.entered.trump if deal.entered is not None and deal.entered.trump in self.all_trumps else None

    def trump(self, deal: Deal) -> Trump | None:
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        if self.has_upcard:
            return deal.upcard.suit if deal.upcard is not None and deal.upcard in self.pack else None
        announced = (
            fact.value for fact in deal.facts_of(Announced) if fact.call == "trump" and fact.value in self.all_trumps
        )
        return next(announced, None)

    def lacks_trump(self, deal: Deal) -> bool:
        """Returns whether cards lie although trump was not named or turned: no card takes, and nothing is scored."""
        return deal.has_play and deal.entered is None and self.trump(deal) is None

    def in_hand(self, deal: Deal, seat: Seat) -> int:
        """Returns how many cards a player holds now."""
        return self.tricks_in_deal - deal.cards_laid(seat)

    def readings(self, deal: Deal) -> tuple[Trump, ...]:
        """Returns every trump consistent with what everybody has seen; empty if nothing is known."""
        trump = self.trump(deal)
        return () if trump is None else (trump,)

    def implications(self, deal: Deal, trump: Trump) -> tuple[Implication, ...]:
        """Returns what this trump implies about hands, such as the bottom cards that determined it."""
        return ()

    def missing_late_calls(self, deal: Deal) -> frozenset[str]:
        """Returns the calls of `late_calls` that are still missing."""
        return self.late_calls - {fact.call for fact in deal.facts_of(Announced)}

    def step(self, deal: Deal) -> Step:
        """Returns the phase of the deal, and who is to act; in play nobody, as the turn follows from the tricks."""
        is_over = self.is_finished(deal)
        if is_over and not self.lacks_trump(deal):
            return Step(Phase.SCORED)
        if self.trump(deal) is None and (is_over or not deal.has_play):
            return Step(Phase.UPCARD, (deal.dealer,)) if self.has_upcard else Step(Phase.ANNOUNCE, (deal.forehand,))
        return Step(Phase.PLAY)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        """Returns all facts that may legally come next, other than laying, gathering and showing cards."""
        step = self.step(deal)
        if step.phase != Phase.ANNOUNCE:
            return ()
        return tuple(Announced(seat, "trump", trump) for seat in step.seats for trump in self.all_trumps)

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        """Returns the findings about *fact*, which is no card laid, before it is added to the deal."""
        return faults_of(self, deal, position, fact)

    def rule_against(self, deal: Deal, fact: Fact) -> str | None:
        """Returns the id of the rule that forbids *fact*, which is not among the options."""
        return None

    def has_effect(self, deal: Deal, fact: Fact) -> bool:
        """Returns whether *fact*, about which nothing was found, is added to the deal."""
        return True

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        """Returns findings about earlier calls, such as a meld, that a card laid disproves."""
        return []

    def check_shown(self, deal: Deal, position: int, fact: CardsShown) -> list[Finding]:
        """Returns findings about earlier calls, such as a bid, that cards shown outside a trick disprove."""
        return []

    def cards_shown_by(self, deal: Deal, fact: Fact) -> tuple[Card, ...]:
        """Returns the cards that *fact* shows to be in its seat's hand, such as the other card of a meld."""
        return ()

    def active(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns the seats that play for tricks, clockwise."""
        return deal.seats

    def leader(self, deal: Deal) -> Seat:
        """Returns who leads to the first trick."""
        return deal.forehand

    def is_decided(self, tricks: Mapping[Seat, int]) -> bool:
        """Returns whether a deal ends with these tricks before the last card."""
        return False

    def is_finished(self, deal: Deal) -> bool:
        """Returns whether the deal can be scored."""
        complete_tricks = len(deal.tricks) + (len(deal.trick) >= len(self.active(deal)))
        if deal.entered is not None or complete_tricks >= self.tricks_in_deal:
            return True
        return self._decides_early and deal.has_play and self.is_decided(self.tricks_taken(deal))

    def may_play_on(self, deal: Deal) -> bool:
        """Returns whether cards may legally be laid after the deal was decided, since not everybody could know that."""
        return False

    def is_void(self, deal: Deal) -> bool:
        """Returns whether the cards are thrown in: the deal is not scored but dealt again."""
        return bool(deal.callers("misdeal"))

    def next_to_play(self, deal: Deal) -> Seat | None:
        """Returns the seat to play, or None if the taker of the last trick is unknown."""
        active = self.active(deal)
        if len(deal.trick) >= len(active):
            return self.taker_in(deal)
        leader = deal.trick.leader
        if leader is None:
            return deal.tricks[-1].taker if deal.tricks else self.leader(deal)
        have_played = deal.trick.seats
        waiting = [seat for seat in clockwise(deal.seats, leader) if seat in active and seat not in have_played]
        return waiting[0] if waiting else leader

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        """Returns the ladder for *seat*; it differs from `ladder` only if players have different information."""
        return self.ladder([card for card in trick.cards if card in self.pack], trump)

    def legal_in(self, deal: Deal, seat: Seat, hand: Cards) -> frozenset[Card]:
        """Returns the cards of *hand* that *seat* may lay next: on the trick in play, or leading to the next one.

        While trump is secret, these are the cards that are legal under any trump that is possible.
        """
        hand_set, trick = self.pack.set(self.cards(hand)), deal.trick
        is_next = len(trick) >= len(self.active(deal)) or seat in trick.seats
        lying = Trick() if is_next else trick.before_next_card_of(seat)
        readings = self.readings(deal)
        legal = 0 if readings else hand_set
        for trump in readings:
            legal |= legal_cards(self.duties(deal, seat, lying, trump), hand_set)
        return frozenset(self.pack.members(legal))

    # The score

    @abstractmethod
    def changes(self, deal: Deal) -> dict[Seat, int]:
        """Returns what a finished deal adds to each tally."""

    def cost(self, deal: Deal, finding: Finding) -> Words:
        """Returns what it costs if the table counts *finding*, by the house rules."""
        return NO_COST

    def struck_seats(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns the seats whose points are struck after a finished deal, if the game has that."""
        return ()

    @abstractmethod
    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """Returns the tallies after a deal, and who has won and lost."""

    def outcome(self, deal: Deal) -> Result:
        """Returns the result of a finished deal; it differs from `result` if one deal can decide the game."""
        return self.result(deal.tallies, self.changes(deal))

    def start(self, seats: Sequence[Seat], standing: Standing | None = None) -> dict[Seat, int]:
        """Returns the tallies at the beginning of a game, given the standing."""
        return dict.fromkeys(seats, 0)

    def low_wins(self, seats: Sequence[Seat]) -> bool:
        """Returns whether the fewest points are best; by default if tallies start above 0."""
        return max(self.start(seats).values(), default=0) > 0

    def points_taken(self, deal: Deal) -> Mapping[Seat, int]:
        """Returns the card points taken by seat, in a game that counts them."""
        return {}

    def remark(self, tally: int) -> Words | None:
        """Returns the word for a player at *tally*, such as krank, or None."""
        return None

    def worth(self, deal: Deal) -> Words | None:
        """Returns the current stake of the deal in words, if it can be raised."""
        return None

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        """Returns the standing after a game of *deals*, the last of which ended it."""
        return before

    def dealer_after(self, deal: Deal) -> Seat:
        """Returns the next dealer."""
        return deal.dealer if self.is_void(deal) else next_seat(deal.seats, deal.dealer)

    def tricks_taken(self, deal: Deal) -> dict[Seat, int]:
        """Returns the number of tricks by seat, entered by hand or counted; a full trick in play is included."""
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

    def takers_of(self, deal: Deal, trick: Trick) -> tuple[Seat, ...]:
        """Returns the seats that may be winning *trick*, all of it while trump is unknown.

        Cards of another pack are ignored.
        """
        plays = tuple(play for play in trick.plays if play.card in self.pack)
        readings = self.readings(deal)
        if not plays:
            return () if trick.leader is None else (trick.leader,)
        if not readings:
            return tuple(dict.fromkeys(play.seat for play in plays))
        return tuple(dict.fromkeys(self.taker(Trick(plays), trump) for trump in readings))

    def takers_in(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns the seats that may be winning the trick in play."""
        return self.takers_of(deal, deal.trick)

    def taker_in(self, deal: Deal) -> Seat | None:
        """Returns the seat that is winning the trick in play, or None if it is unknown."""
        takers = self.takers_in(deal)
        return takers[0] if len(takers) == 1 else None
