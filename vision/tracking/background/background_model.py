"""What is remembered of the view: how it was last understood, the bare table, and each card as it landed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.geometry.quads import area, mask_of_quads, scaled, shared_area
from vision.tracking.background.camera_motion import moved, moved_quad, still_seen
from vision.tracking.background.change_detection import MAP_WIDTH, changed, difference, threshold_of
from vision.tracking.background.thresholds import BACKGROUND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.tracking.background.camera_motion import Homography
    from vision.types import Map, Mask, Quad, Reading


@dataclass(frozen=True, slots=True)
class Patch:
    """A piece of a map, h×w×3, and where its upper left corner lies: what is kept of a card's place."""

    left: int
    top: int
    picture: Map

    @classmethod
    def of(cls, view: Map, place: Quad) -> Patch:
        """Cuts out what surrounds *place*, as far as it is in view."""
        height, width = view.shape[:2]
        left, top = (int(value) for value in np.floor(place.min(axis=0)).clip(0, (width, height)))
        right, bottom = (int(value) for value in np.ceil(place.max(axis=0) + 1).clip(0, (width, height)))
        return cls(left, top, view[top:bottom, left:right].copy())

    def cut(self, view: Map) -> Map:
        height, width = self.picture.shape[:2]
        return view[self.top : self.top + height, self.left : self.left + width]

    def over(self, view: Map) -> Map:
        """Returns *view* with this piece in its place."""
        whole = view.copy()
        self.cut(whole)[:] = self.picture
        return whole


@dataclass(slots=True, eq=False)
class TrackedCard:
    """`look` is its place as the card landed, `before` as it was before; `trick` counts the clearings before it.

    `may_be` has all cards that it may be: one if it was named.
    """

    card: Card | None
    quad: Quad
    look: Patch
    before: Patch
    trick: int
    may_be: frozenset[Card]
    table_is_guess: bool = False
    """Whether nobody has seen what lies under it, so that `before` tells nothing about a patterned table."""


@dataclass(slots=True)
class BackgroundModel:
    """Maps are as if all were lit like the first; `to_map` is the factor from the picture to them.

    `bare` is the table as it was last seen with no card on it, `earlier` as it was before something else was put there
    or taken away, `first` as it was at the beginning: a card may be turned over, or lie where a hand rested for long.
    """

    reference: Map
    bare: Map
    earlier: Map
    first: Map
    to_map: float
    brightness: float = 1.0
    cards: list[TrackedCard] = field(default_factory=list)
    """The cards in view, the lowest first."""
    piles: list[TrackedCard] = field(default_factory=list)
    """Cards of gathered tricks that were seen to come to rest in view, face up."""
    tricks: int = 0

    @classmethod
    def of(cls, now: Map, width: int) -> BackgroundModel:
        return cls(now, now.copy(), now.copy(), now.copy(), MAP_WIDTH / width)

    @property
    def grounds(self) -> tuple[Map, Map, Map]:
        """How the table may look where no card lies."""
        return self.bare, self.earlier, self.first

    def on_map(self, quad: Quad) -> Quad:
        return scaled(quad, self.to_map)

    def add(
        self, reading: Reading, now: Map, trick: int, *, covered: bool = False, lay: TrackedCard | None = None
    ) -> None:
        """A card has come to lie on top of all others; or, *covered*, under those that it touches.

        If it *lay* in view before, the last scene shows the card itself where it may still lie, and not the table.
        """
        card, quad = reading.card, reading.quad
        place = self.on_map(quad)
        on_it = (at for at, other in enumerate(self.cards) if covered and shared_area(other.quad, quad) > 0)
        table = self.reference if lay is None else lay.before.over(self.reference)
        lying = TrackedCard(card, quad, Patch.of(now, place), Patch.of(table, place), trick, _may_be(reading))
        self.cards.insert(next(on_it, len(self.cards)), lying)

    def at_rest(self, card: TrackedCard, quad: Quad, now: Map) -> TrackedCard:
        """Returns the card as it lies at another place."""
        place = self.on_map(quad)
        return replace(card, quad=quad, look=Patch.of(now, place), before=Patch.of(self.reference, place))

    def at_rest_anew(self, reading: Reading, now: Map) -> TrackedCard:
        """Returns the card of a gathered trick as it lies on a pile."""
        place = self.on_map(reading.quad)
        looks = Patch.of(now, place), Patch.of(self.reference, place)
        return TrackedCard(reading.card, reading.quad, *looks, self.tricks, _may_be(reading))

    def forget_piles(self, now: Map) -> None:
        """Piles of which the table shows have been taken away."""
        step = self.step(now) if self.piles else 0
        self.piles = [card for card in self.piles if not self._has_left(card, now, step)]

    def _has_left(self, card: TrackedCard, now: Map, step: float) -> bool:
        like_card, like_table = self.likeness(card, now, mask_of_quads([self.on_map(card.quad)], now.shape), step)
        return like_table > BACKGROUND.looks_like_min_share > like_card

    def as_before(self, now: Map) -> Mask:
        """Returns where the view looks as it has looked before, whatever came and went meanwhile, such as a hand."""
        laid = self.bare
        for card in self.cards:
            place = card.look.cut(mask_of_quads([self.on_map(card.quad)], now.shape))[..., None] > 0
            look = np.where(place, card.look.picture, card.look.cut(laid))
            laid = Patch(card.look.left, card.look.top, look).over(laid)
        return ~changed(now, self.reference, laid, *self.grounds)

    def guess_bare(self) -> None:
        """Nobody has seen what lies under the cards now: the table around them will go on there."""
        places = [self.on_map(card.quad) for card in self.cards]
        guessed = cv2.inpaint(
            self.bare,
            mask_of_quads(places, self.bare.shape, BACKGROUND.card_with_shadow),
            BACKGROUND.inpaint_radius_px,
            cv2.INPAINT_TELEA,
        )
        for ground in self.grounds:
            ground[:] = guessed
        for card, place in zip(self.cards, places, strict=True):
            card.before, card.table_is_guess = Patch.of(guessed, place), True

    def step(self, now: Map) -> float:
        """Returns how far two looks of the same thing may differ."""
        rows = slice(None, None, 4)
        return BACKGROUND.likeness_steps * max(
            threshold_of(difference(now[rows], old[rows])) for old in (self.reference, self.bare)
        )

    def likeness(self, card: TrackedCard, now: Map, where: Mask, step: float) -> tuple[float, float]:
        """Returns which parts of the places *where*, near a card, look like the card, and like the table under it."""
        inside = card.look.cut(where) > 0
        if not inside.any():
            return 0.0, 0.0
        here = card.look.cut(now)
        table = card.before.picture
        unlike_card, unlike_table = difference(here, card.look.picture), difference(here, table)
        for ground in self.grounds:
            other = card.look.cut(ground)
            differs = difference(here, other)
            table = np.where((differs < unlike_table)[..., None], other, table)
            unlike_table = cv2.min(unlike_table, differs)
        telling = inside & (difference(card.look.picture, table) > step)
        if np.count_nonzero(telling) > BACKGROUND.telling_min_of_card * np.count_nonzero(inside):
            inside = telling  # the white of a card on a white table says nothing
        like_card = inside & _is_like(unlike_card, unlike_table, step)
        like_table = inside & _is_like(unlike_table, unlike_card, step)
        count = np.count_nonzero(inside)
        return np.count_nonzero(like_card) / count, np.count_nonzero(like_table) / count

    def moved(self, quad: Quad, motion: Homography) -> Quad:
        """Returns where a quad of the picture lies after *motion*, which is one of the map."""
        return scaled(moved_quad(self.on_map(quad), motion), 1 / self.to_map)

    def follow(self, motion: Homography, now: Map) -> None:
        """The view has moved by *motion*; of the table that only shows now, nothing else is known."""
        known = still_seen(motion, now.shape)[..., None] > 0
        for card in (*self.cards, *self.piles):
            looks = [np.where(known, moved(patch.over(self.bare), motion), now) for patch in (card.look, card.before)]
            card.quad = self.moved(card.quad, motion)
            card.look, card.before = (Patch.of(look, self.on_map(card.quad)) for look in looks)
        self.cards = [card for card in self.cards if _is_in_view(self.on_map(card.quad), now)]
        self.reference = np.where(known, moved(self.reference, motion), now)
        self.bare, self.earlier, self.first = (np.where(known, moved(ground, motion), now) for ground in self.grounds)

    def understand(self, now: Map, where: Mask) -> None:
        """Takes over how the view looks now, *where* it is understood."""
        understood = where > 0
        self._refresh_looks(now, understood)
        self.reference = np.where(understood[..., None], now, self.reference)
        bare = understood & (
            mask_of_quads([self.on_map(card.quad) for card in self.cards], now.shape, BACKGROUND.card_with_shadow) == 0
        )
        other = bare & (changed(now, self.bare) > 0)
        self.earlier = np.where(other[..., None], self.bare, self.earlier)
        self.bare = np.where(bare[..., None], now, self.bare)
        same = bare & (changed(now, self.first) == 0)
        self.first = np.where(same[..., None], now, self.first)

    def _refresh_looks(self, now: Map, understood: Mask) -> None:
        """A card that lies there as before is remembered as it looks now: light fades slowly, and shadows wander."""
        above: list[Quad] = []
        step = self.step(now)
        for card in reversed(self.cards):
            place = self.on_map(card.quad)
            shown = mask_of_quads([place], now.shape)
            shown[(mask_of_quads(above, now.shape, BACKGROUND.card_with_shadow) > 0) | ~understood] = 0
            above.append(place)
            if self.likeness(card, now, shown, step)[0] > BACKGROUND.refresh_min_likeness:
                fresh = card.look.cut(shown)[..., None] > 0
                picture = np.where(fresh, card.look.cut(now), card.look.picture)
                card.look = Patch(card.look.left, card.look.top, picture)


def _is_like(unlike: Mask, unlike_other: Mask, step: float) -> Mask:
    """Tells where a look is no further off than a *step*, and another not much nearer."""
    like: Mask = (unlike <= step) & (cv2.subtract(unlike, unlike_other) <= BACKGROUND.nearer_min_steps * step)
    return like


def shown_part(place: Quad, above: Sequence[Quad], shape: tuple[int, ...]) -> tuple[Mask, float]:
    """Returns the mask of what nothing *above* lies on, the rim left out, and which part of the card it is."""
    shown = mask_of_quads([place], shape, BACKGROUND.card_without_rim)
    shown[mask_of_quads(above, shape, BACKGROUND.card_on_top) > 0] = 0
    return shown, float(np.count_nonzero(shown)) / max(area(place), 1.0)


def _may_be(reading: Reading) -> frozenset[Card]:
    if reading.card is not None:
        return frozenset([reading.card])
    least = reading.candidates[0].score - BACKGROUND.may_be_max_cosine_behind
    return frozenset(candidate.card for candidate in reading.candidates if candidate.score >= least)


def _is_in_view(place: Quad, now: Map) -> bool:
    x, y = place.mean(axis=0)
    return bool(0 <= x < now.shape[1] and 0 <= y < now.shape[0])
