"""The obligation ladder, on which legal play, findings and inference are based (RULEBOOK, "common shape").

The first rung whose trigger intersects the hand determines the legal cards as hand ∩ allowed.
If there is none, every card is legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.cards import Card, CardSet, Pack


@dataclass(frozen=True, slots=True)
class Rung:
    trigger: CardSet
    allowed: CardSet
    rule: str
    """The name of the rung in the book, such as `overtake` or `follow`."""


Ladder: TypeAlias = tuple[Rung, ...]


def binding_rung(ladder: Ladder, hand: CardSet) -> Rung | None:
    """Returns the first rung whose trigger intersects *hand*, or None."""
    return next((rung for rung in ladder if rung.trigger & hand), None)


def legal_cards(ladder: Ladder, hand: CardSet) -> CardSet:
    rung = binding_rung(ladder, hand)
    return hand if rung is None else hand & rung.allowed


def union_allowed(ladder: Ladder) -> CardSet:
    """Returns the cards that any rung allows."""
    allowed = 0
    for rung in ladder:
        allowed |= rung.allowed
    return allowed


def excluded_by(ladder: Ladder, card: CardSet) -> CardSet:
    """Returns the cards that a player who legally played *card* cannot hold.

    It is the union of the triggers of all rungs before the first that allows the card; docs/engine.md, "How a revoke is
    proved", has the reason. This is exact for ladders whose rungs allow just their triggers, or more in the last rung
    only, as in all our games.
    """
    denied = 0
    for rung in ladder:
        if rung.allowed & card:
            break
        denied |= rung.trigger
    return denied


def broken_rungs(ladder: Ladder, card: CardSet) -> tuple[Rung, ...]:
    """Returns the rungs that forbid *card* to whoever holds a card of their trigger."""
    return tuple(takewhile(lambda rung: not rung.allowed & card, ladder))


def as_players_name_it(duties: Iterable[tuple[Rung, CardSet]], broken: Sequence[Rung]) -> tuple[str, ...]:
    """Returns the names of *duties*, each with the cards that cause it, as players call them; following first.

    Whoever laid another suit while holding the suit led has not followed, even if the card held would have overtaken.
    """
    follow = next((rung for rung in broken if rung.rule.startswith("follow")), None)
    of_suit = follow.trigger if follow is not None else 0
    names = [rung.rule for rung, cards in duties if cards & ~of_suit]
    followed = follow is not None and any(cards & of_suit for _, cards in duties)
    return tuple(dict.fromkeys([follow.rule, *names] if follow is not None and followed else names))


def best_of(trick_so_far: Sequence[Card], beating: Mapping[Card, CardSet], pack: Pack) -> Card:
    """Returns the winning card; *beating* has, by card, the cards that beat it when laid later.

    :raises ValueError: if no card lies.
    """
    if not trick_so_far:
        raise ValueError("got an empty trick, expected at least one card")
    best = trick_so_far[0]
    for card in trick_so_far[1:]:
        if beating[best] & pack.bit(card):
            best = card
    return best
