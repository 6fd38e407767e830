"""Bohemian Watten before the play: dealing with known hands (cut, packets, upcard), and the legal options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Announced, CardTaken, Exchanged, UpcardTurned
from engine.games._shared.criticals import CRITICALS
from engine.games.bohemian_watten.known_cards import upcards_taken_early
from engine.rules.phases import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Card, Seat
    from engine.events import Fact
    from engine.games.bohemian_watten.base import BohemianWattenBase
    from engine.rules.deal import Deal
    from engine.rules.known_hands import Dealing


def deal_out_cards(game: BohemianWattenBase, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
    random, pack = dealing.random, dealing.stock
    lifted = random.randrange(1, len(pack))
    dealing.hands = {seat: [] for seat in deal.seats}
    for taken in _schleck(game, deal, dealing, game.cut_cards(pack, lifted)):
        dealing.hands[taken.seat].append(taken.card)
        yield taken
    held = {card for hand in dealing.hands.values() for card in hand}
    dealing.stock = [card for card in pack[lifted:] + pack[:lifted] if card not in held]
    counts = {seat: len(hand) for seat, hand in dealing.hands.items()}
    first, second = game.packets(counts, deal.seats, deal.dealer)
    dealing.give_packet(first)
    while game.trump(deal) is None:
        yield from _upcard(game, deal, dealing)
    dealing.give_packet((seat, game.hand_size - len(dealing.hands[seat])) for seat, _ in second)


def _schleck(game: BohemianWattenBase, deal: Deal, dealing: Dealing, shown: tuple[Card, ...]) -> Iterator[CardTaken]:
    for number, card in enumerate(shown):
        seat = game.schleck_right(shown[: number + 1], [True] * number, deal.seats, deal.dealer)
        if seat is None or dealing.random.random() < 0.1:  # sometimes a player declines
            return
        yield CardTaken(seat, card, "cut")


def _upcard(game: BohemianWattenBase, deal: Deal, dealing: Dealing) -> Iterator[Fact]:
    card = dealing.stock.pop(0)
    yield UpcardTurned(card)
    may_take = game.rules.text("upcard_critical") == "dealer_may_take"
    if may_take and card in CRITICALS and len(dealing.hands[deal.dealer]) < game.hand_size:
        dealing.hands[deal.dealer].append(card)
        yield CardTaken(deal.dealer, card, "upcard")


def stock_left(game: BohemianWattenBase, deal: Deal) -> int:
    """Returns how many cards the stock still holds, if every exchange was noted."""
    stock = game.stock_size(len(deal.seats)) - sum(exchange.count for exchange in deal.facts_of(Exchanged))
    # Criticals turned before the valid upcard and not taken (DECISIONS BW3).
    return stock - max(0, len(deal.facts_of(UpcardTurned)) - 1 - upcards_taken_early(game, deal))


def options(game: BohemianWattenBase, deal: Deal) -> tuple[Fact, ...]:
    phase, seats = game.step(deal)
    if phase == Phase.DECLARE:
        seat = seats[0]
        play = Announced(seat, "play")
        calls = (play,) if game.rules_against_folding_now(deal, seat) else (play, Announced(seat, "fold"))
        return (*calls, *critical_to_take(game, deal))
    if phase == Phase.EXCHANGE:
        limit = game.exchange_limit(is_dealer=seats[0] == deal.dealer, stock=stock_left(game, deal))
        return tuple(Exchanged(seats[0], count) for count in range(limit + 1))
    upcard = deal.upcard
    dealer_last = bool(deal.facts) and deal.facts[-1].fact == _exchange_of(deal, deal.dealer)
    if upcard is not None and not deal.has_play and dealer_last and game.place_of(deal, upcard) is not None:
        taken = any(fact.card == upcard for fact in deal.facts_of(CardTaken))
        return () if taken else (CardTaken(deal.dealer, upcard, "upcard"),)
    return ()


def critical_to_take(game: BohemianWattenBase, deal: Deal) -> tuple[CardTaken, ...]:
    """DECISIONS BW3: until anybody declares, the dealer may take a Critical that he turned, and turns the next card."""
    card = deal.upcard
    has_declared = any(isinstance(entry.fact, Announced | Exchanged) for entry in deal.facts)
    if has_declared or game.rules.text("upcard_critical") != "dealer_may_take":
        return ()
    return (CardTaken(deal.dealer, card, "upcard"),) if card is not None and card in CRITICALS else ()


def _exchange_of(deal: Deal, seat: Seat) -> Exchanged | None:
    return next((exchange for exchange in deal.facts_of(Exchanged) if exchange.seat == seat), None)
