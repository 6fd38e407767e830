"""Reads every card of one still picture: find, read, choose among the proposals, complete what lies underneath."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.covered import Covered, Underneath, share_of
from vision.find import Finding, Workings, find_cards
from vision.plane import table_plane
from vision.quads import AFTER, area, portrait, quarter_turned, shared_area, sides
from vision.reader import reading_of
from vision.rectify import whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card
    from vision.pack import Answer
    from vision.plane import TablePlane
    from vision.reader import Reader
    from vision.sightings import Image, Luma, Quad, Reading

SQUARISH = 1.2
"""A quad no longer than so many widths may be a card seen at a slant: both ways round are read."""
SAME_PLACE = 0.45
"""Of the smaller of two quads, that the other shares: then at most one of them is a card."""
SIZE_SPREAD = 2.0
"""The cards of a slanting view differ in area by less than this, as long as its slant is not known."""
SIDE_SPREAD = 1.3
"""On the plane of the table the sides of a card are off by less: it may be cut at its printed frame."""
SHAPE_SPREAD = 1.15
"""There its length to width is off by less: a frame cuts both sides, what lies on a card only one."""
LAPPED = 0.04
"""Of a card's area: of two cards that share more, one lies on the other."""
LAYERS = 4
AS_LARGE = 1.4
"""Two areas: so many times as large, both may be those of cards."""
FIRM = 0.8
"""Of an outline: with so much of it at edges, it is that of a thing."""
MARGIN = 0.025
"""Of a card's size, between its rim and its printed frame."""
CLEARLY_SMALLER = 0.7
RIM = 0.02
SEARCH_STEP = 0.03
"""Of a card's sides."""
OTHER_SIZES = (0.93, 1.07)
"""A printed frame may be taken for a card's rim, of the cards on top or of the one beneath."""
CERTAIN_CARD = 0.85
"""An outline that explains so much of what shows is a card's, even if it is like none of the pack: ask."""
UNLIKE = 0.4
"""Correlation with a kept picture: the same card in another print is hardly ever less alike, a stranger mostly is."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    quad: Quad
    answer: Answer
    confidence: float

    @property
    def score(self) -> float:
        return self.answer.candidates[0].score


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
    proposals = [
        replace(proposal, answer=compared(image, reader, proposal.quad, proposal.answer))
        for proposal in proposals_of(image, reader, findings)
    ]
    fitting = _of_like_size(whole_cards(proposals), proposals, image.shape[:2])
    tops, lapped = _on_top(whole_cards(fitting))
    if not tops:
        return Survey(findings, tuple(proposals), (), ())
    readings = [reading_of(top.answer, top.quad) for top in tops]
    underneath = Underneath(workings, [finding.quad for finding in findings])
    covered, beneath = _beneath(image, reader, underneath, readings, [card.quad for card in lapped])
    things = [thing.quad for thing in proposals if thing.answer.foreign and thing.confidence > FIRM]
    settled = _doubts_settled(image, reader, [*readings, *beneath], things)
    return Survey(findings, tuple(proposals), tuple(covered), settled)


def compared(image: Image, reader: Reader, quad: Quad, answer: Answer) -> Answer:
    """What is named, and hardly like the kept picture of that card, is a stranger or badly cut: ask."""
    alike = reader.likeness(image, quad, answer.card) if answer.card is not None else None
    return answer if alike is None or alike >= UNLIKE else replace(answer, card=None)


def _on_top(cards: Sequence[Proposal]) -> tuple[list[Proposal], list[Proposal]]:
    """Parts cards into those on top and those that lie partly under one of them.

    Of two that overlap, the upper one shows its whole outline and all of its face.
    """
    tops: list[Proposal] = []
    lapped: list[Proposal] = []
    for card in sorted(cards, key=lambda card: -card.score * card.confidence):
        free = all(shared_area(card.quad, top.quad) < LAPPED * area(card.quad) for top in tops)
        (tops if free else lapped).append(card)
    return tops, lapped


def _beneath(
    image: Image, reader: Reader, underneath: Underneath, tops: Sequence[Reading], lapped: Sequence[Quad]
) -> tuple[list[Covered], list[Reading]]:
    """Reads what shows beside the cards on top, then what shows beside those as well, and so on.

    Returns what was tried, and the cards.
    """
    tried: list[Covered] = []
    readings: list[Reading] = []
    for _ in range(LAYERS):
        lying = [*tops, *readings]
        visible = 255 - hidden_by(image, [card.quad for card in lying], RIM * _side_of_smallest(lying))
        found = [Covered(quad, share_of(quad, visible), 0.0) for quad in lapped if _is_free(quad, readings)]
        found += underneath.beside([card.quad for card in lying])
        read = [reading for each in found if (reading := read_covered(image, reader, each, visible)) is not None]
        tried += found
        read = [reading for reading in read if reading.card is not None or _is_under(reading.quad, lying)]
        news = _one_reading_a_place(read, {card.card for card in lying})
        known = [reading for reading in news if reading.card is not None]
        if not known:
            return tried, readings + news
        readings += known
    return tried, readings


def _doubts_settled(
    image: Image, reader: Reader, cards: Sequence[Reading], things: Sequence[Quad] = ()
) -> tuple[Reading, ...]:
    """What was doubtful as a whole card may lie under another: it is read as one that does.

    Above it may be cards that were known only later, or one of the *things* that are as large as a card and like none,
    such as the stock on an upcard.
    """
    settled = list(cards)
    for index, doubtful in enumerate(cards):
        if doubtful.card is not None or doubtful.visible < 1:
            continue
        known = [card.quad for card in settled if card.card is not None]
        unknown = [thing for thing in things if 1 / AS_LARGE < area(thing) / area(doubtful.quad) < AS_LARGE]
        above = [quad for quad in known + unknown if _laps(quad, doubtful.quad)]
        if not above:
            continue
        visible = 255 - hidden_by(image, above, RIM * float(np.sqrt(area(doubtful.quad))))
        reading = read_covered(image, reader, Covered(doubtful.quad, share_of(doubtful.quad, visible), 0.0), visible)
        if reading is not None and reading.card not in {None, *(card.card for card in settled)}:
            settled[index] = reading
    return tuple(settled)


def _is_under(quad: Quad, cards: Sequence[Reading]) -> bool:
    """Where the rest of an outline lies out of the picture it is mostly the table's: nobody is asked what that is."""
    return any(shared_area(card.quad, quad) > LAPPED * area(quad) for card in cards)


def _laps(upper: Quad, lower: Quad) -> bool:
    return LAPPED * area(lower) < shared_area(upper, lower) and not same_place(upper, lower)


def _one_reading_a_place(read: Sequence[Reading], named: set[Card | None]) -> list[Reading]:
    """The best reading of each place; a card that lies elsewhere already is none of these without being asked."""
    kept: list[Reading] = []
    for reading in sorted(read, key=lambda r: (r.card is not None, r.candidates[0].score), reverse=True):
        if _is_free(reading.quad, kept):
            kept.append(reading if reading.card not in named else replace(reading, card=None))
    return kept


def _is_free(quad: Quad, readings: Sequence[Reading]) -> bool:
    return not any(same_place(quad, reading.quad) for reading in readings)


def _side_of_smallest(cards: Sequence[Reading]) -> float:
    return float(np.sqrt(min(area(card.quad) for card in cards)))


def read_covered(image: Image, reader: Reader, found: Covered, visible: Luma) -> Reading | None:
    """The hidden sides of a completed card are guesses: it is read where it is most like any card of the pack."""
    steps = (-SEARCH_STEP, 0.0, SEARCH_STEP)
    places = [_shifted(found.quad, across, down) for down in steps for across in steps]
    places += [_resized(found.quad, by) for by in OTHER_SIZES]
    covered = reader.covered(places, visible)
    scores = covered.scores(image, places)
    answer = covered.judge(scores.max(axis=0))
    if answer.foreign and found.agreement < CERTAIN_CARD:
        return None
    place = places[int(scores.max(axis=1).argmax())]
    # What shows at all of the places is less than what shows at this one, and that tells cards apart far better.
    covered = reader.covered([place], visible)
    alone = covered.judge(covered.scores(image, [place])[0])
    answer = alone if not alone.foreign else replace(answer, card=None)
    if not _is_most_alike(image, covered, place, answer):
        answer = replace(answer, card=None)
    return reading_of(answer, place, found.visible)


def _is_most_alike(image: Image, reader: Reader, place: Quad, answer: Answer) -> bool:
    """Tells whether the pixels say what the network does: less shows of a covered card, so both must agree."""
    if answer.card is None:
        return True
    named, *others = (reader.likeness(image, place, candidate.card) for candidate in answer.candidates)
    return named is None or named >= max(UNLIKE, *(other or 0.0 for other in others))


def _resized(quad: Quad, by: float) -> Quad:
    centre = quad.mean(axis=0)
    grown: Quad = (centre + (quad - centre) * by).astype(np.float32)
    return grown


def _shifted(quad: Quad, across: float, down: float) -> Quad:
    shift = (quad[1] - quad[0]) * across + (quad[3] - quad[0]) * down
    moved: Quad = np.add(quad, shift, dtype=np.float32)
    return moved


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


def hidden_by(image: Image, tops: Sequence[Quad], rim: float) -> Luma:
    """Returns the mask, 255 inside, of what lies on top, with *rim* px of shadow or frame around it."""
    mask = np.zeros(image.shape[:2], np.uint8)
    for quad in tops:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 255)
    size = 2 * round(rim) + 1
    return np.asarray(cv2.dilate(mask, np.ones((size, size), np.uint8)), np.uint8)


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


def same_place(first: Quad, second: Quad) -> bool:
    return shared_area(first, second) > SAME_PLACE * min(area(first), area(second))


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
    plane = table_plane([card.quad for card in sure], picture)
    assert plane is not None
    return [proposal for proposal in proposals if _fits(proposal.quad, plane)]


def _fits(quad: Quad, plane: TablePlane) -> bool:
    short, long = np.log(np.divide(plane.sides(quad), plane.card))
    return bool(max(abs(short), abs(long)) < np.log(SIDE_SPREAD) and abs(long - short) < np.log(SHAPE_SPREAD))
