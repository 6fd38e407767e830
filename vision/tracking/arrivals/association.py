"""Which known card an arrival is, and which of two cards lies on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vision.geometry.quads import same_place, same_position
from vision.tracking.background.background_model import BackgroundModel, TrackedCard, visible_part
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.departures import lies_apart
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.scene.hypotheses import Hypothesis
    from vision.types import Map, Quad


def previous_card(
    hypothesis: Hypothesis, view: BackgroundModel, now: Map, arrival_quads: Sequence[Quad]
) -> TrackedCard | None:
    """Returns the tracked card that a hypothesis shows: it lies there and reads the same, or has left its old place."""
    likeliest = hypothesis.answer.candidates[0].card
    for card in reversed(view.cards):
        if likeliest not in card.candidates:
            continue
        place = _visible_place(card, view, now, arrival_quads)
        if same_place(card.quad, hypothesis.quad):
            # A card of another name at this place lies on the old one if that is still visible.
            is_still_visible = place.is_visible and place.like_card > BACKGROUND.looks_like_min_of_place
            same = hypothesis.answer.card == card.card or same_position(card.quad, hypothesis.quad)
            if same or not is_still_visible:
                return card
        elif place.is_visible and _is_moved_card(hypothesis, card) and _has_left(card, place):
            return card
    return None


def _is_moved_card(hypothesis: Hypothesis, card: TrackedCard) -> bool:
    """Whether the tracked card may have moved here: by its name, or if both are in doubt, by less than its size."""
    if card.card is None:
        return hypothesis.answer.card is None and not lies_apart(hypothesis.quad, card)
    return hypothesis.answer.card == card.card


def _has_left(card: TrackedCard, place: _VisiblePlace) -> bool:
    """Whether the place shows the table. A hand that covers it looks like neither."""
    looks_like_table = place.like_table > BACKGROUND.looks_like_min_of_place or card.table_is_guess
    return place.like_card <= BACKGROUND.looks_like_min_of_place and looks_like_table


class _VisiblePlace(NamedTuple):
    """The part of a card's place that no known card covers, from 0 to 1, and how much of it looks like what."""

    part: float
    like_card: float
    like_table: float

    @property
    def is_visible(self) -> bool:
        """Whether so much of the place is visible that anything can be concluded."""
        return self.part >= TRACKING.visible_min_of_card


def _visible_place(card: TrackedCard, view: BackgroundModel, now: Map, arrival_quads: Sequence[Quad]) -> _VisiblePlace:
    above = [view.on_map(other.quad) for other in view.cards[view.cards.index(card) + 1 :]]
    shown, part = visible_part(view.on_map(card.quad), [*above, *arrival_quads], now.shape)
    like = view.likeness(card, now, shown, view.step(now))
    return _VisiblePlace(part, like.card, like.table)
