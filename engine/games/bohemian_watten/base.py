"""The base of Bohemian Watten: tricks, seats, packets, points, and the phase of a deal."""

from __future__ import annotations

from abc import ABC
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from engine.cards import Card, Cards, CardSet, Seat, Trump
from engine.events import Exchanged
from engine.games._countdown import CRITICALS, CriticalsGame, FoldingGame, cut_order
from engine.rules.card_rules import Ladder, Rung
from engine.rules.deal import Deal
from engine.rules.game import Phase, Step
from engine.tricks import clockwise

HAND = 5


class Packets(NamedTuple):
    """The number of cards for each seat, in the order of dealing; the upcard is turned in between (BW12–BW14)."""

    first: tuple[tuple[Seat, int], ...]
    second: tuple[tuple[Seat, int], ...]


class BohemianWattenBase(CriticalsGame, FoldingGame, ABC):
    """The methods used by dealing, faults and known cards; `BohemianWatten` adds theirs."""

    players = (2, 3, 4)
    hand_size = HAND

    # One trick (section 1.6)

    def ladder(self, trick: Cards, trump: Trump) -> Ladder:
        cards = self.cards(trick)
        if not cards:
            return ()
        best = self.best(cards, trump)
        best_of_suit = best
        if self.rules.flag("overtake_when_trumped"):
            suit = self._suit_led(cards[0], trump) | self.pack.bit(cards[0])
            best_of_suit = self.best([card for card in cards if suit & self.pack.bit(card)], trump)
        return self.cached_ladder(self._rungs, cards[0], best, best_of_suit, trump)

    def _suit_led(self, led: Card, trump: Trump) -> CardSet:
        """Returns the cards that follow the card led; DECISIONS BW1, BW2."""
        trumps = self.trump_sets[trump]
        if led in CRITICALS:
            demand = self.rules.text("critical_led")
            if demand == "nothing":
                return 0
            as_trump = demand == "trump"
        else:
            as_trump = bool(trumps & self.pack.bit(led))
        if as_trump or led.suit == trump:
            return trumps
        suit = self.pack.suit_set(led.suit)
        return suit if self.rules.text("critical_suit") == "both" else suit & ~trumps

    def _rungs(self, led: Card, best: Card, best_of_suit: Card, trump: Trump) -> Ladder:
        follow = self._suit_led(led, trump)
        if not follow:
            return ()
        trumps = self.trump_sets[trump]
        beating = self.beating[trump]
        overtaking = self.rules.flag("overtake")
        overtrumping = overtaking or self.rules.text("overtake_lifts") == "suit"
        if follow == trumps:
            over = follow & beating[best] if overtrumping else 0
            return Rung(over, over, "overtrump"), Rung(follow, follow, "follow")
        over = follow & beating[best_of_suit] if overtaking else 0
        beyond = trumps & beating[best]
        higher = beyond if overtrumping else 0
        trumped = bool(trumps & self.pack.bit(best))
        last = Rung(trumps, trumps, "undertrump" if trumped else "trump")
        if trumped and not self.rules.flag("undertrump"):  # DECISIONS BW5 exempts only players who cannot overtrump
            last = Rung(0, 0, "undertrump") if overtrumping else Rung(beyond, trumps, "trump")
        return (
            Rung(over, over, "overtake"),
            Rung(follow, follow, "follow"),
            Rung(higher, higher, "overtrump" if trumped else "trump"),
            last,
        )

    # Cutting and dealing

    def highest_cut(self, cuts: Mapping[Seat, Card]) -> tuple[Seat, ...]:
        """BW8: returns the seats that cut the highest card; several cut again. Criticals are highest, then ranks."""
        ranks = (*CRITICALS, *self.pack.ranks)
        places = {seat: ranks.index(card if card in CRITICALS else card.rank) for seat, card in cuts.items()}
        return tuple(seat for seat in cuts if places[seat] == min(places.values()))

    def cut_cards(self, pack: Sequence[Card], lifted: int) -> tuple[Card, ...]:
        """DECISIONS BW16: returns the cards in the order in which the cut shows them; *pack* begins at the top."""
        if self.rules.text("cut_card") == "bottom_of_lifted":
            return tuple(reversed(pack[:lifted]))
        return tuple(pack[lifted:])

    def schleck_right(self, shown: Cards, answers: Sequence[bool], seats: Sequence[Seat], dealer: Seat) -> Seat | None:
        """BW10: returns the seat that may take the last of the cards *shown* by the cut, or None.

        *answers* says for each card shown before it whether it was taken.

        :raises ValueError: if there is not one answer fewer than cards.
        """
        cards = self.cards(shown)
        if len(answers) != len(cards) - 1:
            raise ValueError(f"got {len(answers)} answers for {len(cards)} cards shown, expected {len(cards) - 1}")
        rights = cut_order(self.rules.text("schleck"), self.cutter(seats, dealer), dealer)
        unbroken = all(answers) and all(card in CRITICALS for card in cards)
        return rights[len(answers)] if unbroken and len(answers) < len(rights) else None

    def packets(self, schlecked: Mapping[Seat, int], seats: Sequence[Seat], dealer: Seat) -> Packets:
        """BW12, BW13: three then two, forehand first; each Critical taken reduces the first packet by one.

        :raises ValueError: if a seat took more than two.
        """
        if wrong := {seat: taken for seat, taken in schlecked.items() if not 0 <= taken <= 2}:
            raise ValueError(f"got Criticals taken {wrong}, expected 0, 1 or 2 by seat")
        order = clockwise(seats, self.forehand(seats, dealer))
        first = tuple((seat, 3 - schlecked.get(seat, 0)) for seat in order)
        return Packets(first, tuple((seat, 2) for seat in order))

    # Play or fold, exchange

    def declaring_order(self, seats: Sequence[Seat], dealer: Seat) -> tuple[Seat, ...]:
        """BW16, DECISIONS BW14: clockwise from forehand; the dealer, who must play, is last."""
        return clockwise(seats, self.forehand(seats, dealer))

    def rules_against_folding(
        self,
        seat: Seat,
        *,
        seats: Sequence[Seat],
        dealer: Seat,
        trump: Trump | None,
        tally: int,
        first_deal: bool = False,
        sat_out: bool = False,
        folded: Collection[Seat] = (),
    ) -> tuple[str, ...]:
        """BW17, BW18: returns the ids of all rules that keep *seat* from folding; none means that it may.

        *folded* are the seats that have folded, *sat_out* is whether this seat folded in the previous deal.
        """
        others = [other for other in seats if other not in (seat, dealer)]
        rules = {
            "BW17a": first_deal,
            "BW17b": trump == "H",
            "BW17c": tally <= 5,
            "BW17d": sat_out,
            "BW17e": seat == dealer,
            "BW17f": seat == self.cutter(seats, dealer) and all(other in folded for other in others),
            "BW18": len([other for other in seats if other != seat and other not in folded]) < 2,
        }
        return tuple(rule for rule, barred in rules.items() if barred)

    def exchange_limit(self, *, is_dealer: bool, stock: int) -> int:
        """BW19, BW20, DECISIONS BW9: returns how many cards a player may exchange with the stock.

        *stock* is the number of cards left. The exchange of the upcard by the dealer is additional.
        """
        limit = self.rules.number("dealer_exchange") if is_dealer else 3
        return limit if self.rules.text("stock_shortage") == "reshuffle" else min(limit, stock)

    def stock_size(self, players: int) -> int:
        """Returns the cards left after dealing, without the upcard."""
        return len(self.pack) - HAND * players - 1

    def step(self, deal: Deal) -> Step:
        if self.is_finished(deal):
            return Step(Phase.UPCARD, (deal.dealer,)) if self.lacks_trump(deal) else Step(Phase.SCORED)
        if deal.has_play:
            return Step(Phase.PLAY)
        if self.trump(deal) is None:
            cutting = deal.upcard is None and self.rules.text("schleck") != "none"
            return Step(Phase.CUT, (deal.cutter,)) if cutting else Step(Phase.UPCARD, (deal.dealer,))
        order = self.declaring_order(deal.seats, deal.dealer)
        exchanged = {exchange.seat for exchange in deal.facts_of(Exchanged)}
        declared = deal.callers("fold", "play") | exchanged
        undeclared = tuple(seat for seat in order[:-1] if seat not in declared)
        if undeclared:
            return Step(Phase.DECLARE, undeclared[:1])
        waiting = tuple(seat for seat in order if seat in self.active(deal) and seat not in exchanged)
        return Step(Phase.EXCHANGE, waiting[:1]) if waiting else Step(Phase.PLAY)

    def rules_against_folding_now(
        self, deal: Deal, seat: Seat, *, trump: Trump | None = None, folded: Collection[Seat] | None = None
    ) -> tuple[str, ...]:
        """Returns the ids of all rules that keep *seat* from folding now; by default with what the deal shows."""
        return self.rules_against_folding(
            seat,
            seats=deal.seats,
            dealer=deal.dealer,
            trump=trump or self.trump(deal),
            tally=deal.tallies[seat],
            first_deal=deal.number == 1,
            sat_out=seat in deal.sat_out,
            folded=deal.callers("fold") if folded is None else folded,
        )
