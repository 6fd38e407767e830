"""Rendered tables for the decks of the games."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from cli.simulated.packs import deck_for, draw_deck
from simulator.render.appearance import Look
from simulator.table import RenderedTable

if TYPE_CHECKING:
    from engine.cards import Pack

EASY_SURFACES = ("felt", "wood")


class TableOfDeck:
    """Makes one table for each deck, all of one look."""

    def __init__(self, seed: int) -> None:
        self._look, self._seed = easy_look(seed), seed
        self._tables: dict[str, RenderedTable] = {}

    def of(self, pack: Pack) -> RenderedTable:
        """Returns the table with the drawn deck that has the cards of *pack*."""
        kind = deck_for(pack)
        if kind.name not in self._tables:
            self._tables[kind.name] = RenderedTable(draw_deck(kind), self._look, self._seed)
        return self._tables[kind.name]


def easy_look(seed: int) -> Look:
    """Returns the first look from *seed* on with a table on which cards are seen well, also those of a new deck."""
    looks = (Look.random(number, "good") for number in count(seed))
    return next(look for look in looks if look.surface.kind in EASY_SURFACES)
