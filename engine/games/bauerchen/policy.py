"""The calling policy of Bauerchen for simulations with known hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Announced, UpcardTurned
from engine.games.bauerchen.base import last_play, pair

if TYPE_CHECKING:
    from engine.cards import Suit
    from engine.events import Fact
    from engine.games.bauerchen.base import BauerchenBase
    from engine.rules.deal import Deal
    from engine.rules.known_hands import Dealing

CERTAIN_WEIGHT = 10.0
"""A weight that makes an optional call certain."""


def option_weight(game: BauerchenBase, deal: Deal, dealing: Dealing, fact: Fact) -> float:
    """Favours the longest suit, melds if possible, doubles and plays alone rarely, mostly with good cards."""
    match fact:
        case UpcardTurned(card):
            hand = dealing.hands[deal.forehand]
            entitled = all(held in game.permanent for held in hand[:2])
            return 3.0 if entitled and card == hand[-1] else 0.0
        case Announced(seat, "trump", suit):
            visible_hand = dealing.hands[seat][: game.rules.number("trump_after")]
            return 1.0 + 3 * sum(card.suit == suit and card not in game.permanent for card in visible_hand)
        case Announced(seat, "meld", suit):
            return CERTAIN_WEIGHT if _melds(deal, dealing, seat, suit) else 0.0
        case Announced(seat, "double"):
            return 0.6 if _trumps(game, deal, dealing, seat) >= 3 else 0.05
        case Announced(seat, "ledig"):
            return 0.5 if _trumps(game, deal, dealing, seat) >= 4 else 0.004
    return 1.0


def _melds(deal: Deal, dealing: Dealing, seat: int, suit: Suit) -> bool:
    """Returns whether one card of the pair was just laid and the other is in the hand."""
    last = last_play(deal)
    just_laid = last is not None and last.seat == seat and last.card in pair(suit)
    return just_laid and any(card in dealing.hands[seat] for card in pair(suit))


def _trumps(game: BauerchenBase, deal: Deal, dealing: Dealing, seat: int) -> int:
    trump = game.trump(deal)
    trumps = () if trump is None else game.trumps(trump)
    return sum(card in trumps for card in dealing.hands.get(seat, ()))
