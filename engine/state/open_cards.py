"""Cards of a hand that everybody knows: shown, announced with a call, or taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card, Seat
    from engine.rules.deal import Deal
    from engine.rules.game import Game


class OpenCards(NamedTuple):
    """Cards that everybody knows to be in a hand until they are laid; `position` is the event that showed them."""

    position: int
    seat: Seat
    cards: tuple[Card, ...]
    is_whole_hand: bool
    """Whether the hand holds no other card."""
    were_visible: bool
    """Whether the cards lay open, rather than being announced, as in a meld."""
    earlier_facts: frozenset[int]
    """The positions of the facts before; later facts may have changed the hand."""


def open_cards(
    game: Game,
    deal: Deal,
    position: int,
    seat: Seat,
    cards: Sequence[Card],
    *,
    is_whole_hand: bool = False,
    were_visible: bool = True,
) -> OpenCards:
    """Returns *cards* as they are known after the facts of *deal*, without those that are not of the pack."""
    earlier_facts = frozenset(entry.position for entry in deal.facts)
    in_pack = tuple(card for card in cards if card in game.pack)
    return OpenCards(position, seat, in_pack, is_whole_hand, were_visible, earlier_facts)


def certainly_stay_in_hand(game: Game, deal: Deal, known: OpenCards) -> bool:
    """Returns whether no fact after *known* may have changed the hand before the first lead."""
    later_facts = [entry.fact for entry in deal.facts if entry.position not in known.earlier_facts]
    return known.seat in game.active(deal) and game.keeps_hand(deal, known.seat, later_facts)
