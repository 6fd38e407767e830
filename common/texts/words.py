"""The words of one table: phrases in its language, names of its seats, and of the cards of its deck."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Self

from common.texts.keys import Phrase, PhraseKey
from common.texts.phrases import (
    REGIONS,
    CardNames,
    Label,
    Language,
    Region,
    Text,
    card_names,
    phrase_in,
    region_for,
    sign_name,
)
from engine.cards import Card, Pack, Rank, Seat
from engine.text import Words

WELI = Card("S", "6")
SEAT_KEYS: tuple[PhraseKey, ...] = ("seat_south", "seat_west", "seat_north", "seat_east")


@dataclass(frozen=True)
class TableWords:
    """Phrases and names of one table: language, region of the deck, names of the seats."""

    language: Language
    names: CardNames
    seats: tuple[str, str, str, str]
    home: Region = "bavarian"
    """The region of the people, independent of the current deck."""
    is_home_chosen: bool = False
    """Whether the settings name the region; otherwise the names are those of the deck in use."""

    @property
    def french(self) -> bool:
        return self.names.region == "french"

    def phrase(self, phrase: Phrase, **values: object) -> Text:
        return Text(phrase_in(self.language, phrase, **values))

    def label(self, label: Label) -> Text:
        if isinstance(label, Words):
            return self.translate(label)
        return label if isinstance(label, Text) else self.phrase(label)

    def in_language(self, language: Language) -> Self:
        """Returns the words in another language for the same table; names of people are kept."""
        usual = directions(self.language)
        own = {seat: name for seat, name in enumerate(self.seats) if name != usual[seat]}
        return replace(self, language=language, names=card_names(language, self.names.region)).with_names(own)

    def for_pack(self, pack: Pack) -> Self:
        return self if set(pack.suits) <= self.names.suits.keys() else self._in_region(region_for(pack, self.home))

    def for_deck(self, deck: Pack) -> Self:
        """Returns the words with the names of the cards of the deck in use, of the people's region if it is chosen."""
        return self._in_region(region_for(deck, self.home if self.is_home_chosen else None))

    def _in_region(self, region: Region) -> Self:
        return replace(self, names=card_names(self.language, region))

    def with_names(self, names: Mapping[Seat, str]) -> Self:
        """Returns the words with these names of people; a seat without a name keeps its direction."""
        south, west, north, east = (names.get(seat) or usual for seat, usual in enumerate(directions(self.language)))
        return replace(self, seats=(south, west, north, east))

    def seat(self, seat: Seat) -> str:
        return self.seats[seat]

    def direction(self, seat: Seat) -> Text:
        """Returns the name of a seat without its player's, such as South."""
        return self.phrase(SEAT_KEYS[seat])

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
        regions = (self.names, *(card_names(self.language, region) for region in REGIONS))
        return next((names.suits[suit] for names in regions if suit in names.suits), suit)

    def suit_token(self, suit: str) -> str:
        """Returns the suit's sign as the canvas draws it within a sentence."""
        return f"[{self.sign(suit)}:]"

    def translate(self, both: Words) -> Text:
        return Text(in_language(both, self.language))

    def token(self, card: Card) -> str:
        """Returns the card as the canvas draws it within a sentence."""
        return f"[{self.sign(card.suit)} {self.rank(card)}]".replace(" ", ":")

    def card(self, card: Card) -> str:
        if not self.french and card == WELI:
            return self.rank_name(card.rank)
        return self.names.card.format(suit=self.suit(card.suit), rank=self.rank_name(card.rank))


def in_language(both: Words, language: Language) -> str:
    """Returns words of the engine; German is translated into Boarisch word by word."""
    if language == "en":
        return both.english
    return in_bavarian(both.german) if language == "bar" else both.german


_WORD = re.compile(r"(?<![\w{[])[A-Za-zÄÖÜäöüß]+(?![\w}:\]])|(?<![\w{[])[A-Za-zÄÖÜäöüß]+(?=:(?: |$))")


@lru_cache(maxsize=1024)
def in_bavarian(german: str) -> str:
    """Returns a German sentence of the engine in Boarisch; cards and placeholders are kept."""
    for construction, dialect in _bavarian()["constructions"].items():
        german = re.sub(construction, dialect, german)
    return _WORD.sub(_translate_word, german)


def _translate_word(word: re.Match[str]) -> str:
    bavarian = _bavarian()["glossary"].get(word[0].lower(), "")
    return word[0] if not bavarian else bavarian.capitalize() if word[0][0].isupper() else bavarian


@cache
def _bavarian() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(Path(__file__).with_name("bavarian.toml").read_text(encoding="utf-8"))


def words_for(language: Language, region: Region, seats: Mapping[Seat, str] | None = None) -> TableWords:
    """Returns the words of a language for a deck's region; *seats* renames some of the seats."""
    home: Region = "bavarian" if region == "french" else region
    return TableWords(language, card_names(language, region), directions(language), home).with_names(seats or {})


@cache
def directions(language: Language) -> tuple[str, str, str, str]:
    """Returns the names of the seats of nobody in particular, such as South."""
    south, west, north, east = (phrase_in(language, key) for key in SEAT_KEYS)
    return south, west, north, east


@cache
def given_names() -> tuple[str, ...]:
    """Returns given names that are common around the table."""
    return tuple(Path(__file__).with_name("given_names.txt").read_text(encoding="utf-8").split())


def minus(number: object) -> str:
    """Returns a number, or a text with some, in which the minus is U+2212."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    return minus(f"{number:+d}") if number else "0"
