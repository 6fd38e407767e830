"""Cards, suits and ranks as people write them: `HK`, `hk`, `Herz König`, `Herz-VIII`, `king of hearts`, `Maxi`.

A text is divided into items at commas, "and" and the like. An item is read as cards only if each of its words belongs
to a card or has no meaning for cards, and in one way only; otherwise it is refused.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from engine.cards import Card, Pack, Rank, Suit
from engine.notation.vocabulary import (
    ARTICLES,
    ENDINGS,
    JOINS,
    NOISE,
    Meaning,
    card_name,
    fold,
    folded,
    plain_text,
    vocabulary,
)
from engine.text import NO_HINT, ErrorInWords, Words, hint

Separator: TypeAlias = Literal["", "and", ",", ";", ":"]
MIN_RATIO = 0.76
"""Likeness (`difflib`) from which on a name is suggested: "Köning" to "König" has 0.91, "oder" to "Ober" 0.75."""
_AND = folded("und and plus sowie & +")
_COMMA = folded("aber but doch sondern , / | ( ) [ ]") | {"-"}
_SENTENCE = folded("wenn falls if when while wobei . ? ! ;")
_KINDS: tuple[tuple[frozenset[str], Separator], ...] = (
    (_AND, "and"), (_COMMA, ","), (_SENTENCE, ";"), (frozenset(":"), ":"),
)  # fmt: skip
_TOKEN = re.compile(r"[^\W_]+(?:[-_][^\W_]+)*|[^\w\s]|_")
_CONTRACTION = re.compile(r"(?<=\w)'(?:ve|m|re|ll|s|d)\b", re.IGNORECASE)
_SPELLED_OUT = re.compile(r"([A-Z])([A-ZÄÖÜ]\w{2,}|IX|VI)")
_LETTER_RANK = re.compile(r"^([^\W\d]+[^\W\dA-Z])([A-Z])$")
_NUMBER_FIRST = re.compile(r"^(\d+)([^\W\d]{2,})$")
"""A card as on the display, such as ESau, or with a Roman number: HVIII."""


class UnknownName(ErrorInWords):
    """Raised for words that name no card of the pack."""


class Item(NamedTuple):
    """What stands between two separators."""

    words: tuple[str, ...]
    before: Separator
    """The strongest separator before it."""

    @property
    def text(self) -> str:
        return " ".join(self.words)


def items_of(text: str, pack: Pack) -> list[Item]:
    """Returns the items of *text* that have words; other signs than separators are words."""
    text = _CONTRACTION.sub("", plain_text(text))
    text = re.sub(r"\bas well( as)?\b", lambda found: "&" if found[1] else "", text, flags=re.IGNORECASE)
    items: list[Item] = []
    words: list[str] = []
    before: Separator = ""
    for token in _TOKEN.findall(text.replace("\n", ",").replace("'", " ")):
        separator = next((separator for tokens, separator in _KINDS if token.casefold() in tokens), None)
        if separator is None:
            words += [token] if fold(token) in vocabulary(pack).words else re.split("[-_]", token)
            continue
        if words:
            items.append(Item(tuple(words), before))
            words, before = [], separator
        before = max(before, separator, key=("", "and", ",", ";", ":").index)
    return [*items, Item(tuple(words), before)] if words else items


@lru_cache(maxsize=4096)
def meaning_of(word: str, pack: Pack) -> Meaning:
    """Returns what *word* can mean, also with the ending of a case or plural."""
    known, spelled = vocabulary(pack).words, fold(word)
    stems = (spelled.removesuffix(ending) for ending in ENDINGS if spelled.endswith(ending))
    stem = next((stem for stem in stems if len(stem) >= 4 and stem in known), "")
    return known.get(spelled) or known.get(stem, Meaning())


def suit_named(word: str, pack: Pack) -> Suit | None:
    """Returns the suit called *word*, a name or a capital letter, or None."""
    return word if word in pack.suits else meaning_of(word, pack).suit


def rank_named(word: str, pack: Pack) -> Rank | None:
    """Returns the rank called *word*, or None."""
    letter = word.upper() if len(word) == 1 and word.upper() in pack.ranks else None
    return meaning_of(word, pack).rank or letter


def cards_named(text: str, pack: Pack) -> tuple[Card, ...]:
    """Returns the cards that *text* lists.

    :raises UnknownName: for an item that is not certainly cards.
    """
    cards: list[Card] = []
    after_code = False
    for item in items_of(text, pack):
        cards += cards_of(item.words, pack, after_code=after_code)
        after_code = code_of(item.words[-1], pack) is not None
    return tuple(cards)


def cards_of(
    words: Sequence[str], pack: Pack, noise: Collection[str] = NOISE, *, after_code: bool = False
) -> tuple[Card, ...]:
    """Returns the cards that the words of one item name; *after_code* says that a code stands before it.

    :raises UnknownName: if some words belong to no card and are no *noise*, or if they can be read in two ways.
    """
    # By place: up to two readings of the words from there on.
    readings: list[list[tuple[Card, ...]]] = [[] for _ in words] + [[()]]
    for place in range(len(words) - 1, -1, -1):
        found = [(card, *rest) for card, used in cards_at(words, place, pack) for rest in readings[place + used]]
        is_after_code = code_of(words[place - 1], pack) is not None if place else after_code
        is_card = code_of(words[place], pack) is not None and (is_after_code or words[place].isupper())
        if fold(words[place]) in noise and not is_card:
            found += readings[place + 1]
        readings[place] = list(dict.fromkeys(found))[:2]
    if len(readings[0]) != 1:
        raise unknown(words, pack, noise)
    return readings[0][0]


def code_of(word: str, pack: Pack) -> Card | None:
    """Returns the card with the code *word*, in any case; in capitals also with the letters of the other language."""
    return vocabulary(pack).codes.get(word.upper()) or vocabulary(pack).other_codes.get(word)


def cards_at(words: Sequence[str], place: int, pack: Pack) -> Iterator[tuple[Card, int]]:
    """Yields each card that the words from *place* on may name, and how many words name it."""
    word, rest = words[place], words[place + 1 :]
    card = word_card(word, pack)
    is_also_noise = fold(word) in NOISE and not word.isupper()
    if card is not None and not (is_also_noise and rest and code_of(rest[0], pack) is None):
        yield card, 1
    if not rest:
        return
    suit, title = suit_named(word, pack), meaning_of(rest[0], pack).card
    if title is not None and title.suit == suit:
        yield title, 2
    if joined := meaning_of(word + rest[0], pack).card:
        yield joined, 2
    if (paired := _card(suit, rank_named(rest[0], pack), pack)) and (len(word) > 1 or not rest[0].islower()):
        yield paired, 2
    skipped = 1 if fold(rest[0]) in JOINS else 0
    while skipped and rest[skipped:] and fold(rest[skipped]) in ARTICLES:
        skipped += 1
    # Such as "A of hearts"; but "a heart" and "as hearts are trumps" are no cards.
    rank = rank_named(word, pack) if skipped and word.isupper() else meaning_of(word, pack).rank
    rank = None if fold(word) == "as" and not skipped else rank
    if rest[skipped:] and (paired := _card(meaning_of(rest[skipped], pack).suit, rank, pack)):
        yield paired, skipped + 2


def some_cards(words: Sequence[str], pack: Pack) -> bool:
    """Returns whether any of *words* may name a card."""
    return any(True for place in range(len(words)) for _ in cards_at(words, place, pack))


def lone_suits(words: Sequence[str], pack: Pack) -> bool:
    """Returns whether a suit among *words* belongs to no card, such as `hearts` in "hearts was led"."""
    place = 0
    while place < len(words):
        used = max((used for _, used in cards_at(words, place, pack)), default=0)
        if not used and suit_named(words[place], pack):
            return True
        place += used or 1
    return False


def _card(suit: Suit | None, rank: Rank | None, pack: Pack) -> Card | None:
    return None if suit is None or rank is None else code_of(suit + rank, pack)


@lru_cache(maxsize=4096)
def word_card(word: str, pack: Pack) -> Card | None:
    """Returns the card that *word* names by itself: a code, a title such as Maxi, or suit and rank in one word."""
    if card := code_of(word, pack) or meaning_of(word, pack).card:
        return card
    spelled = _SPELLED_OUT.fullmatch(word)
    if spelled is not None and word != "SIX" and (card := _card(spelled[1], rank_named(spelled[2], pack), pack)):
        return card
    whole = fold(word)
    suits = {at: vocabulary(pack).words.get(whole[:at], Meaning()).suit for at in range(2, len(whole))}
    splits = [(suit, meaning_of(whole[at:], pack)) for at, suit in suits.items() if suit is not None]
    found = {card for suit, rank in splits if (card := _card(suit, rank.rank, pack))}
    found |= {rank.card for suit, rank in splits if rank.card is not None and rank.card.suit == suit}
    for suit, rank in _LETTER_RANK.findall(word) + [pair[::-1] for pair in _NUMBER_FIRST.findall(word)]:
        found |= {card for card in [_card(suit_named(suit, pack), rank_named(rank, pack), pack)] if card}
    return found.pop() if len(found) == 1 else None


# Errors


def unknown(words: Sequence[str], pack: Pack, noise: Collection[str] = NOISE) -> UnknownName:
    """Returns the error about *words* that name no card, or more than one, with the name that they may have meant."""
    strange = (word for word in words if names_nothing(word, pack, noise))
    got, near = next(strange, " ".join(words)), suggestion(words, pack, noise)
    cards = f"{' '.join(pack.suits)} then rank {' '.join(pack.ranks)}, such as {pack.cards[0]}"
    german = f"Karte {got!r}, erwartet {cards.replace('then rank', 'und Rang').replace('such as', 'wie')}"
    return UnknownName(
        f"{german}, oder ihr Name{near.german}",
        f"got card {got!r}, expected one of {pack.name}: suit {cards}, or its name{near.english}",
    )


def suggestion(words: Sequence[str], pack: Pack, noise: Collection[str] = NOISE) -> Words:
    """Returns the end of an error message with the card, suit or rank that *words* may have meant, or empty texts."""
    for place, word in enumerate(words):
        if len(word) > 2 and names_nothing(word, pack, noise):
            names = _names(pack)
            for match in difflib.get_close_matches(fold(word), names, n=1, cutoff=MIN_RATIO):
                mended, starts = [*words[:place], match, *words[place + 1 :]], range(place + 1)
                # The cards to which the word belongs.
                whole = {card for at in starts for card, used in cards_at(mended, at, pack) if at + used > place}
                is_title = meaning_of(match, pack).card is not None
                return hint(names[match] if is_title or len(whole) != 1 else card_name(whole.pop(), pack))
    return NO_HINT


def names_nothing(word: str, pack: Pack, noise: Collection[str] = NOISE) -> bool:
    """Returns whether *word* is no part of the name of a card, nor one of *noise*."""
    is_name = suit_named(word, pack) or rank_named(word, pack) or word_card(word, pack)
    return not is_name and fold(word) not in noise and fold(word) not in JOINS


@lru_cache
def _names(pack: Pack) -> dict[str, Words]:
    """Returns the usual names by folded word, also of whole cards written as one word."""
    whole = {fold("".join(card_name(card, pack).german.split())): card_name(card, pack) for card in pack.cards}
    return vocabulary(pack).names | whole
