"""Dates arrivals and departures by the first recent frame that shows them, and attributes arrivals to a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from vision.geometry.quads import lies_on
from vision.tracking.settled_scene import relative_quad

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.tracking.arrivals.association import DepthOrder
    from vision.tracking.background.background_model import TrackedCard
    from vision.tracking.motion.hand_attribution import HandAttribution
    from vision.tracking.motion.motion_gate import SmallMask
    from vision.tracking.settled_scene import Arrival, SettledScene


class _Dated(NamedTuple):
    """The part of a place by which an arrival is dated, and the index of the first frame that shows it."""

    part: SmallMask
    first_index: int


@dataclass(frozen=True, slots=True)
class ArrivalDating:
    """Dates the arrivals and departures of a scene.

    Where cards overlap the upper one shows, which may be another arrival or one of the cards *in view*: an arrival that
    is read late may have been covered.
    """

    scene: SettledScene
    hands: HandAttribution
    in_view: Sequence[TrackedCard]
    depth: DepthOrder

    def set_times_and_hands(self) -> None:
        """Sets for each arrival when it was first shown and whose hand was over it then, and when the first card left.

        An arrival is dated by the part of its place that no other card covers. If that cannot be dated, as of one that
        lies wholly on cards in view, by what no other arrival covers.
        """
        history, scene = self.hands.history, self.scene
        dated = self._date_by_visible_parts()
        for arrival, (_, index) in zip(scene.arrivals, dated, strict=True):
            arrival.since = history.time_of(index)  # all are dated before any is compared with those on it
        for arrival, (part, index) in zip(scene.arrivals, dated, strict=True):
            before_others = self._index_before_cards_on_top(arrival, part)
            index_shown = index if before_others is None else before_others
            arrival.since = history.time_of(index_shown)
            middle = relative_quad(arrival.quad, scene.size).mean(axis=0)
            if not arrival.is_gleaming:  # light that moves over a card looks like an arm: then no hand was surely seen
                arrival.hand = self.hands.hand_over(part, index_shown, middle)
        for card in scene.departures:
            time = history.time_of(self._first_index(scene.place_mask(card.quad)))
            scene.first_departure_time = min(scene.first_departure_time, time)

    def _date_by_visible_parts(self) -> list[_Dated]:
        masks = [self.scene.place_mask(arrival.quad) for arrival in self.scene.arrivals]
        masks_in_view = [(card, self.scene.place_mask(card.quad)) for card in self.in_view] if masks else []
        dated = []
        for number, arrival in enumerate(self.scene.arrivals):
            alone = _without(masks[number], masks[:number] + masks[number + 1 :])
            near = [mask for card, mask in masks_in_view if card is not arrival.previous]
            part = _without(alone, near)
            index = self._first_index(part)
            if self.hands.history.time_of(index) == float("inf"):
                part, index = alone, self._first_index(alone)
            dated.append(_Dated(part, index))
        return dated

    def _index_before_cards_on_top(self, arrival: Arrival, part: SmallMask) -> int | None:
        """Returns the index of the frame that shows an arrival best before a card that lies on it came.

        The hand that soon lays the upper card may hide the lower one until then. None if no card that seems to have
        come before lies on it, or if it was pushed under that: then the table was shown there when that one lay there.
        """
        cards: list[Arrival | TrackedCard] = [*self.scene.arrivals, *self.in_view]
        for upper in sorted(cards, key=lambda card: card.since):
            if upper is arrival or upper is arrival.previous or not lies_on(upper.quad, arrival.quad):
                continue
            if upper.since == float("inf") or upper.since > arrival.since:
                break
            index = self.hands.history.clearest_index_before(upper.since, part, self.scene.small, self.hands.gate.step)
            if index is not None and self.depth.is_on_top(upper, arrival):
                return index
        return None

    def _first_index(self, place: SmallMask) -> int:
        return self.hands.history.index_of_arrival(place, self.scene.small, self.hands.gate.step)


def _without(place: SmallMask, others: Sequence[SmallMask]) -> SmallMask:
    shown = place.copy()
    for other in others:
        shown[other > 0] = 0
    return shown
