"""Schafkopf: what a call tells, and which calls a card disproves (SK22, SK84–SK86)."""

from __future__ import annotations

from abc import ABC

from engine.cards import Card, Seat
from engine.events import Announced, CardLaid
from engine.games.schafkopf.base import SchafkopfBase
from engine.games.schafkopf.cards import CALLED, Contract, called_card
from engine.rules.deal import Deal
from engine.rules.findings import Evidence, Finding, Kind
from engine.tricks import Play

DOUBLES = ("kontra", "re")
OLD_ONE = Card("E", "O")
"""SK23: whoever holds it must call if nobody wants to play."""


class SchafkopfProofs(SchafkopfBase, ABC):
    """What the table itself proves about calls."""

    def lacking_cards(self, deal: Deal) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
        """SK22, SK81: the caller does not hold the ace, so one of the others kept it back if all did not lay it."""
        contract = self.contract(deal)
        called = None if contract is None else called_card(contract.trump)
        return () if contract is None or called is None else ((contract.player, (called,)),)

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        contract = self.contract(deal)
        called = None if contract is None else called_card(contract.trump)
        if contract is None or fact.card not in self.pack:
            return []
        latest = Play(fact.seat, fact.card, position)
        found = [*self._false_calls(deal, contract, latest)]
        if called is None:
            return found
        if fact.card == called:
            found += self._wrong_doubles(deal, latest)
        if self._cannot_call(deal, contract, called, latest):
            found += self._against_call(deal, contract.kind, contract.player, latest, "SK22")
        return found

    def _false_calls(self, deal: Deal, contract: Contract, latest: Play) -> list[Finding]:
        """SK23–SK25, SK86: the old one with who did not have to call; a Sie without one of the highest trumps; a
        second trump of who offered his only one.
        """
        is_player = latest.seat == contract.player
        if contract.kind == "sie":
            highest = self.trumps("sie")[: self.hand_size]
            if (latest.card in highest) != is_player:
                return self._against_call(deal, "sie", contract.player, latest, "SK24")
        if contract.kind in CALLED and self.is_forced(deal) and latest.card == OLD_ONE and not is_player:
            return self._against_call(deal, contract.kind, contract.player, latest, "SK23")
        is_trump = self.trump_sets[contract.trump] & self.pack.bit(latest.card)
        if contract.kind == "hochzeit" and is_player and is_trump:
            return self._against_call(deal, "hochzeit", contract.player, latest, "SK25")
        return []

    def _against_call(self, deal: Deal, call: str, seat: Seat, latest: Play, rule: str) -> list[Finding]:
        """Returns the finding that *latest* disproves a call, unless that is known already."""
        entry = next((each for each in deal.facts if getattr(each.fact, "call", "") == call), None)
        if entry is None or entry.position in deal.misdeeds:
            return []
        evidence = (Evidence(latest.position, latest.seat, latest.card, len(deal.tricks) + 1),)
        return [self.finding(Kind.CALL_NOT_ALLOWED, entry.position, seat, evidence=evidence, rule=rule)]

    def _cannot_call(self, deal: Deal, contract: Contract, called: Card, latest: Play) -> bool:
        """SK84: whether the caller lays the ace himself, or cannot have held a card of its suit.

        That is known at his last card, or once all cards of the suit lay elsewhere.
        """
        if latest.card == called and latest.seat == contract.player:
            return True
        plays = [*deal.plays(), latest]
        own = [play for play in plays if play.seat == contract.player]
        are_sure = all(play.position not in deal.doubtful and play.card in self.pack for play in own)
        may_lack = self.rules.flag("renounce") or self.is_forced(deal)
        in_suit = self.plain_suit(contract.suit, contract.trump)
        if may_lack or not are_sure or self.pack.set(play.card for play in own) & in_suit:
            return False
        sure = (play.card for play in plays if play.position not in deal.doubtful and play.card in self.pack)
        return len(own) == self.hand_size or not in_suit & ~self.pack.set(sure)

    def _wrong_doubles(self, deal: Deal, called: Play) -> list[Finding]:
        """SK85: Kontra by the holder of the called ace, Re by an opponent."""
        contract = self.contract(deal)
        players = (called.seat, contract.player if contract is not None else called.seat)
        evidence = (Evidence(called.position, called.seat, called.card, len(deal.tricks) + 1),)
        return [
            self.finding(Kind.CALL_NOT_ALLOWED, position, fact.seat, evidence=evidence, rule="SK55")
            for position, fact in deal.facts
            if isinstance(fact, Announced) and fact.call in DOUBLES
            if (fact.seat in players) == (fact.call == "kontra")
        ]
