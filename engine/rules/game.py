"""What every game answers. A game is one file in `engine.games`: a class that fills in `Game`, and holds no state.

The small questions take cards as `Card` objects or as text (`"EO L10"`). `trump` is whatever the game writes there: a
suit in Bohemian Watten and Bauerchen, suit and striker in Watten; nobody but the game looks into it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from engine.events import Announced, CardTaken, Exchanged, UpcardTurned
from engine.rules.call_check import faults_of
from engine.rules.findings import Breach
from engine.rules.house_rules import Book, RuleError, Rules, missing_rung
from engine.rules.known_hands import KnownHands
from engine.rules.obligations import binding_rung, denied_by, legal_cards
from engine.rules.phases import Phase
from engine.rules.values import Place, Step
from engine.tricks import Trick, clockwise, next_seat, previous_seat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card, CardSet, Pack, Rank, Seat, Suit
    from engine.events import CardLaid, CardsShown, Fact
    from engine.rules.deal import Deal, DealScore, Standing
    from engine.rules.findings import Finding, Kind
    from engine.rules.obligations import Ladder, Rung
    from engine.rules.values import Cards, Held, Implied, Result, Trump
    from engine.text import Words


class Game(KnownHands, ABC):
    """A game with one choice of house rules."""

    name: ClassVar[str]
    title: ClassVar[Words]
    pack: ClassVar[Pack]
    players: ClassVar[tuple[int, ...]]
    hand_size: ClassVar[int]
    book: ClassVar[Book]
    """Its switches, what each rule id says, and its presets."""
    _decides_early: ClassVar[bool] = False
    """Whether the game answers `decided`; tricks are not counted at every question for one that does not."""
    settled_late: ClassVar[frozenset[str]] = frozenset()
    """Calls that hold from the beginning of the deal even if they are told after it, such as a secret trump."""

    @property
    def turned_up(self) -> bool:
        """Whether the dealer turns a card whose suit is trump; otherwise somebody says `trump`, and which."""
        return False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._decides_early = cls.decided is not Game.decided

    @property
    def entered_total(self) -> int | None:
        """What the numbers entered by hand must add up to, or None if they need not: the tricks of a deal."""
        return self.tricks_in_deal

    @property
    def tricks_in_deal(self) -> int:
        """How many cards everybody lays: those dealt, and in games that draw from a stock the drawn ones too."""
        return self.hand_size

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

    def called(self, card: Card, trump: Trump) -> Words | None:
        """Returns what *card* is besides suit and rank, such as the right; it stands in brackets behind the card."""
        return None

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
        held, lying = self.pack.set(self.cards(hand)), self.cards(trick)
        rung = binding_rung(self.ladder(lying, trump), held)
        return None if rung is None or rung.allowed & played else self.breach(rung, held, lying, trump)

    def breach(self, rung: Rung, hand: CardSet, lying: Sequence[Card], trump: Trump) -> Breach:
        """Returns what is not met by whoever holds *hand* and plays none of the cards that *rung* allows."""
        led, best = (lying[0], self.best(lying, trump)) if lying else (None, None)
        return Breach(rung.rule, self.rule_of(rung.rule), led, best, self.pack.members(hand & rung.allowed), trump)

    def denied(self, card: Card | str, trick: Cards, trump: Trump) -> frozenset[Card]:
        """Returns the cards that whoever legally played *card* on *trick* cannot hold."""
        played = self.pack.set(self.cards(card if isinstance(card, str) else (card,)))
        return frozenset(self.pack.members(denied_by(self.ladder(trick, trump), played)))

    def taker(self, trick: Trick, trump: Trump) -> Seat:
        """Returns the seat that takes *trick*, which may still be in play."""
        best = self.best(trick.cards, trump)
        return next(play.seat for play in trick.plays if play.card == best)

    def rule_of(self, rung: str) -> str:
        """Returns the rule id that a rung of the ladder stands on.

        :raises RuleError: if the book of the game does not name the rung.
        """
        try:
            return self.book.rungs[rung]
        except KeyError:
            raise RuleError(f"{self.name}: {missing_rung(rung, self.book)}") from None

    def rule_for(self, kind: Kind) -> str:
        """Returns the rule id that a finding of this kind stands on, if it has none of its own; else the game."""
        return self.book.findings.get(kind, self.name)

    # Seats

    def cutter(self, seats: Sequence[Seat], dealer: Seat) -> Seat:
        """Returns the player to the dealer's right."""
        return previous_seat(seats, dealer)

    def forehand(self, seats: Sequence[Seat], dealer: Seat) -> Seat:
        """Returns the player to the dealer's left."""
        return next_seat(seats, dealer)

    def sides(self, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
        """Returns who scores together; each for himself unless the game has teams."""
        return tuple((seat,) for seat in seats)

    def side_of(self, seat: Seat, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        return next(side for side in self.sides(seats) if seat in side)

    # The deal

    def entered_trump(self, deal: Deal) -> Trump | None:
        """Returns what was entered by hand as trump, if the game knows it; it goes before all that was seen."""
        return deal.entered.trump if deal.entered is not None and deal.entered.trump in self.all_trumps else None

    def trump(self, deal: Deal) -> Trump | None:
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        if self.turned_up:
            return deal.upcard.suit if deal.upcard is not None and deal.upcard in self.pack else None
        said = (fact.value for fact in deal.of(Announced) if fact.call == "trump" and fact.value in self.all_trumps)
        return next(said, None)

    def in_hand(self, deal: Deal, seat: Seat) -> int:
        """Returns how many cards a player holds now."""
        return self.tricks_in_deal - deal.laid(seat)

    def readings(self, deal: Deal) -> tuple[Trump, ...]:
        """Returns all that can be trump after what all have seen: one if it is known, none if nobody can say."""
        trump = self.trump(deal)
        return () if trump is None else (trump,)

    def implied(self, deal: Deal, trump: Trump) -> tuple[Implied, ...]:
        """Returns what it says about hands that this is trump, such as the bottom cards by which it was chosen."""
        return ()

    def untold(self, deal: Deal) -> frozenset[str]:
        """Returns the calls of `settled_late` that nobody has said yet."""
        return self.settled_late - {fact.call for fact in deal.of(Announced)}

    def step(self, deal: Deal) -> Step:
        """Returns where the deal stands."""
        if self.finished(deal):
            return Step(Phase.SCORED)
        if self.trump(deal) is None and not deal.has_play:
            return Step(Phase.UPCARD, (deal.dealer,)) if self.turned_up else Step(Phase.ANNOUNCE, (deal.forehand,))
        return Step(Phase.PLAY)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        """Returns all that may rightly be done now besides laying, gathering and showing cards, by anybody."""
        step = self.step(deal)
        if step.phase != Phase.ANNOUNCE:
            return ()
        return tuple(Announced(seat, "trump", trump) for seat in step.seats for trump in self.all_trumps)

    def check(self, deal: Deal, position: int, fact: Fact) -> list[Finding]:
        """Returns what is wrong with *fact*, which is no card laid, before the deal takes it in."""
        return faults_of(self, deal, position, fact)

    def bar(self, deal: Deal, fact: Fact) -> str | None:
        """Returns the id of the rule that keeps somebody from *fact*, which is none of the options now."""
        return None

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        """Returns what a card laid says against something said before, such as a meld."""
        return []

    def check_shown(self, deal: Deal, position: int, fact: CardsShown) -> list[Finding]:
        """Returns what cards laid open outside a trick say against something said before, such as a bid."""
        return []

    def shown_by(self, deal: Deal, fact: Fact) -> tuple[Card, ...]:
        """Returns the cards that *fact* shows to be in its seat's hand, such as the other card of a meld."""
        return ()

    def active(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns who plays for tricks, clockwise."""
        return deal.seats

    def leader(self, deal: Deal) -> Seat:
        """Returns who leads to the first trick."""
        return deal.forehand

    def decided(self, tricks: Mapping[Seat, int]) -> bool:
        """Returns whether a deal ends with these tricks before the last card."""
        return False

    def finished(self, deal: Deal) -> bool:
        """Returns whether the deal can be scored."""
        whole = len(deal.tricks) + (len(deal.trick) >= len(self.active(deal)))
        if deal.entered is not None or whole >= self.tricks_in_deal:
            return True
        return self._decides_early and deal.has_play and self.decided(self.tricks_taken(deal))

    def may_play_on(self, deal: Deal) -> bool:
        """Returns whether cards are rightly laid after the deal was decided, for not everybody could know that."""
        return False

    def void(self, deal: Deal) -> bool:
        """Returns whether the cards are thrown in: the deal is not scored but dealt again."""
        return bool(deal.callers("misdeal"))

    def next_to_play(self, deal: Deal) -> Seat | None:
        """Returns whose card comes next, or None if nobody can know who took the trick before."""
        active = self.active(deal)
        if len(deal.trick) >= len(active):
            return self.taker_in(deal)
        leader = deal.trick.leader
        if leader is None:
            return deal.tricks[-1].taker if deal.tricks else self.leader(deal)
        laid = deal.trick.seats
        waiting = [seat for seat in clockwise(deal.seats, leader) if seat in active and seat not in laid]
        return waiting[0] if waiting else leader

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        """Returns the ladder that binds *seat*; other than `ladder` only where players know different things."""
        return self.ladder([card for card in trick.cards if card in self.pack], trump)

    def held(self, deal: Deal) -> tuple[Held, ...]:
        """Returns the cards that, before the first lead, all have seen go to a hand."""
        return ()

    def out_of_play(self, deal: Deal) -> tuple[Card, ...]:
        """Returns the cards that, before the first lead, all have seen and that are in nobody's hand."""
        return ()

    def keeps_hand(self, deal: Deal, seat: Seat, since: Sequence[Fact]) -> bool:
        """Returns whether all that *seat* held when *since* was told is certainly in its hand when play begins."""
        return not any(isinstance(fact, CardTaken | Exchanged) and fact.seat == seat for fact in since)

    def place_of(self, deal: Deal, card: Card) -> Place | None:
        """Returns where *card* must be that was taken or turned before the play, or None if nobody can know."""
        place = None
        for position, fact in deal.facts:
            if isinstance(fact, CardTaken | UpcardTurned) and fact.card == card:
                place = Place(position, fact.seat if isinstance(fact, CardTaken) else None)
        return place

    # The score

    @abstractmethod
    def changes(self, deal: Deal) -> dict[Seat, int]:
        """Returns what a finished deal adds to each tally."""

    def struck(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns whose points are struck after a finished deal, where that is done."""
        return ()

    @abstractmethod
    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """Returns the tallies after a deal, and who has won and lost."""

    def outcome(self, deal: Deal) -> Result:
        """Returns the result of a finished deal; other than `result` where a deal can decide the game by itself."""
        return self.result(deal.tallies, self.changes(deal))

    def start(self, seats: Sequence[Seat], standing: Standing | None = None) -> dict[Seat, int]:
        """Returns the tallies at the beginning of a game, given what lasts from the games before."""
        return dict.fromkeys(seats, 0)

    def low_wins(self, seats: Sequence[Seat]) -> bool:
        """Returns whether the fewest points are best, as they are where a game counts down from its start."""
        return max(self.start(seats).values(), default=0) > 0

    def points_taken(self, deal: Deal) -> Mapping[Seat, int]:
        """Returns the card points of everybody's tricks, in a game that counts them."""
        return {}

    def remark(self, tally: int) -> Words | None:
        """Returns what somebody is called who stands at *tally*, if there is a word for it, such as krank."""
        return None

    def worth(self, deal: Deal) -> Words | None:
        """Returns what this deal is played for as it stands, if that can be raised in it."""
        return None

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        """Returns what lasts after a game of *deals*, the last of which ended it."""
        return before

    def dealer_after(self, deal: Deal) -> Seat:
        """Returns who deals next."""
        return deal.dealer if self.void(deal) else next_seat(deal.seats, deal.dealer)

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

    def takers_of(self, deal: Deal, trick: Trick) -> tuple[Seat, ...]:
        """Returns who may be winning *trick*; cards of another pack win nothing."""
        plays = tuple(play for play in trick.plays if play.card in self.pack)
        readings = self.readings(deal)
        if not plays or not readings:
            return () if trick.leader is None else (trick.leader,)
        return tuple(dict.fromkeys(self.taker(Trick(plays), trump) for trump in readings))

    def takers_in(self, deal: Deal) -> tuple[Seat, ...]:
        """Returns who may be winning the trick in play."""
        return self.takers_of(deal, deal.trick)

    def taker_in(self, deal: Deal) -> Seat | None:
        """Returns who is winning the trick in play, or None if nobody can know."""
        takers = self.takers_in(deal)
        return takers[0] if len(takers) == 1 else None
