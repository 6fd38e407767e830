"""Evenings written as short words, for a controller without camera and buttons.

`PLAY`, `FOLD`, `UP`, `DOWN` are presses, `PLAY@2` one at seat 2's own button. `L9` is a card read surely, with an
unknown seat; `L9>2` surely by seat 2, `L9^2` probably, which is enough after a rest, `L9~2` perhaps by seat 2.
`L9/LO/L7` is a doubtful reading, best first; `L9+LO` a sure one with runners-up, `?L9` perhaps no card at all; `!L9>2`
came while hands followed one another without a rest; `L9>2@1.5` came to rest at 1.5 s (0 s without a time). `lift:L9`
is a card lifted, `clear` the table cleared, `clear>2` by seat 2.
"""

import re
from collections.abc import Iterable

import numpy as np

from common.texts.words import TableWords, words_for
from device.hardware.presses import Press
from device.session.controller import SessionController
from device.session.results import RecordedEvent
from device.settings.table_setup import SEATS, Setup
from engine.cards import Card, Seat
from engine.events import CardLaid, DealStarted, Event, GameStarted
from engine.games import all_games
from engine.notation.lines import line_of
from engine.simulation.evening import Simulation, simulation
from vision.types import Candidate, CardLanded, CardLifted, KeepsMoving, Observation, Reading, TableCleared

GERMAN = words_for("de", "bavarian")
GAME = "bohemian-watten"
SECOND = 7
"""The position of the second card: game, deal, upcard and three declarations come before the first."""
QUAD = np.zeros((4, 2), np.float32)


def card(text: str) -> Card:
    return Card(text[0], text[1:])


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split())


def card_laid(seat: int, text: str, doubts: str = "") -> CardLaid:
    return CardLaid(seat, card(text), cards(doubts))


def observation(word: str) -> Observation:
    """Returns what the tracker would see."""
    if word.startswith("lift:"):
        return CardLifted(card(word[5:]))
    if word.startswith("moves:"):
        return KeepsMoving(float(word[6:]))
    if word.startswith("clear"):
        _, _, seat = word.partition(">")
        return TableCleared(int(seat) if seat else None, 4)
    word, _, since = word.partition("@")
    hurried, word = word.startswith("!"), word.removeprefix("!")
    names, sign, seat = re.fullmatch(r"([^>^~]+)([>^~]?)(\d?)", word).groups()  # type: ignore[union-attr]
    near, names = not names.startswith("?"), names.removeprefix("?")
    sure = near and "/" not in names
    read = [card(name) for name in re.split(r"[/+]", names)]
    candidates = tuple(Candidate(each, 0.9 - 0.05 * place) for place, each in enumerate(read))
    confidence = {">": 0.95, "^": 0.85, "~": 0.6, "": 0.55}[sign]
    reading = Reading(read[0] if sure else None, candidates, QUAD, 1.0, near)
    return CardLanded(reading, int(seat) if seat else None, confidence, after_rest=not hurried, since=float(since or 0))


def landed_surely(laid: Card, seat: Seat, since: float, *, after_rest: bool = True) -> CardLanded:
    reading = Reading(laid, (Candidate(laid, 0.9),), QUAD, 1.0)
    return CardLanded(reading, seat, 1.0, after_rest=after_rest, since=since)


def press(word: str) -> Press:
    button, _, seat = word.partition("@")
    return Press(button.lower(), int(seat) if seat else None)  # type: ignore[arg-type]


def is_press(word: str) -> bool:
    return word.partition("@")[0] in ("PLAY", "FOLD", "UP", "DOWN")


def go(controller: SessionController, script: str | Iterable[str]) -> list[RecordedEvent]:
    """Plays a script and returns everything noted."""
    words = script.split() if isinstance(script, str) else script
    noted: list[RecordedEvent] = []
    for word in words:
        noted += controller.press(press(word)) if is_press(word) else controller.handle_sighting(observation(word))
    return noted


def events(noted: Iterable[RecordedEvent]) -> list[Event]:
    return [note.event for note in noted]


def recorded(controller: SessionController, script: str) -> str:
    """Plays a script and returns what was noted, in lines of a record: `upcard L9 | play 0:L7`."""
    return in_record(go(controller, script))


def in_record(noted: Iterable[RecordedEvent]) -> str:
    return " | ".join(line_of([note.event]) for note in noted)


def new_controller(
    players: int | None = None,
    dealer: Seat | None = None,
    rules: tuple[tuple[str, str | int | bool], ...] = (),
    words: TableWords = GERMAN,
    game: str = GAME,
) -> SessionController:
    """Returns the controller of a game that has just begun; the dealer is the last seat, so that seat 0 is forehand.

    Without a number of *players* as many play as can.
    """
    seats = SEATS[players or max(all_games()[game].players)]
    controller = SessionController(Setup(game, seats, rules), words)
    controller.start(seats[-1] if dealer is None else dealer)
    return controller


def in_play(script: str = "", players: int = 4, upcard: str = "E9", words: TableWords = GERMAN) -> SessionController:
    """Returns the controller of a deal in which all play; acorns are trump. *script* is what happened since."""
    controller = new_controller(players, words=words)
    go(controller, [upcard, *["PLAY"] * (players - 1)])
    go(controller, script)
    return controller


def legal_deal(game: str, players: int, seed: int) -> tuple[Simulation, SessionController, list[Event]]:
    """Returns a simulated deal, a controller that has just begun it, and the events that are still to come."""
    played = simulation(game, players, seed)
    played.play_deal()
    started, dealt, *following = played.events
    assert isinstance(started, GameStarted)
    assert isinstance(dealt, DealStarted)
    controller = SessionController(Setup(game, started.seats, started.rules), GERMAN, [started, dealt])
    return played, controller, following
