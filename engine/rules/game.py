"""The interface of a game. A game is one file in `engine.games`: a subclass of `Game` without state."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from engine.cards import Card, Seat, Suit
from engine.events import Announced, CardLaid, CardsShown, CardTaken, Exchanged, Fact, TricksEntered, UpcardTurned
from engine.rules.deal import Deal, DealScore, Result, Standing
from engine.rules.findings import Evidence, Finding, Kind
from engine.rules.known_hands import KnownHands
from engine.text import Words
from engine.tricks import next_seat


class Phase(StrEnum):
    """The value is the name in the book of a game (`[phase.NAME]`) and in the machine-readable output."""

    # Of the table, outside a deal
    NO_GAME = "no_game"
    DEAL = "deal"
    """The cards are to be dealt."""
    OVER = "over"
    """The game has ended."""

    # Before the play
    CUT = "cut"
    UPCARD = "upcard"
    """A card is to be turned."""
    DECLARE = "declare"
    """Somebody is to play or to fold."""
    EXCHANGE = "exchange"
    ANNOUNCE = "announce"
    """Trumps, or what belongs to them, are to be named."""

    # The play and after it
    PLAY = "play"
    ANSWER = "answer"
    """A bid is to be answered."""
    REVEAL = "reveal"
    """A secret trump is to be announced."""
    SCORED = "scored"


class OtherPhase(str):
    """A phase of an added game that `Phase` lacks; the book of that game has its question."""

    __slots__ = ()


AnyPhase: TypeAlias = Phase | OtherPhase


BETWEEN_DEALS = frozenset((Phase.NO_GAME, Phase.DEAL, Phase.SCORED, Phase.OVER))


class Step(NamedTuple):
    """The phase of a deal, and the seats that are to act (empty: no particular seat)."""

    phase: AnyPhase
    seats: tuple[Seat, ...] = ()


NO_COST = Words("kostet nichts", "costs nothing")
REVOKES = frozenset({Kind.REVOKE, Kind.REVOKE_AMONG, Kind.DOUBTFUL_REVOKE})


class Game(KnownHands, ABC):
    """A game with one choice of house rules: here its phases, calls and score, and in the base classes cards and play.

    Nothing is refused: what is not among the options is a finding.
    """

    # Phases and calls

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
        if isinstance(fact, TricksEntered):
            if fact.trump and fact.trump not in self.all_trumps:
                return [self.finding(Kind.UNKNOWN_CALL, position)]
            total, due = sum(count for _, count in fact.tricks), self.entered_total
            wrong = replace(self.finding(Kind.WRONG_COUNT, position), count=total, limit=due)
            return [] if due is None or total == due else [wrong]
        if fact in self.options(deal):
            return []
        match fact:
            case Announced(call="misdeal"):  # whoever calls it, the dealer is responsible
                kind = Kind.TOO_LATE if self.is_finished(deal) else Kind.MISDEAL
                return [self.finding(kind, position, deal.dealer)]
            case Announced():
                return [self._check_call(deal, position, fact)]
            case Exchanged():
                return [self._check_exchange(deal, position, fact)]
            case CardTaken(seat, card):
                kind = Kind.TOO_LATE if deal.has_play else Kind.CUT_CARD_NOT_ALLOWED
                kind = Kind.WRONG_UPCARD_TAKER if fact.source == "upcard" and not deal.has_play else kind
                options = (option for option in self.options(deal) if isinstance(option, CardTaken))
                takers, rule = tuple(option.seat for option in options if option.card == card), self.rule_against
                return [self.finding(kind, position, seat, card, seats=takers, rule=rule(deal, fact))]
            case UpcardTurned(card) if self.step(deal).phase != Phase.UPCARD:
                # The options do not list the card to be turned.
                kind = Kind.TOO_LATE if deal.has_play else Kind.UPCARD_TURNED_TWICE
                return [self.finding(kind, position, card=card)]
        return []

    def _check_call(self, deal: Deal, position: int, fact: Announced) -> Finding:
        bar = self.rule_against(deal, fact)
        if fact.call not in self.book.calls:
            return self.finding(Kind.UNKNOWN_CALL, position, fact.seat, rule=bar)
        options = [option for option in self.options(deal) if isinstance(option, Announced)]
        entitled = tuple(option.seat for option in options if (option.call, option.value) == (fact.call, fact.value))
        if entitled and bar is None:
            return self.finding(Kind.CALL_OUT_OF_TURN, position, fact.seat, seats=tuple(dict.fromkeys(entitled)))
        return self.finding(Kind.CALL_NOT_ALLOWED, position, fact.seat, rule=bar)

    def _check_exchange(self, deal: Deal, position: int, fact: Exchanged) -> Finding:
        seat, bar = fact.seat, self.rule_against(deal, fact)
        options = [option for option in self.options(deal) if isinstance(option, Exchanged)]
        never = not options and Phase.EXCHANGE not in self.book.phases
        if deal.has_play and not never:
            return self.finding(Kind.TOO_LATE, position, seat, rule=bar)
        if any(exchange.seat == seat for exchange in deal.facts_of(Exchanged)):
            return self.finding(Kind.EXCHANGED_TWICE, position, seat, rule=bar)
        if limits := [0] if never else [option.count for option in options if option.seat == seat]:
            finding = self.finding(Kind.TOO_MANY_EXCHANGED, position, seat, rule=bar)
            return replace(finding, count=fact.count, limit=max(limits))
        seats = tuple({option.seat for option in options})
        return self.finding(Kind.CALL_OUT_OF_TURN, position, seat, seats=seats, rule=bar)

    # Findings

    def rule_for(self, kind: Kind) -> str:
        """Returns the rule id for findings of this kind, or the name of the game if its book has none."""
        return self.book.findings.get(kind, self.name)

    def finding(
        self,
        kind: Kind,
        position: int,
        seat: Seat | None = None,
        card: Card | None = None,
        evidence: tuple[Evidence, ...] = (),
        seats: tuple[Seat, ...] = (),
        rule: str | None = None,
    ) -> Finding:
        """Returns a finding, by default with the rule of its kind."""
        return Finding(kind, rule or self.rule_for(kind), position, seat, card, evidence, seats=seats)

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

    def face_down_call(self, deal: Deal, seat: Seat) -> Announced | None:
        """Returns the call that *seat* makes by laying a card face down, if the game has that."""
        return None

    def must_show(self, deal: Deal) -> Seat | None:
        """Returns the seat that has to show what it still holds, since the others went on what it said of it."""
        return None

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

    def result(self, before: Mapping[Seat, int], changes: Mapping[Seat, int]) -> Result:
        """Returns the tallies after a deal, and who has won and lost; by default no tally ends the game."""
        return Result({seat: tally + changes.get(seat, 0) for seat, tally in before.items()})

    def outcome(self, deal: Deal) -> Result:
        """Returns the result of a finished deal; it differs from `result` if one deal can decide the game.

        In a game with the switch `deals` the best tally wins after so many deals, 0 for any number (GO9, SK70).
        """
        result = self.result(deal.tallies, self.changes(deal))
        deals = self.rules.number("deals") if "deals" in self.rules else 0
        if not 0 < deals <= deal.number:
            return result
        best = (min if self.low_wins(deal.seats) else max)(result.tallies.values())
        return Result.of(result.tallies, [seat for seat, tally in result.tallies.items() if tally == best])

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

    def called_suit(self, deal: Deal) -> Suit | None:
        """Returns the suit of the card that was called for a partner."""
        return None

    counts_every_deal: ClassVar[bool] = False
    """Whether each deal changes the lasting counts, as money does, and not only the last of a game."""

    def standing(self, before: Standing, deals: Sequence[DealScore]) -> Standing:
        """Returns the standing after the last of the *deals* of a game, which ended it unless every deal counts.

        Where every deal counts, it goes to the account of its players.
        """
        if not self.counts_every_deal:
            return before
        account = before.get("account", {})
        return {"account": {seat: account.get(seat, 0) + paid for seat, paid in deals[-1].changes.items()}}

    def dealer_after(self, deal: Deal) -> Seat:
        """Returns the next dealer."""
        return deal.dealer if self.is_void(deal) else next_seat(deal.seats, deal.dealer)
