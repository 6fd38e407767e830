"""Selection of the cards of a still picture: one value for every outline, the best first, each card once.

Generators (`vision.scene.covered_outlines`) drop what resembles no card, and name nothing. An outline is read under the
cards that were chosen before it, and again if others were chosen meanwhile. Its value is √(visible share) ×
(correlation of the aligned picture)² × its edges or keypoints. So cards in full view come first, and each explains what
of the next is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from engine.cards import Card
from vision.geometry.quads import lies_on, mask_of_quads, same_area, same_card, same_place
from vision.geometry.table_plane import Occlusion, TablePlane, fit_plane
from vision.recognition.place import Place
from vision.recognition.reader import Reader, reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.thumbnail_match import outline_rating
from vision.scene.covered_outlines import CoveredCardSearch, CoveredOutline, SearchedImage
from vision.scene.covered_reading import occlusion_by, read_covered
from vision.scene.hypotheses import Hypothesis
from vision.scene.thresholds import SCENE
from vision.types import Quad, Reading


@dataclass(slots=True, eq=False)
class _Entry:
    """An outline and what the selection knows of it.

    `support` is the share of its visible outline on edges, or the certainty of its keypoints; `value` is an estimate
    until it is read. `covers` are the cards under which it was read, None before. It `is_whole` if its outline shows on
    all sides. `ncc` is the correlation with the picture of its likeliest card, 1 without pictures.
    """

    quad: Quad
    support: float
    value: float
    covers: tuple[_Entry, ...] | None = None
    reading: Reading | None = None
    ncc: float = 0.0
    is_whole: bool = False

    @property
    def card(self) -> Card | None:
        """Its name, None without a reading or a name."""
        return None if self.reading is None else self.reading.card

    def take(self, reading: Reading, ncc: float, covers: tuple[_Entry, ...]) -> None:
        """Takes the result of a reading under *covers*."""
        self.quad, self.reading, self.ncc, self.covers = reading.quad, reading, ncc, covers
        self.value = sqrt(reading.visible) * outline_rating(self.support, ncc)


class CardSelector:
    """Selects the cards of one picture; *outlines* are detected quads that may be cards."""

    def __init__(self, reader: Reader, searched: SearchedImage, outlines: Sequence[Quad]) -> None:
        self._image, self._reader, self._searched, self._outlines = searched.image, reader, searched, outlines
        self._objects: Sequence[Quad] = ()
        self._open: list[_Entry] = []
        self._chosen: list[_Entry] = []
        self._compared: set[tuple[int, int]] = set()
        self.tried: list[CoveredOutline] = []

    def select(self, cards: Iterable[Hypothesis], objects: Sequence[Quad] = ()) -> tuple[Reading, ...]:
        """Returns the readings of the chosen cards from the top down, then the questions.

        *cards* are whole outlines aligned with their pictures. *objects* are quads that are like no card, such as the
        stock; one of a card's size may cover a doubtful card.
        """
        self._objects = objects
        for card in cards:
            whole = _Entry(card.quad, card.confidence, 0.0, is_whole=True)
            whole.take(reading_of(card.answer, card.quad), card.ncc, ())
            self._open.append(whole)
        self._choose()
        for _ in range(SCENE.max_layers):
            are_new = self._add_outlines_below()
            if not (self._choose() or self._choose_unnamed() or are_new):
                break
        chosen = [one.reading for one in self._chosen if one.reading is not None]
        return (*chosen, *self._questions(chosen))

    def _choose(self) -> bool:
        """Chooses named cards, the most valuable first; returns whether there was any. The others stay open."""
        waiting: list[_Entry] = []
        found = False
        while self._open:
            best = max(self._open, key=lambda one: one.value)
            self._open.remove(best)
            covers = tuple(cover for cover in self._chosen if lies_on(cover.quad, best.quad))
            if best.covers != covers and not self._is_above(best, covers):
                if self._read(best, covers):
                    self._open.append(best)
            elif best.card is not None and self._is_card(best):
                found = True
                for cover in covers:
                    if cover.card is None and self._fits_better(best, best.card, cover):
                        self._reopen(cover)
                self._chosen.append(best)
            else:
                waiting.append(best)
        self._open = waiting
        return found

    def _choose_unnamed(self) -> bool:
        """Chooses the most valuable card that has no name; returns whether there was any.

        None at the place of a more valuable outline counts. It may get a name under an object that covers it.
        """
        better: list[Quad] = []
        for best in sorted(self._open, key=lambda one: one.value, reverse=True):
            things = [
                thing
                for thing in self._objects
                if same_area(thing, best.quad) and lies_on(thing, best.quad) and not same_place(thing, best.quad)
            ]
            if best.is_whole and not best.covers and things:
                self._read(best, (), things)
            if self._is_card(best) and not any(same_place(best.quad, quad) for quad in better):
                self._open.remove(best)
                self._chosen.append(best)
                return True
            better.append(best.quad)
        return False

    def _is_above(self, one: _Entry, covers: tuple[_Entry, ...]) -> bool:
        """Tells whether a card that is read lies above the *covers* that it was not read under, and evicts these."""
        if one.card is None or one.covers is None:
            return False
        added = [cover for cover in covers if cover not in one.covers]
        if not added or not all(self._fits_better(one, one.card, cover) for cover in added):
            return False
        for cover in added:
            self._reopen(cover)
        return True

    def _reopen(self, cover: _Entry) -> None:
        """Returns a chosen card to the others, with those that were read under it."""
        again = [other for other in self._chosen if other is cover or cover in (other.covers or ())]
        self._chosen = [other for other in self._chosen if other not in again]
        self._open += again

    def _fits_better(self, one: _Entry, card: Card, cover: _Entry) -> bool:
        """Tells whether the picture of *card* fits what both share better than that of *cover*; asked once a pair."""
        pair = (id(one), id(cover))
        if pair in self._compared:
            return False
        self._compared |= {pair, pair[::-1]}
        if cover.card is None:
            return cover.value < one.value
        shape = self._image.shape
        shared = np.bitwise_and(mask_of_quads([one.quad], shape), mask_of_quads([cover.quad], shape))
        occlusion = Occlusion(shared, self._plane())
        own, other = (
            Place(self._image, self._reader, quad, occlusion).ncc(name) or 0.0
            for quad, name in ((one.quad, card), (cover.quad, cover.card))
        )
        return own > max(other, RECOGNITION.placed_min_ncc)

    def _read(self, one: _Entry, covers: tuple[_Entry, ...], objects: Sequence[Quad] = ()) -> bool:
        """Reads an outline under *covers* and *objects*; returns whether a card may lie there.

        The covers may have a margin that their pictures lack, or a shadow, so that what cannot be named is read again
        beyond a wider rim.
        """
        tops, plane = [*(cover.quad for cover in covers), *objects], self._plane()
        best: tuple[Reading, float] | None = None
        for rim in (SCENE.cover_rim_of_size, SCENE.cover_margin_of_size):
            place = Place(self._image, self._reader, one.quad, occlusion_by(self._image.shape, tops, plane, rim))
            reading = read_covered(place) if place.visible >= SCENE.min_visible_of_card else None
            if reading is not None:
                ncc = place.at(reading.quad).ncc(reading.card or reading.candidates[0].card)
                ncc = 1.0 if ncc is None else ncc
                best = (reading, ncc) if best is None or ncc > best[1] else best
            if not tops or (best is not None and best[1] > RECOGNITION.placed_min_ncc):
                break
        if best is not None:
            one.take(*best, covers)
        return best is not None

    def _plane(self) -> TablePlane:
        """Returns the plane of the chosen cards, of all outlines before there is any."""
        return fit_plane([one.quad for one in self._chosen] or self._outlines, self._image.shape, self._reader.length)

    def _is_card(self, one: _Entry) -> bool:
        """Tells whether a card surely lies at an outline that no other one explains: every card exists once.

        An outline in full view is enough if it has the size of the others: it is a card, though perhaps of another
        pack.
        """
        if one.reading is None or any(one.card is not None and one.card == other.card for other in self._chosen):
            return False
        if one.is_whole and not one.covers:
            return self._has_card_size(one)
        fits = one.ncc > RECOGNITION.exact_min_ncc
        if one.card is None:
            return one.reading.is_of_pack and fits and bool(self._reader.pictures(one.reading.candidates[0].card))
        return fits or outline_rating(one.support, one.ncc) >= SCENE.named_min_rating

    def _has_card_size(self, one: _Entry) -> bool:
        """Tells whether an outline has the size of the chosen cards; a picture that fits to the pixel is enough."""
        is_sure = one.ncc > RECOGNITION.settled_min_ncc or not self._chosen
        return is_sure or self._plane().has_size_of_card(one.quad)

    def _add_outlines_below(self) -> bool:
        """Adds the outlines of cards below the chosen ones; returns whether there is any."""
        if not self._chosen:
            return False
        tops = [one.quad for one in self._chosen]
        search = CoveredCardSearch(self._searched, self._reader, tops, self._outlines)
        places = {(one.quad.tobytes(), one.visible) for one in self.tried}
        found = [
            one
            for one in search.outlines_below(tops)
            if one.rating > SCENE.read_min_rating and (one.quad.tobytes(), one.visible) not in places
        ]
        self.tried += found
        for one in found:
            support = max(one.confidence, one.keypoint_certainty)
            self._open.append(_Entry(one.quad, support, sqrt(one.visible) * one.rating))
        return bool(found)

    def _questions(self, chosen: Sequence[Reading]) -> list[Reading]:
        """Returns the best reading at each place that was not chosen, without a name."""
        questions: list[Reading] = []
        for one in sorted(self._open, key=lambda one: one.value, reverse=True):
            reading = one.reading
            is_whole_card = one.is_whole and self._has_card_size(one)  # others in full view are mostly table
            if reading is None or not (_is_some_card(reading) if one.covers else is_whole_card):
                continue
            others = questions if one.covers else [*questions, *chosen]
            if any(same_place(reading.quad, other.quad) for other in others):
                continue
            likeliest = reading.candidates[0].card
            if not any(likeliest == other.card and same_card(reading.quad, other.quad) for other in chosen):
                questions.append(replace(reading, card=None))
        return questions


def _is_some_card(reading: Reading) -> bool:
    """Tells whether the score of a doubtful reading is that of a card; checks of a cloth between cards score lower."""
    return reading.is_of_pack or reading.candidates[0].score > SCENE.asked_min_cosine
