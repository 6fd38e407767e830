"""Schafkopf with the long or the short pack: called ace, Wenz, Solo, Tout and Sie (SK… in docs/rules.md)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from engine.cards import Seat
from engine.events import Announced, Fact
from engine.games.schafkopf.contracts import Contract
from engine.games.schafkopf.score import SchafkopfScore
from engine.rules.book import read_book
from engine.rules.deal import Deal
from engine.rules.known_hands import Dealing
from engine.text import Words


class Schafkopf(SchafkopfScore):
    name = "schafkopf"
    title = Words("Schafkopf", "Schafkopf")
    other_names: ClassVar[tuple[str, ...]] = ("schafkopfen", "schoofkopf")
    book = read_book(Path(__file__).with_suffix(".toml"))

    # Simulation

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        """SK2"""
        for _ in range(2):
            dealing.give_packet((seat, self.hand_size // 2) for seat in deal.from_forehand())
        yield from ()

    def option_weight(self, deal: Deal, dealing: Dealing, fact: Fact) -> float:
        """A hand with many trumps plays; what the hand does not allow is never called, solos and Touts are rare."""
        if not isinstance(fact, Announced):
            return 1.0
        hand = dealing.hands[fact.seat]
        match fact.call:
            case "play":
                return 0.2 + 0.5 * sum(card in self.trumps("rufspiel E") for card in hand)
            case "pass":  # the last does not, so that each deal is played
                return 3.0 if len(deal.callers("pass")) < len(deal.seats) - 1 else 0.0
            case "give_way":
                return 0.0
            case "rufspiel":
                return 8.0 if fact.value in self.callable_suits(tuple(hand)) else 0.0
            case "wenz" | "geier" | "solo":
                trump = Contract(fact.call, fact.seat, fact.value).trump
                return 0.05 * 2.0 ** sum(card in self.trumps(trump) for card in hand)
            case "sie":
                return 50.0 if set(hand) == set(self.trumps("sie")[: self.hand_size]) else 0.0
            case "re":
                return 0.5 if self._is_declarer(deal, dealing, fact.seat) else 0.0
            case "kontra":
                return 0.0 if self._is_declarer(deal, dealing, fact.seat) else 0.5
        return 0.05

    def _is_declarer(self, deal: Deal, dealing: Dealing, seat: Seat) -> bool:
        """Returns whether *seat* plays, or holds or has laid the called ace."""
        contract = self.contract(deal)
        if contract is None or seat == contract.player:
            return contract is not None
        return seat in (self.declarers(deal) or ()) or self._holds_called_ace(contract, dealing, seat)

    def _holds_called_ace(self, contract: Contract, dealing: Dealing, seat: Seat) -> bool:
        return contract.kind == "rufspiel" and any(
            card.suit == contract.suit and card.rank == "A" for card in dealing.hands[seat]
        )
