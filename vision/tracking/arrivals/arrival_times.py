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

    Where cards overlap the upper one shows, which may be another arrival or one of the cards *in view*: an arrival that
    is read late may have been covered. One that lies wholly on cards in view is dated by all of its place.
    """
    small, step = scene.small, hands.gate.step
    masks = [scene.place_mask(arrival.quad) for arrival in scene.arrivals]
    masks_in_view = [(card, scene.place_mask(card.quad)) for card in in_view] if scene.arrivals else []
    for index, arrival in enumerate(scene.arrivals):
        others = [mask for number, mask in enumerate(masks) if number != index]
        near = [mask for card, mask in masks_in_view if card is not arrival.previous]
        index_shown = hands.history.index_of_arrival(_without(masks[index], [*others, *near]), small, step)
        if near and hands.history.time_of(index_shown) == float("inf"):
            index_shown = hands.history.index_of_arrival(_without(masks[index], others), small, step)
        arrival.since = hands.history.time_of(index_shown)
        middle = relative_quad(arrival.quad, scene.size).mean(axis=0)
        arrival.hand = hands.hand_over(masks[index], index_shown, middle)
    for card in scene.departures:
        index_shown = hands.history.index_of_arrival(scene.place_mask(card.quad), small, step)
        scene.first_departure_time = min(scene.first_departure_time, hands.history.time_of(index_shown))


def _without(place: SmallMask, others: Sequence[SmallMask]) -> SmallMask:
    shown = place.copy()
    for other in others:
        shown[other > 0] = 0
    return shown
