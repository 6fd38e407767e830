"""A place in a picture where a card may lie, and how its visible part compares with the kept pictures of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from engine.cards import Card
from vision.geometry.quads import same_card, share_of
from vision.geometry.rectify import CropMask, inset, rectify, shown_part
from vision.geometry.table_plane import Occlusion
from vision.recognition.correlation import ComparedCrop, Projection, difference_projection
from vision.recognition.ecc_alignment import AlignmentRegion, share_explained
from vision.recognition.naming import Answer
from vision.recognition.reader import Reader, Scores
from vision.recognition.thresholds import RECOGNITION
from vision.types import Image, Quad


@dataclass(frozen=True, eq=False)
class Place:
    """The *quad* (px) of a picture where a card may lie, what hides a part of it, and the reader of the pack.

    With an *occlusion* only the visible part is compared, and an aligned card keeps the size of the others.
    """

    image: Image
    reader: Reader
    quad: Quad
    occlusion: Occlusion | None = None

    def at(self, quad: Quad) -> Place:
        """Returns another place in the same picture under the same cards."""
        return replace(self, quad=quad)

    def close_up(self) -> Place:
        """Returns the place in a copy of the part of the picture that its alignment needs: the rest can be released."""
        outer = inset(self.quad, -RECOGNITION.ecc_margin_of_side)
        left, top = np.maximum(np.floor(outer.min(axis=0)), 0).astype(int)
        right, bottom = np.ceil(outer.max(axis=0)).astype(int) + 1
        image = self.image[top:bottom, left:right].copy()
        return Place(image, self.reader, (self.quad - (left, top)).astype(np.float32))

    def darkest(self, other: Place) -> Place:
        """Returns a close-up without the light that shines on the card in one of both looks at the same place."""
        return replace(self, image=np.asarray(cv2.min(self.image, other.image), np.uint8))

    @cached_property
    def crop(self) -> Image:
        """The upright crop of the quad, whatever hides it."""
        return rectify(self.image, self.quad)

    @cached_property
    def shown(self) -> CropMask | None:
        """The visible part of the crop; None for all of it."""
        return None if self.occlusion is None else shown_part(self.occlusion.visible, self.quad)

    @property
    def visible(self) -> float:
        """The visible share of the quad, from 0 to 1."""
        return 1.0 if self.occlusion is None else share_of(self.quad, self.occlusion.visible)

    def scores(self) -> Scores:
        """Returns the K cosines (-1 to 1) of the whole crop with the known cards."""
        scores: Scores = self.reader.scores(self.image, [self.quad])[0]
        return scores

    def answer(self, among: Sequence[int] | None = None) -> Answer:
        """Returns the answer of the network; of a covered one, compared with the cards *among* the known ones."""
        reader = self.reader if self.shown is None else self.reader.for_visible_part(self.shown, among)
        return reader.judge(reader.scores(self.image, [self.quad])[0])

    def thumbnail_nccs(self) -> Scores:
        """Returns the correlation (-1 to 1) of the visible part with the thumbnails of each of the K known cards."""
        return self.reader.prescreen_cards(self.crop, self.shown)

    def ncc(self, card: Card) -> float | None:
        """Returns the correlation (-1 to 1) with the kept pictures of *card*; None if there are none."""
        pictures = self.reader.pictures(card)
        return self._compared.ncc(pictures) if pictures else None

    def share_explained(self, pictures: Sequence[Image], enough: float = 1.0) -> float:
        """Returns the share (0 to 1) that the pictures of one card explain; see `ecc_alignment.share_explained`."""
        visible = None if self.occlusion is None else self.occlusion.visible
        return share_explained(self.image, self.quad, pictures, visible, enough)

    def projection(self, pictures: Iterable[Image], others: Iterable[Image]) -> Projection:
        """Returns the projection on the difference of the pictures of two cards; the place must be aligned."""
        return difference_projection(self.crop, pictures, others, self.shown)

    def align(self, card: Card, enough: float | None = None, max_loss: float = 0.0) -> Fit | None:
        """Returns where *card* lies near the place by its kept pictures, or the place itself if that fits as well.

        A place whose correlation is *enough* (default: `settled_min_ncc`) is not aligned; of two places the aligned one
        counts even if its correlation is lower by *max_loss*. None for a pack without pictures.
        """
        ncc = self.ncc(card)
        if ncc is None:
            return None
        fit = Fit(self, ncc)
        if ncc >= (RECOGNITION.settled_min_ncc if enough is None else enough):
            return fit
        return self._realign(fit, card, self._region, ncc - max_loss)

    def align_closely(self, card: Card) -> Fit | None:
        """Returns where *card* lies by its own picture, with its size fitted if that is about the size of the others.

        It counts even if this place correlates a little more: a correlation tolerates a shift, but the difference of
        look-alikes does not.
        """
        fit = self.align(card, enough=1.0, max_loss=RECOGNITION.rival_max_ncc_behind)
        return None if fit is None else fit.place.fit_size(card, fit.ncc)

    def fit_size(self, card: Card, ncc: float) -> Fit:
        """Returns the fit of a covered *card* here, with its size fitted if that is about the size of the others.

        The fit stays as it is where its picture does not fit: *ncc* is its correlation here.
        """
        fit = Fit(self, ncc)
        if self.occlusion is None or ncc <= RECOGNITION.placed_min_ncc:
            return fit
        start = inset(self.quad, RECOGNITION.stored_inset_of_side)
        region = AlignmentRegion.around(self.image, start, self.occlusion.visible)
        closer = self._realign(fit, card, region, ncc)
        has_size = self.occlusion.plane.has_size_of_card(closer.place.quad, RECOGNITION.covered_size_max_error_log)
        return closer if has_size else fit

    @cached_property
    def _compared(self) -> ComparedCrop:
        return ComparedCrop(self.crop, self.shown)

    @cached_property
    def _region(self) -> AlignmentRegion:
        """The surroundings in which cards are aligned, of the size that a card of the occlusion has."""
        if self.occlusion is None:
            return AlignmentRegion.around(self.image, inset(self.quad, RECOGNITION.stored_inset_of_side))
        start = inset(self.occlusion.plane.card_along(self.quad), RECOGNITION.stored_inset_of_side)
        return AlignmentRegion.around(self.image, start, self.occlusion.visible, self.occlusion.plane.length)

    def _realign(self, fit: Fit, card: Card, region: AlignmentRegion, least: float) -> Fit:
        """Returns where *card* is aligned in the region, or *fit* if the correlation there is not above *least*."""
        corners = region.align(self.reader.pictures(card))
        if corners is None or not same_card(corners, fit.place.quad):
            return fit
        outset = RECOGNITION.stored_inset_of_side / (1 - 2 * RECOGNITION.stored_inset_of_side)
        place = self.at(inset(corners, -outset))
        ncc = place.ncc(card)
        return Fit(place, ncc) if ncc is not None and ncc > max(least, RECOGNITION.placed_min_ncc) else fit


class Fit(NamedTuple):
    """Where a card lies by its kept pictures, and its correlation (-1 to 1) with them there."""

    place: Place
    ncc: float
