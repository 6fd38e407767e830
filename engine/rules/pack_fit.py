"""Checks whether a game can be played with a deck, and under which house rules if cards are missing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.rules.house_rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card, Pack
    from engine.events import RuleValue
    from engine.rules.game import Game

SWITCH = "pack"
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
    return Rules(game.book.switches, {**dict(game.rules.changes), SWITCH: pack.name}).changes


def packs_of(kind: type[Game]) -> tuple[Pack, ...]:
    """Returns the packs that the game can be played with, the usual one first."""
    return kind.packs or (kind.pack,)


def is_playable(kind: type[Game], deck: Iterable[Card]) -> bool:
    """Returns whether the game can be played with *deck* under some house rules."""
    cards = set(deck)
    return any(cards.issuperset(pack.cards) for pack in packs_of(kind))
