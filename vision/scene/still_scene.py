"""Reading of one still picture: detection, recognition, selection of proposals, completion of covered cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.contours import Detection, detect_quads
from vision.geometry.quad_comparison import lies_on
from vision.geometry.quads import area, portrait, scaled, shared_area
from vision.geometry.rectify import full_quad
from vision.geometry.table_plane import fit_plane
from vision.recognition.reader import reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.verification import align, disambiguate, verify
from vision.scene.hypotheses import Underneath
from vision.scene.proposals import Proposal, of_like_size, proposals_of, whole_cards
from vision.scene.searched_picture import SearchedImage, find_drawn
from vision.scene.stack_peeling import peel_stack
from vision.scene.thresholds import SCENE
from vision.scene.z_order import order_by_depth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.recognition.reader import Reader
    from vision.scene.hypotheses import Covered
    from vision.types import Image, Quad, Reading


@dataclass(frozen=True, slots=True)
class Survey:
    """All intermediate results of a picture, for readers and for the debug overlay.

    `detections` are outlines by falling confidence; `proposals` those worth reading with their answers, squarish ones
    in both orientations, also those that are like no card; `covered` the hypotheses of partly covered cards; `readings`
    the cards from the top down; `strangers` questions about outlines of a card that are like none of the pack.
    """

    detections: tuple[Detection, ...]
    proposals: tuple[Proposal, ...]
    covered: tuple[Covered, ...]
    readings: tuple[Reading, ...]
    strangers: tuple[Reading, ...] = ()

    @property
    def all_readings(self) -> tuple[Reading, ...]:
        return self.readings + self.strangers


def read_scene(image: Image, reader: Reader) -> list[Reading]:
    """Returns the cards of a picture from the top down, and then outlines of a card that are like none of the pack."""
    return list(survey(image, reader).all_readings)


def survey(image: Image, reader: Reader) -> Survey:
    """Reads the cards of a picture and returns all intermediate results.

    Whole outlines are read first. If they explain everything that may be a card, the slower searches are skipped.
    """
    searched = SearchedImage(image)
    read = _Proposals(image, reader, searched)
    scan = Detection(portrait(full_quad(image)), 0.0)  # the picture may show nothing but a card
    detections: tuple[Detection, ...] = (*detect_quads(searched, overlapping=False), scan)
    proposals = read.of(detections)
    cards = _cards(image, reader, proposals)
    searched.drawn_by(reader, [card.quad for card in cards if _is_sure(card, reader)])
    if _explain_all(cards, proposals, searched, reader):
        alone = tuple(reading_of(card.answer, card.quad) for card in cards)
        return Survey(detections, tuple(proposals), (), alone, _strangers(alone, proposals, image, reader))
    detections = (*detections[:-1], *find_drawn(searched, reader), scan)
    proposals = read.of(detections)
    cards = _cards(image, reader, proposals)
    if not cards:  # cards of equal brightness without keypoints: only corners are left
        detections = (*detect_quads(searched), scan)
        proposals = read.of(detections)
        cards = _cards(image, reader, proposals)
    outlines = [*(card.quad for card in cards), *(detection.quad for detection in detections)]
    tried, readings = peel_stack(image, reader, searched, cards, outlines)
    things = [
        thing.quad for thing in proposals if thing.answer.foreign and thing.confidence > SCENE.thing_min_edge_share
    ]
    ordered = order_by_depth(image, reader, readings, things)
    return Survey(detections, tuple(proposals), tuple(tried), ordered, _strangers(ordered, proposals, image, reader))


class _Proposals:
    """Proposals of one picture: reads each outline at most once, and only if it may be a card."""

    def __init__(self, image: Image, reader: Reader, searched: SearchedImage) -> None:
        self._image, self._reader, self._searched = image, reader, searched
        self._read: dict[bytes, list[Proposal]] = {}

    def of(self, detections: Sequence[Detection]) -> list[Proposal]:
        """Returns the proposals of *detections*, which are sorted by falling confidence.

        Findings with few edges whose thumbnail resembles no card are left out, and those within a card that was read
        surely.
        """
        sure: list[Proposal] = []
        proposals: list[Proposal] = []
        for detection in self._worth_reading(detections):
            if any(_is_within(detection.quad, card.quad) for card in sure):
                continue
            read = self._read_detection(detection)
            sure += [one for one in read if _is_sure(one, self._reader) and one.ncc > RECOGNITION.settled_min_ncc]
            proposals += read
        return proposals

    def _worth_reading(self, detections: Sequence[Detection]) -> Iterator[Detection]:
        planes, scale = self._searched.planes, self._searched.scale
        everywhere = np.full(planes.shape[:2], 255, np.uint8)
        best_ncc = self._reader.prescreen(planes, [scaled(one.quad, scale) for one in detections], everywhere)
        for detection, ncc in zip(detections, best_ncc, strict=True):
            if detection.confidence > SCENE.thing_min_edge_share or ncc > SCENE.min_thumbnail_ncc:
                yield detection

    def _read_detection(self, detection: Detection) -> list[Proposal]:
        key = detection.quad.tobytes()
        if key not in self._read:
            self._read[key] = []
            for one in proposals_of(self._image, self._reader, [detection]):
                answer, ncc = verify(self._image, self._reader, one.quad, one.answer)
                self._read[key].append(replace(one, answer=answer, ncc=ncc))
        return self._read[key]


def _cards(image: Image, reader: Reader, proposals: Sequence[Proposal]) -> list[Proposal]:
    fitting = of_like_size(whole_cards(proposals), proposals, image.shape[:2], reader.length)
    return [_align_with_picture(image, reader, card) for card in whole_cards(fitting)]


def _strangers(
    readings: Sequence[Reading], proposals: Sequence[Proposal], image: Image, reader: Reader
) -> tuple[Reading, ...]:
    """Returns a question for each outline of a card's size beside cards that is like none of the pack.

    It may be a card of another print, or one that was left out of the pack.
    """
    cards = [reading.quad for reading in readings if reading.card is not None and reading.visible == 1]
    if not cards:
        return ()
    plane = fit_plane(cards, image.shape, reader.length)
    questions: list[Reading] = []
    for one in sorted(proposals, key=lambda one: one.confidence, reverse=True):
        if (
            not one.answer.foreign
            or one.confidence <= SCENE.thing_min_edge_share
            or not plane.has_size_of_card(one.quad)
        ):
            continue
        if not any(lies_on(one.quad, other.quad) or lies_on(other.quad, one.quad) for other in (*readings, *questions)):
            questions.append(reading_of(one.answer, one.quad))
    return tuple(questions)


def _is_sure(card: Proposal, reader: Reader) -> bool:
    """Tells whether outline, network and pixels agree on a fully visible card."""
    name = card.answer.card
    return (
        name is not None
        and card.confidence > SCENE.thing_min_edge_share
        and card.ncc > RECOGNITION.exact_min_ncc
        and bool(reader.pictures(name))
    )


def _is_within(quad: Quad, card: Quad) -> bool:
    least = SCENE.within_min_shared
    return area(quad) < area(card) / least and shared_area(quad, card) > least * area(quad)


def _explain_all(
    cards: Sequence[Proposal], proposals: Sequence[Proposal], searched: SearchedImage, reader: Reader
) -> bool:
    """Tells whether nothing else in the picture may be a card or a part of one, by outline, corners or keypoints."""
    if not cards or not all(_is_sure(card, reader) for card in cards):
        return False
    if len({card.answer.card for card in cards}) < len(cards):
        return False
    quads = [card.quad for card in cards]
    if any(lies_on(one, other) for one in quads for other in quads if one is not other):
        return False
    others = [one for one in proposals if not any(_is_at(one.quad, quad) for quad in quads)]
    if any(not one.answer.foreign for one in others):
        return False
    firm = [one.quad for one in others if one.confidence > SCENE.thing_min_edge_share]
    beside = Underneath(searched, reader, quads, firm).beside(quads, anywhere=True)
    return not any(one.rating > SCENE.read_min_rating for one in beside)


def _is_at(quad: Quad, card: Quad) -> bool:
    """Tells whether the smaller quad lies within the larger one."""
    return shared_area(quad, card) > SCENE.within_min_shared * min(area(quad), area(card))


def _align_with_picture(image: Image, reader: Reader, card: Proposal) -> Proposal:
    """Returns the card aligned with its kept picture, read again where its outline was inaccurate."""
    likeliest = card.answer.candidates[0].card
    place = align(image, reader, card.quad, likeliest)
    if place is None:
        return card
    if place.quad is not card.quad:
        answer = reader.judge(reader.scores(image, [place.quad])[0])
        if answer.candidates[0].card != likeliest:
            return replace(card, ncc=place.ncc)
        card = replace(card, quad=place.quad, answer=answer)
    return replace(card, answer=disambiguate(image, reader, card.quad, card.answer), ncc=place.ncc)
