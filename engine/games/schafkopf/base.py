"""The base of Schafkopf: the contract of a deal, parties, who has run away, and card points (SK4, SK41, SK43)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence

from engine.cards import Card, Rank, Seat, Trump
from engine.events import Announced
from engine.games.schafkopf.cards import SchafkopfCards
from engine.games.schafkopf.contracts import CALLABLE, Contract, called_ace
from engine.rules.card_rules import Ladder
from engine.rules.deal import Deal
from engine.tricks import Play, Trick

CARD_VALUES: Mapping[Rank, int] = {"A": 11, "10": 10, "K": 4, "O": 3, "U": 2}
"""SK4"""


class SchafkopfBase(SchafkopfCards, ABC):
    """What is known of a deal."""

    # Duties

    def duties(self, deal: Deal, seat: Seat, trick: Trick, trump: Trump) -> Ladder:
        """SK41, SK43: once the called suit was led there is no running away, and who ran away has no duty left."""
        ace = called_ace(trump)
        if ace is not None:
            # The lead that is judged may lie already, in a trick that is not full.
            earlier = deal.all_tricks() if len(deal.trick) >= len(deal.seats) else tuple(deal.tricks)
            if not trick.plays and self.first_search(earlier, trump) is not None:
                return ()
            if trick.plays and self.has_run_away(deal, seat, trump):
                lying = [card for card in trick.cards if card in self.pack]
                return self._rungs(lying[0], trump) if lying else ()
        return super().duties(deal, seat, trick, trump)

    def first_search(self, tricks: Sequence[Trick], trump: Trump) -> Play | None:
        """Returns the first card of *tricks* that was led of the called suit, or None."""
        ace = called_ace(trump)
        leads = (trick.plays[0] for trick in tricks if trick.plays)
        suit = 0 if ace is None else self.plain_suit(ace.suit, trump)
        return next((play for play in leads if play.card in self.pack and self.pack.bit(play.card) & suit), None)

    def has_run_away(self, deal: Deal, seat: Seat, trump: Trump) -> bool:
        """SK43: whether *seat* led the called suit first, below the ace; it then holds the ace, or has no such duty."""
        search = self.first_search(deal.all_tricks(), trump)
        return search is not None and search.seat == seat and search.card != called_ace(trump)

    # Contract and parties

    def contract(self, deal: Deal) -> Contract | None:
        """Returns the first contract that was named."""
        return deal.cached(self._first_contract)

    def _first_contract(self, deal: Deal) -> Contract | None:
        for fact in deal.facts_of(Announced):
            kind = fact.call.removesuffix("_tout")
            suits = {"rufspiel": CALLABLE, "solo": self.pack.suits}.get(kind, ("",))
            if kind in self.courts and fact.seat in deal.seats and fact.value in suits:
                return Contract(kind, fact.seat, fact.value, fact.call != kind)
        return None

    def trump(self, deal: Deal) -> Trump | None:
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        contract = self.contract(deal)
        return contract.trump if contract is not None else None

    def holder_of_called_ace(self, deal: Deal) -> Seat | None:
        """Returns who has laid the called ace, or was named as the partner where cards are entered by hand."""
        contract = self.contract(deal)
        ace = called_ace(contract.trump) if contract is not None else None
        if ace is None:
            return None
        laid = (play.seat for play in deal.plays() if play.card == ace)
        named = (fact.seat for fact in deal.facts_of(Announced) if fact.call == "partner")
        return next(iter((*laid, *named)), None)

    def declarers(self, deal: Deal) -> tuple[Seat, ...] | None:
        """Returns the party that plays, or None while the called ace has not fallen."""
        contract = self.contract(deal)
        if contract is None:
            return None
        if contract.kind != "rufspiel":
            return (contract.player,)
        holder = self.holder_of_called_ace(deal)
        return None if holder is None else tuple(dict.fromkeys((contract.player, holder)))

    def side_in(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        declarers = self.declarers(deal)
        if declarers is None:
            return (seat,)
        return declarers if seat in declarers else tuple(other for other in deal.seats if other not in declarers)

    # Card points

    def card_points(self, cards: Sequence[Card]) -> int:
        """SK4"""
        return sum(CARD_VALUES.get(card.rank, 0) for card in cards if card in self.pack)

    @property
    def entered_total(self) -> int:
        """The card points of a deal."""
        return self.card_points(self.pack.cards)

    def points_taken(self, deal: Deal) -> dict[Seat, int]:
        points = dict.fromkeys(deal.seats, 0)
        if deal.entered is not None:
            return points | dict(deal.entered.tricks)
        for trick, taker in self.complete_tricks(deal):
            if taker is not None:
                points[taker] += self.card_points(trick.cards)
        return points
