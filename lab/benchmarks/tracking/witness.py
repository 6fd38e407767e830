"""What people at the table saw of a deal, from which they answer the referee's questions truthfully."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from engine.cards import Card, Seat
    from engine.events import CardLaid
    from simulator.script import Expected
    from vision.types import Quad


@dataclass(frozen=True, slots=True, eq=False)
class LaidCard:
    """A card with its trick, counted from 0, the frame from which it lies, and where (4×2, px)."""

    seat: Seat
    card: Card
    trick: int
    rest: int
    quad: Quad


@dataclass(frozen=True, slots=True)
class Witness:
    """The cards of one deal in the order in which they were laid."""

    laid: Sequence[LaidCard]

    @classmethod
    def of(cls, truth: Iterable[Expected], plays: Iterable[CardLaid]) -> Witness:
        """Returns who saw the cards of *truth*; *plays* are the same cards with their seats."""
        return cls(list(_laid_cards(truth, plays)))

    def card_at(self, place: Quad, frame: int) -> Card | None:
        """Returns the card of the trick at *frame* that lies nearest to a *place* in the picture."""
        lying = [one for one in self.laid if one.rest <= frame]
        trick = [one for one in lying if one.trick == lying[-1].trick]
        if not trick:
            return None
        return min(trick, key=lambda one: float(np.linalg.norm(one.quad.mean(axis=0) - place.mean(axis=0)))).card

    def player_of(self, card: Card | None) -> Seat | None:
        """Returns the seat that laid *card*, or None if nobody did."""
        return next((one.seat for one in self.laid if one.card == card), None)

    def missing(self, seat: Seat, beside: Card | None, recorded: Collection[Card], frame: int) -> Card | None:
        """Returns the card that *seat* laid by *frame* in the trick of the card *beside*, unless it is recorded."""
        trick = next((one.trick for one in self.laid if one.card == beside), None)
        cards = (one.card for one in self.laid if one.seat == seat and one.trick == trick and one.rest <= frame)
        return next((card for card in cards if card not in recorded), None)


def _laid_cards(truth: Iterable[Expected], plays: Iterable[CardLaid]) -> Iterator[LaidCard]:
    trick, left = 0, iter(plays)
    for expected in truth:
        if expected.event == "trick_gathered":
            trick += 1
        elif expected.event == "card_laid":
            play = next(left)
            yield LaidCard(play.seat, play.card, trick, expected.rest, np.array(expected.quad, np.float32))
