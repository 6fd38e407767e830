"""Bohemian Watten before the play: the cards that everybody has seen, the legal options, and simulated dealing."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator, Sequence
from typing import Literal

from engine.cards import Card, Seat
from engine.events import Announced, CardTaken, Exchanged, Fact, UpcardTurned
from engine.games._countdown import CRITICALS
from engine.games.bohemian_watten.base import BohemianWattenBase
from engine.rules.deal import Deal
from engine.rules.game import Phase
from engine.rules.known_hands import Dealing, KnownHolding


class BohemianWattenDealing(BohemianWattenBase, ABC):
    """The cards that everybody has seen, the legal options, and simulated dealing."""

    def cards_taken(self, deal: Deal, seat: Seat) -> tuple[list[tuple[int, Card]], list[tuple[int, Card]]]:
        """Returns the cards that *seat* took before any exchange, and those taken in exchange, with positions."""
        early: list[tuple[int, Card]] = []
        late: list[tuple[int, Card]] = []
        may_take = self.rules.text("upcard_critical") == "dealer_may_take"
        for position, fact in deal.facts:
            if isinstance(fact, Announced | Exchanged):
                may_take = False
            elif isinstance(fact, CardTaken) and fact.seat == seat:
                is_early = fact.source == "cut" or (may_take and fact.card in CRITICALS)
                (early if is_early else late).append((position, fact.card))
        return early, late

    def known_holdings(self, deal: Deal) -> tuple[KnownHolding, ...]:
        """Schlecked Criticals may be discarded (DECISIONS BW15); the upcard is taken after discarding a card."""
        holdings: list[KnownHolding] = []
        for seat in self.active(deal):
            early, late = self.cards_taken(deal, seat)
            left = len(early) - len(late) - self._most_discarded(deal, seat)
            holdings += self._known_groups(seat, early, left, "cut")
            for entry in late:
                holdings += self._known_groups(
                    seat, [entry], 1 - self._most_discarded(deal, seat, after=entry[1]), "upcard"
                )
        if self.may_have_upcard(deal):
            unclaimed = (entry for entry in self._unclaimed_upcards(deal) if entry[1] == deal.upcard)
            holdings += [
                KnownHolding(position, deal.dealer, (card,), 0, "upcard", was_observed=False)
                for position, card in unclaimed
            ]
        return tuple(holdings)

    def _unclaimed_upcards(self, deal: Deal) -> list[tuple[int, Card]]:
        """Returns the cards that were turned and that nobody was seen to take, with positions."""
        taken = {fact.card for fact in deal.facts_of(CardTaken)}
        turned = [(entry.position, entry.fact.card) for entry in deal.facts if isinstance(entry.fact, UpcardTurned)]
        return [(position, card) for position, card in turned if card in self.pack and card not in taken]

    def _known_groups(
        self, seat: Seat, taken: Sequence[tuple[int, Card]], left: int, source: Literal["cut", "upcard"]
    ) -> list[KnownHolding]:
        if left >= len(taken) or not taken:
            return [KnownHolding(position, seat, (card,), 1, source) for position, card in taken]
        if self.rules.text("stock_shortage") == "reshuffle":
            return []  # discarded cards may have been drawn by another hand
        return [KnownHolding(taken[-1][0], seat, tuple(card for _, card in taken), max(0, left), source)]

    def _most_discarded(self, deal: Deal, seat: Seat, after: Card | None = None) -> int:
        """Returns the most cards that *seat* may have discarded; all of them, if no exchange was noted."""
        counts: list[int] = []
        for _, fact in deal.facts:
            if isinstance(fact, CardTaken) and fact.card == after:
                counts = [0]
            elif isinstance(fact, Exchanged) and fact.seat == seat:
                counts.append(fact.count)
        return sum(counts) if counts else self.hand_size

    def out_of_play(self, deal: Deal) -> tuple[Card, ...]:
        """Returns turned cards that nobody took, except an upcard the dealer may have, and cards of folded hands."""
        folded = deal.callers("fold")
        out = [fact.card for fact in deal.facts_of(CardTaken) if fact.seat in folded]
        if self.rules.text("stock_shortage") == "reshuffle":
            out = []
        held = self.may_have_upcard(deal)
        out += [card for _, card in self._unclaimed_upcards(deal) if not held or card != deal.upcard]
        return tuple(out)

    def deal_out(self, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
        random, pack = dealing.random, dealing.stock
        lifted = random.randrange(1, len(pack))
        dealing.hands = {seat: [] for seat in deal.seats}
        shown = self.cut_cards(pack, lifted)
        for number, card in enumerate(shown):
            seat = self.schleck_right(shown[: number + 1], [True] * number, deal.seats, deal.dealer)
            if seat is None or random.random() < 0.1:  # sometimes a player declines
                break
            dealing.hands[seat].append(card)
            yield CardTaken(seat, card, "cut")
        held = {card for hand in dealing.hands.values() for card in hand}
        dealing.stock = [card for card in pack[lifted:] + pack[:lifted] if card not in held]
        counts = {seat: len(hand) for seat, hand in dealing.hands.items()}
        first, second = self.packets(counts, deal.seats, deal.dealer)
        dealing.give_packet(first)
        while self.trump(deal) is None:
            card = dealing.stock.pop(0)
            yield UpcardTurned(card)
            may_take = self.rules.text("upcard_critical") == "dealer_may_take"
            if may_take and card in CRITICALS and len(dealing.hands[deal.dealer]) < self.hand_size:
                dealing.hands[deal.dealer].append(card)
                yield CardTaken(deal.dealer, card, "upcard")
        dealing.give_packet((seat, self.hand_size - len(dealing.hands[seat])) for seat, _ in second)

    def stock_left(self, deal: Deal) -> int:
        """Returns how many cards the stock still holds, if every exchange was noted."""
        stock = self.stock_size(len(deal.seats)) - sum(exchange.count for exchange in deal.facts_of(Exchanged))
        # Criticals turned before the valid upcard and not taken (DECISIONS BW3).
        early = {card for _, card in self.cards_taken(deal, deal.dealer)[0]}
        left_lying = sum(turned.card not in early for turned in deal.facts_of(UpcardTurned))
        return stock - max(0, left_lying - 1)

    def options(self, deal: Deal) -> tuple[Fact, ...]:
        phase, seats = self.step(deal)
        upcard = deal.upcard
        taking = () if upcard is None else (CardTaken(deal.dealer, upcard, "upcard"),)
        if phase == Phase.DECLARE:
            seat = seats[0]
            play = Announced(seat, "play")
            calls = (play,) if self.rules_against_folding_now(deal, seat) else (play, Announced(seat, "fold"))
            # DECISIONS BW3: until anybody declares, the dealer may take a Critical that he turned, and turn another.
            has_declared = any(isinstance(entry.fact, Announced | Exchanged) for entry in deal.facts)
            may_take = self.rules.text("upcard_critical") == "dealer_may_take" and upcard in CRITICALS
            return (*calls, *taking) if may_take and not has_declared else calls
        if phase == Phase.EXCHANGE:
            limit = self.exchange_limit(is_dealer=seats[0] == deal.dealer, stock=self.stock_left(deal))
            return tuple(Exchanged(seats[0], count) for count in range(limit + 1))
        exchanges = [exchange for exchange in deal.facts_of(Exchanged) if exchange.seat == deal.dealer]
        dealer_last = bool(exchanges) and deal.facts[-1].fact == exchanges[0]
        if upcard is None or deal.has_play or not dealer_last or self.place_of(deal, upcard) is None:
            return ()
        return () if any(fact.card == upcard for fact in deal.facts_of(CardTaken)) else taking
