"""The texts of the simulated table around the display, and the moves and hands of its players in words."""

from collections.abc import Mapping, Sequence

from cli.simulated.players import Move, fact_seat
from common.texts.keys import PhraseKey
from common.texts.phrases import spoken_language
from common.texts.words import TableWords
from device.screens.engine_text import option_text
from device.state.table_view import View
from engine.cards import Card, Seat
from engine.events import DealStarted
from engine.rules.game import Game
from simulator.choreography import Action, ClearStock, Gather, Lay, Lift, TakeUpcard, TurnUpcard

ACTIONS: Mapping[type[Action], PhraseKey] = {
    Lay: "simulated_lays",
    Gather: "simulated_gathers",
    TurnUpcard: "simulated_turns",
    TakeUpcard: "simulated_takes_upcard",
    Lift: "simulated_takes_back",
    ClearStock: "simulated_clears",
}
HAND_COLUMNS = 30
"""Columns of a hand; two stand in a line."""


def words_for_terminal(view: View) -> TableWords:
    """Returns the words of the table; while the display still offers all languages, in that of the environment."""
    is_open = view.appliance.onboarding.next == "language"
    return view.words.in_language(spoken_language()) if is_open else view.words


def describe(move: Move, game: Game | None, words: TableWords) -> str:
    if move.said is None:
        action = move.actions[-1]
        text = ACTIONS.get(type(action), "simulated_clears")
        return words.phrase(text, seat=words.seat(getattr(action, "seat", 0)))
    seat = words.seat(fact_seat(move.said) or 0)
    if isinstance(move.said, DealStarted) or game is None:
        return words.phrase("simulated_deals", seat=seat)
    what = option_text(move.said, game, words, as_tokens=False)
    return words.phrase("simulated_says", seat=seat, what=what)


def hand_lines(hands: Mapping[Seat, Sequence[Card]], words: TableWords) -> list[str]:
    """Returns the hands, two players a line; empty lines before the first deal, so that nothing jumps."""
    shown = []
    for seat, hand in sorted(hands.items()):
        # The first letter of the suit, with the rank in the card's corner.
        names = (f"{words.suit(card.suit)[:1].upper()}{words.rank(card)}" for card in hand)
        shown.append(f"{words.seat(seat)}: {' '.join(names)}")
    return ["   ".join(f"{hand:{HAND_COLUMNS}}" for hand in shown[start : start + 2]).rstrip() for start in (0, 2)]
