"""The words for suits, ranks and cards in five languages, and those of questions about them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from engine.text import Words

if TYPE_CHECKING:
    from engine.cards import Card, Pack, Rank, Suit

GERMAN_SUITS = {
    "E": Words("Eichel", "acorns"),
    "L": Words("Laub", "leaves"),
    "H": Words("Herz", "hearts"),
    "S": Words("Schellen", "bells"),
}
FRENCH_SUITS = {
    "C": Words("Kreuz", "clubs"),
    "S": Words("Pik", "spades"),
    "H": Words("Herz", "hearts"),
    "D": Words("Karo", "diamonds"),
}
"""By letter of the pack."""

GERMAN_RANKS = {
    "A": Words("Sau", "ace"),
    "K": Words("König", "king"),
    "O": Words("Ober", "Ober"),
    "U": Words("Unter", "Unter"),
    "6": Words("Weli", "Weli"),
}
FRENCH_RANKS = {
    "A": Words("Ass", "ace"),
    "K": Words("König", "king"),
    "Q": Words("Dame", "queen"),
    "J": Words("Bube", "jack"),
}
"""Ranks that are not numbers."""

_GERMAN_SUIT_WORDS = {
    "E": "eichel eicheln eichl ecker eckern oachi oachl oachel oachln oacheln acorn acorns ro",
    "L": "laub gras grün blatt laab leaf leaves green greens grass föia",
    "H": "herz herzen rot heart hearts red cöce",
    "S": "schelle schellen schell schelln schaü schöll schölln bell bells sampügn",
}
_FRENCH_SUIT_WORDS = {
    "C": "kreuz kreiz treff club clubs",
    "S": "pik schippe schippen schibbe schibben schüppe schüppen schaufel spade spades",
    "H": "herz herzen heart hearts",
    "D": "karo caro eckstein raute diamond diamonds",
}
_RANKS = {
    "A": "sau säu säue sauen ass as asse assen daus däuser ace sow",
    "K": "könig kini kinig kineng kenig king",
    "10": "zehn zehner zehna x ten",
    "9": "neun neuner neina ix nine",
    "8": "acht achter achta ochta viii eight",
    "7": "sieben siebener siebner simma siema siebma vii seven",
    "6": "sechs sechser sechsa vi six weli",
}
_GERMAN_COURTS = {
    "A": "scroa",
    "K": "re",
    "O": "ober over owa oba dame queen fant",
    "U": "unter under unta bube jack knave zot",
}
_FRENCH_COURTS = {"Q": "dame queen", "J": "bube bua bauer jack knave"}
_TITLES = {
    "HK": """max maxi maxl maxei mäxle mäxl mattl machtl papa maler voda erdbeerschorsch bascht bartholomäus""",
    "S7": "belli belle bello benno bölle welle",
    "E7": "spitz spietz gspeitz seuchl soacher soach bsoachter sächer bisi bise",
    "S6": "weli",
}
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
NOISE = ARTICLES | folded(
    """noch nur bloß auch dazu außerdem zusätzlich still only just also too even mein meine meinen meiner meinem meines
    mei my own letzter letzte letzten letztes last left übrig remaining ich i mir me we wir mia it es man ma ist is bin
    am are sind war waren was were been wurde wird sein hier here there dort gerade jetzt now schon scho bereits already
    currently dann danach darauf drauf then so ja yes well bitte please hallo servus hello hi"""
)
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


@cache
def vocabulary(pack: Pack) -> Vocabulary:
    french = "C" in pack.suits
    courts = _FRENCH_COURTS if french else _GERMAN_COURTS
    present = {card.rank for card in pack.cards}
    words: dict[str, Meaning] = {}
    names: dict[str, Words] = {}
    for suit, spellings in (_FRENCH_SUIT_WORDS if french else _GERMAN_SUIT_WORDS).items():
        for word in map(fold, spellings.split()):
            words[word], names[word] = Meaning(suit=suit), suit_name(suit, pack)
    for rank in present:
        spellings = f"{rank if rank.isdecimal() else ''} {_RANKS.get(rank, '')} {courts.get(rank, '')}"
        for word in map(fold, spellings.split()):
            words[word], names[word] = Meaning(rank=rank), rank_name(rank, pack)
    by_text = {str(card): card for card in pack.cards}
    for code, spellings in ({} if french else _TITLES).items():
        if code in by_text:
            for word in map(fold, spellings.split()):
                words[word] = words.get(word, Meaning())._replace(card=by_text[code])
                names[word] = Words(word.capitalize(), word.capitalize())
    return Vocabulary(words, names, by_text)


def suit_name(suit: Suit, pack: Pack) -> Words:
    return (FRENCH_SUITS if "C" in pack.suits else GERMAN_SUITS).get(suit, Words(suit, suit))


def rank_name(rank: Rank, pack: Pack) -> Words:
    return (FRENCH_RANKS if "C" in pack.suits else GERMAN_RANKS).get(rank, Words(rank, rank))


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
ASKS = folded(
    "what which why how may can could must should was welche welcher welches warum wie darf derf dürfen kann muss soll"
)
WITH = folded("mit with")
NONE = folded(
    """nothing nobody no not none without empty nichts niemand nix kein keine keinen keinem koa koan koane nicht ned nit
    ohne leer"""
)
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
WITHOUT_MEANING = (
    NOISE
    | frozenset().union(*TOPICS.values())
    | folded(
        """with mit has hat hod who wer first erst erste zuerst spiele spiel spielen play leading legen aus dran vorn
        reihe turn yet alles been to frage question eine kurze guten tag abend"""
    )
)
"""The folded words of a part that belong to no name of a card."""
GERMAN = folded(
    """ich habe hab hob halte ist liegt ausgespielt trumpf und darf was warum farbe schlag auf der die das den von mein
    noch nur"""
)
ENGLISH = folded("i hold have is was led lies trump trumps and may what why play striker the of my only")
EXAMPLE = "I hold HK H9 EU, H7 was led, trump leaves"
EXAMPLE_GERMAN = "Ich habe HK H9 EU, H7 ist ausgespielt, Laub ist Trumpf"
