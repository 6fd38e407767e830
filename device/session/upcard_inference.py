"""Inference that the dealer took the upcard: laying it proves that, even without a press.

An inferred taking is removed together with the play that it was inferred from. Otherwise a misread card that is
corrected would leave the upcard in the dealer's hand, and later prove a revoke.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Amended, CardLaid, CardTaken

if TYPE_CHECKING:
    from device.state.table_view import View
    from engine.cards import Card
    from engine.events import Event, Fact


def infer_taking(view: View, play: CardLaid) -> tuple[Event, ...]:
    """Returns the event to record before *play* if that proves that the upcard was taken and no event says so yet."""
    if play != _revealing_play(view):
        return ()
    known_cards = {
        card for holding in view.game.known_holdings(view.deal) if holding.was_observed for card in holding.cards
    }
    if play.card in known_cards or any(fact.source == "upcard" for fact in view.deal.facts_of(CardTaken)):
        return ()
    taking, first = CardTaken(play.seat, play.card, "upcard"), next(iter(view.plays()), None)
    return (taking,) if first is None else (Amended(first, taking, before=True),)


def position_of_taking(view: View, card: Card | None) -> int | None:
    """Returns the position of the event by which the dealer took the upcard *card*."""
    if card is None:
        return None
    taking = CardTaken(view.deal.dealer, card, "upcard")
    return next((position for position, fact in view.facts if fact == taking), None)


def reconcile_upcard(view: View) -> tuple[Event, ...]:
    """Returns the events that add or remove the inferred taking after plays were corrected."""
    if view.table.deal is None:
        return ()
    play = _revealing_play(view)
    if play is not None and play in view.plays().values():
        return infer_taking(view, play)
    return tuple(Amended(position) for position, fact in view.facts if _is_inferred(view, position, fact))


def _revealing_play(view: View) -> CardLaid | None:
    """Returns the play that would prove that the dealer took the upcard."""
    return CardLaid(view.deal.dealer, view.deal.upcard) if view.deal.upcard is not None else None


def _is_inferred(view: View, position: int, fact: Fact) -> bool:
    inserted = isinstance(view.table.journal[position], Amended)
    return isinstance(fact, CardTaken) and fact.source == "upcard" and inserted
