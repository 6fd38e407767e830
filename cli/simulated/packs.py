"""Drawn packs for the simulated table: their pictures, their enrolment as decks of this Kiebitz, their tables."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from device.storage.packs.paths import has_pack, pack_file
from device.storage.packs.store import store_pack
from engine.cards import PACKS
from simulator.card_art import Style, draw_pack
from simulator.render.appearance import Look
from simulator.table import RenderedTable
from vision.enrolment.photographs.cropping import median_aspect
from vision.recognition.acceptance_calibration import calibrate_acceptance
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.cards import Card, Pack
    from vision.types import Image


CARD_HEIGHT = 480
"""px: resolution of the drawn cards, higher than that of the camera."""
GERMAN, FRENCH = PACKS["german33"], PACKS["french20"]
"""The smallest packs that have the cards of all games."""


def deck_for(pack: Pack) -> Pack:
    """Returns the drawn pack that has the cards of *pack*."""
    return GERMAN if set(pack.cards) <= set(GERMAN.cards) else FRENCH


def drawn_name(kind: Pack) -> str:
    """Returns the name under which the drawn pack is enrolled."""
    return f"drawn-{kind.name}"


def draw_deck(kind: Pack) -> dict[Card, Image]:
    return draw_pack(kind.name, Style.default(), CARD_HEIGHT)


def enrol_deck(kind: Pack, pictures: Mapping[Card, Image]) -> None:
    """Enrols a drawn pack under its name, unless that was done before.

    :raises OSError: if it cannot be written.
    """
    name = drawn_name(kind)
    if has_pack(name):
        return
    recogniser = Recogniser()
    by_card = {card: [picture] for card, picture in pictures.items()}
    pack = enrol(by_card, kind.name, recogniser, name, median_aspect(pictures.values()))
    store_pack(calibrate_acceptance(pack, recogniser), pack_file(name), recogniser)


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
