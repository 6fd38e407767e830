"""The model of the view: how it was last understood, the table without cards, and the appearance of each card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np

from engine.cards import Card
from vision.geometry.quads import area, mask_of_quads, scaled, shared_area
from vision.tracking.background.camera_motion import Homography, overlap_mask, warp_map, warp_quad
from vision.tracking.background.changes import MAP_WIDTH, change_mask, difference, threshold_of
from vision.tracking.background.thresholds import BACKGROUND
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
        """Returns the piece of *view* (a map or a mask) at this place, without copying it."""
        height, width = self.picture.shape[:2]
        return view[self.top : self.top + height, self.left : self.left + width]

    def over(self, view: Map) -> Map:
        """Returns *view* with this piece in its place."""
        whole = view.copy()
        self.cut(whole)[:] = self.picture
        return whole


@dataclass(slots=True, eq=False)
class TrackedCard:
    """`appearance` is its place with the card, `background` the same without it; `trick` counts the tricks before it.

    `candidates` are all cards that it may be: one if it was named.
    """

    card: Card | None
    quad: Quad
    appearance: Patch
    background: Patch
    trick: int
    candidates: frozenset[Card]
    since: float = float("-inf")
    """When a frame first showed it on the table, in seconds; it may have been shoved since then."""
    read_at: float = float("-inf")
    """When the scene was settled in which it was read at this place, in seconds."""
    table_is_guess: bool = False
    """Whether the table under it was never in view, so that `background` is a guess."""


class Likeness(NamedTuple):
    """The share of a card's place, from 0 to 1, that looks like the card, and like the table."""

    card: float
    table: float


@dataclass(slots=True)
class BackgroundModel:
    """Maps are as if all were lit like the first; `to_map` is the factor from the picture to them.

    `last` is the view as it was last understood, `background` the table without cards; `previous_background` is the
    table before the last thing was put there or taken away, and `initial` the table at the beginning: a card may be
    turned over, or lie where a hand rested for long.
    """

    last: Map
    background: Map
    previous_background: Map
    initial: Map
    to_map: float
    brightness: float = 1.0
    cards: list[TrackedCard] = field(default_factory=list)
    """The cards in view, the lowest first."""
    tricks: int = 0

    @classmethod
    def of(cls, now: Map, width: int) -> BackgroundModel:
        """Returns the model of a table without cards, from the map *now* of a picture *width* px wide."""
        return cls(now, now.copy(), now.copy(), now.copy(), MAP_WIDTH / width)

    @property
    def backgrounds(self) -> tuple[Map, Map, Map]:
        """The possible looks of the table without cards."""
        return self.background, self.previous_background, self.initial

    def on_map(self, quad: Quad) -> Quad:
        """Returns a quad of the picture (px) where it lies on the map (px)."""
        return scaled(quad, self.to_map)

    def add(
        self,
        reading: Reading,
        now: Map,
        trick: int,
        *,
        since: float = float("-inf"),
        read_at: float = float("-inf"),
        is_below: bool = False,
        previous: TrackedCard | None = None,
    ) -> None:
        """Adds a card on top of all others, or if it *is below* under those that it touches.

        It lies there *since*, and was *read at* this time.

        A *previous* card is the same one where it lay before: the last view may show it there, and not the table.
        """
        card, quad = reading.card, reading.quad
        place = self.on_map(quad)
        on_it = (at for at, other in enumerate(self.cards) if is_below and shared_area(other.quad, quad) > 0)
        table = self.last if previous is None else previous.background.over(self.last)
        card_on_table = TrackedCard(
            *(card, quad, Patch.of(now, place), Patch.of(table, place), trick, _candidates_of(reading)),
            since=since,
            read_at=read_at,
        )
        self.cards.insert(next(on_it, len(self.cards)), card_on_table)

    def unchanged_mask(self, now: Map) -> Mask:
        """Returns where the view looks as it has looked before, whatever came and left meanwhile, such as a hand."""
        expected = self.background
        for card in self.cards:
            place = card.appearance.cut(mask_of_quads([self.on_map(card.quad)], now.shape))[..., None] > 0
            look = np.where(place, card.appearance.picture, card.appearance.cut(expected))
            expected = Patch(card.appearance.left, card.appearance.top, look).over(expected)
        return ~change_mask(now, self.last, expected, *self.backgrounds)

    def guess_background(self, open_quads: Sequence[Quad] = ()) -> None:
        """Fills the places of the cards from their surroundings, since nobody has seen the table under them.

        What lies at *open_quads* is not understood: it counts as changed once it is still.
        """
        places = [self.on_map(card.quad) for card in self.cards]
        open_places = [self.on_map(quad) for quad in open_quads]
        guessed = cv2.inpaint(
            self.background,
            mask_of_quads([*places, *open_places], self.background.shape, BACKGROUND.card_with_shadow),
            BACKGROUND.inpaint_radius_px,
            cv2.INPAINT_TELEA,
        )
        for background in self.backgrounds:
            background[:] = guessed
        is_open = mask_of_quads(open_places, guessed.shape, BACKGROUND.card_with_shadow) > 0
        self.last = np.where(is_open[..., None], guessed, self.last)
        for card, place in zip(self.cards, places, strict=True):
            card.background, card.table_is_guess = Patch.of(guessed, place), True

    def step(self, now: Map) -> float:
        """Returns how far two looks of the same thing may differ."""
        rows = slice(None, None, 4)
        return BACKGROUND.likeness_steps * max(
            threshold_of(difference(now[rows], old[rows])) for old in (self.last, self.background)
        )

    def likeness(self, card: TrackedCard, now: Map, where: Mask, step: float) -> Likeness:
        """Returns which parts of the places *where*, near a card, look like the card, and like the table under it."""
        inside = card.appearance.cut(where) > 0
        if not inside.any():
            return Likeness(0.0, 0.0)
        here = card.appearance.cut(now)
        table = card.background.picture
        card_difference, table_difference = difference(here, card.appearance.picture), difference(here, table)
        for background in self.backgrounds:
            other = card.appearance.cut(background)
            differs = difference(here, other)
            table = np.where((differs < table_difference)[..., None], other, table)
            table_difference = cv2.min(table_difference, differs)
        distinct = inside & (difference(card.appearance.picture, table) > step)
        if np.count_nonzero(distinct) > BACKGROUND.telling_min_of_card * np.count_nonzero(inside):
            inside = distinct  # the white of a card on a white table says nothing
        like_card = inside & (card_difference <= step) & (card_difference <= table_difference)
        like_table = inside & (table_difference <= step) & (table_difference <= card_difference)
        count = np.count_nonzero(inside)
        return Likeness(np.count_nonzero(like_card) / count, np.count_nonzero(like_table) / count)

    def warp_quad(self, quad: Quad, motion: Homography) -> Quad:
        """Returns where a quad of the picture lies after *motion*, which is one of the map."""
        return scaled(warp_quad(self.on_map(quad), motion), 1 / self.to_map)

    def follow(self, motion: Homography, now: Map) -> None:
        """Moves all by *motion*; table that has just come into view is taken as it looks *now*."""
        known = overlap_mask(motion, now.shape)[..., None] > 0
        for card in self.cards:
            looks = [
                np.where(known, warp_map(patch.over(self.background), motion), now)
                for patch in (card.appearance, card.background)
            ]
            card.quad = self.warp_quad(card.quad, motion)
            card.appearance, card.background = (Patch.of(look, self.on_map(card.quad)) for look in looks)
        self.cards = [card for card in self.cards if _is_in_view(self.on_map(card.quad), now)]
        self.last = np.where(known, warp_map(self.last, motion), now)
        self.background, self.previous_background, self.initial = (
            np.where(known, warp_map(background, motion), now) for background in self.backgrounds
        )

    def understand(self, now: Map, where: Mask) -> None:
        """Updates the model with the view *now* in the mask *where* it is understood."""
        understood = where > 0
        self._refresh_appearances(now, understood)
        self.last = np.where(understood[..., None], now, self.last)
        is_table = understood & (
            mask_of_quads([self.on_map(card.quad) for card in self.cards], now.shape, BACKGROUND.card_with_shadow) == 0
        )
        other = is_table & (change_mask(now, self.background) > 0)
        self.previous_background = np.where(other[..., None], self.background, self.previous_background)
        self.background = np.where(is_table[..., None], now, self.background)
        same = is_table & (change_mask(now, self.initial) == 0)
        self.initial = np.where(same[..., None], now, self.initial)

    def _refresh_appearances(self, now: Map, understood: Mask) -> None:
        """Updates the appearance of cards that still lie there: light fades slowly, and shadows wander."""
        above: list[Quad] = []
        step = self.step(now)
        for card in reversed(self.cards):
            place = self.on_map(card.quad)
            shown = mask_of_quads([place], now.shape)
            shown[(mask_of_quads(above, now.shape, BACKGROUND.card_with_shadow) > 0) | ~understood] = 0
            above.append(place)
            if self.likeness(card, now, shown, step).card > BACKGROUND.looks_like_min_of_place:
                fresh = card.appearance.cut(shown)[..., None] > 0
                picture = np.where(fresh, card.appearance.cut(now), card.appearance.picture)
                card.appearance = Patch(card.appearance.left, card.appearance.top, picture)


def visible_part(place: Quad, above: Sequence[Quad], shape: tuple[int, ...]) -> tuple[Mask, float]:
    """Returns the mask of what nothing *above* lies on, the rim left out, and which part of the card it is."""
    shown = mask_of_quads([place], shape, BACKGROUND.card_without_rim)
    shown[mask_of_quads(above, shape, BACKGROUND.card_with_shadow) > 0] = 0
    return shown, float(np.count_nonzero(shown)) / max(area(place), 1.0)


def _candidates_of(reading: Reading) -> frozenset[Card]:
    if reading.card is not None:
        return frozenset([reading.card])
    least = reading.candidates[0].score - BACKGROUND.may_be_max_cosine_behind
    return frozenset(candidate.card for candidate in reading.candidates if candidate.score >= least)


def _is_in_view(place: Quad, now: Map) -> bool:
    x, y = place.mean(axis=0)
    return bool(0 <= x < now.shape[1] and 0 <= y < now.shape[0])
