"""Dates arrivals and departures by the first recent frame that shows them, and attributes arrivals to a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.tracking.settled_scene import relative_quad

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.tracking.background.background_model import TrackedCard
    from vision.tracking.motion.hand_attribution import HandAttribution
    from vision.tracking.motion.motion_gate import SmallMask
    from vision.tracking.settled_scene import SettledScene


def set_times_and_hands(scene: SettledScene, hands: HandAttribution, in_view: Sequence[TrackedCard]) -> None:
    """Sets for each arrival when it was first shown and whose hand was over it then, and when the first card left.

    An arrival is dated by the part of its place that no other card covers: another arrival, or one of the cards *in
    view*, as one that is read late may have been covered. If that cannot be dated, as of one that lies wholly on cards
    in view, it is dated by what no other arrival covers.
    """
    history, masks = hands.history, [scene.place_mask(arrival.quad) for arrival in scene.arrivals]
    masks_in_view = [(card, scene.place_mask(card.quad)) for card in in_view] if masks else []

    def first_index(place: SmallMask) -> int:
        return history.index_of_arrival(place, scene.small, hands.gate.step)

    for number, arrival in enumerate(scene.arrivals):
        alone = _without(masks[number], masks[:number] + masks[number + 1 :])
        part = _without(alone, [mask for card, mask in masks_in_view if card is not arrival.previous])
        index = first_index(part)
        if history.time_of(index) == float("inf"):
            part, index = alone, first_index(alone)
        arrival.since = history.time_of(index)
        if not arrival.is_gleaming:  # light that moves over a card looks like an arm: then no hand was surely seen
            arrival.hand = hands.hand_over(part, index, relative_quad(arrival.quad, scene.size).mean(axis=0))
    for card in scene.departures:
        time = history.time_of(first_index(scene.place_mask(card.quad)))
        scene.first_departure_time = min(scene.first_departure_time, time)


def _without(place: SmallMask, others: Sequence[SmallMask]) -> SmallMask:
    shown = place.copy()
    for other in others:
        shown[other > 0] = 0
    return shown
