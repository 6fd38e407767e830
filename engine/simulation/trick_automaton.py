"""A finite automaton of tricks on bit masks, which computes ladders once per state instead of once per card.

A state holds what matters to the next card of a trick: the duties, the card led and the best card. States are created
on demand from `Game.ladder` and `Game.best`, so that the rules have one implementation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from engine.cards import Card, CardSet
    from engine.rules.game import Game
    from engine.rules.values import Trump

_Key: TypeAlias = "tuple[tuple[tuple[CardSet, CardSet], ...], Card | None, Card | None]"


class TrickState:
    """`rungs` are (trigger, allowed); `best` is the bit of the winning card; `after` holds the next state by card."""

    __slots__ = ("after", "best", "cards", "rungs")

    def __init__(self, rungs: tuple[tuple[CardSet, CardSet], ...], best: CardSet, cards: tuple[Card, ...]) -> None:
        self.rungs = rungs
        self.best = best
        self.cards = cards
        self.after: dict[CardSet, TrickState] = {}


class TrickMachine:
    """The states of a trick under one trump."""

    def __init__(self, game: Game, trump: Trump) -> None:
        self._game = game
        self.trump = trump
        self._states: dict[_Key, TrickState] = {}
        self.empty = self._state(())

    def _state(self, cards: tuple[Card, ...]) -> TrickState:
        game = self._game
        rungs = tuple((rung.trigger, rung.allowed) for rung in game.ladder(cards, self.trump))
        best = game.best(cards, self.trump) if cards else None
        key = (rungs, cards[0] if cards else None, best)
        if key not in self._states:
            self._states[key] = TrickState(rungs, game.pack.bit(best) if best else 0, cards)
        return self._states[key]

    def lay(self, state: TrickState, bit: CardSet) -> TrickState:
        """Returns the state after the card *bit* is laid; a lookup in `state.after` is faster."""
        (card,) = self._game.pack.members(bit)
        following = state.after[bit] = self._state((*state.cards, card))
        return following


def legal_bits(state: TrickState, hand: CardSet) -> CardSet:
    for trigger, allowed in state.rungs:
        if hand & trigger:
            return hand & allowed
    return hand
