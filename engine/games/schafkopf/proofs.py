"""Schafkopf: what a call tells, and which calls a card disproves (SK22, SK81–SK85)."""

from __future__ import annotations

from abc import ABC
from dataclasses import replace

from engine.cards import Card, Seat, Suit
from engine.events import Announced, CardLaid
from engine.games.schafkopf.base import SchafkopfBase
from engine.games.schafkopf.contracts import called_ace
from engine.rules.deal import Deal
from engine.rules.findings import Breach, Evidence, Finding, Kind
from engine.tricks import Play

DOUBLES = ("kontra", "re")


class SchafkopfProofs(SchafkopfBase, ABC):
    """What the table itself proves about calls, and about running away."""

    def lacking_cards(self, deal: Deal) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
        """SK22, SK81: the caller does not hold the ace, so one of the others kept it back if all did not lay it."""
        contract = self.contract(deal)
        ace = None if contract is None else called_ace(contract.trump)
        return () if contract is None or ace is None else ((contract.player, (ace,)),)

    def check_laid(self, deal: Deal, position: int, fact: CardLaid) -> list[Finding]:
        contract = self.contract(deal)
        ace = None if contract is None else called_ace(contract.trump)
        if contract is None or ace is None or fact.card not in self.pack:
            return []
        laid = Play(fact.seat, fact.card, position)
        found = [*self._run_away(deal, ace, laid)]
        if fact.card == ace:
            found += self._wrong_doubles(deal, laid)
        if fact.seat == contract.player and self._cannot_call(deal, contract.suit, ace, laid):
            call = next(entry for entry in deal.facts if getattr(entry.fact, "call", "") == "rufspiel")
            evidence = (Evidence(position, fact.seat, fact.card, len(deal.tricks) + 1),)
            found.append(self.finding(Kind.CALL_NOT_ALLOWED, call.position, fact.seat, evidence=evidence, rule="SK22"))
        return found

    def _cannot_call(self, deal: Deal, suit: Suit, ace: Card, laid: Play) -> bool:
        """SK84: whether the caller lays the ace himself, or his last card and none of the suit."""
        if laid.card == ace:
            return True
        cards = [play.card for play in deal.plays() if play.seat == laid.seat] + [laid.card]
        in_suit = self.plain_suit(suit, f"rufspiel {suit}")
        is_known = len(cards) == self.hand_size and all(card in self.pack for card in cards)
        is_sure = not any(play.position in deal.doubtful for play in deal.plays() if play.seat == laid.seat)
        return is_known and is_sure and not self.rules.flag("renounce") and not self.pack.set(cards) & in_suit

    def _wrong_doubles(self, deal: Deal, ace: Play) -> list[Finding]:
        """SK85: Kontra by the holder of the called ace, Re by an opponent."""
        contract = self.contract(deal)
        players = (ace.seat, contract.player if contract is not None else ace.seat)
        wrong = [
            entry
            for entry in deal.facts
            if isinstance(entry.fact, Announced)
            and entry.fact.call in DOUBLES
            and (entry.fact.seat in players) == (entry.fact.call == "kontra")
        ]
        evidence = (Evidence(ace.position, ace.seat, ace.card, len(deal.tricks) + 1),)
        return [
            self.finding(
                Kind.CALL_NOT_ALLOWED, entry.position, getattr(entry.fact, "seat", None), evidence=evidence, rule="SK55"
            )
            for entry in wrong
        ]

    def _run_away(self, deal: Deal, ace: Card, laid: Play) -> list[Finding]:
        """SK82: the holder of the called ace led its suit below it with too few cards of it.

        Proved when the ace has shown whose it is and enough other cards of the suit were seen elsewhere; by the card
        that completes the proof.
        """
        trump = f"rufspiel {ace.suit}"
        search = self.first_search(deal.all_tricks(), trump)
        plays = [*deal.plays(), laid]
        if search is None or search.card == ace or deal.may_lack_tricks:
            return []
        if search.position in deal.doubtful or not any(p.card == ace and p.seat == search.seat for p in plays):
            return []
        if not self._may_run_in(deal, search):
            return []  # the ladder forbids it, as the referee knows
        needed = self.rules.number("run_away_cards")
        suit = self.plain_suit(ace.suit, trump)

        def most_held(until: list[Play]) -> int:
            before = plays.index(search)
            sure = [play for play in until if play.position not in deal.doubtful and play.card in self.pack]
            gone = self.pack.set(p.card for p in sure if p.seat != search.seat or plays.index(p) < before)
            return (suit & ~gone).bit_count()

        has_fallen = any(play.card == ace for play in plays[:-1])
        if most_held(plays) >= needed or (has_fallen and most_held(plays[:-1]) < needed):
            return []
        trick = deal.trick_number(search.position)
        shown = next((play for play in plays if play.card == ace), laid)
        number = deal.trick_number(shown.position) or len(deal.tricks) + 1
        evidence = (
            Evidence(search.position, search.seat, search.card, trick),
            Evidence(shown.position, shown.seat, ace, number),
        )
        breach = Breach("run_away", "SK41", None, None, (ace,), trump)
        finding = self.finding(Kind.REVOKE, search.position, search.seat, search.card, evidence, rule="SK41")
        return [replace(finding, breach=breach, seats=(search.seat,), count=1)]

    def _may_run_in(self, deal: Deal, search: Play) -> bool:
        rule = self.rules.text("run_away")
        return rule == "any_lead" or (rule == "first_trick" and deal.trick_number(search.position) == 1)
