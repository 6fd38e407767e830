"""Reads every card of one still picture: find, read, choose among the proposals, complete what lies underneath."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.contours import Finding, detect_quads
from vision.geometry.quads import area, portrait, scaled, shared_area
from vision.geometry.rectify import whole
from vision.geometry.table_plane import fit_plane
from vision.recognition.reader import reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.verification import align, disambiguate, verify
from vision.scene.hypotheses import Underneath
from vision.scene.proposals import Proposal, of_like_size, proposals_of, whole_cards
from vision.scene.searched_picture import SearchedImage, find_drawn
from vision.scene.stack_peeling import peel_stack
from vision.scene.thresholds import SCENE
from vision.scene.z_order import laps, order_by_depth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.recognition.reader import Reader
    from vision.scene.hypotheses import Covered
    from vision.types import Image, Quad, Reading


@dataclass(frozen=True, slots=True)
class Survey:
    """What was considered in a picture, from outlines to readings; to be read, and to be drawn for a maker.

    `findings` are outlines, the surest first; `proposals` what each of them looks like that was worth reading, those
    that could be turned a quarter twice, and also what is like no card; `covered` the completed outlines of what shows
    beside the cards on top; `readings` the cards, those on top first; `strangers` are questions about what has the
    outline of a card and is like none of the pack.
    """

    findings: tuple[Finding, ...]
    proposals: tuple[Proposal, ...]
    covered: tuple[Covered, ...]
    readings: tuple[Reading, ...]
    strangers: tuple[Reading, ...] = ()

    @property
    def told(self) -> tuple[Reading, ...]:
        return self.readings + self.strangers


def read_scene(image: Image, reader: Reader) -> list[Reading]:
    """Returns the cards of a picture, those on top first, and last what is as large and like none of the pack."""
    return list(survey(image, reader).told)


def survey(image: Image, reader: Reader) -> Survey:
    """Returns the cards of a picture, and everything that was held for one on the way to them.

    Whole outlines are read first. If they explain all that might be a card, nothing else is sought.
    """
    workings = SearchedImage(image)
    read = _Proposals(image, reader, workings)
    scan = Finding(portrait(whole(image)), 0.0)  # the picture may be a card and nothing else
    findings: tuple[Finding, ...] = (*detect_quads(workings, overlapping=False), scan)
    proposals = read.of(findings)
    cards = _cards(image, reader, proposals)
    workings.drawn_by(reader, [card.quad for card in cards if _is_sure(card, reader)])
    if _explain_all(cards, proposals, workings, reader):
        alone = tuple(reading_of(card.answer, card.quad) for card in cards)
        return Survey(findings, tuple(proposals), (), alone, _strangers(alone, proposals, image, reader))
    findings = (*findings[:-1], *find_drawn(workings, reader), scan)
    proposals = read.of(findings)
    cards = _cards(image, reader, proposals)
    if not cards:  # cards as white as one another, and no drawing of one is known: their corners are left
        findings = (*detect_quads(workings), scan)
        proposals = read.of(findings)
        cards = _cards(image, reader, proposals)
    outlines = [*(card.quad for card in cards), *(finding.quad for finding in findings)]
    tried, readings = peel_stack(image, reader, workings, cards, outlines)
    things = [
        thing.quad for thing in proposals if thing.answer.foreign and thing.confidence > SCENE.thing_min_edge_share
    ]
    ordered = order_by_depth(image, reader, readings, things)
    return Survey(findings, tuple(proposals), tuple(tried), ordered, _strangers(ordered, proposals, image, reader))


class _Proposals:
    """What outlines of one picture look like, each read once, and only if that may tell anything."""

    def __init__(self, image: Image, reader: Reader, workings: SearchedImage) -> None:
        self._image, self._reader, self._workings = image, reader, workings
        self._read: dict[bytes, list[Proposal]] = {}

    def of(self, findings: Sequence[Finding]) -> list[Proposal]:
        """Returns what *findings*, the surest first, look like.

        Left out is what hardly lies on edges and looks at a glance like no card, and what lies within a card that was
        surely read.
        """
        sure: list[Proposal] = []
        proposals: list[Proposal] = []
        for finding in self._worth_reading(findings):
            if any(_is_within(finding.quad, card.quad) for card in sure):
                continue
            read = self._looked_at(finding)
            sure += [one for one in read if _is_sure(one, self._reader) and one.alike > RECOGNITION.settled_min_ncc]
            proposals += read
        return proposals

    def _worth_reading(self, findings: Sequence[Finding]) -> Iterator[Finding]:
        planes, scale = self._workings.planes, self._workings.scale
        everywhere = np.full(planes.shape[:2], 255, np.uint8)
        alike = self._reader.glanced(planes, [scaled(one.quad, scale) for one in findings], everywhere)
        for finding, looks in zip(findings, alike, strict=True):
            if finding.confidence > SCENE.thing_min_edge_share or looks > SCENE.min_thumbnail_ncc:
                yield finding

    def _looked_at(self, finding: Finding) -> list[Proposal]:
        key = finding.quad.tobytes()
        if key not in self._read:
            self._read[key] = []
            for one in proposals_of(self._image, self._reader, [finding]):
                answer, alike = verify(self._image, self._reader, one.quad, one.answer)
                self._read[key].append(replace(one, answer=answer, alike=alike))
        return self._read[key]


def _cards(image: Image, reader: Reader, proposals: Sequence[Proposal]) -> list[Proposal]:
    fitting = of_like_size(whole_cards(proposals), proposals, image.shape[:2], reader.length)
    return [_drawn_to_its_picture(image, reader, card) for card in whole_cards(fitting)]


def _strangers(
    readings: Sequence[Reading], proposals: Sequence[Proposal], image: Image, reader: Reader
) -> tuple[Reading, ...]:
    """Returns a question for whatever has the outline of a card, beside cards, and is like none of the pack.

    It may be a card of another print, or one that was left out of the pack: nothing whole is passed over in silence.
    """
    cards = [reading.quad for reading in readings if reading.card is not None and reading.visible == 1]
    if not cards:
        return ()
    plane = fit_plane(cards, image.shape, reader.length)
    found: list[Reading] = []
    for one in sorted(proposals, key=lambda one: one.confidence, reverse=True):
        if (
            not one.answer.foreign
            or one.confidence <= SCENE.thing_min_edge_share
            or not plane.has_size_of_card(one.quad, SCENE.outline_size_error_log)
        ):
            continue
        if not any(laps(one.quad, other.quad) or laps(other.quad, one.quad) for other in (*readings, *found)):
            found.append(reading_of(one.answer, one.quad))
    return tuple(found)


def _is_sure(card: Proposal, reader: Reader) -> bool:
    """Whether a card surely lies there, all of it in view: outline, network and pixels say so."""
    name = card.answer.card
    return (
        name is not None
        and card.confidence > SCENE.thing_min_edge_share
        and card.alike > RECOGNITION.exact_min_ncc
        and bool(reader.pictures(name))
    )


def _is_within(quad: Quad, card: Quad) -> bool:
    least = SCENE.within_min_shared
    return area(quad) < area(card) / least and shared_area(quad, card) > least * area(quad)


def _explain_all(
    cards: Sequence[Proposal], proposals: Sequence[Proposal], workings: SearchedImage, reader: Reader
) -> bool:
    """Whether nothing else in the picture may be a card, or a part of one: by outline, by corners or by drawing."""
    if not cards or not all(_is_sure(card, reader) for card in cards):
        return False
    if len({card.answer.card for card in cards}) < len(cards):
        return False
    quads = [card.quad for card in cards]
    if any(laps(one, other) for one in quads for other in quads if one is not other):
        return False
    others = [one for one in proposals if not any(_is_at(one.quad, quad) for quad in quads)]
    if any(not one.answer.foreign for one in others):
        return False
    firm = [one.quad for one in others if one.confidence > SCENE.thing_min_edge_share]
    beside = Underneath(workings, reader, quads, firm).beside(quads, anywhere=True)
    return not any(one.rating > SCENE.read_min_rating for one in beside)


def _is_at(quad: Quad, card: Quad) -> bool:
    """Whether the smaller of the two lies on the other."""
    return shared_area(quad, card) > SCENE.within_min_shared * min(area(quad), area(card))


def _drawn_to_its_picture(image: Image, reader: Reader, card: Proposal) -> Proposal:
    """Draws a card to where its kept picture says, if its outline lies not quite there."""
    likeliest = card.answer.candidates[0].card
    place = align(image, reader, card.quad, likeliest)
    if place is None:
        return card
    if place.quad is not card.quad:
        answer = reader.judge(reader.scores(image, [place.quad])[0])
        if answer.candidates[0].card != likeliest:
            return replace(card, alike=place.alike)
        card = replace(card, quad=place.quad, answer=answer)
    return replace(card, answer=disambiguate(image, reader, card.quad, card.answer), alike=place.alike)
