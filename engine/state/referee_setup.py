"""Makes a referee with the cards that everybody has seen before the first lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.referee.referee import Referee

if TYPE_CHECKING:
    from engine.rules.deal import Deal
    from engine.rules.game import Game
    from engine.rules.values import Trump


def new_referee(game: Game, deal: Deal, trump: Trump | None) -> Referee:
    """Returns the referee of a *deal* without its invalid facts, under one *trump*; None if trump is unknown."""
    referee = Referee(game.pack, dict.fromkeys(game.active(deal), game.tricks_in_deal))
    for holding in game.known_holdings(deal):
        referee.hold(holding.position, holding.seat, holding.cards, holding.at_least, holding.source)
    for card in game.out_of_play(deal):
        referee.leave(card)
    for seat, cards in game.implications(deal, trump) if trump is not None else ():
        referee.imply(seat, cards)
    return referee
