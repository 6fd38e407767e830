"""Reading of one still picture: detection, recognition, selection of hypotheses, completion of covered cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import compress

import cv2
import numpy as np
import numpy.typing as npt

from vision.detection.contours import Outline, detect_outlines
from vision.geometry.quads import area, lies_on, mask_of_quads, portrait, scaled, shared_area
from vision.geometry.rectify import full_quad
from vision.geometry.table_plane import fit_plane
from vision.recognition.place import Place
from vision.recognition.reader import Reader, reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.verification import disambiguate, verify
from vision.scene.covered_outlines import CoveredCardSearch, CoveredOutline, SearchedImage, outlines_by_keypoints
from vision.scene.hypotheses import Hypothesis, hypotheses_of, may_be_same_size, whole_cards
from vision.scene.selection import CardSelector
from vision.scene.thresholds import SCENE
from vision.scene.unexplained_paper import unexplained_paper, unnamed_readings_of_paper
from vision.types import Image, Quad, Reading


@dataclass(frozen=True, slots=True)
class SceneAnalysis:
    """All intermediate results of a picture, for readers and for the debug overlay.

    `outlines` are those of contours, then those found by keypoints; `hypotheses` those worth reading with answers,
    squarish ones in both orientations, also those that are like no card; `covered_outlines` those of partly covered
    cards; `readings` the cards from the top down; `strangers` questions about outlines of a card that are like none of
    the pack.
    """

    outlines: tuple[Outline, ...]
    hypotheses: tuple[Hypothesis, ...]
    covered_outlines: tuple[CoveredOutline, ...]
    readings: tuple[Reading, ...]
    strangers: tuple[Reading, ...] = ()

    @property
    def all_readings(self) -> tuple[Reading, ...]:
        """The cards, then the questions."""
        return self.readings + self.strangers


def read_scene(image: Image, reader: Reader) -> list[Reading]:
    """Returns the cards of a picture from the top down, and then outlines of a card that are like none of the pack."""
    return list(analyse_scene(image, reader).all_readings)


def analyse_scene(image: Image, reader: Reader) -> SceneAnalysis:
    """Reads the cards of a picture and returns all intermediate results.

    Whole outlines are read first. If they explain everything that may be a card, the slower searches are skipped.
    """
    searched = SearchedImage(image)
    outline_reader = _OutlineReader(reader, searched)
    scan = Outline(portrait(full_quad(image)), 0.0)  # the picture may show nothing but a card
    detected = detect_outlines(searched)
    outlines = (*detected, scan)
    hypotheses = outline_reader.read(outlines)
    cards = outline_reader.cards(hypotheses)
    sure = [scaled(card.quad, searched.scale) for card in cards if _is_sure(card, reader)]
    searched.search_keypoints(reader, cv2.bitwise_not(mask_of_quads(sure, searched.planes.shape)))
    if _explain_all(cards, hypotheses, searched, reader):
        alone = tuple(reading_of(card.answer, card.quad) for card in cards)
        return SceneAnalysis(outlines, tuple(hypotheses), (), alone, _strangers(alone, hypotheses, image, reader))
    outlines = (*detected, *outlines_by_keypoints(searched, reader), scan)
    hypotheses = outline_reader.read(outlines)
    cards = outline_reader.cards(hypotheses)
    quads = [*(card.quad for card in cards), *(outline.quad for outline in outlines)]
    selector = CardSelector(reader, searched, quads)
    ordered = selector.select(cards, [one.quad for one in _things(hypotheses)])
    tried = selector.tried
    strangers = _strangers(ordered, hypotheses, image, reader)
    strangers += _unread_paper((*ordered, *strangers), reader, searched, quads)
    return SceneAnalysis(outlines, tuple(hypotheses), tuple(tried), ordered, strangers)


class _OutlineReader:
    """Hypotheses and cards of one picture: reads each outline at most once, and only if it may be a card."""

    def __init__(self, reader: Reader, searched: SearchedImage) -> None:
        self._image, self._reader, self._searched = searched.image, reader, searched
        self._known: dict[bytes, list[Hypothesis]] = {}
        self._align = cache(partial(_align_with_picture, searched.image, reader))

    def read(self, outlines: Sequence[Outline]) -> list[Hypothesis]:
        """Returns the hypotheses of *outlines*.

        First those are read whose thumbnail resembles a card, then those on edges that resemble none, which may only be
        asked about: with the size of a named card, if any is named. Those within a card that was read surely are left
        out.
        """
        resembles = self._resemble_cards([scaled(one.quad, self._searched.scale) for one in outlines])
        hypotheses = self._read_outside(compress(outlines, resembles), ())
        named = [one.quad for one in hypotheses if one.answer.card is not None]
        later = [
            one.confidence > SCENE.object_min_edges_of_outline
            and (not named or any(may_be_same_size(one.quad, card) for card in named))
            for one in outlines
        ]
        return hypotheses + self._read_outside(compress(outlines, later & ~resembles), hypotheses)

    def cards(self, hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
        """Returns the cards among the hypotheses with whole outlines, aligned with their kept pictures."""
        return [self._align(card) for card in whole_cards(hypotheses)]

    def _resemble_cards(self, quads: Sequence[Quad]) -> npt.NDArray[np.bool_]:
        """Returns for each of N quads (px of the planes) whether its thumbnail resembles a card."""
        planes = self._searched.planes
        everywhere = np.full(planes.shape[:2], 255, np.uint8)
        return np.asarray(self._reader.prescreen(planes, quads, everywhere) > SCENE.min_thumbnail_ncc)

    def _read_outside(self, outlines: Iterable[Outline], known: Sequence[Hypothesis]) -> list[Hypothesis]:
        """Reads the outlines that do not lie within a card that was read surely, one of *known* or of themselves."""
        sure = [one.quad for one in known if self._is_settled(one)]
        hypotheses: list[Hypothesis] = []
        for outline in outlines:
            if any(_is_within(outline.quad, card) for card in sure):
                continue
            read = self._read_outline(outline)
            sure += [one.quad for one in read if self._is_settled(one)]
            hypotheses += read
        return hypotheses

    def _is_settled(self, one: Hypothesis) -> bool:
        return _is_sure(one, self._reader) and one.ncc > RECOGNITION.settled_min_ncc

    def _read_outline(self, outline: Outline) -> list[Hypothesis]:
        key = outline.quad.tobytes()
        if key not in self._known:
            self._known[key] = []
            for one in hypotheses_of(self._image, self._reader, [outline]):
                answer, ncc = verify(Place(self._image, self._reader, one.quad), one.answer)
                self._known[key].append(replace(one, answer=answer, ncc=ncc))
        return self._known[key]


def _strangers(
    readings: Sequence[Reading], hypotheses: Sequence[Hypothesis], image: Image, reader: Reader
) -> tuple[Reading, ...]:
    """Returns a question for each outline of a card's size beside cards that is like none of the pack.

    It may be a card of another print, or one that was left out of the pack.
    """
    cards = [reading.quad for reading in readings if reading.card is not None and reading.visible == 1]
    if not cards:
        return ()
    plane = fit_plane(cards, image.shape, reader.length)
    questions: list[Reading] = []
    for one in sorted(hypotheses, key=lambda one: one.confidence, reverse=True):
        if (
            not one.answer.is_foreign
            or one.confidence <= SCENE.object_min_edges_of_outline
            or not plane.has_size_of_card(one.quad)
        ):
            continue
        if not any(lies_on(one.quad, other.quad) or lies_on(other.quad, one.quad) for other in (*readings, *questions)):
            questions.append(reading_of(one.answer, one.quad))
    return tuple(questions)


def _things(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Returns the outlines on edges that are like no card of the pack."""
    return [one for one in hypotheses if one.answer.is_foreign and one.confidence > SCENE.object_min_edges_of_outline]


def _unread_paper(
    readings: Sequence[Reading], reader: Reader, searched: SearchedImage, outlines: Sequence[Quad]
) -> tuple[Reading, ...]:
    """Returns a question for each place of a card whose paper no reading explains."""
    known = [reading.quad for reading in readings if reading.card is not None]
    whole = [reading.quad for reading in readings if reading.card is not None and reading.visible == 1]
    paper = unexplained_paper(searched, whole, [reading.quad for reading in readings])
    if paper is None:
        return ()
    return tuple(unnamed_readings_of_paper(paper, searched, reader, known, outlines))


def _is_sure(card: Hypothesis, reader: Reader) -> bool:
    """Tells whether outline, network and pixels agree on a fully visible card."""
    name = card.answer.card
    return (
        name is not None
        and card.confidence > SCENE.object_min_edges_of_outline
        and card.ncc > RECOGNITION.exact_min_ncc
        and bool(reader.pictures(name))
    )


def _is_within(quad: Quad, card: Quad) -> bool:
    least = SCENE.within_min_shared_of_smaller
    return area(quad) < area(card) / least and shared_area(quad, card) > least * area(quad)


def _explain_all(
    cards: Sequence[Hypothesis], hypotheses: Sequence[Hypothesis], searched: SearchedImage, reader: Reader
) -> bool:
    """Tells whether nothing else in the picture may be a card or a part of one, by outline, corners or keypoints."""
    if not cards or not all(_is_sure(card, reader) for card in cards):
        return False
    if (
        unexplained_paper(searched, [card.quad for card in cards], [one.quad for one in (*cards, *_things(hypotheses))])
        is not None
    ):
        return False
    if len({card.answer.card for card in cards}) < len(cards):
        return False
    quads = [card.quad for card in cards]
    if any(lies_on(one, other) for one in quads for other in quads if one is not other):
        return False
    others = [one for one in hypotheses if not any(_is_at(one.quad, quad) for quad in quads)]
    if any(not one.answer.is_foreign for one in others):
        return False
    firm = [one.quad for one in others if one.confidence > SCENE.object_min_edges_of_outline]
    covered = CoveredCardSearch(searched, reader, quads, firm).outlines_below(quads)
    return not any(one.rating > SCENE.read_min_rating for one in covered)


def _is_at(quad: Quad, card: Quad) -> bool:
    """Tells whether the smaller quad lies within the larger one."""
    return shared_area(quad, card) > SCENE.within_min_shared_of_smaller * min(area(quad), area(card))


def _align_with_picture(image: Image, reader: Reader, card: Hypothesis) -> Hypothesis:
    """Returns the card aligned with its kept picture, read again where its outline was inaccurate."""
    likeliest = card.answer.candidates[0].card
    place = Place(image, reader, card.quad)
    fit = place.align(likeliest)
    if fit is None:
        return card
    if fit.place is not place:
        answer = fit.place.answer()
        if answer.candidates[0].card != likeliest:
            return replace(card, ncc=fit.ncc)
        card = replace(card, quad=fit.place.quad, answer=answer)
    return replace(card, answer=disambiguate(fit.place, card.answer), ncc=fit.ncc)
