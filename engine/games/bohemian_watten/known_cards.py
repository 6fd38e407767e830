"""The cards of hands that everybody has seen in Bohemian Watten before the first lead: Criticals, the upcard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.events import Announced, CardTaken, Exchanged, UpcardTurned
from engine.games._shared.criticals import CRITICALS
from engine.rules.values import KnownHolding

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card, Seat
    from engine.games.bohemian_watten.base import BohemianWattenBase
    from engine.rules.deal import Deal


def cards_taken(
    game: BohemianWattenBase, deal: Deal, seat: Seat
) -> tuple[list[tuple[int, Card]], list[tuple[int, Card]]]:
    """Returns the cards that *seat* took before any exchange, and those taken in exchange, with positions."""
    early: list[tuple[int, Card]] = []
    late: list[tuple[int, Card]] = []
    may_take = game.rules.text("upcard_critical") == "dealer_may_take"
    for position, fact in deal.facts:
        if isinstance(fact, Announced | Exchanged):
            may_take = False
        elif isinstance(fact, CardTaken) and fact.seat == seat:
            is_early = fact.source == "cut" or (may_take and fact.card in CRITICALS)
            (early if is_early else late).append((position, fact.card))
    return early, late


def upcards_taken_early(game: BohemianWattenBase, deal: Deal) -> int:
    """Returns how many Criticals the dealer took as they were turned up (DECISIONS BW3)."""
    early = {card for _, card in cards_taken(game, deal, deal.dealer)[0]}
    return sum(turned.card in early for turned in deal.facts_of(UpcardTurned))


def known_holdings(game: BohemianWattenBase, deal: Deal) -> tuple[KnownHolding, ...]:
    """Schlecked Criticals may be discarded (DECISIONS BW15); the upcard is taken after discarding a card."""
    holdings: list[KnownHolding] = []
    for seat in game.active(deal):
        early, late = cards_taken(game, deal, seat)
        left = len(early) - len(late) - _most_discarded(game, deal, seat)
        holdings += _known_groups(game, seat, early, left, "cut")
        for entry in late:
            holdings += _known_groups(
                game, seat, [entry], 1 - _most_discarded(game, deal, seat, after=entry[1]), "upcard"
            )
    if may_have_upcard(game, deal):
        unclaimed = (entry for entry in _unclaimed_upcards(game, deal) if entry[1] == deal.upcard)
        holdings += [
            KnownHolding(position, deal.dealer, (card,), 0, "upcard", was_observed=False)
            for position, card in unclaimed
        ]
    return tuple(holdings)


def may_have_upcard(game: BohemianWattenBase, deal: Deal) -> bool:
    """Returns whether the dealer may have taken the upcard unnoticed, since his exchange was not noted either."""
    return deal.dealer in game.active(deal) and all(
        exchange.seat != deal.dealer for exchange in deal.facts_of(Exchanged)
    )


def _unclaimed_upcards(game: BohemianWattenBase, deal: Deal) -> list[tuple[int, Card]]:
    """Returns the cards that were turned and that nobody was seen to take, with positions."""
    taken = {fact.card for fact in deal.facts_of(CardTaken)}
    turned = [(entry.position, entry.fact.card) for entry in deal.facts if isinstance(entry.fact, UpcardTurned)]
    return [(position, card) for position, card in turned if card in game.pack and card not in taken]


def _known_groups(
    game: BohemianWattenBase, seat: Seat, taken: Sequence[tuple[int, Card]], left: int, source: Literal["cut", "upcard"]
) -> list[KnownHolding]:
    if left >= len(taken) or not taken:
        return [KnownHolding(position, seat, (card,), 1, source) for position, card in taken]
    if game.rules.text("stock_shortage") == "reshuffle":
        return []  # discarded cards may have been drawn by another hand
    return [KnownHolding(taken[-1][0], seat, tuple(card for _, card in taken), max(0, left), source)]


def _most_discarded(game: BohemianWattenBase, deal: Deal, seat: Seat, after: Card | None = None) -> int:
    """Returns the most cards that *seat* may have discarded; all of them, if no exchange was noted."""
    counts: list[int] = []
    for _, fact in deal.facts:
        if isinstance(fact, CardTaken) and fact.card == after:
            counts = [0]
        elif isinstance(fact, Exchanged) and fact.seat == seat:
            counts.append(fact.count)
    return sum(counts) if counts else game.hand_size


def out_of_play(game: BohemianWattenBase, deal: Deal) -> tuple[Card, ...]:
    """Returns turned cards that nobody took, except an upcard the dealer may have, and cards of folded hands."""
    folded = game.folded_seats(deal)
    out = [fact.card for fact in deal.facts_of(CardTaken) if fact.seat in folded]
    if game.rules.text("stock_shortage") == "reshuffle":
        out = []
    held = may_have_upcard(game, deal)
    out += [card for _, card in _unclaimed_upcards(game, deal) if not held or card != deal.upcard]
    return tuple(out)
