"""Reads every card of one still picture: find, read, choose among the proposals, complete what lies underneath."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from vision.at_lines import find_at_lines
from vision.covered import SAME_CARD, Covered, Underneath
from vision.find import Finding, Workings, find_cards
from vision.glance import rated
from vision.hidden import cover_of, read_covered
from vision.layers import laps, layered
from vision.opinion import JUST_THERE, UNLIKE, compared, laid, lies_there, told_apart
from vision.plane import plane_below, table_plane
from vision.quads import AFTER, area, overlap, portrait, quarter_turned, same_place, shared_area, sides
from vision.reader import reading_of
from vision.rectify import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from engine.cards import Card
    from vision.pack import Answer
    from vision.plane import TablePlane
    from vision.reader import Reader
    from vision.sightings import Image, Quad, Reading

SQUARISH = 1.2
"""A quad no longer than so many widths may be a card seen at a slant: both ways round are read."""
SIZE_SPREAD = 2.0
"""The cards of a slanting view differ in area by less than this, as long as its slant is not known."""
SIDE_SPREAD = 1.3
"""On the plane of the table the sides of a card are off by less: it may be cut at its printed frame."""
SHAPE_SPREAD = 1.15
"""There its length to width is off by less: a frame cuts both sides, what lies on a card only one."""
LAYERS = 8
MOSTLY = 0.7
"""Of a card: with more of it in view its own picture tells its size."""
FIRM = 0.8
"""Of an outline: with so much of it at edges, it is that of a thing."""
HALF = 0.55
"""Of an outline: with less of it at edges, two sides may be guesses, and a ten cut between its pips is an eight."""
AS_ALIKE = 0.75
"""Of the likeness of the card on top that is most like its picture."""
SIZE_OFF = 0.15
"""Logarithm, by which the sides of a card may differ from those of the others, if it is not just like its picture."""
MARGIN = 0.025
"""Of a card's size, between its rim and its printed frame."""
CLEARLY_SMALLER = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """`alike` is how much it looks like the kept picture of its card, where that was asked."""

    quad: Quad
    answer: Answer
    confidence: float
    alike: float = 1.0

    @property
    def score(self) -> float:
        return self.answer.candidates[0].score

    @property
    def rating(self) -> float:
        return rated(self.confidence, self.alike)


@dataclass(frozen=True, slots=True)
class Survey:
    """What was considered in a picture, from outlines to readings; to be read, and to be drawn for a maker.

    `findings` are outlines, the surest first; `proposals` what each of them looks like, those that could be turned a
    quarter twice, and also what is like no card; `covered` the completed outlines of what shows beside the cards on
    top; `readings` the cards, those on top first.
    """

    findings: tuple[Finding, ...]
    proposals: tuple[Proposal, ...]
    covered: tuple[Covered, ...]
    readings: tuple[Reading, ...]


def read_scene(image: Image, reader: Reader) -> list[Reading]:
    """Returns the cards of a picture, those on top first; what is no card of the pack is left out."""
    return list(survey(image, reader).readings)


def survey(image: Image, reader: Reader) -> Survey:
    """Returns the cards of a picture, and everything that was held for one on the way to them."""
    scan = Finding(portrait(whole(image)), 0.0)  # the picture may be a card and nothing else
    workings = Workings(image)
    findings = (*find_cards(workings), scan)
    proposals = _read(image, reader, findings)
    if all(proposal.answer.card is None for proposal in proposals):
        further = find_at_lines(workings, reader)
        findings, proposals = (*findings, *further), proposals + _read(image, reader, further)
    fitting = _of_like_size(whole_cards(proposals), proposals, image.shape[:2])
    cards = [_drawn_to_its_picture(image, reader, card) for card in whole_cards(fitting)]
    sure = _sure(cards, image.shape)
    if not sure:
        return Survey(findings, tuple(proposals), (), ())
    outlines = [*(card.quad for card in cards), *(finding.quad for finding in findings)]
    plane = plane_below([card.quad for card in sure], image.shape)
    whole_ones = [card for card in cards if card in sure or plane.has_size_of_card(card.quad, SIZE_OFF)]
    tried, readings = _taken_apart(
        image, reader, partial(Underneath, workings, reader, outlines=outlines), whole_ones, sure
    )
    things = [thing.quad for thing in proposals if thing.answer.foreign and thing.confidence > FIRM]
    return Survey(findings, tuple(proposals), tuple(tried), layered(image, reader, readings, things))


def _read(image: Image, reader: Reader, findings: Sequence[Finding]) -> list[Proposal]:
    return [
        replace(proposal, answer=compared(image, reader, proposal.quad, proposal.answer))
        for proposal in proposals_of(image, reader, findings)
    ]


def _drawn_to_its_picture(image: Image, reader: Reader, card: Proposal) -> Proposal:
    """Draws a card to where its kept picture says, if its outline lies not quite there."""
    likeliest = card.answer.candidates[0].card
    place = laid(image, reader, card.quad, likeliest)
    if place is None:
        return card
    if place.quad is not card.quad:
        answer = reader.judge(reader.scores(image, [place.quad])[0])
        if answer.candidates[0].card != likeliest:
            return replace(card, alike=place.alike)
        card = replace(card, quad=place.quad, answer=answer)
    if card.confidence < HALF and place.alike < JUST_THERE:
        return replace(card, answer=replace(card.answer, card=None), alike=place.alike)
    return replace(card, answer=told_apart(image, reader, card.quad, card.answer), alike=place.alike)


def _sure(cards: Sequence[Proposal], picture: tuple[int, ...]) -> list[Proposal]:
    """Returns the cards that surely lie on top: of two that overlap, the upper one shows all of its outline and face.

    What is far less like its picture than others are like theirs, or has another size, may lie under something, or
    elsewhere.
    """
    best = max((card.alike for card in cards), default=0.0)
    tops: list[Proposal] = []
    for card in sorted(cards, key=lambda card: -card.score * card.confidence * card.alike):
        if card.alike < AS_ALIKE * best or _laps_any(card.quad, tops):
            continue
        plane = table_plane([top.quad for top in tops], picture) if card.alike < JUST_THERE else None
        if plane is None or plane.has_size_of_card(card.quad, SIZE_OFF):
            tops.append(card)
    return tops


def _taken_apart(
    image: Image,
    reader: Reader,
    underneath: Callable[[Sequence[Quad]], Underneath],
    cards: Sequence[Proposal],
    sure: Sequence[Proposal],
) -> tuple[list[Covered], list[Reading]]:
    """Reads the cards on top, then what shows beside them, then what shows beside those as well, and so on.

    Of an outline that nothing lies on the rest is mostly the table's: nobody is asked what that is. Returns what was
    tried, and the cards.
    """
    tried: list[Covered] = []
    readings: list[Reading] = []
    asked: list[Reading] = []
    for _ in range(LAYERS):
        lying = [reading.quad for reading in readings]
        mostly_shown = [one.quad for one in readings if one.card is not None and MOSTLY < one.visible < 1]
        of_known_size = [*(card.quad for card in sure), *mostly_shown]
        cover = cover_of(image, lying, plane_below(of_known_size, image.shape))
        free = [card for card in cards if not _laps_any(card.quad, readings)]
        known: list[Reading] = []
        asked = []
        for each in _in_turn([*free, *_others(underneath(of_known_size).beside(lying), free)], known):
            if isinstance(each, Proposal):
                reading: Reading | None = reading_of(each.answer, each.quad)
            else:
                tried.append(each)
                reading = read_covered(image, reader, each, cover)
            if reading is None:
                continue
            is_there = each in sure if isinstance(each, Proposal) else lies_there(image, reader, reading, cover)
            if is_there and not _is_among(reading.card, (*readings, *known)):
                known.append(reading)
            elif isinstance(each, Proposal) or (each.alike > UNLIKE and _laps_any(each.quad, readings)):
                asked.append(reading)
        if not known:
            break
        readings += known
    return tried, readings + _one_reading_a_place(asked, readings)


def _others(covered: Iterable[Covered], cards: Sequence[Proposal]) -> list[Covered]:
    """Returns what none of the *cards* is already."""
    return [one for one in covered if all(overlap(one.quad, card.quad) <= SAME_CARD for card in cards)]


def _in_turn(candidates: Iterable[Proposal | Covered], known: Sequence[Reading]) -> Iterator[Proposal | Covered]:
    """Yields the likeliest first.

    What a card may lie on that has become *known* meanwhile waits until that counts as hidden, and so does what is less
    likely at the same place.
    """
    waiting: list[Quad] = []
    for each in sorted(candidates, key=lambda each: -each.rating):
        if _laps_any(each.quad, known) or any(same_place(each.quad, better) for better in waiting):
            waiting.append(each.quad)
        else:
            yield each


def _is_among(card: Card | None, readings: Iterable[Reading]) -> bool:
    """Every card is there once; of several it may not be known which they are."""
    return card is not None and any(card == one.card for one in readings)


def _one_reading_a_place(read: Sequence[Reading], known: Sequence[Reading]) -> list[Reading]:
    """The best reading of each place; a card that lies elsewhere already is none of these without being asked."""
    named = {one.card for one in known}
    kept: list[Reading] = []
    for reading in sorted(read, key=lambda one: (one.card is not None, one.candidates[0].score), reverse=True):
        under = reading.visible < 1
        if _is_free(reading.quad, kept if under else [*kept, *known]):
            kept.append(replace(reading, card=None) if reading.card in named else reading)
            named.add(reading.card)
    return kept


def _laps_any(quad: Quad, lying: Iterable[Proposal | Reading]) -> bool:
    return any(laps(one.quad, quad) for one in lying)


def _is_free(quad: Quad, readings: Sequence[Reading]) -> bool:
    return not any(same_place(quad, reading.quad) for reading in readings)


def proposals_of(image: Image, reader: Reader, findings: Iterable[Finding]) -> list[Proposal]:
    """Returns what each of the findings looks like, also those that are like no card."""
    both_ways = [way for finding in findings for way in _ways_round(finding)]
    scores = reader.scores(image, [finding.quad for finding in both_ways])
    return [
        Proposal(finding.quad, reader.judge(row), finding.confidence)
        for finding, row in zip(both_ways, scores, strict=True)
    ]


def whole_cards(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Returns the best among proposals that overlap, the surest first, without what is no card."""
    considered = list(proposals)
    return one_a_place(_unless_framed(card, considered) for card in considered if not card.answer.foreign)


def _unless_framed(card: Proposal, proposals: Sequence[Proposal]) -> Proposal:
    """The drawing within a printed frame may look like a card, and the rim around it like none: then ask."""
    if card.answer.card is None:
        return card
    for other in proposals:
        is_outline = other.confidence > FIRM and other.answer.candidates[0].card != card.answer.card
        if is_outline and _has_margin(other.quad, card.quad):
            return replace(card, answer=replace(card.answer, card=None))
    return card


def _has_margin(outer: Quad, inner: Quad) -> bool:
    """Tells whether *inner* is half of *outer* at least, and lies within it at some distance from every side."""
    size = area(outer)
    if not 0.5 * size < area(inner) < size:
        return False
    after = outer[AFTER] - outer
    inwards = np.stack([-after[:, 1], after[:, 0]], axis=1) / np.linalg.norm(after, axis=1)[:, None]
    distances = ((inner[None] - outer[:, None]) * inwards[:, None]).sum(axis=2)
    return bool(distances.min() > MARGIN * np.sqrt(size))


def _ways_round(finding: Finding) -> list[Finding]:
    across, down = sides(finding.quad)
    if down > SQUARISH * across:
        return [finding]
    return [finding, Finding(quarter_turned(finding.quad), finding.confidence)]


def one_a_place(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Known cards go before doubtful ones, then the score decides; but a card is not a part of another."""
    kept: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda p: (p.answer.card is not None, p.score), reverse=True):
        quad = proposal.quad
        rivals = [other for other in kept if same_place(quad, other.quad)]
        if not rivals:
            kept.append(proposal)
        elif all(_swallows(proposal, other) for other in rivals):
            kept = [other for other in kept if other not in rivals] + [proposal]
    return kept


def _swallows(large: Proposal, small: Proposal) -> bool:
    """A known card that holds another one wholly within it, such as a pip, is the card if its outline is as sure."""
    if large.answer.card is None or large.answer.card == small.answer.card:
        return False
    if large.confidence < small.confidence or area(small.quad) > CLEARLY_SMALLER * area(large.quad):
        return False
    return shared_area(large.quad, small.quad) > 0.9 * area(small.quad)


def _of_like_size(cards: Sequence[Proposal], proposals: Sequence[Proposal], picture: tuple[int, ...]) -> list[Proposal]:
    """Returns the proposals that have the size and the shape of the cards; they show both."""
    sure = [card for card in cards if card.answer.card is not None]
    if not sure:
        return list(proposals)
    if len(sure) < 3:
        # They may differ because one is none: then the better read one counts.
        usual = area(max(sure, key=lambda p: p.score).quad)
        return [proposal for proposal in proposals if 1 / SIZE_SPREAD < area(proposal.quad) / usual < SIZE_SPREAD]
    plane = plane_below([card.quad for card in sure], picture)
    return [proposal for proposal in proposals if _fits(proposal.quad, plane)]


def _fits(quad: Quad, plane: TablePlane) -> bool:
    short, long = np.log(np.divide(plane.sides(quad), plane.card))
    return bool(max(abs(short), abs(long)) < np.log(SIDE_SPREAD) and abs(long - short) < np.log(SHAPE_SPREAD))
