"""Dates arrivals and departures by the first recent frame that shows them, and attributes arrivals to a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.tracking.settled_scene import relative_quad

if TYPE_CHECKING:
    from vision.tracking.motion.hand_attribution import HandAttribution
    from vision.tracking.settled_scene import SettledScene


def set_times_and_hands(scene: SettledScene, hands: HandAttribution) -> None:
    """Sets for each arrival when it was first shown and whose hand was over it then, and when the first card left."""
    small, step = scene.small, hands.gate.step
    masks = [scene.place_mask(arrival.quad) for arrival in scene.arrivals]
    for index, arrival in enumerate(scene.arrivals):
        shown = masks[index].copy()
        for other in (mask for number, mask in enumerate(masks) if number != index):
            shown[other > 0] = 0  # where two new cards overlap, the upper one shows
        index_shown = hands.history.index_of_arrival(shown, small, step)
        arrival.since = hands.history.time_of(index_shown)
        middle = relative_quad(arrival.quad, scene.size).mean(axis=0)
        arrival.hand = hands.hand_over(masks[index], index_shown, middle)
    for card in scene.departures:
        index_shown = hands.history.index_of_arrival(scene.place_mask(card.quad), small, step)
        scene.first_departure_time = min(scene.first_departure_time, hands.history.time_of(index_shown))
