"""A player's question in German or English: "I hold HK H9 EU, H7 was led, trump leaves: what may I play, and why?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from engine.cards import Card, Pack, Rank, Suit, Trump
from engine.notation import card_names, vocabulary
from engine.notation.advice import QuestionError
from engine.notation.explain import say
from engine.notation.question_parts import Part, assign, hand_or_trick, parts_of
from engine.notation.vocabulary import fold, plain_text
from engine.rules.game import Game
from engine.text import NO_HINT, Words

_NOISE = vocabulary.WITHOUT_MEANING | vocabulary.PREPOSITIONS | vocabulary.JOINS


def read_trump(text: str, game: Game) -> Trump | None:
    """Returns the trump that *text* names: a suit, and in Watten the striker too; None if it names neither.

    :raises QuestionError: for a trump that the game does not know, half of one, two of them, or an unknown word.
    """
    # As the game writes it, or with the name of its suit, such as `Solo Herz`.
    by_letters = {trump.casefold(): trump for trump in game.all_trumps}
    named = " ".join((card_names.suit_named(word, game.pack) or word).casefold() for word in text.split())
    if (written := by_letters.get(text.strip().casefold(), by_letters.get(named))) is not None:
        return written
    words = [word for item in card_names.items_of(text, game.pack) for word in item.words]
    words = [word for word in words if fold(word) not in _NOISE or word.isupper()]
    suits, ranks = set[str](), set[str]()
    for word in words:
        suit, rank = _suit_and_rank(word, game.pack, is_alone=len(words) == 1)
        if suit is None and rank is None and fold(word) not in vocabulary.NONE:
            raise _no_trump(text, game, card_names.suggestion([word], game.pack))
        suits.update([suit] if suit else [])
        ranks.update([rank] if rank else [])
    is_negative = any(fold(word) in vocabulary.NONE for word in words)
    if not suits and not ranks:
        return None
    needs_rank = game.all_trumps != game.pack.suits
    trump = " ".join([*sorted(suits), *(sorted(ranks) if needs_rank else ())])
    if is_negative or trump not in game.all_trumps:
        raise _no_trump(text, game)
    return trump


def _suit_and_rank(word: str, pack: Pack, *, is_alone: bool) -> tuple[Suit | None, Rank | None]:
    """Returns what one word says; small letters are suits only if they stand alone, and never ranks."""
    if len(word) == 1 and not word.isupper() and not word.isdecimal():
        suit = word.upper() if is_alone and word.upper() in pack.suits else None
        return suit, card_names.meaning_of(word, pack).rank
    suit, rank = card_names.suit_named(word, pack), card_names.rank_named(word, pack)
    card = card_names.word_card(word, pack) if card_names.meaning_of(word, pack).card is None else None
    return (card.suit, card.rank) if card and suit is None and rank is None else (suit, rank)


def _no_trump(text: str, game: Game, near: Words = NO_HINT) -> QuestionError:
    got = text.strip()
    if game.all_trumps == game.pack.suits:
        return QuestionError(*say("question.suit", trump=got, suits=" ".join(game.pack.suits), near=near))
    if game.trump_rank(game.all_trumps[0]) is None:
        return QuestionError(*say("question.contract", trump=got, contracts=", ".join(game.all_trumps), near=near))
    return QuestionError(*say("question.suit_and_striker", trump=got, example=game.all_trumps[0], near=near))


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
        raise QuestionError(*say("question.no_hand", example=vocabulary.EXAMPLE))
    trick = _trick([part for part in parts if part.topic == "trick"], game.pack)
    for part in parts:
        places = range(len(part.words)) if part.topic == "ask" else ()
        if {card for at in places for card, _ in card_names.cards_at(part.words, at, game.pack)} - {*hand, *trick}:
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
        after_code = card_names.code_of(part.item.words[-1], pack) is not None
    before, after = list(chain(*cards[:first])), list(chain(*cards[first:]))
    if not first or (len(before) == described[0][0] and first == len(parts) == 1):
        return (*before, *after)
    announced = sum(count for count, _ in described) + len(before)
    is_list = first < len(parts) and parts[first].item.before == ":"
    if not is_list or announced != len(after) or not set(before) <= set(after):
        raise QuestionError(*say("question.described", got=parts[first - 1].item.text))
    return tuple(after)


def _described(part: Part) -> tuple[int, Part]:
    """Returns how many cards *part* only describes, such as two in "zwei Unfarben", and the part without that."""
    count, words = 0, list[str]()
    for word in part.words:
        if fold(word) in vocabulary.ROLES:
            count += 1
        elif fold(word) in vocabulary.COUNTED and words and fold(words[-1]) in vocabulary.NUMBERS:
            count += vocabulary.NUMBERS[fold(words.pop())]
        else:
            words.append(word)
    return count, replace(part, words=tuple(words))


def _trick(parts: Sequence[Part], pack: Pack) -> tuple[Card, ...]:
    """Returns the cards that lie, that led first.

    :raises QuestionError: for a part without a card that neither asks nor says that none lies.
    """
    cards: list[Card] = []
    # Such as "im Stich", with the cards in other parts.
    silent = (
        vocabulary.WITHOUT_MEANING
        if any(card_names.some_cards(part.words, pack) for part in parts)
        else vocabulary.NONE | vocabulary.PEOPLE
    )
    for part in parts:
        if card_names.some_cards(part.words, pack) or part.has_code(pack):
            found = part.cards(pack)
            cards = [*found, *cards] if part.folded & vocabulary.LED else [*cards, *found]
        elif not part.asks and not (
            part.folded & silent and part.folded <= vocabulary.WITHOUT_MEANING | vocabulary.NONE
        ):
            near = card_names.suggestion(part.words, pack, vocabulary.WITHOUT_MEANING)
            raise QuestionError(*say("question.no_card", got=part.item.text, near=near))
    return tuple(cards)


def language_of(text: str) -> Literal["de", "en"] | None:
    """Returns the language of a sentence, or None if its words do not show it."""
    words = {fold(word) for word in re.findall(r"[^\W_]+", plain_text(text))}
    german, english = len(words & vocabulary.GERMAN), len(words & vocabulary.ENGLISH)
    return None if german == english else "de" if german > english else "en"
