"""Adds events of a deal other than cards laid to the deal, and returns findings about faults."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.events import Announced, CardTaken, Fact, Ruled, TricksEntered, UpcardTurned
from engine.rules.deal import Deal, Misdeed
from engine.rules.findings import Evidence, Finding, Kind

if TYPE_CHECKING:
    from engine.rules.game import Game
    from engine.state.deal_observer import DealObserver

_WITHOUT_EFFECT = {
    Kind.TOO_LATE,
    Kind.UPCARD_TURNED_TWICE,
    Kind.UNKNOWN_CALL,
    Kind.STRANGER,
    Kind.DECLARED_TWICE,
    Kind.FOREIGN_CARD,
    Kind.SEEN_TWICE,
    Kind.CALL_OUT_OF_TURN,
    Kind.CALL_NOT_ALLOWED,
    Kind.KRANK_BID,
    Kind.WILD_BID,
    Kind.FALSE_MELD,
    Kind.WRONG_COUNT,
}
"""Findings whose fact is not added to the deal, since it would contradict what the deal already holds."""

_KINDS_OF_DOUBT = {Kind.OUT_OF_TURN, Kind.MISSED_CARD, Kind.SEEN_TWICE}
"""Findings about cards that the camera may have misread or assigned to the wrong seat."""


def apply_announcement(game: Game, deal: Deal, observer: DealObserver, position: int, fact: Fact) -> list[Finding]:
    """Adds *fact* to the deal unless it contradicts what the deal already holds, and returns the findings."""
    seats = {seat for seat, _ in fact.tricks} if isinstance(fact, TricksEntered) else {getattr(fact, "seat", None)}
    absent = sorted(seat for seat in seats if seat is not None and seat not in deal.seats)
    findings = [game.finding(Kind.STRANGER, position, seat) for seat in absent]
    if isinstance(fact, CardTaken | UpcardTurned):
        findings += _contradictions(game, deal, position, fact)
    findings += game.check(deal, position, fact) if not findings else []
    if any(finding.kind in _WITHOUT_EFFECT for finding in findings):
        return findings
    if not findings and not game.has_effect(deal, fact):
        return []
    return findings + _add_to_deal(game, deal, observer, position, fact)


def apply_ruling(game: Game, deal: Deal, observer: DealObserver, position: int, fact: Ruled) -> list[Finding]:
    """Applies the ruling, which replaces earlier rulings on the same event; the observer handles those on cards."""
    if fact.ruling == "noted":
        return []
    deal.counted = [misdeed for misdeed in deal.counted if misdeed.position != fact.position]
    misdeed = deal.misdeeds.get(fact.position)
    ruled_fact = next((entry.fact for entry in deal.facts if entry.position == fact.position), None)
    if fact.ruling == "counted":
        player = next((play.seat for play in deal.plays() if play.position == fact.position), None)
        seat = misdeed.seat if misdeed else getattr(ruled_fact, "seat", player)
        kinds = misdeed.kinds if misdeed else frozenset()
        if misdeed or ruled_fact or player is not None:
            deal.counted.append(Misdeed(fact.position, seat, kinds, fact))
    if (misdeed is None and ruled_fact is None) or observer.was_laid(fact.position):
        return observer.apply_ruling(position, fact)
    if fact.ruling == "stands" and observer.leave_to_gatherer(fact.position):
        return []
    if fact.ruling == "taken_back":
        return observer.retract(position, fact.position)
    left_out = misdeed.fact if misdeed is not None and ruled_fact is None else None
    if fact.ruling == "stands" and left_out is not None and not isinstance(left_out, TricksEntered):
        playing, trump = game.active(deal), game.trump(deal)
        deal.add_fact(fact.position, left_out)
        if deal.has_play and (game.active(deal) != playing or trump not in (None, game.trump(deal))):
            deal.remove_fact(fact.position)
            return [game.finding(Kind.TOO_LATE, position)]
        deal.withdrawn.discard(fact.position)
        return []
    return []


def _contradictions(game: Game, deal: Deal, position: int, fact: CardTaken | UpcardTurned) -> list[Finding]:
    card, seat = fact.card, fact.seat if isinstance(fact, CardTaken) else None
    if card not in game.pack:
        return [game.finding(Kind.FOREIGN_CARD, position, seat, card)]
    to_hand = isinstance(fact, CardTaken) and fact.source == "upcard"
    before = CardTaken if to_hand else CardTaken | UpcardTurned
    evidence = tuple(
        Evidence(entry.position, getattr(entry.fact, "seat", None), card)
        for entry in deal.facts
        if isinstance(entry.fact, before) and entry.fact.card == card
    )
    return [game.finding(Kind.SEEN_TWICE, position, seat, card, evidence)] if evidence else []


def with_call(deal: Deal, finding: Finding, position: int, fact: Fact) -> Finding:
    """Returns the finding together with the call it is about, made at *position* or earlier in the deal."""
    earlier = (entry.fact for entry in deal.facts if entry.position == finding.position)
    announced = fact if finding.position == position else next(earlier, None)
    return replace(finding, call=announced) if isinstance(announced, Announced) else finding


def record_misdeed(deal: Deal, finding: Finding, fact: Fact | None) -> None:
    """Records the misdeed so that the table can rule on it, and marks cards as doubtful if the finding doubts them."""
    if finding.kind in _KINDS_OF_DOUBT:
        deal.doubtful.update((finding.position, *(evidence.position for evidence in finding.evidence)))
    before = deal.misdeeds.get(finding.position)
    kinds = frozenset({finding.kind}) | (before.kinds if before else frozenset())
    fact = before.fact if before and before.fact is not None else fact
    seat = before.seat if before and before.seat is not None else finding.seat
    deal.misdeeds[finding.position] = Misdeed(finding.position, seat, kinds, fact)


def _add_to_deal(game: Game, deal: Deal, observer: DealObserver, position: int, fact: Fact) -> list[Finding]:
    if isinstance(fact, TricksEntered):
        deal.entered = fact
        return []
    cards = () if position in deal.invalid_facts else game.cards_shown_by(deal, fact)
    deal.add_fact(position, fact)
    return observer.add_known_cards(position, fact.seat, cards) if cards and isinstance(fact, Announced) else []
