"""Dates arrivals and departures by the first recent frame that shows them, and attributes arrivals to a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.tracking.settled_scene import relative_quad

if TYPE_CHECKING:
    from vision.tracking.motion.hand_attribution import HandAttribution
    from vision.tracking.settled_scene import SettledScene


def date(look: SettledScene, hands: HandAttribution) -> None:
    """Notes when each card was first seen where it lies, and whose hand was over it just before."""
    small, step = look.small, hands.gate.step
    masks = [look.place_mask(landing.quad) for landing in look.landings]
    for index, landing in enumerate(look.landings):
        shown = masks[index].copy()
        for other in (mask for number, mask in enumerate(masks) if number != index):
            shown[other > 0] = 0  # what two new cards share shows the upper one
        index_shown = hands.history.first_shown(shown, small, step)
        landing.since = hands.history.time_of(index_shown)
        middle = relative_quad(landing.quad, look.size).mean(axis=0)
        landing.hand = hands.hand_over(masks[index], index_shown, middle)
    for card in look.gone:
        index_shown = hands.history.first_shown(look.place_mask(card.quad), small, step)
        look.gone_since = min(look.gone_since, hands.history.time_of(index_shown))
