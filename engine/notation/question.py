"""A player's question in German or English: "I hold HK H9 EU, H7 was led, trump leaves: what may I play, and why?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from engine.notation.advice import QuestionError
from engine.notation.card_names import (
    cards_in,
    cards_named,
    rank_named,
    suit_named,
    suit_suggestion,
    suits_beside_cards,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.cards import Card
    from engine.rules.game import Game
    from engine.rules.values import Trump

_Topic = Literal["hand", "trick", "trump", "striker"]
_TRICK_WORDS = """led lead lies lie lay laid played trick table
ausgespielt liegt liegen lag lagen gelegt gespielt stich tisch"""
_HAND_WORDS = "hold holding have got hand hands cards halte habe hab hast haben karten"
_TOPICS: dict[_Topic, str] = {
    "trick": _TRICK_WORDS,
    "hand": _HAND_WORDS,
    "trump": "trump trumps trumpf trümpfe farbe",
    "striker": "striker schlag",
}
"""The words that indicate each topic of a part of the sentence; the first topic with a word in it counts."""
_GERMAN = "ich habe hab halte ist liegt ausgespielt trumpf und darf was warum farbe schlag auf der die"
_ENGLISH = "i hold have is was led lies trump trumps and may what why play striker the"
_ASKS = "what which may can must should was welche welcher darf dürfen kann muss soll"
_NOTHING = "i ich nothing nobody no empty nichts niemand kein keine leer"
"""A part about the trick without a card says that none lies if it has one of these words."""
EXAMPLE = "I hold HK H9 EU, H7 was led, trump leaves"
EXAMPLE_GERMAN = "Ich habe HK H9 EU, H7 ist ausgespielt, Laub ist Trumpf"


@dataclass(frozen=True, slots=True)
class Question:
    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    trump: Trump | None


def read_question(text: str, game: Game) -> Question:
    """Returns what *text* says about hand, trick and trump.

    :raises ValueError: if it names no cards in the hand, a suit led without its card, or a card or trump that the game
        does not know.
    """
    found: dict[str, list[str]] = {}
    for topic, part in _parts(text):
        found.setdefault(_checked_topic(topic, part, game), []).append(part)
    hand = cards_in(" ; ".join(found.get("hand", ())), game.pack)
    if not hand:
        raise QuestionError(
            f"keine Karten auf der Hand, erwartet ein Satz wie {EXAMPLE_GERMAN!r}",
            f"got no cards in the hand, expected a sentence such as {EXAMPLE!r}",
        )
    trick = cards_in(" ; ".join(found.get("trick", ())), game.pack)
    if not trick:
        _check_no_card_lies(found.get("trick", ()), game)
    words = [part for topic in ("trump", "striker") for part in found.get(topic, ())]
    return Question(hand, trick, read_trump(" ".join(words), game))


def _checked_topic(topic: str, part: str, game: Game) -> str:
    """Returns the topic of *part*, which is trump if it names a suit as trump and no card.

    :raises QuestionError: if it names cards and a trump.
    """
    words = {word.casefold() for word in re.findall(r"[^\W_]+", part)}
    names_trump = words & set(_TOPICS["trump"].split()) and suits_beside_cards(part, game.pack)
    if topic in ("trump", "striker") or not names_trump:
        return topic
    if not cards_in(part, game.pack):
        return "trump"
    got = part.strip()
    raise QuestionError(
        f"Karten und Trumpf in einem: {got!r}, erwartet ein Komma dazwischen, wie {EXAMPLE_GERMAN!r}",
        f"got cards and trump in one: {got!r}, expected a comma between them, as in {EXAMPLE!r}",
    )


def _check_no_card_lies(parts: Sequence[str], game: Game) -> None:
    """:raises QuestionError: if a part about the trick is neither a question nor says that no card lies."""
    for part in parts:
        words = [word.casefold() for word in re.findall(r"[^\W_]+", part)]
        is_empty = bool(set(words) & set(_NOTHING.split())) or any(word in _ASKS.split() for word in words[:2])
        if suits_beside_cards(part, game.pack) or not is_empty:
            raise QuestionError(
                f"{part.strip()!r} ohne Karte, erwartet die Karte selbst, wie 'H7 ist ausgespielt'",
                f"got {part.strip()!r} without a card, expected the card itself, such as 'H7 was led'",
            )


def read_trump(text: str, game: Game) -> Trump | None:
    """Returns the trump that *text* names: a suit, and in Watten the striker too; None if it names neither.

    :raises QuestionError: for a trump that the game does not know, or half of one.
    """
    if text.strip() in game.all_trumps:
        return text.strip()
    suit, rank = _suit_and_rank(text, game)
    if suit is None and rank is None:
        near = suit_suggestion(text, game.pack)
        if near:
            raise _no_trump(text, game, near)
        return None
    needs_rank = game.all_trumps != game.pack.suits
    trump = " ".join(part for part in (suit, rank if needs_rank else None) if part is not None)
    if trump not in game.all_trumps:
        raise _no_trump(text, game)
    return trump


def _no_trump(text: str, game: Game, near: str = "") -> QuestionError:
    got, german_hint = text.strip(), near.replace("did you mean", "meintest du")
    if game.all_trumps == game.pack.suits:
        suits = " ".join(game.pack.suits)
        return QuestionError(
            f"Trumpf {got!r}, erwartet einen von {suits}{german_hint}",
            f"got trump {got!r}, expected one of {suits}{near}",
        )
    example = game.all_trumps[0]
    return QuestionError(
        f"Trumpf {got!r}, erwartet Farbe und Schlag, wie {example!r} oder 'Trumpf Herz, Schlag Unter'{german_hint}",
        f"got trump {got!r}, expected suit and striker, such as {example!r} or 'trump hearts, striker Unter'{near}",
    )


def _suit_and_rank(text: str, game: Game) -> tuple[str | None, str | None]:
    suit = rank = None
    for word in re.findall(r"[^\W_]+", text):
        is_letter = len(word) == 1 and not word.isupper()
        if suit is None and not is_letter and (named := suit_named(word, game.pack)) is not None:
            suit = named
        elif rank is None and not is_letter and (named := rank_named(word, game.pack)) is not None:
            rank = named
        elif suit is None and rank is None and word in map(str, game.pack.cards):
            suit, rank = word[0], word[1:]
    return suit, rank


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yields the parts of the sentence with their topics; one without belongs to the part before it, or after it."""
    waiting: list[str] = []
    topic: str | None = None
    for part in _clauses(text):
        topic = _topic_of(part) or topic
        waiting.append(part)
        if topic is not None:
            yield from ((topic, each) for each in waiting)
            waiting = []


def _clauses(text: str) -> Iterator[str]:
    """Yields what stands between commas and the like, also divided at "and" if that joins two topics."""
    for clause in re.split(r"[,;:.?!]", text):
        parts = re.split(r"\b(?:and|und|but|aber)\b", clause)
        topics = {_topic_of(part) for part in parts} - {None}
        yield from parts if len(topics) > 1 else [clause]


def _topic_of(part: str) -> str | None:
    words = {word.casefold() for word in re.findall(r"[^\W_]+", part)}
    return next((name for name, known in _TOPICS.items() if words & set(known.split())), None)


def language_of(text: str) -> Literal["de", "en"] | None:
    """Returns the language of a sentence, or None if its words do not show it."""
    words = {word.casefold() for word in re.findall(r"[^\W_]+", text)}
    german, english = len(words & set(_GERMAN.split())), len(words & set(_ENGLISH.split()))
    return None if german == english else "de" if german > english else "en"


def read_cards(text: str, game: Game) -> tuple[Card, ...]:
    """Returns the cards of a list such as `HK h9 "Eichel Unter"`.

    :raises UnknownName: for a word that names none.
    """
    return cards_named(text, game.pack)
