"""The base of Schafkopf: the contract of a deal, parties, who has run away, and card points (SK4, SK41, SK43)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence

from engine.cards import Card, Rank, Seat, Trump
from engine.events import Announced, Fact
from engine.games.schafkopf.cards import CALLED, CONTRACTS, Contract, SchafkopfCards, called_card, suits_of
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
        called = called_card(trump)
        if called is not None:
            # The lead that is judged may lie already, in a trick that is not full.
            earlier = deal.all_tricks() if len(deal.trick) >= len(deal.seats) else tuple(deal.tricks)
            may_be_searched = deal.may_lack_tricks or any(
                each.plays[0].position in deal.doubtful for each in earlier if each.plays
            )
            if not trick.plays and (may_be_searched or self.first_search(earlier, trump) is not None):
                return ()
            if trick.plays and self.has_run_away(deal, seat, trump):
                lying = [card for card in trick.cards if card in self.pack]
                return self._rungs(lying[0], trump) if lying else ()
        return super().duties(deal, seat, trick, trump)

    def first_search(self, tricks: Sequence[Trick], trump: Trump) -> Play | None:
        """Returns the first card of *tricks* that was led of the called suit, or None."""
        called = called_card(trump)
        leads = (trick.plays[0] for trick in tricks if trick.plays)
        suit = 0 if called is None else self.plain_suit(called.suit, trump)
        return next((play for play in leads if play.card in self.pack and self.pack.bit(play.card) & suit), None)

    def has_run_away(self, deal: Deal, seat: Seat, trump: Trump) -> bool:
        """SK43: whether *seat* led the called suit first, below the ace; it then holds the ace, or has no such duty."""
        search = self.first_search(deal.all_tricks(), trump)
        return search is not None and search.seat == seat and search.card != called_card(trump)

    # Contract and parties

    def contract(self, deal: Deal) -> Contract | None:
        """Returns the highest contract that was named, or what follows since all have passed; a Ramsch is none."""
        return deal.cached(self._highest_contract)

    def _highest_contract(self, deal: Deal) -> Contract | None:
        named = [contract for fact in deal.facts_of(Announced) if (contract := self.named_by(deal, fact)) is not None]
        if named:
            return max(named, key=lambda contract: self.order_of(deal, contract))
        if self.all_pass == "kreuz" and (self.has_passed_out(deal) or deal.callers("kreuz")):
            order = deal.from_forehand()
            return Contract("kreuz", order[0], partner=order[len(order) // 2])
        return None

    def named_by(self, deal: Deal, fact: Announced) -> Contract | None:
        """Returns the contract that a call names, or a Hochzeit that it accepts."""
        kind = fact.call.removesuffix("_tout")
        is_known = fact.call in CONTRACTS and kind in self.courts and fact.seat in deal.seats
        if is_known and fact.value in suits_of(kind, self.pack.suits):
            return Contract(kind, fact.seat, fact.value, fact.call != kind)
        offers = self._offers(deal)
        if fact.call == "accept" and offers and fact.seat != offers[0]:
            return Contract("hochzeit", offers[0], partner=fact.seat)
        return None

    def order_of(self, deal: Deal, contract: Contract) -> tuple[int, int]:
        """SK21: of two contracts the higher one is played, of equal ones that of the earlier player."""
        return self.precedence(contract), -deal.from_forehand().index(contract.player)

    @property
    def all_pass(self) -> str:
        """SK23"""
        return self.rules.text("all_pass")

    def _offers(self, deal: Deal) -> list[Seat]:
        has_hochzeit = "hochzeit" in self.courts
        return [fact.seat for fact in deal.facts_of(Announced) if fact.call == "hochzeit" and has_hochzeit]

    def open_offer(self, deal: Deal) -> Seat | None:
        """SK25: returns who offers a trump in a Hochzeit that nobody has taken and not all have refused."""
        offers = self._offers(deal)
        if not offers or deal.callers("accept"):
            return None
        return None if deal.callers("refuse") >= set(deal.seats) - {offers[0]} else offers[0]

    def has_passed_out(self, deal: Deal) -> bool:
        """SK23: whether nobody wants to play."""
        unwanted = deal.callers("hochzeit") if self.open_offer(deal) is None else frozenset()
        return deal.callers("pass", "give_way") | unwanted >= set(deal.seats)

    def is_ramsch(self, deal: Deal) -> bool:
        """SK23, SK60"""
        if self.all_pass != "ramsch" or self.contract(deal) is not None:
            return False
        return self.has_passed_out(deal) or bool(deal.callers("ramsch"))

    def is_forced(self, deal: Deal) -> bool:
        """SK23: whether the old one must call, or has called, since nobody else wanted to play."""
        return self.all_pass == "muss" and self.has_passed_out(deal)

    def trump(self, deal: Deal) -> Trump | None:
        if (entered := self.entered_trump(deal)) is not None:
            return entered
        contract = self.contract(deal)
        if contract is not None:
            return contract.trump
        return "ramsch" if self.is_ramsch(deal) else None

    def holder_of_called_card(self, deal: Deal) -> Seat | None:
        """Returns who has laid the called ace, or was named as the partner where cards are entered by hand."""
        contract = self.contract(deal)
        called = called_card(contract.trump) if contract is not None else None
        if called is None:
            return None
        players = (play.seat for play in deal.plays() if play.card == called)
        named = (fact.seat for fact in deal.facts_of(Announced) if fact.call == "partner")
        return next(iter((*players, *named)), None)

    def declarers(self, deal: Deal) -> tuple[Seat, ...] | None:
        """Returns the party that plays, or None while the called ace has not fallen."""
        contract = self.contract(deal)
        if contract is None:
            return None
        if contract.partner is not None:
            return contract.player, contract.partner
        if contract.kind not in CALLED:
            return (contract.player,)
        holder = self.holder_of_called_card(deal)
        return None if holder is None else tuple(dict.fromkeys((contract.player, holder)))

    def side_in(self, deal: Deal, seat: Seat) -> tuple[Seat, ...]:
        declarers = self.declarers(deal)
        if declarers is None:
            return (seat,)
        return declarers if seat in declarers else tuple(other for other in deal.seats if other not in declarers)

    def keeps_hand(self, deal: Deal, seat: Seat, since: Sequence[Fact]) -> bool:
        """SK25: in a Hochzeit two exchange a card."""
        contract = self.contract(deal)
        is_wed = contract is not None and contract.kind == "hochzeit" and seat in (contract.player, contract.partner)
        return not is_wed and super().keeps_hand(deal, seat, since)

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
