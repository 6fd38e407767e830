"""The games. Every module here whose name begins with a letter is discovered as a game.

A game with more than one module is a package with its class in `game.py`.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import permutations
from typing import TypeVar

from engine.cards import Card, Pack
from engine.events import RuleValue
from engine.rules.book import missing_rung
from engine.rules.game import Game
from engine.rules.house_rules import Rules, one_of
from engine.text import NO_HINT, ErrorInWords, Words, hint

MAX_TRUMPS, MAX_CARDS = 5, 12
"""The most trumps, and the most cards for tricks of two, that are sampled, so that loading stays fast."""

_Item = TypeVar("_Item")


class UnknownGame(ErrorInWords):
    """Raised for the name of a game, or of one of its presets, that does not exist."""


class BrokenGame(ValueError):
    """Raised when a file in the folder of games is not a valid game."""


@cache
def all_games() -> dict[str, type[Game]]:
    """Returns all games by name.

    :raises BrokenGame: naming the file that cannot be loaded, or does not hold one game.
    """
    games: dict[str, type[Game]] = {}
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            kind = _load_game(f"{__name__}.{module.name}.game" if module.ispkg else f"{__name__}.{module.name}")
            if kind.name in games:
                file = f"{module.name}/game.py" if module.ispkg else f"{module.name}.py"
                raise BrokenGame(f"{file}: the name {kind.name!r} is taken by {games[kind.name].__module__}")
            games[kind.name] = kind
    return games


def _load_game(module_name: str) -> type[Game]:
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        raise BrokenGame(f"{module_name}: cannot be loaded: {error}") from error
    kinds = [
        kind
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, Game) and kind.__module__ == module_name
    ]
    if len(kinds) != 1 or inspect.isabstract(kinds[0]):
        missing = ", ".join(sorted(getattr(kinds[0], "__abstractmethods__", ()))) if kinds else "the class"
        raise BrokenGame(f"{module_name}: expected one complete game, got {len(kinds)}, missing {missing or 'nothing'}")
    kind = kinds[0]
    # What the book lacks would fail in the set-up or in the middle of a deal.
    if not kind.book.offered_presets:
        raise BrokenGame(f"{module_name}: got no [preset] in {kind.book.file}, expected the usual rules")
    if unknown := kind.late_calls - kind.book.calls.keys():
        call = min(unknown)
        raise BrokenGame(
            f"{module_name}: got call {call!r} in late_calls, "
            f"expected in [call] of {kind.book.file} {one_of(call, kind.book.calls)}"
        )
    try:
        rung = unnamed_rung(kind())
    except Exception as error:
        raise BrokenGame(f"{module_name}: cannot tell its ladders: {error}") from error
    if rung is not None:
        raise BrokenGame(f"{module_name}: {missing_rung(rung, kind.book)}")
    return kind


def game(name: str, rules: Mapping[str, object] | None = None, preset: str | None = None) -> Game:
    """Returns the game called *name* with house rules: those of *preset*, changed by *rules*.

    :raises UnknownGame: listing the games, or the presets of this one.
    :raises RuleError: for a switch or value that the game does not know.
    """
    try:
        kind = all_games()[name]
    except KeyError:
        games, near = ", ".join(sorted(all_games())), _closest(name, all_games())
        raise UnknownGame(
            f"Spiel {name!r}, erwartet eines von {games}{near.german}",
            f"got game {name!r}, expected one of {games}{near.english}",
        ) from None
    presets = kind.book.presets
    if preset is not None and preset not in presets:
        elsewhere = ", ".join(other for other, kind in all_games().items() if preset in kind.book.presets)
        of_others = Words(f"; das gibt es bei {elsewhere}", f"; it is one of {elsewhere}")
        near = of_others if elsewhere else _closest(preset, presets)
        offered = ", ".join(known.name for known in kind.book.offered_presets)
        raise UnknownGame(
            f"Hausregeln {preset!r} von {name}, erwartet {offered}{near.german}",
            f"got preset {preset!r} of {name}, expected one of {offered}{near.english}",
        )
    base = dict(presets[preset].rules.changes) if preset is not None else {}
    return _with_rules(kind, Rules(kind.book.switches, {**base, **(rules or {})}))


def _closest(name: str, known: Iterable[str]) -> Words:
    """Returns the end of an error message with the known name that is closest, or empty texts."""
    near = get_close_matches(name, list(known), n=1)
    return hint(Words(near[0], near[0])) if near else NO_HINT


@lru_cache(maxsize=16)
def _with_rules(kind: type[Game], rules: Rules) -> Game:
    """Returns a shared instance, since a game has no state but its cached ladders."""
    return kind(rules)


# Rungs without a rule


def unnamed_rung(game: Game) -> str | None:
    """Returns a rung that the ladder of *game* has and its book does not name, or None if no sampled trick shows one.

    Tricks of no card, of each card and of some pairs are sampled, under the house rules of *game*.
    """
    tricks: list[tuple[Card, ...]] = [(), *((card,) for card in game.pack.cards)]
    if max(game.players) > 2:
        tricks += permutations(_sample(game.pack.cards, MAX_CARDS), 2)
    trumps = _sample(game.all_trumps, MAX_TRUMPS)
    names = (rung.rule for trump in trumps for trick in tricks for rung in game.ladder(trick, trump))
    return next((name for name in names if name not in game.book.rungs), None)


def _sample(items: Sequence[_Item], most: int) -> Sequence[_Item]:
    """Returns at most *most* items, evenly spread over the sequence."""
    return items[:: -(-len(items) // most) or 1]


PACK_SWITCH = "pack"
"""The switch by which a game chooses among its `packs`; its values are the names of packs."""


@dataclass(frozen=True, slots=True)
class PackFit:
    """The result of comparing a deck with a game; cards that the game does not use are ignored."""

    missing: tuple[Card, ...]
    """The cards of the game that the deck lacks."""
    others: tuple[Pack, ...] = ()
    """The packs with which the game can be played all the same, by the switch `pack`; the largest first."""


def pack_fit(game: Game, deck: Iterable[Card]) -> PackFit:
    """Returns which cards *deck* lacks for *game*, and with which packs it can be played instead."""
    cards = set(deck)
    missing = tuple(card for card in game.pack.cards if card not in cards)
    others = [pack for pack in packs_of(type(game)) if pack is not game.pack and cards.issuperset(pack.cards)]
    return PackFit(missing, tuple(sorted(others, key=len, reverse=True)) if missing else ())


def rules_with_pack(game: Game, pack: Pack) -> tuple[tuple[str, RuleValue], ...]:
    """Returns the house rules of *game* that differ from its defaults, with *pack* chosen."""
    return Rules(game.book.switches, {**dict(game.rules.changes), PACK_SWITCH: pack.name}).changes


def packs_of(kind: type[Game]) -> tuple[Pack, ...]:
    """Returns the packs that the game can be played with, the usual one first."""
    return kind.packs or (kind.pack,)


def is_playable(kind: type[Game], deck: Iterable[Card]) -> bool:
    """Returns whether the game can be played with *deck* under some house rules."""
    cards = set(deck)
    return any(cards.issuperset(pack.cards) for pack in packs_of(kind))
