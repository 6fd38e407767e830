"""Findings about calls, exchanges and cards taken that are not among the options of a game. Nothing is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.events import Announced, CardTaken, Exchanged, TricksEntered, UpcardTurned
from engine.rules.findings import Finding, Kind
from engine.rules.values import Phase

if TYPE_CHECKING:
    from engine.events import Fact
    from engine.rules.book import Book
    from engine.rules.deal import Deal
    from engine.rules.values import Step, Trump


class CallRules(Protocol):
    """The methods of a game (`engine.rules.game.Game`) about calls, exchanges and cards taken."""

    @property
    def book(self) -> Book: ...

    @property
    def all_trumps(self) -> tuple[Trump, ...]: ...

    @property
    def entered_total(self) -> int | None: ...

    def step(self, deal: Deal) -> Step: ...

    def is_finished(self, deal: Deal) -> bool: ...

    def options(self, deal: Deal) -> tuple[Fact, ...]: ...

    def rule_against(self, deal: Deal, fact: Fact) -> str | None: ...

    def rule_for(self, kind: Kind) -> str: ...


def faults_of(game: CallRules, deal: Deal, position: int, fact: Fact) -> list[Finding]:
    """Returns the findings about *fact*, with their rules; none if it is an option of the game."""
    if isinstance(fact, TricksEntered):
        if fact.trump and fact.trump not in game.all_trumps:
            return [Finding(Kind.UNKNOWN_CALL, game.rule_for(Kind.UNKNOWN_CALL), position)]
        total, due = sum(count for _, count in fact.tricks), game.entered_total
        if due is None or total == due:
            return []
        return [Finding(Kind.WRONG_COUNT, game.rule_for(Kind.WRONG_COUNT), position, count=total, limit=due)]
    if fact in game.options(deal):
        return []
    match fact:
        case Announced(call="misdeal"):  # whoever calls it, the dealer is responsible
            kind = Kind.TOO_LATE if game.is_finished(deal) else Kind.MISDEAL
            return [Finding(kind, game.rule_for(kind), position, deal.dealer)]
        case Announced():
            return [_call(game, deal, position, fact)]
        case Exchanged():
            return [_exchange(game, deal, position, fact)]
        case CardTaken(seat, card):
            kind = Kind.TOO_LATE if deal.has_play else Kind.CUT_CARD_NOT_ALLOWED
            kind = Kind.WRONG_UPCARD_TAKER if fact.source == "upcard" and not deal.has_play else kind
            takers = [option for option in game.options(deal) if isinstance(option, CardTaken) and option.card == card]
            rule, seats = game.rule_against(deal, fact) or game.rule_for(kind), tuple(taker.seat for taker in takers)
            return [Finding(kind, rule, position, seat, card, seats=seats)]
        case UpcardTurned(card) if game.step(deal).phase != Phase.UPCARD:  # options do not list the card to be turned
            kind = Kind.TOO_LATE if deal.has_play else Kind.UPCARD_TURNED_TWICE
            return [Finding(kind, game.rule_for(kind), position, card=card)]
        case _:
            return []


def _call(game: CallRules, deal: Deal, position: int, fact: Announced) -> Finding:
    bar = game.rule_against(deal, fact)
    if fact.call not in game.book.calls:
        return Finding(Kind.UNKNOWN_CALL, bar or game.rule_for(Kind.UNKNOWN_CALL), position, fact.seat)
    options = [option for option in game.options(deal) if isinstance(option, Announced)]
    entitled = tuple(option.seat for option in options if (option.call, option.value) == (fact.call, fact.value))
    if entitled and bar is None:
        kind = Kind.CALL_OUT_OF_TURN
        return Finding(kind, game.rule_for(kind), position, fact.seat, seats=tuple(dict.fromkeys(entitled)))
    return Finding(Kind.CALL_NOT_ALLOWED, bar or game.rule_for(Kind.CALL_NOT_ALLOWED), position, fact.seat)


def _exchange(game: CallRules, deal: Deal, position: int, fact: Exchanged) -> Finding:
    seat, bar = fact.seat, game.rule_against(deal, fact)
    options = [option for option in game.options(deal) if isinstance(option, Exchanged)]
    never = not options and Phase.EXCHANGE not in game.book.phases
    if deal.has_play and not never:
        return Finding(Kind.TOO_LATE, bar or game.rule_for(Kind.TOO_LATE), position, seat)
    if any(exchange.seat == seat for exchange in deal.facts_of(Exchanged)):
        return Finding(Kind.EXCHANGED_TWICE, bar or game.rule_for(Kind.EXCHANGED_TWICE), position, seat)
    limits = [0] if never else [option.count for option in options if option.seat == seat]
    if limits:
        kind = Kind.TOO_MANY_EXCHANGED
        return Finding(kind, bar or game.rule_for(kind), position, seat, count=fact.count, limit=max(limits))
    kind = Kind.CALL_OUT_OF_TURN
    return Finding(kind, bar or game.rule_for(kind), position, seat, seats=tuple({option.seat for option in options}))
