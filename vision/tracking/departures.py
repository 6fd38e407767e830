"""Departures: a card is lifted, or a trick is gathered, at once or card by card, out of view or to a pile in view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from engine.cards import Card
from vision.geometry.quads import area, grown, shared_area
from vision.tracking.background.background_model import BackgroundModel, Likeness, TrackedCard, visible_part
from vision.tracking.background.thresholds import BACKGROUND
from vision.tracking.settled_scene import Arrival, SettledScene
from vision.tracking.thresholds import TRACKING
from vision.types import Quad


def find_departures(view: BackgroundModel, scene: SettledScene) -> SettledScene:
    """Returns the scene with the cards that have left, from the top of the stack down."""
    departures, _ = _split_cards(view, scene, lambda card, like: _has_left(card, like, scene))
    return replace(scene, departures=departures)


def cards_in_place(view: BackgroundModel, scene: SettledScene) -> list[TrackedCard]:
    """Returns the cards in view, the highest first, that have neither left nor moved as far as they show."""
    _, staying = _split_cards(view, scene, lambda _, like: like.card < BACKGROUND.looks_like_min_of_place)
    return staying


def _split_cards(
    view: BackgroundModel, scene: SettledScene, is_gone: Callable[[TrackedCard, Likeness], bool]
) -> tuple[list[TrackedCard], list[TrackedCard]]:
    """Returns the cards of the *view* that are gone and those that stay, each from the top of the stack down.

    Of a card under arrivals or cards that stay only the visible part counts; one without stays.
    """
    gone: list[TrackedCard] = []
    staying: list[TrackedCard] = []
    if not view.cards:
        return gone, staying
    step = view.step(scene.map)
    above = [view.on_map(arrival.quad) for arrival in scene.arrivals]
    for card in reversed(view.cards):
        place = view.on_map(card.quad)
        shown, share = visible_part(place, above, scene.map.shape)
        is_visible = share > BACKGROUND.telling_min_of_card
        if is_visible and is_gone(card, view.likeness(card, scene.map, shown, step)):
            gone.append(card)
        else:
            staying.append(card)
            above.append(place)
    return gone, staying


def _has_left(card: TrackedCard, like: Likeness, scene: SettledScene) -> bool:
    """Whether the place has changed and looks like the table, as far as that is known, and not like the card."""
    least = BACKGROUND.looks_like_min_of_place
    if like.card >= least or not any(card.appearance.cut(region.mask).any() for region in scene.regions):
        return False
    is_moved = any(arrival.previous is card for arrival in scene.arrivals)
    return card.table_is_guess or ((is_moved or like.table > least) and like.table >= like.card)


def connected_cards(cards: Sequence[TrackedCard], start: Sequence[TrackedCard]) -> list[TrackedCard]:
    """Returns those of *cards* that are connected to *start* by cards close to one another; without *start*."""
    connected, rest = list(start), [card for card in cards if card not in start]
    reached = connected
    while reached:
        reached = [card for card in rest if any(_are_close(card, other) for other in reached)]
        rest = [card for card in rest if card not in reached]
        connected += reached
    return connected[len(start) :]


def _are_close(one: TrackedCard, other: TrackedCard) -> bool:
    first, second = (grown(card.quad, TRACKING.reach_scale_of_card) for card in (one, other))
    return shared_area(first, second) > 0


@dataclass(slots=True)
class TrickGathering:
    """The cards of a trick that have left while others of it still lie."""

    cards: list[TrackedCard] = field(default_factory=list)

    def trick_size(self, departures: Sequence[TrackedCard], left: Sequence[TrackedCard], seats: int) -> int:
        """Returns the number of cards of the trick if all have left with *departures*; 0 if only some were lifted.

        After one for each of the *seats*, what stays beside them is an upcard, or the lead of the next trick.
        """
        self.cards += departures
        if len(self.cards) < seats and _rest_of_trick(departures, left):
            return 0
        count = len(departures) + len(connected_cards(self.cards, departures))
        self.cards.clear()
        return count if count > 1 else 0

    def return_card(self, card: Card | None) -> TrackedCard | None:
        """Removes and returns the card that was put back, if it is one of these."""
        back = next((taken for taken in self.cards if card is not None and taken.card == card), None)
        self.cards = [taken for taken in self.cards if taken is not back]
        return back

    def is_mostly_gathered(self, left: Sequence[TrackedCard]) -> bool:
        """Whether more cards of the trick have left than remain: then it counts as gathered."""
        return len(self.cards) > max(1, len(_rest_of_trick(self.cards, left)))


def _rest_of_trick(departures: Sequence[TrackedCard], left: Sequence[TrackedCard]) -> list[TrackedCard]:
    trick = max((card.trick for card in departures), default=0)
    return [card for card in connected_cards(left, departures) if card.trick == trick]


def arrivals_on_pile(arrivals: Sequence[Arrival], departures: Sequence[TrackedCard]) -> list[Arrival]:
    """Returns the arrivals that are cards of a gathered trick on a pile in view: they were not played."""
    apart = [
        arrival for arrival in arrivals if arrival.previous is not None and lies_apart(arrival.quad, arrival.previous)
    ]
    moved_cards = [arrival.previous for arrival in apart if arrival.previous is not None]
    leaving = [*departures, *moved_cards]
    beside = [card for card in connected_cards(leaving, moved_cards[:1]) if card not in moved_cards[:1]]
    return apart if beside else []


def lies_apart(quad: Quad, card: TrackedCard) -> bool:
    """Whether *quad* is further from the card's old place than a card that was only straightened."""
    away = float(np.linalg.norm(quad.mean(axis=0) - card.quad.mean(axis=0)))
    return away > TRACKING.apart_min_of_size * float(np.sqrt(area(card.quad)))
