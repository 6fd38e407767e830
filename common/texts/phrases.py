"""The languages and their phrases: GNU gettext catalogues, `locale/LANGUAGE/LC_MESSAGES/kiebitz.po`; names of cards.

Templates of pages have their own beside it (`pages.po`), so that a start of the appliance does not load them. A phrase
has a key, since the words of the display are too short to be one. A word in braces is filled in; `[HK]` stands
for a drawn card. A dialect has the phrases that differ from those of the language it falls back to. The names of cards
differ by language and region: leaves are Laub, Gras or Grün, and the ace is a Sau, a Daus or an Ass.
`python -m lab.catalogues` compiles the catalogues, and writes the keys (`keys.py`): a misspelt key is a type error.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from common.texts.keys import Phrase
from engine.cards import Pack
from engine.text import Words

Language = Literal["de", "bar", "en"]
"""Deutsch, Boarisch, English."""
Domain = Literal["kiebitz", "pages"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DIALECTS: Mapping[Language, Language] = {"bar": "de"}
"""The language to which a dialect falls back."""


class Text(str):
    """A label of the display that is no key: in the language of the table, or a name, which may be spelt like a key."""

    __slots__ = ()


Label: TypeAlias = Phrase | Text | Words
"""A text of a screen: a phrase, a `Text`, or a text of the engine in German and English."""


class _NoPhrases(NullTranslations):
    """The end of a chain of catalogues; gettext itself would return the key."""

    def gettext(self, message: str) -> str:
        raise KeyError(f"got the key {message!r} of a phrase, expected one of the catalogue: python -m lab.catalogues")

    def pgettext(self, context: str, message: str) -> str:
        raise KeyError(
            f"got the key {message!r} in {context!r}, expected one of the catalogue: python -m lab.catalogues"
        )


def catalogue_file(language: Language, domain: Domain = "kiebitz") -> Path:
    return Path(__file__).with_name("locale") / language / "LC_MESSAGES" / f"{domain}.mo"


@cache
def catalogue(language: Language, domain: Domain = "kiebitz") -> GNUTranslations:
    """Returns the phrases of a language; a key that has none there raises KeyError."""
    with catalogue_file(language, domain).open("rb") as file:
        phrases = GNUTranslations(file)
    phrases.add_fallback(catalogue(DIALECTS[language], domain) if language in DIALECTS else _NoPhrases())
    return phrases


def phrase_in(language: Language, phrase: Phrase, **values: object) -> str:
    """Returns a phrase with its placeholders filled in."""
    if not isinstance(phrase, str):
        return phrase_in(language, phrase.key, **phrase.values)
    text = catalogue(language).gettext(phrase)
    return text.format(**values) if values else text


def spoken_language() -> Language:
    """Returns the language of the environment: German, Boarisch, or otherwise English."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return next((language for language in LANGUAGES if locale.startswith(language)), "en")


Region = Literal["bavarian", "franconian", "saxon", "tell", "french"]
"""The regions of decks with their own card names."""
REGIONS: tuple[Region, ...] = get_args(Region)
GERMAN_SIGNS = {"E": "acorns", "L": "leaves", "H": "hearts", "S": "bells"}
FRENCH_SIGNS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
_RANKS = ("A", "K", "O", "U", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
_NAMED_CORNERS: Mapping[bool, tuple[str, ...]] = {False: ("A", "6"), True: ("Q", "J")}
"""The ranks of German and of French packs whose corners may differ from the notation."""


@dataclass(frozen=True)
class CardNames:
    """Card names of a region; `corners` are the ranks printed on a card, if they differ from the notation."""

    region: Region
    suits: Mapping[str, str]
    ranks: Mapping[str, str]
    card: str
    """Format of a card's name, such as `{suit}-{rank}`."""
    corners: Mapping[str, str]


@cache
def card_names(language: Language, region: Region) -> CardNames:
    """Returns the names of a region in a language; the entry `suit_L_saxon` goes before `suit_L`."""
    text = catalogue(language).pgettext

    def name(key: str) -> str:
        try:
            return text("card", f"{key}_{region}")
        except KeyError:
            return text("card", key)

    def names(kind: str, letters: Iterable[str]) -> dict[str, str]:
        return {letter: name(f"{kind}_{letter}") for letter in letters}

    is_french = region == "french"
    suits, ranks = names("suit", signs(is_french)), names("rank", _RANKS)
    return CardNames(region, suits, ranks, name("card"), names("corner", _NAMED_CORNERS[is_french]))


def signs(french: bool) -> Mapping[str, str]:
    """Returns the suits of German or French packs, with the names of their signs."""
    return FRENCH_SIGNS if french else GERMAN_SIGNS


def sign_name(suit: str, french: bool) -> str:
    """Returns the sign of a suit letter; `S` is bells in a German pack and spades in a French one.

    A suit of another pack has its sign there, and one of no pack `unknown`.
    """
    return signs(french).get(suit) or signs(not french).get(suit, "unknown")


DEFAULT_REGIONS: Mapping[str, Region] = {"bavarian32": "bavarian", "bavarian24": "bavarian", "german33": "tell"}


def region_for(pack: Pack, own: Region | None = None) -> Region:
    """Returns the region whose names fit *pack*: the table's own one if its names do."""
    preferred = (own, DEFAULT_REGIONS.get(pack.name), *REGIONS)
    return next(region for region in preferred if region and set(pack.suits) <= signs(region == "french").keys())
