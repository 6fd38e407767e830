"""The texts of the simulated table around the display, and the moves and hands of its players in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.simulated_players import fact_seat
from device.screens.engine_text import option_text
from engine.events import DealStarted
from engine.text import Words
from simulator.choreography import ClearStock, Gather, Lay, Lift, TakeUpcard, TurnUpcard

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cli.simulated_players import Move
    from common.texts.words import TableWords
    from engine.cards import Card, Seat
    from engine.rules.game import Game
    from simulator.choreography import Action


KEYS = (
    Words(
        "Tasten: F ROT   P oder Enter GRÜN   Pfeil AUF, AB",
        "Buttons: F RED   P or Enter GREEN   arrows UP, DOWN",
    ),
    Words(
        "Tisch: LEERTASTE weiter   W falsch   K Kamera stoßen   X Anzeige ab/an   Q Ende",
        "Table: SPACE next   W wrong card   K knock camera   X display off/on   Q quit",
    ),
)
NEXT = Words("LEERTASTE: {what}", "SPACE: {what}")
LAYS = Words("{seat} legt eine Karte", "{seat} lays a card")
GATHERS = Words("{seat} nimmt den Stich", "{seat} takes the trick")
TURNS = Words("{seat} deckt eine Karte auf", "{seat} turns a card up")
TAKES_UPCARD = Words("{seat} nimmt die aufgedeckte Karte", "{seat} takes the upcard")
TAKES_BACK = Words("die Karte wird zurückgenommen", "the card is taken back")
CLEARS = Words("{seat} räumt den Tisch ab", "{seat} clears the table")
DEALS = Words("{seat} gibt", "{seat} deals")
SAYS = Words("{seat} sagt: {what}", "{seat} says: {what}")
SHOWS = Words("die verlangte Karte zeigen", "show the card that is asked for")
SHOWS_ANY = Words("eine Karte unter die Kamera legen", "lay a card under the camera")
SHOWN = Words(
    "die Karte unter der Kamera wegnehmen, oder mit GRÜN weiter",
    "take the card under the camera away, or go on with GREEN",
)
ANSWER = Words("Die Anzeige fragt: mit den Tasten antworten.", "The display asks: answer with the buttons.")
NOTHING = Words("Mit den Tasten geht es weiter.", "Go on with the buttons.")
MOVING = Words("Eine Hand ist unterwegs …", "A hand is on its way …")
NOT_WRONG = Words("Gerade kann niemand falsch legen.", "Nobody can lay a wrong card just now.")
KNOCKED = Words("Jemand stößt an die Kamera.", "Somebody knocks the camera.")
DISPLAY_OFF = Words("Die Anzeige ist abgezogen; X steckt es an.", "The display is unplugged; X plugs it in.")
DISPLAY_ON = Words("Die Anzeige steckt wieder.", "The display is plugged in again.")
PREPARING = Words("Karten werden gezeichnet und gelernt …", "Drawing and learning the cards …")
NO_TERMINAL = Words(
    "kein Terminal: die Anzeige wird nicht gezeichnet; Tasten kommen von der Standardeingabe, Ende mit Q oder SIGTERM. "
    "kiebitz demo spielt von selbst.",
    "no terminal: the display is not drawn; keys are read from standard input, quit with Q or SIGTERM. "
    "kiebitz demo plays by itself.",
)


ACTIONS: dict[type[Action], Words] = {
    Lay: LAYS,
    Gather: GATHERS,
    TurnUpcard: TURNS,
    TakeUpcard: TAKES_UPCARD,
    Lift: TAKES_BACK,
    ClearStock: CLEARS,
}
HAND_COLUMNS = 30
"""Columns of a hand; two stand in a line."""


def describe(move: Move, game: Game | None, words: TableWords) -> str:
    """Returns what happens by *move*."""
    if move.said is None:
        action = move.actions[-1]
        text = ACTIONS.get(type(action), CLEARS)
        return words.translate(text).format(seat=words.seat(getattr(action, "seat", 0)))
    seat = words.seat(fact_seat(move.said) or 0)
    if isinstance(move.said, DealStarted) or game is None:
        return words.translate(DEALS).format(seat=seat)
    what = option_text(move.said, game, words, as_tokens=False)
    return words.translate(SAYS).format(seat=seat, what=what)


def hand_lines(hands: Mapping[Seat, Sequence[Card]], words: TableWords) -> list[str]:
    """Returns the hands, two players a line; empty lines before the first deal, so that nothing jumps."""
    shown = [
        f"{words.seat(seat)}: {' '.join(short_name(card, words) for card in hand)}"
        for seat, hand in sorted(hands.items())
    ]
    return ["   ".join(f"{hand:{HAND_COLUMNS}}" for hand in shown[start : start + 2]).rstrip() for start in (0, 2)]


def short_name(card: Card, words: TableWords) -> str:
    """Returns the first letter of the suit with the rank in the card's corner: `E10`."""
    return f"{words.suit(card.suit)[:1].upper()}{words.rank(card)}"
