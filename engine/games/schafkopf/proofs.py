"""Schafkopf: what a call tells, and which calls a card disproves (SK22, SK81–SK85)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence
from dataclasses import replace

from engine.cards import Card, CardSet, Seat, Trump
from engine.events import Announced, CardLaid
from engine.games.schafkopf.base import SchafkopfBase
from engine.games.schafkopf.cards import CALLED, Contract, called_card, duties_of
from engine.rules.deal import Deal
from engine.rules.findings import RULE_SEPARATOR, Breach, Evidence, Finding, Kind
from engine.tricks import Play

DOUBLES = ("kontra", "re")
OLD_ONE = Card("E", "O")
"""SK23: whoever holds it must call if nobody wants to play."""


class SchafkopfProofs(SchafkopfBase, ABC):
    """What the table itself proves about calls, and about running away."""

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
        laid = Play(fact.seat, fact.card, position)
        found = [*self._false_calls(deal, contract, laid)]
        if called is None:
            return found
        found += [
            *self._run_away(deal, contract.trump, called, laid),
            *self._kept_by_somebody(deal, contract, called, laid),
        ]
        if fact.card == called:
            found += self._wrong_doubles(deal, laid)
        if self._cannot_call(deal, contract, called, laid):
            found += self._against_call(deal, contract.kind, contract.player, laid, "SK22")
        return found

    def _false_calls(self, deal: Deal, contract: Contract, laid: Play) -> list[Finding]:
        """SK23–SK25, SK86: the old one with who did not have to call; a Sie without one of the highest trumps; a
        second trump of who offered his only one.
        """
        if contract.kind == "sie":
            highest = self.trumps("sie")[: self.hand_size]
            if (laid.card in highest) != (laid.seat == contract.player):
                return self._against_call(deal, "sie", contract.player, laid, "SK24")
        if contract.kind in CALLED and self.is_forced(deal) and laid.card == OLD_ONE and laid.seat != contract.player:
            return self._against_call(deal, contract.kind, contract.player, laid, "SK23")
        is_trump = self.trump_sets[contract.trump] & self.pack.bit(laid.card)
        if contract.kind == "hochzeit" and laid.seat == contract.player and is_trump:
            return self._against_call(deal, "hochzeit", contract.player, laid, "SK25")
        return []

    def _against_call(self, deal: Deal, call: str, seat: Seat, laid: Play, rule: str) -> list[Finding]:
        """Returns the finding that *laid* disproves a call, unless that is known already."""
        entry = next((each for each in deal.facts if getattr(each.fact, "call", "") == call), None)
        if entry is None or entry.position in deal.misdeeds:
            return []
        evidence = (Evidence(laid.position, laid.seat, laid.card, len(deal.tricks) + 1),)
        return [self.finding(Kind.CALL_NOT_ALLOWED, entry.position, seat, evidence=evidence, rule=rule)]

    def _cannot_call(self, deal: Deal, contract: Contract, called: Card, laid: Play) -> bool:
        """SK84: whether the caller lays the ace himself, or cannot have held a card of its suit.

        That is known at his last card, or once all cards of the suit lay elsewhere.
        """
        if laid.card == called and laid.seat == contract.player:
            return True
        plays = [*deal.plays(), laid]
        own = [play for play in plays if play.seat == contract.player]
        are_sure = all(play.position not in deal.doubtful and play.card in self.pack for play in own)
        may_lack = self.rules.flag("renounce") or self.is_forced(deal)
        in_suit = self.plain_suit(contract.suit, contract.trump)
        if may_lack or not are_sure or self.pack.set(play.card for play in own) & in_suit:
            return False
        return len(own) == self.hand_size or not in_suit & ~self._certainly_laid(deal, plays)

    def _certainly_laid(self, deal: Deal, plays: Sequence[Play]) -> CardSet:
        """Returns the cards of *plays* that were read without doubt."""
        sure = (play.card for play in plays if play.position not in deal.doubtful and play.card in self.pack)
        return self.pack.set(sure)

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

    def _run_away(self, deal: Deal, trump: Trump, called: Card, laid: Play) -> list[Finding]:
        """SK82: the holder of the called ace led its suit below it with too few cards of it.

        Proved when the ace has shown whose it is and enough other cards of the suit were seen elsewhere; by the card
        that completes the proof.
        """
        search = self.first_search(deal.all_tricks(), trump)
        plays = [*deal.plays(), laid]
        if search is None or search.card == called or deal.may_lack_tricks:
            return []
        later = plays[plays.index(search) :]  # an ace that was thrown off before is not led any more
        if search.position in deal.doubtful or not any(p.card == called and p.seat == search.seat for p in later):
            return []
        if not self.may_run_away(called.suit, trump, deal.trick_number(search.position)):
            return []  # the ladder forbids it, as the referee knows
        has_fallen = any(play.card == called for play in plays[:-1])
        if not self._held_too_few(deal, search, plays) or (has_fallen and self._held_too_few(deal, search, plays[:-1])):
            return []
        trick = deal.trick_number(search.position)
        shown = next((play for play in plays if play.card == called), laid)
        number = deal.trick_number(shown.position) or len(deal.tricks) + 1
        evidence = (
            Evidence(search.position, search.seat, search.card, trick),
            Evidence(shown.position, shown.seat, called, number),
        )
        breach = Breach(duties_of(trump)[2], "SK41", None, None, (called,), trump)
        finding = self.finding(Kind.REVOKE, search.position, search.seat, search.card, evidence, rule="SK41")
        return [replace(finding, breach=breach, seats=(search.seat,), count=1)]

    def _held_too_few(self, deal: Deal, search: Play, plays: Sequence[Play]) -> bool:
        """Returns whether *plays* show that who led the called suit first could not hold enough of it to run away.

        He may have held what was not laid elsewhere nor by him before, and no more than he has laid of it since and
        has cards left.
        """
        start, suit = plays.index(search), self.plain_suit(search.card.suit, f"rufspiel {search.card.suit}")
        own = [play for play in plays[start:] if play.seat == search.seat]
        elsewhere = [play for play in plays if play.seat != search.seat or plays.index(play) < start]
        possible = suit & ~self._certainly_laid(deal, elsewhere)
        before = [play for play in plays[:start] if play.seat == search.seat]
        others = self._certainly_laid(deal, before) | self._certainly_laid(deal, own) & ~suit
        left = self.hand_size - others.bit_count()
        return min(possible.bit_count(), left) < self.rules.number("run_away_cards")

    def _kept_by_somebody(self, deal: Deal, contract: Contract, called: Card, laid: Play) -> list[Finding]:
        """SK81: the called suit was led by who cannot have run away, and the called card did not fall.

        Either the leader holds it, and led another card of its suit, or one of the others kept it back. If the caller
        led, or running away is not allowed, the referee proves it.
        """
        search = self.first_search(deal.all_tricks(), contract.trump)
        plays = [*deal.plays(), laid]
        if search is None or search.seat == contract.player or any(play.card == called for play in plays):
            return []
        number = deal.trick_number(search.position)
        if deal.may_lack_tricks or not self.may_run_away(called.suit, contract.trump, number):
            return []
        trick = next(each for each in deal.all_tricks() if search in each.plays)
        asked = trick.plays if len(trick) >= len(deal.seats) else (*trick.plays, laid)
        are_sure = all(play.position not in deal.doubtful and play.card in self.pack for play in asked)
        if len({play.seat for play in asked}) < len(deal.seats) or not are_sure:
            return []
        is_known_before = len(trick) >= len(deal.seats) and self._held_too_few(deal, search, plays[:-1])
        if is_known_before or not self._held_too_few(deal, search, plays):
            return []
        suspects = [play for play in asked if play.seat != contract.player]
        evidence = tuple(Evidence(play.position, play.seat, play.card, number) for play in suspects)
        finding = self.finding(
            Kind.REVOKE_AMONG, search.position, None, search.card, evidence, rule=RULE_SEPARATOR.join(("SK41", "SK40"))
        )
        return [replace(finding, seats=tuple(play.seat for play in suspects), count=1)]
