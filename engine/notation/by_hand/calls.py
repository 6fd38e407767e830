"""Reads calls of a record written by hand: announcements, bids, melds and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Announced
from engine.notation.by_hand.words import CALL_NOISE, CALLS, NUMBERS, cannot_read, not_one_of
from engine.notation.card_names import rank_named, suit_named
from engine.notation.card_words import fold
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Seat
    from engine.rules.deal import Deal
    from engine.rules.game import Game

_EXPECTED = {
    "suit": Words("eine Farbe", "a suit"),
    "rank": Words("einen Schlag", "a rank"),
    "number": Words("eine Zahl", "a number"),
}


def begins_with_call(words: Sequence[str], game: Game) -> bool:
    known = {fold(phrase) for phrase in _calls_of(game)}
    return any(" ".join(map(fold, words[:length])) in known for length in (2, 1))


def read_call(seat: Seat, words: Sequence[str], game: Game, deal: Deal | None) -> Announced:
    """Returns the call that *words* say.

    :raises HandError: for a call that the game does not have, a value that it does not take, or another word.
    """
    calls = _calls_of(game)
    known = {fold(phrase): call for phrase, call in calls.items()}
    for length in (2, 1):
        for start in range(len(words) - length + 1):
            phrase = " ".join(map(fold, words[start : start + length]))
            if phrase in known:
                rest = [*words[:start], *words[start + length :]]
                return Announced(seat, known[phrase], _value(seat, known[phrase], phrase, rest, game, deal))
    raise not_one_of(" ".join(words), Words("eine Ansage wie", "a call such as"), calls)


def _calls_of(game: Game) -> dict[str, str]:
    """Returns the calls of *game* by phrase."""
    declares = {"play", "fold"} if not game.book.calls and not game.has_upcard else set()
    names = {*game.book.calls, *declares, "misdeal"}
    return {phrase: call for phrase, call in CALLS.items() if call in names}


def _value(seat: Seat, call: str, phrase: str, words: Sequence[str], game: Game, deal: Deal | None) -> str:
    entry = game.book.calls.get(call)
    kind = entry.value if entry is not None else ""
    values = [value for word in words if (value := _value_of_word(word, kind, game))]
    strange = [word for word in words if not _value_of_word(word, kind, game) and fold(word) not in CALL_NOISE]
    strange = [] if call == "sign" else strange  # whatever is signalled has no effect
    if not values and call == "meld" and deal is not None:
        values = [value for value in [_suit_of_meld(seat, phrase, game, deal)] if value]
    if strange or len(values) > 1 or (not values and kind in ("suit", "rank")):
        raise cannot_read(" ".join((phrase, *words)), _EXPECTED.get(kind, Words("nur die Ansage", "the call alone")))
    return values[0] if values else ""


def _value_of_word(word: str, kind: str, game: Game) -> str | None:
    if kind == "suit":
        return suit_named(word.upper() if len(word) == 1 else word, game.pack)
    if kind == "rank":
        return rank_named(word, game.pack)
    number = NUMBERS.get(fold(word), word)
    return number if kind == "number" and number.isdecimal() else None


def _suit_of_meld(seat: Seat, phrase: str, game: Game, deal: Deal) -> str | None:
    """Returns the suit of a forty, or of a twenty if *seat* has just laid the king or queen of it."""
    trump = game.trump(deal)
    if phrase in ("40", "vierzig"):
        return trump
    laid = next((play.card for play in reversed(list(deal.plays())) if play.seat == seat), None)
    return laid.suit if laid is not None and laid.rank in ("K", "Q") and laid.suit != trump else None
