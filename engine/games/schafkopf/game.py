"""Schafkopf with the long or the short pack (SK… in docs/rules.md): its book, and how simulated players bid.

In a Ramsch each plays for himself, if nobody wanted to play (SK60–SK62).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from engine.cards import Card, Seat
from engine.events import Announced, Fact
from engine.games.schafkopf.cards import CALLABLE, CALLED, Contract, called_card
from engine.games.schafkopf.proofs import OLD_ONE
from engine.games.schafkopf.score import SchafkopfScore
from engine.rules.book import read_book
from engine.rules.deal import Deal
from engine.rules.game import OtherPhase, Step
from engine.rules.known_hands import Dealing
from engine.text import Words

LOSER = OtherPhase("loser")
"""Who of several with the most card points has lost, where they were entered by hand."""
MARCH = 91
"""SK61: card points with which a player wins, where that is agreed."""


class Schafkopf(SchafkopfScore):
    name = "schafkopf"
    title = Words("Schafkopf", "Schafkopf")
    other_names: ClassVar[tuple[str, ...]] = ("schafkopfen", "schoofkopf")
    book = read_book(Path(__file__).with_suffix(".toml"))

    # The Ramsch: whoever has taken most card points pays everybody else

    def step(self, deal: Deal) -> Step:
        return Step(LOSER) if self._lacks_loser(deal) else super().step(deal)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        if self._lacks_loser(deal):
            return tuple(Announced(seat, "loser") for seat in self._most_points(deal))
        return super().options(deal)

    def is_finished(self, deal: Deal) -> bool:
        return super().is_finished(deal) and not self._lacks_loser(deal)

    def _lacks_loser(self, deal: Deal) -> bool:
        is_entered = deal.entered is not None and self.is_ramsch(deal)
        return is_entered and len(self._most_points(deal)) > 1 and not deal.callers("loser")

    def _most_points(self, deal: Deal) -> tuple[Seat, ...]:
        points = self.points_taken(deal)
        return tuple(seat for seat in deal.seats if points.get(seat, 0) == max(points.values()))

    def loser_of_ramsch(self, deal: Deal) -> Seat:
        """SK60, SK62, SK71"""
        if (guilty := self.lost_by_misdeed(deal)) is not None:
            return guilty
        if named := deal.callers("loser"):
            return min(named)
        return max(self._most_points(deal), key=lambda seat: self._worst_of_equals(deal, seat))

    def _worst_of_equals(self, deal: Deal, seat: Seat) -> tuple[int, ...]:
        """SK62: of equal points loses who took the highest trump, or most tricks, then most trumps."""
        trumps = self.trumps("ramsch")
        tricks = [trick for trick, taker in self.complete_tricks(deal) if taker == seat]
        taken = [trumps.index(card) for trick in tricks for card in trick.cards if card in trumps]
        highest = -min(taken, default=len(trumps))
        if self.rules.text("ramsch_tie") == "highest_trump":
            return (highest,)
        return self.tricks_taken(deal).get(seat, 0), len(taken), highest

    def winner_by_march(self, deal: Deal) -> Seat | None:
        """SK61: returns who took all tricks, or 91 card points where they are enough."""
        taken, points = self.tricks_taken(deal), self.points_taken(deal)
        match self.rules.text("march"):
            case "tricks":
                whole = self.tricks_in_deal if deal.entered is None else self.entered_total
                return next((seat for seat in deal.seats if taken.get(seat, 0) == whole), None)
            case "91":
                return next((seat for seat in deal.seats if points.get(seat, 0) >= MARCH), None)
        return None

    def changes(self, deal: Deal) -> dict[Seat, int]:
        """SK60, SK61: the loser pays each, a Jungfrau more; a march is won, and with all tricks like a Solo."""
        if not self.is_ramsch(deal):
            return super().changes(deal)
        doubled = len(deal.callers("legen"))
        price = (self.rules.number("tariff_ramsch") if self.rules.text("scoring") == "cents" else 1) << doubled
        winner = self.winner_by_march(deal) if self.lost_by_misdeed(deal) is None else None
        if winner is not None:
            if self.rules.text("march") == "tricks":
                price = self._value(Contract("solo", winner), True, 2, 0, doubled).value
            return {seat: price * (len(deal.seats) - 1) if seat == winner else -price for seat in deal.seats}
        loser, taken = self.loser_of_ramsch(deal), self.tricks_taken(deal)
        without = [seat for seat in deal.seats if not taken.get(seat, 0)]
        doublings = dict.fromkeys(deal.seats, 0)
        match self.rules.text("jungfrau"):
            case "all":
                doublings = dict.fromkeys(deal.seats, len(without))
            case "single":
                doublings |= dict.fromkeys(without, 1)
        paid = {seat: price << doublings[seat] for seat in deal.seats if seat != loser}
        return paid | {loser: -sum(paid.values())}

    def worth(self, deal: Deal) -> Words | None:
        return Words("Ramsch", "Ramsch") if self.is_ramsch(deal) else super().worth(deal)

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
        trumps = sum(card in self.trumps("rufspiel E") for card in hand)
        match fact.call:
            case "play":
                return (0.2 + 0.5 * trumps) / (1 + 3 * len(deal.callers("play")))
            case "pass":  # the last does not where the cards are thrown in, so that each deal is played
                is_last = len(deal.callers("pass", "hochzeit")) == len(deal.seats) - 1
                return 0.0 if is_last and self.all_pass in ("same_dealer", "next_dealer") else 3.0
            case "give_way":
                return 0.5 if len(deal.callers("play") - deal.callers("give_way")) > 1 else 0.0
            case "hochzeit":
                return 9.0 if trumps == 1 else 0.0
            case "accept":
                return 1.0 if trumps < len(hand) else 0.0
            case "rufspiel" | "zehner":
                return self._weight_of_called(deal, tuple(hand), fact)
            case "wenz" | "geier" | "solo" | "farbwenz" | "farbgeier":
                trump = Contract(fact.call, fact.seat, fact.value).trump
                return 0.05 * 2.0 ** sum(card in self.trumps(trump) for card in hand)
            case "sie":
                return 50.0 if set(hand) == set(self.trumps("sie")[: self.hand_size]) else 0.0
            case "re":
                return 0.5 if self._is_declarer(deal, dealing, fact.seat) else 0.0
            case "kontra":
                return 0.0 if self._is_declarer(deal, dealing, fact.seat) else 0.5
        return 0.05

    def _weight_of_called(self, deal: Deal, hand: tuple[Card, ...], fact: Announced) -> float:
        """SK22, SK23: if nobody plays, only the old one calls, in need a suit that he does not hold, or a ten."""
        callable_suits = self.callable_suits(hand)
        if not self.is_forced(deal):
            return 8.0 if fact.value in callable_suits else 0.0
        missing = [suit for suit in CALLABLE if Card(suit, CALLED[fact.call]) not in hand]
        has_aces = all(Card(suit, "A") in hand for suit in CALLABLE)
        may = callable_suits or missing if fact.call == "rufspiel" else missing
        return 8.0 if OLD_ONE in hand and has_aces == (fact.call == "zehner") and fact.value in may else 0.0

    def move_cards(self, deal: Deal, dealing: Dealing, fact: Fact) -> None:
        """SK25: the trump offered goes to the partner, a plain card of his back."""
        offerer = self.open_offer(deal)
        if isinstance(fact, Announced) and fact.call == "accept" and offerer is not None:
            offered = next(card for card in dealing.hands[offerer] if card in self.trumps("hochzeit"))
            plain = [card for card in dealing.hands[fact.seat] if card not in self.trumps("hochzeit")]
            back = dealing.random.choice(plain)
            for giver, taker, card in ((offerer, fact.seat, offered), (fact.seat, offerer, back)):
                dealing.hands[giver].remove(card)
                dealing.hands[taker].append(card)
            return
        super().move_cards(deal, dealing, fact)

    def _is_declarer(self, deal: Deal, dealing: Dealing, seat: Seat) -> bool:
        """Returns whether *seat* plays, or holds or has laid the called card."""
        contract = self.contract(deal)
        if contract is None or seat == contract.player:
            return contract is not None
        return seat in (self.declarers(deal) or ()) or called_card(contract.trump) in dealing.hands[seat]
