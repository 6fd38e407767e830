"""Builds the screen of a trick from the view: the trick in play, the last one, and earlier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.screens.base import NO_KEYS, Keys
from device.screens.trick import LaidCard, TrickScreen

if TYPE_CHECKING:
    from common.texts.phrases import PhraseKey
    from device.state.table_view import View
    from engine.cards import Card, Seat
    from engine.tricks import Trick


def winner(view: View) -> Seat | None:
    """Returns the seat that is winning the trick in play, or None if that is unknown."""
    return view.game.taker_in(view.deal) if view.deal.trick.plays else None


def taker_of(view: View, trick: Trick) -> Seat | None:
    """Returns the seat that took a trick, or is winning the one in play; None if that is unknown."""
    return trick.taker if trick is not view.deal.trick else winner(view)


def trick_screen(
    view: View,
    trick: Trick,
    number: int,
    headline: PhraseKey,
    seat: Seat | None,
    awaits: bool = False,
    open_count: int = 0,
    keys: Keys = NO_KEYS,
) -> TrickScreen:
    laid = view.plays()

    def doubtful(position: int, card: Card) -> bool:
        return position in laid and bool(laid[position].doubts) and laid[position].card == card

    cards = tuple(LaidCard(play.seat, play.card, doubtful(play.position, play.card)) for play in trick.plays)
    trump, game = view.table.trump, view.game
    return TrickScreen(
        headline,
        seat,
        number,
        cards,
        taker_of(view, trick),
        (game.trump_suit(trump) or "") if trump is not None else "",
        (game.trump_rank(trump) or "") if trump is not None else "",
        view.hides_trump,
        len(view.players),
        awaits,
        open_count,
        keys=keys,
    )
