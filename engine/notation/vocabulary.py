"""The words for suits, ranks and cards in five languages, and those of questions about them."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from engine.cards import Card, Pack, Rank, Suit
from engine.text import Words

WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""The content of `vocabulary.toml`; its words are not folded."""
ENDINGS = ("s", "e", "n", "en", "es", "er", "ern")
"""Endings of cases and plurals, which a word of at least four letters may have: Königs, Obern, kings."""
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_MARKS = str.maketrans(dict.fromkeys("‘’‚‛`´ʼ", "'") | dict.fromkeys("‐‑‒–—―−", "-") | dict.fromkeys('„“”‟«»‹›"', " "))
_SIGNS = {"♣": " Kreuz ", "♠": " Pik ", "♥": " Herz ", "♦": " Karo "}


def plain_text(text: str) -> str:
    """Returns *text* with one kind of dash, apostrophe and digit, no quotes, and signs of French suits as words."""
    text = unicodedata.normalize("NFKC", text)
    text = "".join(sign for sign in text if unicodedata.category(sign) != "Cf" and not 0xFE00 <= ord(sign) <= 0xFE0F)
    for sign, name in _SIGNS.items():
        text = text.replace(sign, name)
    return text.translate(_MARKS)


@lru_cache(maxsize=4096)
def fold(word: str) -> str:
    """Returns *word* in the spelling of the vocabulary: lower case, ae for ä, ss for ß, no hyphens or apostrophes."""
    spelled = re.sub(r"[-'_]", "", unicodedata.normalize("NFC", word.casefold())).translate(_LETTERS)
    return "".join(sign for sign in unicodedata.normalize("NFD", spelled) if not unicodedata.combining(sign))


def folded(text: str) -> frozenset[str]:
    """Returns the words of *text* in the spelling of the vocabulary."""
    return frozenset(map(fold, text.split()))


JOINS = folded("of von vom vo in aus de der des")
"""The words between a rank and its suit."""
ARTICLES = folded("der die das den dem des de da d s n a an the ein eine einen einem einer oa oan oane")
NOISE = ARTICLES | folded(WORDS["questions"]["noise"])
"""The words that may stand before and after a card without a meaning for it."""


class Meaning(NamedTuple):
    """What one word can mean; each of the three may be missing."""

    suit: Suit | None = None
    rank: Rank | None = None
    card: Card | None = None


class Vocabulary(NamedTuple):
    words: dict[str, Meaning]
    """By folded word."""
    names: dict[str, Words]
    """The usual name of what a folded word means."""
    codes: dict[str, Card]
    other_codes: dict[str, Card]
    """Those with the letters of the other language, as printed in corners: AU for acorns, HD for the Dame of hearts."""


OTHER_LETTERS = {"german": ({"E": "A", "S": "B"}, {}), "french": ({}, {"Q": "D", "J": "B"})}
"""By family: what suits and ranks are called by too, by their letter."""


@cache
def vocabulary(pack: Pack) -> Vocabulary:
    family = _family(pack)
    present = {card.rank for card in pack.cards}
    words: dict[str, Meaning] = {}
    names: dict[str, Words] = {}
    for suit, entry in family["suits"].items():
        for word in map(fold, entry["words"].split()):
            words[word], names[word] = Meaning(suit=suit), suit_name(suit, pack)
    for rank in present:
        spellings = (
            f"{rank if rank.isdecimal() else ''} {WORDS['ranks'].get(rank, '')} {family['courts'].get(rank, '')}"
        )
        for word in map(fold, spellings.split()):
            words[word], names[word] = Meaning(rank=rank), rank_name(rank, pack)
    by_text = {str(card): card for card in pack.cards}
    for code, spellings in ({} if "C" in pack.suits else WORDS["titles"]).items():
        if code in by_text:
            for word in map(fold, spellings.split()):
                words[word] = words.get(word, Meaning())._replace(card=by_text[code])
                names[word] = Words(word.capitalize(), word.capitalize())
    suits, ranks = OTHER_LETTERS[pack.family]
    others = {suits.get(card.suit, card.suit) + ranks.get(card.rank, card.rank): card for card in pack.cards}
    return Vocabulary(words, names, by_text, others)


def _family(pack: Pack) -> Mapping[str, Any]:
    content: Mapping[str, Any] = WORDS[pack.family]
    return content


def suit_name(suit: Suit, pack: Pack) -> Words:
    return _name(suit, _family(pack)["suits"])


def rank_name(rank: Rank, pack: Pack) -> Words:
    return _name(rank, _family(pack)["ranks"])


def _name(letter: str, entries: Mapping[str, Mapping[str, str]]) -> Words:
    entry = entries.get(letter, {})
    return Words(entry.get("german", letter), entry.get("english", letter))


def card_name(card: Card, pack: Pack) -> Words:
    """Returns the usual name of a card, such as Herz König, king of hearts."""
    suit, rank = suit_name(card.suit, pack), rank_name(card.rank, pack)
    return Words(f"{suit.german} {rank.german}", f"{rank.english} of {suit.english}")


Topic: TypeAlias = Literal["hand", "trick", "trump", "striker", "ask"]


LED = folded("led lead leads ausgespielt angespielt ausgspuit ogspuit")
LIES = folded("lies lie liegt liegen lag lagen liagt lieng")
HOLDS = folded("hold habe hab halte hob ham haben")
_TRICK = """lay laid played plays trick table gelegt glegt gespielt gspuit legt legte spielt spielte stich tisch"""
_HAND = "holding have got hand hands cards card hast karten karte"
TRUMP = folded("trump trumps trumpf trümpfe farbe foarb angesagt ansage ogsogt announced announcement")
STRIKER = folded("striker schlag schlog")
TOPICS: dict[Topic, frozenset[str]] = {
    "trick": LED | LIES | folded(_TRICK),
    "hand": HOLDS | folded(_HAND),
    "trump": TRUMP,
    "striker": STRIKER,
}
"""The words that show what a part is about; the first topic with a word in it counts."""
PLACES = folded("hand hands stich trick tisch table")
PREPOSITIONS = folded("in im am auf on at from of aus vom zum with mit bei um")
MANY = folded("liegen lie lagen lieng are were sind")
"""A part about cards that lie with one of these words names at least two."""
ONE = LED | folded("liegt lies liagt lag")
"""A part about cards that lie with one of these words, and none of the others, names one."""
THEN = folded("dann danach darauf drauf then")
"""A part that begins with one of these words continues the part before it."""
OTHERS_HOLD = folded("hat hod has")
EARLIER = folded("letzter letzte letzten letztes last")
"""Words that may be about another trick than the one that lies."""
LAYS = folded("legt legte spielt spielte hat hod plays played laid lays led leads")
"""The verbs that may follow the name of a player."""
ASKS = folded(WORDS["questions"]["asks"])
WITH = folded("mit with")
NONE = folded(WORDS["questions"]["none"])
PEOPLE = folded("i ich we wir")
ANNOUNCED_AS = ("es ist ", "somit ist es ", "it is ", "wir spielen ", "we play ", "gespielt wird ")
"""The beginnings of a part that says what is trump without a word for it."""
ROLES = folded("rechter rechten rechte rechta haube hauptschlag guter guten guate linker linken linke linggi")
"""The names of cards that depend on trump, which may describe the cards after a colon."""
COUNTED = folded("trümpfe trümpf trumps unfarben unfarbe karten karte cards card")
NUMBERS = {
    **dict.fromkeys(folded("1 ein eine einen one a an"), 1),
    **dict.fromkeys(folded("2 zwei zwoa two"), 2),
    **dict.fromkeys(folded("3 drei three"), 3),
    **dict.fromkeys(folded("4 vier four"), 4),
    **dict.fromkeys(folded("5 fünf five"), 5),
}
WITHOUT_MEANING = NOISE.union(*TOPICS.values(), folded(WORDS["questions"]["without_meaning"]))
"""The folded words of a part that belong to no name of a card."""
GERMAN = folded(WORDS["questions"]["german"])
ENGLISH = folded(WORDS["questions"]["english"])
EXAMPLE = Words("Ich habe HK H9 EU, H7 ist ausgespielt, Laub ist Trumpf", "I hold HK H9 EU, H7 was led, trump leaves")
