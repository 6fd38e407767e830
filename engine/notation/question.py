"""A player's question in German or English: "I hold HK H9 EU, H7 was led, trump leaves: what may I play, and why?"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Literal

from engine.notation.advice import QuestionError
from engine.notation.card_names import cards_at, code_of, some_cards, suggestion
from engine.notation.card_words import fold, plain_text
from engine.notation.question_parts import assign, hand_or_trick, parts_of
from engine.notation.question_words import (
    COUNTED,
    ENGLISH,
    EXAMPLE,
    EXAMPLE_GERMAN,
    GERMAN,
    LED,
    NONE,
    NUMBERS,
    PEOPLE,
    ROLES,
    WITHOUT_MEANING,
)
from engine.notation.trump_names import read_trump

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card, Pack
    from engine.notation.question_parts import Part
    from engine.rules.game import Game
    from engine.rules.values import Trump


@dataclass(frozen=True, slots=True)
class Question:
    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    trump: Trump | None


def read_question(text: str, game: Game) -> Question:
    """Returns what *text* says about hand, trick and trump.

    :raises ValueError: if it names no cards in the hand, a suit led without its card, or a card or trump that the game
        does not know, or if a part of it may mean several things.
    """
    parts = assign(parts_of(text, game.pack), game.pack)
    hand = _hand([part for part in parts if part.topic == "hand"], game.pack)
    if not hand:
        raise QuestionError(
            f"keine Karten auf der Hand, erwartet ein Satz wie {EXAMPLE_GERMAN!r}",
            f"got no cards in the hand, expected a sentence such as {EXAMPLE!r}",
        )
    trick = _trick([part for part in parts if part.topic == "trick"], game.pack)
    for part in parts:
        places = range(len(part.words)) if part.topic == "ask" else ()
        if {card for at in places for card, _ in cards_at(part.words, at, game.pack)} - {*hand, *trick}:
            raise hand_or_trick(part)
    trump = read_trump(" ".join(part.item.text for part in parts if part.topic in ("trump", "striker")), game)
    return Question(hand, trick, trump)


def _hand(parts: Sequence[Part], pack: Pack) -> tuple[Card, ...]:
    """Returns the cards of the parts about the hand; those that a description announces must be as many as it says.

    :raises ValueError: for a part that is not certainly cards.
    """
    described = [_described(part) for part in parts]
    first = max((place for place, (count, _) in enumerate(described) if count), default=-1) + 1
    cards: list[tuple[Card, ...]] = []
    after_code = False
    for _, part in described:
        cards.append(part.cards(pack, after_code=after_code) if part.words else ())
        after_code = code_of(part.item.words[-1], pack) is not None
    before, after = list(chain(*cards[:first])), list(chain(*cards[first:]))
    if not first or (len(before) == described[0][0] and first == len(parts) == 1):
        return (*before, *after)
    announced = sum(count for count, _ in described) + len(before)
    is_list = first < len(parts) and parts[first].item.before == ":"
    if not is_list or announced != len(after) or not set(before) <= set(after):
        got = parts[first - 1].item.text
        raise QuestionError(
            f"{got!r} statt der Karten, erwartet danach alle Karten, wie ': HK H9 EU'",
            f"got {got!r} instead of the cards, expected all cards after it, such as ': HK H9 EU'",
        )
    return tuple(after)


def _described(part: Part) -> tuple[int, Part]:
    """Returns how many cards *part* only describes, such as two in "zwei Unfarben", and the part without that."""
    count, words = 0, list[str]()
    for word in part.words:
        if fold(word) in ROLES:
            count += 1
        elif fold(word) in COUNTED and words and fold(words[-1]) in NUMBERS:
            count += NUMBERS[fold(words.pop())]
        else:
            words.append(word)
    return count, replace(part, words=tuple(words))


def _trick(parts: Sequence[Part], pack: Pack) -> tuple[Card, ...]:
    """Returns the cards that lie, that led first.

    :raises QuestionError: for a part without a card that neither asks nor says that none lies.
    """
    cards: list[Card] = []
    # Such as "im Stich", with the cards in other parts.
    silent = WITHOUT_MEANING if any(some_cards(part.words, pack) for part in parts) else NONE | PEOPLE
    for part in parts:
        if some_cards(part.words, pack) or part.has_code(pack):
            found = part.cards(pack)
            cards = [*found, *cards] if part.folded & LED else [*cards, *found]
        elif not part.asks and not (part.folded & silent and part.folded <= WITHOUT_MEANING | NONE):
            got, near = part.item.text, suggestion(part.words, pack, WITHOUT_MEANING)
            raise QuestionError(
                f"{got!r} ohne Karte, erwartet die Karte selbst, wie 'H7 ist ausgespielt'{near.german}",
                f"got {got!r} without a card, expected the card itself, such as 'H7 was led'{near.english}",
            )
    return tuple(cards)


def language_of(text: str) -> Literal["de", "en"] | None:
    """Returns the language of a sentence, or None if its words do not show it."""
    words = {fold(word) for word in re.findall(r"[^\W_]+", plain_text(text))}
    german, english = len(words & GERMAN), len(words & ENGLISH)
    return None if german == english else "de" if german > english else "en"
