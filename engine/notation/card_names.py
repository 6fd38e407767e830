"""Cards, suits and ranks as people write them: `HK`, `hk`, `Herz König`, `Herzkönig`, `king of hearts`, `Maxi`."""

from __future__ import annotations

import difflib
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engine.rules.house_rules import did_you_mean
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card, Pack, Rank, Suit

_GERMAN_SUITS = {
    "E": "eichel eicheln acorn acorns",
    "L": "laub gras grün gruen blatt leaf leaves",
    "H": "herz herzen rot heart hearts",
    "S": "schelle schellen schell bell bells",
}
_FRENCH_SUITS = {
    "C": "kreuz treff club clubs",
    "S": "pik spade spades",
    "H": "herz heart hearts",
    "D": "karo eckstein diamond diamonds",
}
_RANKS = {
    "A": "sau ass as daus ace",
    "K": "könig koenig king",
    "O": "ober over",
    "U": "unter under",
    "Q": "dame queen",
    "J": "bube bauer jack knave",
    "10": "zehn zehner ten",
    "9": "neun neuner nine",
    "8": "acht achter eight",
    "7": "sieben siebener siebner seven",
    "6": "sechs sechser six weli",
}
_TITLES = {"maxi": "HK", "bascht": "HK", "belli": "S7", "belle": "S7", "spitz": "E7", "weli": "S6"}
MIN_MISSPELT, MIN_RATIO = 4, 0.8
"""Letters and likeness (`difflib`) that make a word a misspelt rank: "Köning" has 0.91, "aber" to "ober" 0.75."""
_CODE = re.compile(r"[A-Z](?:10|[2-9AKQJOU])")


class UnknownName(ValueError):
    """Raised for a word that names no card of the pack; `words` has the message in both languages."""

    def __init__(self, german: str, english: str) -> None:
        super().__init__(english)
        self.words = Words(german, english)


class _Vocabulary(NamedTuple):
    suits: dict[str, Suit]
    ranks: dict[str, Rank]
    cards: dict[str, Card]
    """Words that name a card by themselves, such as `herzkönig` and `maxi`; the codes are in the pack."""


@cache
def _vocabulary(pack: Pack) -> _Vocabulary:
    names = _FRENCH_SUITS if "C" in pack.suits else _GERMAN_SUITS
    suits = {name: suit for suit in pack.suits for name in names[suit].split()}
    present = {card.rank for card in pack.cards}
    ranks = {name: rank for rank, words in _RANKS.items() if rank in present for name in (rank.lower(), *words.split())}
    by_text = {str(card): card for card in pack.cards}
    cards = {title: by_text[code] for title, code in _TITLES.items() if code in by_text}
    for suit_name, suit in suits.items():
        for rank_name, rank in ranks.items():
            if suit + rank in by_text:
                cards[suit_name + rank_name] = by_text[suit + rank]
    return _Vocabulary(suits, ranks, cards)


def suit_named(word: str, pack: Pack) -> Suit | None:
    """Returns the suit called *word*, or None."""
    return word.upper() if word.upper() in pack.suits else _vocabulary(pack).suits.get(word.casefold())


def suit_suggestion(text: str, pack: Pack) -> str:
    """Returns the end of an error message with the suit that a word of *text* may have meant, or an empty text."""
    words = [word.casefold() for word in re.findall(r"[^\W_]+", text)]
    return next((near for word in words if (near := did_you_mean(word, _vocabulary(pack).suits))), "")


def rank_named(word: str, pack: Pack) -> Rank | None:
    """Returns the rank called *word*, or None."""
    return _vocabulary(pack).ranks.get(word.casefold())


def cards_named(text: str, pack: Pack) -> tuple[Card, ...]:
    """Returns the cards that *text* lists, in any case and spelling, divided by spaces or commas.

    :raises UnknownName: for a word that names none.
    """
    words = re.findall(r"[^\W_]+", text)
    cards, place = [], 0
    while place < len(words):
        card, used = card_at(words, place, pack, any_case=True)
        if card is None:
            raise unknown(words[place], pack)
        cards.append(card)
        place += used
    return tuple(cards)


def cards_in(sentence: str, pack: Pack) -> tuple[Card, ...]:
    """Returns the cards that a *sentence* names among other words; codes such as HK in capitals only.

    :raises UnknownName: for what looks like a card that the pack lacks.
    """
    words = re.findall(r"[^\W_]+", sentence)
    cards, place = [], 0
    while place < len(words):
        card, used = card_at(words, place, pack, any_case=False)
        if card is not None:
            cards.append(card)
        elif _CODE.fullmatch(words[place]):
            raise unknown(words[place], pack)
        elif _is_misspelt(words[place : place + 2], pack):
            raise unknown(" ".join(words[place : place + 2]), pack)
        place += used
    return tuple(cards)


def suits_beside_cards(sentence: str, pack: Pack) -> list[str]:
    """Returns the names of suits in a *sentence* that belong to no card, such as `hearts` in "hearts was led"."""
    words = re.findall(r"[^\W_]+", sentence)
    names, place = [], 0
    while place < len(words):
        card, used = card_at(words, place, pack, any_case=False)
        if card is None and len(words[place]) > 1 and suit_named(words[place], pack) is not None:
            names.append(words[place])
        place += used
    return names


def _is_misspelt(words: Sequence[str], pack: Pack) -> bool:
    """Returns whether *words* are the name of a suit, and what is nearly the name of a rank."""
    if len(words) < 2 or len(words[0]) == 1 or suit_named(words[0], pack) is None or len(words[1]) < MIN_MISSPELT:
        return False
    return bool(difflib.get_close_matches(words[1].casefold(), _vocabulary(pack).ranks, n=1, cutoff=MIN_RATIO))


def card_at(words: Sequence[str], place: int, pack: Pack, *, any_case: bool) -> tuple[Card | None, int]:
    """Returns the card named at *place*, or None, and how many words name it."""
    by_text = {str(card): card for card in pack.cards}
    word, following = words[place], words[place + 1 : place + 3]
    code = word.upper() if any_case or any(letter.isdigit() for letter in word) else word
    if code in by_text:
        return by_text[code], 1
    if re.fullmatch(r"[A-Z][A-ZÄÖÜ]\w+", word) and (rank := rank_named(word[1:], pack)) and word[0] + rank in by_text:
        return by_text[word[0] + rank], 1  # as printed on the display: SWeli, ESau
    if following:
        turned = len(following) == 2 and following[0].casefold() == "of"
        first, second = (following[1], word) if turned else (word, following[0])
        for suit_word, rank_word in ((first, second), (second, first)):
            letter = len(suit_word) == 1 and not any_case
            suit, rank = None if letter else suit_named(suit_word, pack), rank_named(rank_word, pack)
            if suit is not None and rank is not None and suit + rank in by_text:
                return by_text[suit + rank], 3 if turned else 2
    card = _vocabulary(pack).cards.get(word.casefold())
    return card, 1


def unknown(word: str, pack: Pack) -> UnknownName:
    """Returns the error about a word that names no card of *pack*, with the card that it may have meant."""
    near = did_you_mean(word.upper(), [str(card) for card in pack.cards])
    near = near or did_you_mean(word.casefold(), _vocabulary(pack).cards)
    german_hint = near.replace("did you mean", "meintest du")
    cards = f"{' '.join(pack.suits)} then rank {' '.join(pack.ranks)}, such as {pack.cards[0]}"
    german = f"Karte {word!r}, erwartet {cards.replace('then rank', 'und Rang').replace('such as', 'wie')}"
    return UnknownName(
        f"{german}, oder ihr Name{german_hint}",
        f"got card {word!r}, expected one of {pack.name}: suit {cards}, or its name{near}",
    )
