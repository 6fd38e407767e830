"""Dates arrivals and departures by the first recent frame that shows them, and attributes arrivals to a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vision.tracking.settled_scene import relative_quad

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.tracking.background.background_model import TrackedCard
    from vision.tracking.motion.hand_attribution import HandAttribution
    from vision.tracking.motion.motion_gate import SmallLuma, SmallMask
    from vision.tracking.settled_scene import Arrival, SettledScene


def set_times_and_hands(scene: SettledScene, hands: HandAttribution, in_view: Sequence[TrackedCard]) -> None:
    """Sets for each arrival when it was first shown and whose hand was over it then, and when the first card left.

    Where cards overlap the upper one shows, which may be another arrival or one of the cards *in view*: an arrival that
    is read late may have been covered. One that lies wholly on cards in view is dated by all of its place.
    """
    history, small, step = hands.history, scene.small, hands.gate.step
    dated = _date_by_visible_parts(scene, hands, in_view)
    for arrival, (_, index) in zip(scene.arrivals, dated, strict=True):
        arrival.since = history.time_of(index)  # all are dated before any is compared with those on it
    for arrival, (part, index) in zip(scene.arrivals, dated, strict=True):
        before_others = _index_before_cards_on_top(arrival, part, small, hands)
        index_shown = index if before_others is None else before_others
        arrival.since = history.time_of(index_shown)
        middle = relative_quad(arrival.quad, scene.size).mean(axis=0)
        arrival.hand = hands.hand_over(part, index_shown, middle)
    for card in scene.departures:
        index_shown = history.index_of_arrival(scene.place_mask(card.quad), small, step)
        scene.first_departure_time = min(scene.first_departure_time, history.time_of(index_shown))


class _Dated(NamedTuple):
    """The part of a place by which an arrival is dated, and the index of the first frame that shows it."""

    part: SmallMask
    first_index: int


def _date_by_visible_parts(scene: SettledScene, hands: HandAttribution, in_view: Sequence[TrackedCard]) -> list[_Dated]:
    """Dates each arrival by what no other card covers, or by what no other arrival covers if that cannot be dated."""
    masks = [scene.place_mask(arrival.quad) for arrival in scene.arrivals]
    masks_in_view = [(card, scene.place_mask(card.quad)) for card in in_view] if masks else []
    dated = []
    for number, arrival in enumerate(scene.arrivals):
        alone = _without(masks[number], masks[:number] + masks[number + 1 :])
        near = [mask for card, mask in masks_in_view if card is not arrival.previous]
        each = (
            _Dated(part, hands.history.index_of_arrival(part, scene.small, hands.gate.step))
            for part in (_without(alone, near), alone)
        )
        first = next(each)
        dated.append(first if hands.history.time_of(first.first_index) < float("inf") else next(each))
    return dated


def _index_before_cards_on_top(
    arrival: Arrival, part: SmallMask, small: SmallLuma, hands: HandAttribution
) -> int | None:
    """Returns the index of the frame that shows an arrival best before the cards that lie on it came.

    The hand that soon lays the upper card may hide the lower one until then. None if it was shown earlier than those,
    and if it was pushed under one of them: then the table was shown there when that one lay there.
    """
    upper_since = min((card.since for card in arrival.cards_on_top), default=float("inf"))
    if arrival.since < upper_since or upper_since == float("inf"):
        return None
    return hands.history.clearest_index_before(upper_since, part, small, hands.gate.step)


def _without(place: SmallMask, others: Sequence[SmallMask]) -> SmallMask:
    shown = place.copy()
    for other in others:
        shown[other > 0] = 0
    return shown
