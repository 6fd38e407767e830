"""Reads one line of a record written by hand, in English or German, as events."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, cast

from engine.events import Announced, CardTaken, Exchanged, TricksEntered
from engine.games import all_games
from engine.games import game as game_called
from engine.notation.by_hand.words import (
    CALLS,
    NUMBERS,
    PARTS,
    SOURCES,
    HandError,
    cannot_read,
    not_one_of,
)
from engine.notation.card_names import card_at, rank_named, suit_named, unknown
from engine.notation.question import read_trump
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card, Pack, Seat
    from engine.events import RuleValue
    from engine.rules.game import Game
    from engine.rules.values import Trump

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


def split_hyphens(words: Sequence[str]) -> list[str]:
    """Returns the words with those joined by a hyphen apart, such as Eichel-Sau."""
    return [part for word in words for part in (word.split("-") if "-" in word.strip("-") else [word])]


def begins_with_card(words: Sequence[str], pack: Pack) -> bool:
    return bool(words) and card_at(split_hyphens(words), 0, pack, any_case=True)[0] is not None


def read_plays(words: Sequence[str], names: Mapping[str, Seat], pack: Pack) -> list[tuple[Seat | None, Card]]:
    """Returns the cards laid, each with its seat if that is written.

    :raises HandError: for a word that is neither seat nor card.
    """
    plays: list[tuple[Seat | None, Card]] = []
    words = [
        part for word in words for part in ([word] if seat_or_none(word, names) is not None else split_hyphens([word]))
    ]
    seat, place = None, 0
    while place < len(words):
        named = seat_or_none(words[place], names)
        if named is not None:
            seat, place = named, place + 1
            continue
        card, used = card_at(words, place, pack, any_case=True)
        if card is None:
            raise _no_card(words[place], names, pack)
        plays.append((seat, card))
        seat, place = None, place + used
    return plays


def read_cards(words: Sequence[str], pack: Pack) -> tuple[Card, ...]:
    return tuple(card for _, card in read_plays(words, {}, pack))


def _no_card(word: str, names: Mapping[str, Seat], pack: Pack) -> HandError:
    message = str(unknown(word, pack))
    near = message.partition("; did you mean ")[2]
    return cannot_read(
        word,
        Words(f"eine Karte wie {pack.cards[0]}", f"a card such as {pack.cards[0]}"),
        f"; did you mean {near}" if near else "",
    )


# Calls


def read_call(seat: Seat, words: Sequence[str], game: Game, trump: Trump | None) -> Announced:
    """Returns the call that *words* say.

    :raises HandError: for a call that the game does not have, or a value that it does not take.
    """
    spoken = [word.casefold() for word in words]
    known = {word: call for word, call in CALLS.items() if call in _calls_of(game)}
    for length in (2, 1):
        for start in range(len(spoken) - length + 1):
            phrase = " ".join(spoken[start : start + length])
            if phrase in known:
                rest = spoken[:start] + spoken[start + length :]
                return Announced(seat, known[phrase], _value(known[phrase], phrase, rest, game, trump))
    raise not_one_of(" ".join(words), Words("eine Ansage wie", "a call such as"), known)


def _calls_of(game: Game) -> set[str]:
    declares = {"play", "fold"} if not game.book.calls and not game.has_upcard else set()
    return {*game.book.calls, *declares, "misdeal"}


def _value(call: str, phrase: str, words: Sequence[str], game: Game, trump: Trump | None) -> str:
    entry = game.book.calls.get(call)
    kind = entry.value if entry is not None else ""
    for word in words:
        if kind == "suit" and (suit := suit_named(word, game.pack)) is not None:
            return suit
        if kind == "rank" and (rank := rank_named(word, game.pack)) is not None:
            return rank
        number = NUMBERS.get(word, word)
        if kind == "number" and number.isdecimal():
            return number
    if phrase in ("40", "vierzig") and trump is not None:
        return trump
    if kind in ("suit", "rank"):
        expected = Words("eine Farbe", "a suit") if kind == "suit" else Words("einen Schlag", "a rank")
        raise cannot_read(" ".join((phrase, *words)), expected)
    return ""


# Other actions


def read_taken(seat: Seat, words: Sequence[str], pack: Pack) -> CardTaken:
    sources = [SOURCES[word.casefold()] for word in words if word.casefold() in SOURCES]
    cards = read_cards([word for word in words if word.casefold() not in SOURCES], pack)
    if len(cards) != 1:
        raise cannot_read(" ".join(words), Words("eine Karte", "one card"))
    return CardTaken(seat, cards[0], cast("Literal['cut', 'upcard']", sources[0] if sources else "cut"))


def read_exchange(seat: Seat, words: Sequence[str]) -> Exchanged:
    number = NUMBERS.get(words[0].casefold(), words[0]) if words else ""
    if not number.isdecimal() or int(number) > 9:
        raise cannot_read(" ".join(words), Words("wie viele Karten", "how many cards"))
    return Exchanged(seat, int(number))


def read_entered(words: Sequence[str], names: Mapping[str, Seat], game: Game) -> TricksEntered:
    """Returns the tricks by seat, and the trump that follows the word trump."""
    marks = [place for place, word in enumerate(words) if word.casefold() in ("trump", "trumpf")]
    counts = words[: marks[0]] if marks else words
    trump = _trump(" ".join(words[marks[0] + 1 :]), game) if marks else ""
    expected = Words("Platz und Zahl", "seat and number")
    if len(counts) % 2 or not all(NUMBERS.get(word.casefold(), word).isdecimal() for word in counts[1::2]):
        raise cannot_read(" ".join(words), expected)
    pairs = zip(counts[0::2], counts[1::2], strict=True)
    tricks = tuple((seat_of(who, names), int(NUMBERS.get(count.casefold(), count))) for who, count in pairs)
    return TricksEntered(tricks, trump)


def _trump(text: str, game: Game) -> Trump:
    try:
        trump = read_trump(text, game)
    except ValueError:
        trump = None
    if trump is None:
        known = " ".join(game.pack.suits)
        raise cannot_read(text, Words(f"einen Trumpf: {known}", f"a trump: {known}"))
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
    names = {name: name for name in all_games()}
    for name, kind in all_games().items():
        names |= {title.casefold().replace(" ", "-"): name for title in kind.title}
    phrase = "-".join(words).casefold()
    if phrase not in names:
        raise not_one_of(phrase, Words("ein Spiel", "a game"), names)
    return names[phrase]


def read_rules(name: str, preset: Sequence[str], pairs: Sequence[str]) -> tuple[tuple[str, RuleValue], ...]:
    """:raises ValueError: for an unknown preset, rule or value."""
    rules: dict[str, object] = {}
    for pair in pairs:
        rule, equals, text = pair.partition("=")
        if not equals:
            raise cannot_read(pair, Words("REGEL=WERT", "RULE=VALUE"))
        rules[rule] = {"true": True, "false": False, "ja": True, "nein": False, "yes": True, "no": False}.get(
            text, int(text) if text.isdecimal() else text
        )
    return game_called(name, rules, preset[0] if preset else None).rules.changes
