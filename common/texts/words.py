"""The words of the display. One `Phrases` a language: a missing phrase is a type error.

A dialect is `msgspec.structs.replace(GERMAN, …)`, as Boarisch is, and a line in `LANGUAGES`. Card names depend on the
region of the deck: leaves are Laub, Gras or Grün, and the ace is a Sau, a Daus or an Ass.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from common.texts.bavarian import BAVARIAN, BAVARIAN_REGIONS, in_bavarian
from common.texts.english import ENGLISH, ENGLISH_REGIONS
from common.texts.german import GERMAN, GERMAN_REGIONS
from common.texts.phrases import Text
from engine.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from common.texts.phrases import CardNames, Language, Phrases, Region
    from engine.cards import Pack, Rank, Seat
    from engine.text import Words as BothLanguages

WELI = Card("S", "6")
GERMAN_SIGNS = {"E": "acorns", "L": "leaves", "H": "hearts", "S": "bells"}
FRENCH_SIGNS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}

LANGUAGES: Mapping[Language, tuple[Phrases, Mapping[Region, CardNames]]] = {
    "de": (GERMAN, GERMAN_REGIONS),
    "bar": (BAVARIAN, BAVARIAN_REGIONS),
    "en": (ENGLISH, ENGLISH_REGIONS),
}


def sign_name(suit: str, french: bool) -> str:
    """Returns the sign of a suit letter; `S` is bells in a German pack and spades in a French one.

    A suit of another pack has its sign there, and one of no pack `unknown`.
    """
    own, other = (FRENCH_SIGNS, GERMAN_SIGNS) if french else (GERMAN_SIGNS, FRENCH_SIGNS)
    return own.get(suit) or other.get(suit, "unknown")


@dataclass(frozen=True)
class Words:
    """Phrases and names of one table: language, region of the deck, names of the seats."""

    language: Language
    phrases: Phrases
    names: CardNames
    seats: tuple[str, str, str, str]
    french: bool = False
    home: Region = "bavarian"
    """The region of the people, independent of the current deck."""
    is_home_chosen: bool = False
    """Whether the settings name the region; otherwise the names are those of the deck in use."""

    def in_language(self, language: Language) -> Words:
        """Returns the words in another language for the same table; names of people are kept."""
        phrases, regions = LANGUAGES[language]
        region = next(region for region, names in LANGUAGES[self.language][1].items() if names == self.names)
        own = {seat: name for seat, name in enumerate(self.seats) if name != self.phrases.seats[seat]}
        return replace(self, language=language, phrases=phrases, names=regions[region]).with_names(own)

    def for_pack(self, pack: Pack) -> Words:
        """Returns the words with the names of the cards of *pack*."""
        if set(pack.suits) <= self.names.suits.keys():
            return self
        region = region_for(pack, self.home)
        return replace(self, names=LANGUAGES[self.language][1][region], french=region == "french")

    def for_deck(self, deck: Pack) -> Words:
        """Returns the words with the names of the cards of the deck in use, of the people's region if it is chosen."""
        region = region_for(deck, self.home if self.is_home_chosen else None)
        return replace(self, names=LANGUAGES[self.language][1][region], french=region == "french")

    def with_names(self, names: Mapping[Seat, str]) -> Words:
        """Returns the words with these names of people; a seat without a name keeps its direction."""
        south, west, north, east = (names.get(seat) or usual for seat, usual in enumerate(self.phrases.seats))
        return replace(self, seats=(south, west, north, east))

    def seat(self, seat: Seat) -> str:
        return self.seats[seat]

    def rank(self, card: Card) -> str:
        """Returns the rank as printed in a card's corner."""
        return self.corner(card.rank)

    def corner(self, rank: Rank) -> str:
        return self.names.corners.get(rank, rank)

    def rank_name(self, rank: Rank) -> str:
        """Returns the name of a rank, such as the striker."""
        return self.names.ranks.get(rank, rank)

    def side(self, seats: Iterable[Seat]) -> Text:
        """Returns the name of a side, such as South–North."""
        return Text("–".join(map(self.seat, seats)))

    def sign(self, suit: str) -> str:
        return sign_name(suit, self.french)

    def suit(self, suit: str) -> str:
        """Returns the name of a suit; one of another deck is called as there, or by its letter."""
        regions = (self.names, *LANGUAGES[self.language][1].values())
        return next((names.suits[suit] for names in regions if suit in names.suits), suit)

    def suit_token(self, suit: str) -> str:
        """Returns the suit's sign as the canvas draws it within a sentence."""
        return f"[{self.sign(suit)}:]"

    def translate(self, both: BothLanguages) -> Text:
        """Returns words of the engine in this language."""
        return Text(in_language(both, self.language))

    def token(self, card: Card) -> str:
        """Returns the card as the canvas draws it within a sentence."""
        return f"[{self.sign(card.suit)} {self.rank(card)}]".replace(" ", ":")

    def card(self, card: Card) -> str:
        if not self.french and card == WELI:
            return self.rank_name(card.rank)
        return self.names.card.format(suit=self.suit(card.suit), rank=self.rank_name(card.rank))


def in_language(both: BothLanguages, language: Language) -> str:
    """Returns words of the engine; German is translated into Boarisch word by word."""
    if language == "en":
        return both.english
    return in_bavarian(both.german) if language == "bar" else both.german


DEFAULT_REGIONS: Mapping[str, Region] = {"bavarian32": "bavarian", "german33": "tell"}
"""The usual region by the name of the pack."""


def region_for(pack: Pack, own: Region | None = None) -> Region:
    """Returns the region whose names fit *pack*: the table's own one if its names do."""
    preferred = (own, DEFAULT_REGIONS.get(pack.name), *GERMAN_REGIONS)
    return next(region for region in preferred if region and set(pack.suits) <= GERMAN_REGIONS[region].suits.keys())


def words_for(language: Language, region: Region, seats: Mapping[Seat, str] | None = None) -> Words:
    """Returns the words of a language for a deck's region; *seats* renames some of the seats."""
    phrases, regions = LANGUAGES[language]
    called = list(phrases.seats)
    for seat, name in (seats or {}).items():
        called[seat] = name
    south, west, north, east = called
    french = region == "french"
    home: Region = "bavarian" if french else region
    return Words(language, phrases, regions[region], (south, west, north, east), french, home)
