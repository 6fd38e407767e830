"""The moves and the hands of the simulated players as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.simulated import texts
from cli.simulated.players import fact_seat
from device.screens.engine_text import option_text
from engine.events import DealStarted
from simulator.actions.choreography import ClearStock, Gather, Lay, Lift, TakeUpcard, TurnUpcard

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cli.simulated.players import Move
    from common.texts.words import Words
    from engine.cards import Card, Seat
    from engine.rules.game import Game
    from engine.text import Words as Both
    from simulator.actions.choreography import Action

ACTIONS: dict[type[Action], Both] = {
    Lay: texts.LAYS,
    Gather: texts.GATHERS,
    TurnUpcard: texts.TURNS,
    TakeUpcard: texts.TAKES_UPCARD,
    Lift: texts.TAKES_BACK,
    ClearStock: texts.CLEARS,
}
HAND_COLUMNS = 30
"""Columns of a hand; two stand in a line."""


def describe(move: Move, game: Game | None, words: Words) -> str:
    """Returns what happens by *move*."""
    if move.said is None:
        action = move.actions[-1]
        text = ACTIONS.get(type(action), texts.CLEARS)
        return words.translate(text).format(seat=words.seat(getattr(action, "seat", 0)))
    seat = words.seat(fact_seat(move.said) or 0)
    if isinstance(move.said, DealStarted) or game is None:
        return words.translate(texts.DEALS).format(seat=seat)
    what = option_text(move.said, game, words, as_tokens=False)
    return words.translate(texts.SAYS).format(seat=seat, what=what)


def hand_lines(hands: Mapping[Seat, Sequence[Card]], words: Words) -> list[str]:
    """Returns the hands, two players a line; empty lines before the first deal, so that nothing jumps."""
    shown = [
        f"{words.seat(seat)}: {' '.join(short_name(card, words) for card in hand)}"
        for seat, hand in sorted(hands.items())
    ]
    return ["   ".join(f"{hand:{HAND_COLUMNS}}" for hand in shown[start : start + 2]).rstrip() for start in (0, 2)]


def short_name(card: Card, words: Words) -> str:
    """Returns the first letter of the suit with the rank in the card's corner: `E10`."""
    return f"{words.suit(card.suit)[:1].upper()}{words.rank(card)}"
