"""Divides a line of a record written by hand into actions (who, a verb, the other words), and reads calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.cards import Pack, Seat
from engine.events import Announced
from engine.notation.by_hand import lines
from engine.notation.card_names import items_of, rank_named, suit_named
from engine.notation.vocabulary import fold
from engine.rules.deal import Deal
from engine.rules.game import Game
from engine.text import Words

_EXPECTED = {
    "suit": Words("eine Farbe", "a suit"),
    "rank": Words("einen Schlag", "a rank"),
    "number": Words("eine Zahl", "a number"),
}


def begins_with_call(words: Sequence[str], game: Game) -> bool:
    said = [fold(word) for word in words]
    said = said[len(said) > 1 and said[0] in lines.NUMBERS :]  # "drei Laufende"
    return any(phrase.split() == said[: len(phrase.split())] for phrase, _ in _calls_of(game))


def names_call(words: Sequence[str], game: Game) -> bool:
    """Returns whether *words* hold those of a call, in any order."""
    said = set(map(fold, _parts_of(words, game)))
    return any(set(phrase.split()) <= said for phrase, _ in _calls_of(game))


def read_call(seat: Seat, words: Sequence[str], game: Game, deal: Deal | None) -> Announced:
    """Returns the call that *words* say.

    :raises HandError: for a call that the game does not have, a value that it does not take, or another word.
    """
    parts = _parts_of(words, game)
    said = [fold(part) for part in parts]
    meant = [(phrase, call) for phrase, call in _calls_of(game) if set(phrase.split()) <= set(said)]
    wrong: lines.HandError | None = None
    for phrase, call in sorted(meant, key=lambda each: (-len(each[0].split()), said.index(each[0].split()[0]))):
        rest = [part for part, word in zip(parts, said, strict=True) if word not in phrase.split()]
        try:
            return Announced(seat, call, _value(seat, call, phrase, rest, game, deal))
        except lines.HandError as error:  # such as a Wenz with a suit, which is a Farbwenz
            wrong = wrong or error
    named = _with_value_alone(seat, parts, game, deal) if not meant and deal is not None else []
    if len(named) == 1:
        return named[0]
    known = [phrase for phrase, _ in _calls_of(game)]
    raise wrong or lines.not_one_of(" ".join(words), Words("eine Ansage wie", "a call such as"), known)


def _with_value_alone(seat: Seat, words: Sequence[str], game: Game, deal: Deal) -> list[Announced]:
    """Returns the possible calls of *seat* of which *words* are the value, as in "Dora sagt Herz"."""
    values = [word for word in words if fold(word) not in lines.CALL_NOISE]
    calls = [fact for fact in game.options(deal) if isinstance(fact, Announced) and fact.seat == seat and fact.value]
    kinds = {name: entry.value for name, entry in game.book.calls.items()}
    return [call for call in calls if [_value_of_word(word, kinds[call.call], game) for word in values] == [call.value]]


def _parts_of(words: Sequence[str], game: Game) -> list[str]:
    """Returns the words that are joined by hyphens, or as a suit and a call (Herzsolo)."""
    calls = [phrase for phrase, _ in _calls_of(game) if phrase.isalpha()]
    parts: list[str] = []
    for part in (part for word in words for part in word.split("-") if part):
        call = next((call for call in calls if fold(part).endswith(call) and fold(part) != call), "")
        suit = part[: len(part) - len(call)]
        parts += [suit, call] if call and suit_named(suit, game.pack) is not None else [part]
    return parts


@cache
def _calls_of(game: Game) -> list[tuple[str, str]]:
    """Returns the folded phrases of calls, each with its call: those of the book without the value, and usual ones."""
    declares = {"play", "fold"} if not game.book.calls and not game.has_upcard else set()
    names = {*game.book.calls, *declares, "misdeal"}
    own = [(text, call) for call, entry in game.book.calls.items() for text in (*entry.meaning, call.replace("_", " "))]
    usual = [(phrase, call) for phrase, call in lines.CALLS if call in names]
    phrases = ((re.findall(r"\w+", phrase.replace("{value}", "")), call) for phrase, call in (*own, *usual))
    return list(dict.fromkeys((" ".join(map(fold, words)), call) for words, call in phrases))


def _value(seat: Seat, call: str, phrase: str, words: Sequence[str], game: Game, deal: Deal | None) -> str:
    entry = game.book.calls.get(call)
    kind = entry.value if entry is not None else ""
    values = [value for word in words if (value := _value_of_word(word, kind, game))]
    strange = [word for word in words if not _value_of_word(word, kind, game) and fold(word) not in lines.CALL_NOISE]
    strange = [] if call == "sign" else strange  # whatever is signalled has no effect
    if not values and call == "meld" and deal is not None:
        values = [value for value in [_suit_of_meld(seat, phrase, game, deal)] if value]
    if strange or len(values) > 1 or (not values and kind in ("suit", "rank")):
        expected = _EXPECTED.get(kind, Words("nur die Ansage", "the call alone"))
        raise lines.cannot_read(" ".join((phrase, *words)), expected)
    return values[0] if values else ""


def _value_of_word(word: str, kind: str, game: Game) -> str | None:
    if kind == "suit":
        return suit_named(word.upper() if len(word) == 1 else word, game.pack) or lines.ACES.get(fold(word))
    if kind == "rank":
        return rank_named(word, game.pack)
    if kind == "card":
        return word.upper() if word.upper() in map(str, game.pack.cards) else None
    number = lines.NUMBERS.get(fold(word), word)
    return number if kind == "number" and number.isdecimal() else None


def _suit_of_meld(seat: Seat, phrase: str, game: Game, deal: Deal) -> str | None:
    """Returns the suit of a forty, or of a twenty if *seat* has just laid the king or queen of it."""
    trump = game.trump(deal)
    if phrase in ("40", "vierzig"):
        return trump
    last_card = next((play.card for play in reversed(list(deal.plays())) if play.seat == seat), None)
    return (
        last_card.suit if last_card is not None and last_card.rank in ("K", "Q") and last_card.suit != trump else None
    )


LISTS = frozenset({"take", "show"})
"""The verbs that are followed by cards that are not laid."""


class Action(NamedTuple):
    seat: Seat | None
    """Who, if the action says it."""
    verb: str
    words: list[str]
    """All words but the name of the player."""
    actor: Seat | None
    """Whose action this is if it has a verb: `seat`, or that of the action before in the same line."""

    @property
    def rest(self) -> list[str]:
        """The words after the verb."""
        return self.words[bool(self.verb) :]


def actions_of(line: str, names: Mapping[str, Seat], game: Game) -> Iterator[Action]:
    """Yields the actions of a line; each begins with a player, a verb, a call, or cards to be laid."""
    groups: list[list[str]] = []
    for clause in _clauses(line, names, game.pack):
        if not groups or _begins_action(clause, groups[-1], names, game):
            groups.append([])
        for word in clause:
            said = [word for word in groups[-1] if word.casefold() not in lines.VERBS]
            lays_it = len(said) == 1 and said[0].casefold() in names and lines.begins_with_card([word], game.pack)
            if said and word.casefold() in names and not lays_it:  # "Zenzi Max" lays a card, even if Max plays too
                groups.append([])
            groups[-1].append(word)
    actor: Seat | None = None
    for group in groups:
        rest, verb = list(group), lines.VERBS.get(group[0].casefold(), "")
        place = 1 if verb else 0
        # "tauscht 2" after another action of the same player is no seat.
        is_count = verb and actor is not None and len(group) == 2 and group[1].casefold() not in names
        seat = lines.seat_or_none(group[place], names) if place < len(group) and not is_count else None
        if seat is not None:
            del rest[place]
        verb = lines.VERBS.get(rest[0].casefold(), "") if rest else ""
        action = Action(seat, verb, rest, actor if seat is None else seat)
        actor = action.actor
        yield action


def _clauses(line: str, names: Mapping[str, Seat], pack: Pack) -> Iterator[list[str]]:
    """Yields the words between two separators; the names of players are kept whole."""
    clause: list[str] = []
    for token in re.findall(r"[,;]|[^\s,;:]+", line):
        whole = token.casefold() in names or token.startswith(">")
        items = [[token]] if whole else [list(item.words) for item in items_of(token, pack)]
        for place, words in enumerate(items or [[], []]):
            if place and clause:
                yield clause
                clause = []
            clause += words
    if clause:
        yield clause


def _begins_action(clause: Sequence[str], action: Sequence[str], names: Mapping[str, Seat], game: Game) -> bool:
    if lines.VERBS.get(action[-1].casefold()) in ("say", "announce", "upcard") or clause[0].startswith(">"):
        return False
    if clause[0].casefold() in lines.VERBS or clause[0].casefold() in names or begins_with_call(clause, game):
        return True
    verbs = {lines.VERBS.get(word.casefold()) for word in action[:2]}
    return lines.begins_with_card(clause, game.pack) and verbs.isdisjoint(LISTS)
