"""The cards of a deck that were accepted while it is shown: their pictures, their crops, and their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log

from engine.cards import Card
from vision.enrolment.card_crops import EmbeddedCrop, show_same_card
from vision.geometry.quads import area
from vision.geometry.table_plane import fit_plane
from vision.geometry.thresholds import GEOMETRY
from vision.types import Image, Quad

MIN_CARDS_FOR_ASPECT = 6
"""Cards at different places that together determine the aspect, also in a slanting view."""


@dataclass(slots=True)
class AcceptedCards:
    """`order` has the cards of this session, the last accepted one last; `pictures` and `crops` also earlier ones."""

    pictures: dict[Card, list[Image]]
    crops: dict[Card, EmbeddedCrop] = field(default_factory=dict)
    order: list[Card] = field(default_factory=list)
    last_row: tuple[Card, ...] = ()
    initial: Card | None = None
    """The card of the first view, until the size of the next one shows whether it is a card."""

    def add(self, card: Card, crop: EmbeddedCrop) -> None:
        self.order = [*(other for other in self.order if other != card), card]
        self.crops[card], self.pictures[card] = crop, [crop.crop]

    def remove(self, card: Card) -> None:
        self.order = [other for other in self.order if other != card]
        del self.pictures[card], self.crops[card]

    def card_like(self, crop: EmbeddedCrop) -> Card | None:
        """Returns the first card that *crop* shows, too."""
        return next((card for card, other in self.crops.items() if show_same_card(crop, other)), None)

    def rename(self, names: Mapping[Card, Card]) -> None:
        """Gives each card in *names* its name there; no two get the same one."""
        crops = {name: self.crops.pop(card) for card, name in names.items()}
        pictures = {name: self.pictures.pop(card) for card, name in names.items()}
        self.crops.update(crops)
        self.pictures.update(pictures)
        self.order = [names.get(card, card) for card in self.order]
        self.last_row = tuple(names.get(card, card) for card in self.last_row)
        if self.initial is not None:
            self.initial = names.get(self.initial, self.initial)

    def remove_initial_of_other_size(self, quad: Quad) -> Card | None:
        """Removes and returns the card of the first view if the next card, at *quad*, has quite another size."""
        card, self.initial = self.initial, None
        if card is None or card not in self.crops:
            return None
        if abs(log(area(quad) / area(self.crops[card].quad))) < 2 * GEOMETRY.rough_size_max_error_log:
            return None
        self.remove(card)
        return card

    def length(self, image_shape: tuple[int, ...]) -> float | None:
        """Returns the length of a card in widths, fitted to all cards on one table; None of too few cards."""
        lay = [crop.quad for crop in self.crops.values() if crop.quad.any()]
        return fit_plane(lay, image_shape).length if image_shape and len(lay) >= MIN_CARDS_FOR_ASPECT else None
