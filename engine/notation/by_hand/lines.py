"""Reads one line of a record written by hand, in English or German, as events: its words, and its errors."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, cast

from engine.cards import Card, Pack, Seat, Trump
from engine.events import CardTaken, Exchanged, RuleValue, TricksEntered
from engine.games import all_games
from engine.games import game as game_called
from engine.notation.card_names import UnknownName, cards_at, cards_of, names_nothing, suggestion
from engine.notation.question import read_trump
from engine.notation.vocabulary import ARTICLES, COUNTED, JOINS, NOISE, WORDS, fold
from engine.rules.game import Game
from engine.text import NO_HINT, ErrorInWords, Words, hint

HEADERS: dict[str, Literal["en", "de"]] = {"kiebitz by hand": "en", "kiebitz von hand": "de"}
"""The first line in lower case, with the language of error messages."""


class HandError(ErrorInWords):
    """Raised for a line that cannot be read; the text is in *language*."""

    def __init__(self, german: str, english: str, language: Literal["en", "de"] = "en") -> None:
        super().__init__(german, english)
        self.args = (german if language == "de" else english,)


def cannot_read(got: str, expected: Words, near: Words = NO_HINT) -> HandError:
    """Returns the error about *got*; *near* is the end of the message with what it may have meant."""
    shown = repr(got if len(got) <= 60 else got[:57] + "...")
    return HandError(
        f"gelesen {shown}, erwartet {expected.german}{near.german}",
        f"got {shown}, expected {expected.english}{near.english}",
    )


def not_one_of(got: str, what: Words, known: Iterable[str]) -> HandError:
    """Returns the error about a word that is none of *known*, with the one it may have meant."""
    names = list(dict.fromkeys(known))
    join_words = ", ".join(names[:12])
    expected = Words(f"{what.german}: {join_words}", f"{what.english}: {join_words}")
    near = difflib.get_close_matches(got.casefold(), names, n=1)
    return cannot_read(got, expected, hint(Words(near[0], near[0])) if near else NO_HINT)


def _by_word(**words: str) -> dict[str, str]:
    return {word: name for name, each in words.items() for word in each.split("|")}


VERBS = _by_word(**WORDS["by_hand"]["verbs"])
WHOLE_LINES = frozenset({"game", "players", "evening", "tricks"})
"""The verbs of lines with nothing else on them."""
STRICT = frozenset({"undo", "correct", "insert", "rule"})
"""The verbs of lines that are written as in any record."""
PARTS = _by_word(**WORDS["by_hand"]["parts"])
"""The parts of the line that begins a game."""
CALLS = [(phrase, call) for call, phrases in WORDS["by_hand"]["calls"].items() for phrase in phrases.split("|")]
"""The usual words for calls, of which some name another call in another game."""
ACES = _by_word(**WORDS["by_hand"]["aces"])
"""By folded word: the suit of an ace that has a name of its own."""
ENTERED = _by_word(trump="trump|trumpf", worth="worth|wert|value")
"""The words that divide a line of tricks entered by hand."""
SOURCES = _by_word(cut="cut|abgehoben|schleck", upcard="upcard|trumpfkarte|auf")
_NUMBERS = """null zero none keine nichts nix|eins one eine|zwei two|drei three|vier four|fünf five|sechs six|
sieben seven|acht eight|neun nine"""
NUMBERS = {fold(word): str(number) for number, words in enumerate(_NUMBERS.split("|")) for word in words.split()}
"""By folded word."""
CALL_NOISE = NOISE | JOINS | {"auf", "punkte", "points", "dir"}
"""The folded words of a call without a meaning for it."""


EVERYBODY = re.compile(r"(?:(.*),)?\s*(?:(?:alle|die) ander\w+|the others|alle|everybody)\s+([\w ]+)", re.IGNORECASE)
"""A line that ends with what all say who may: what stands before it, and their call."""

A_SEAT = Words("ein Platz 0 bis 3 oder der Name eines Spielers", "a seat 0 to 3 or the name of a player")


def words_of(line: str) -> list[str]:
    """Returns the words of a line; commas, colons and semicolons divide like spaces."""
    return re.findall(r"[^\s,;:]+", line)


def seat_of(word: str, names: Mapping[str, Seat]) -> Seat:
    """Returns the seat written as *word*.

    :raises HandError: if no player has that name.
    """
    seat = seat_or_none(word, names)
    if seat is None:
        raise not_one_of(word, A_SEAT, names)
    return seat


def seat_or_none(word: str, names: Mapping[str, Seat]) -> Seat | None:
    if word in ("0", "1", "2", "3"):
        return int(word)
    return names.get(word.casefold())


def begins_with_card(words: Sequence[str], pack: Pack) -> bool:
    start = next((place for place, word in enumerate(words) if fold(word) not in ARTICLES), len(words))
    return start < len(words) and any(True for _ in cards_at(words, start, pack))


def read_plays(words: Sequence[str], names: Mapping[str, Seat], pack: Pack) -> list[tuple[Seat | None, Card]]:
    """Returns the cards laid, each with its seat if that is written.

    :raises HandError: for a word that is neither seat nor card, or a seat without a card.
    """
    plays: list[tuple[Seat | None, Card]] = []
    seat: Seat | None = None
    cards: list[str] = []
    for word in [*words, ""]:
        named = seat_or_none(word, names) if word else None
        if word and (named is None or (seat is not None and not cards and begins_with_card([word], pack))):
            cards.append(word)
            continue
        shown = read_cards(cards, pack)
        if seat is not None and not shown:
            raise cannot_read(" ".join(words), _a_card(pack))
        plays += zip([seat, *[None] * len(shown)], shown, strict=False)
        seat, cards = named, []
    return plays


def read_cards(words: Sequence[str], pack: Pack) -> tuple[Card, ...]:
    """:raises HandError: for words that are not certainly cards."""
    try:
        return cards_of(words, pack) if words else ()
    except UnknownName:
        got = next((word for word in words if names_nothing(word, pack)), " ".join(words))
        raise cannot_read(got, _a_card(pack), suggestion(words, pack)) from None


def read_card(words: Sequence[str], pack: Pack) -> Card:
    cards = read_cards(words, pack)
    if len(cards) != 1:
        raise cannot_read(" ".join(words), Words("eine Karte", "one card"))
    return cards[0]


def _a_card(pack: Pack) -> Words:
    return Words(f"eine Karte wie {pack.cards[0]}", f"a card such as {pack.cards[0]}")


def read_taken(seat: Seat, words: Sequence[str], pack: Pack, upcard: Card | None) -> CardTaken:
    """The source is the cut, unless the card is the *upcard* or the words name it."""
    sources = [SOURCES[fold(word)] for word in words if fold(word) in SOURCES]
    named = [word for word in words if fold(word) not in SOURCES and fold(word) not in ARTICLES]
    card = upcard if sources and not named and upcard is not None else read_card(named, pack)
    usual = "upcard" if card == upcard else "cut"
    return CardTaken(seat, card, cast("Literal['cut', 'upcard']", sources[0] if sources else usual))


def read_exchange(seat: Seat, words: Sequence[str]) -> Exchanged:
    counts = [word for word in words if fold(word) not in COUNTED]
    number = NUMBERS.get(fold(counts[0]), counts[0]) if counts else ""
    if len(counts) != 1 or not number.isdecimal() or int(number) > 9:
        raise cannot_read(" ".join(words), Words("wie viele Karten", "how many cards"))
    return Exchanged(seat, int(number))


def read_entered(words: Sequence[str], names: Mapping[str, Seat], game: Game) -> TricksEntered:
    """Returns the tricks by seat, with trump and what the deal was worth if words for them follow."""
    parts: dict[str, list[str]] = {"": []}
    part = ""
    for word in words:
        part = ENTERED.get(word.casefold(), part)
        parts.setdefault(part, []).extend([] if word.casefold() in ENTERED else [word])
    counts, expected = parts[""], Words("Platz und Zahl", "seat and number")
    trump = read_trump_words(parts["trump"], game) if "trump" in parts else ""
    if len(counts) % 2 or not all(NUMBERS.get(fold(word), word).isdecimal() for word in counts[1::2]):
        raise cannot_read(" ".join(words), expected)
    pairs = zip(counts[0::2], counts[1::2], strict=True)
    tricks = tuple((seat_of(who, names), int(NUMBERS.get(fold(count), count))) for who, count in pairs)
    return TricksEntered(tricks, trump, _worth(parts["worth"], game) if "worth" in parts else 0)


def _worth(words: Sequence[str], game: Game) -> int:
    points = [word for word in words if fold(word) not in CALL_NOISE]
    number = NUMBERS.get(fold(points[0]), points[0]) if len(points) == 1 else ""
    if not number.isdecimal() or "bid" not in game.book.calls:
        raise cannot_read(" ".join(words), Words("Punkte, in einem Spiel mit Geboten", "points, in a game with bids"))
    return int(number)


def read_trump_words(words: Sequence[str], game: Game) -> Trump:
    """:raises ErrorInWords: unless the words name a trump."""
    trump = read_trump(" ".join(words), game)
    if trump is None:
        known = " ".join(game.pack.suits)
        raise cannot_read(" ".join(words), Words(f"einen Trumpf: {known}", f"a trump: {known}"))
    return trump


# The line that begins a game


def read_parts(words: Sequence[str]) -> dict[str, list[str]]:
    """Returns the words of each part of the line; those before the first part are the name of the game."""
    parts: dict[str, list[str]] = {"name": []}
    part = "name"
    for word in words:
        # A rule has the form NAME=VALUE, so its words begin no other part.
        if (named := PARTS.get(word.casefold())) is not None:
            part = named
            parts.setdefault(part, [])
        else:
            parts[part].append(word)
    return parts


def read_game_name(words: Sequence[str]) -> str:
    """:raises HandError: for a game that does not exist."""
    titles = [(name, name) for name in all_games()]
    titles += [(title, name) for name, kind in all_games().items() for title in (*kind.title, *kind.other_names)]
    known = {re.sub(r"\W", "", fold(title)): name for title, name in titles}
    name = known.get(re.sub(r"\W", "", fold(" ".join(words))))
    if name is None:
        raise not_one_of(" ".join(words), Words("ein Spiel", "a game"), [title.casefold() for title, _ in titles])
    return name


def read_rules(name: str, preset: Sequence[str], pairs: Sequence[str]) -> tuple[tuple[str, RuleValue], ...]:
    """:raises ValueError: for an unknown preset, rule or value."""
    rules: dict[str, object] = {}
    values = {switch.name: switch.values for switch in all_games()[name].book.switches}
    known = {"true": True, "false": False, "ja": True, "nein": False, "yes": True, "no": False}
    for pair in pairs:
        rule, equals, text = pair.partition("=")
        if not equals:
            raise cannot_read(pair, Words("REGEL=WERT", "RULE=VALUE"))
        is_value = text in values.get(rule, ())  # such as the march with "91"
        rules[rule] = text if is_value else known.get(text, int(text) if text.isdecimal() else text)
    return game_called(name, rules, preset[0] if preset else None).rules.changes
