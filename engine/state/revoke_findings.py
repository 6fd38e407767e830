"""The referee of a deal, and findings from its proofs: the revoke, its rule, and the cards that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.events import CardTaken
from engine.referee.referee import Referee
from engine.rules.findings import RULE_SEPARATOR, Breach, Evidence, Finding, Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.cards import Card, Seat
    from engine.referee.referee import Proof, Suspect
    from engine.rules.deal import Deal
    from engine.rules.game import Game
    from engine.rules.values import Trump
    from engine.tricks import Trick


def new_referee(game: Game, deal: Deal, trump: Trump | None) -> Referee:
    """Returns the referee of a *deal* without its invalid facts, under one *trump*; None if trump is unknown."""
    referee = Referee(game.pack, dict.fromkeys(game.active(deal), game.tricks_in_deal))
    for holding in game.known_holdings(deal):
        referee.hold(holding.position, holding.seat, holding.cards, holding.at_least, holding.source)
    for card in game.out_of_play(deal):
        referee.leave(card)
    for seat, cards in game.implications(deal, trump) if trump is not None else ():
        referee.imply(seat, cards)
    return referee


@dataclass(frozen=True, slots=True)
class RevokeFindings:
    """Makes findings for one deal; `trick_before` has, by the position of a play, the trick on which it was laid."""

    game: Game
    deal: Deal
    trick_before: Mapping[int, Trick]

    def finding(self, proof: Proof) -> Finding:
        """Returns the finding of kind REVOKE, or REVOKE_AMONG if only one of several plays was a revoke."""
        first = proof.plays[0]
        kind = Kind.REVOKE if len(proof.plays) == 1 else Kind.REVOKE_AMONG
        evidence = [self._evidence_of(suspect.position, suspect.card, suspect.seat) for suspect in proof.plays]
        evidence += [entry for each in (proof, *proof.alternatives) for entry in self._cards_that_prove(each)]
        evidence += [Evidence(position) for position in proof.ask]
        breach = self._breach(first, proof) if len(proof.plays) == 1 else None
        rungs = dict.fromkeys(rung for suspect in proof.plays for rung in suspect.rules)
        rule = RULE_SEPARATOR.join(dict.fromkeys(map(self.game.rule_of, rungs)))
        seat = first.seat if len(proof.guilty) == 1 else None
        return Finding(
            kind,
            rule,
            first.position,
            seat,
            first.card,
            tuple(dict.fromkeys(evidence)),
            breach,
            proof.guilty,
            proof.needed,
        )

    def _cards_that_prove(self, proof: Proof) -> list[Evidence]:
        """Returns the card that proves it; if at least one of several cards was in the hand, all of them."""
        seat = proof.plays[0].seat
        if proof.position is None:
            return []
        if proof.kind != "one_of":
            return [self._evidence_of(proof.position, proof.cards[0], seat)]
        taken = {fact.card: position for position, fact in self.deal.facts if isinstance(fact, CardTaken)}
        return [Evidence(taken.get(card, proof.position), seat, card) for card in proof.cards]

    def _evidence_of(self, position: int, card: Card, seat: Seat) -> Evidence:
        return Evidence(position, seat, card, self.deal.trick_number(position))

    def _breach(self, suspect: Suspect, proof: Proof) -> Breach:
        trick = [card for card in self.trick_before[suspect.position].cards if card in self.game.pack]
        trump = self.game.trump(self.deal.without_invalid_facts())
        led = trick[0] if trick else None
        best = self.game.best(trick, trump) if trick and trump is not None else led
        rung, *others = suspect.rules
        left = proof.cards if proof.kind == "pool" else None
        withheld = proof.cards if left is None else ()
        return Breach(rung, self.game.rule_of(rung), led, best, withheld, trump, tuple(others), left)
