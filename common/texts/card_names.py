"""The names of cards by language and region: leaves are Laub, Gras or Grün, and the ace is a Sau, a Daus or an Ass."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from common.texts.phrases import Language, catalogue
from engine.cards import Pack

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

    @property
    def is_french(self) -> bool:
        return self.region == "french"


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
