"""Reads every card of one still picture: find, read, choose among the proposals, complete what lies underneath."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.find import Finding, Workings, find_cards, find_drawn
from vision.heap import taken_apart
from vision.layers import layered
from vision.opinion import compared, laid, told_apart
from vision.proposals import FIRM, Proposal, of_like_size, proposals_of, whole_cards
from vision.quads import portrait
from vision.rectify import whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.covered import Covered
    from vision.reader import Reader
    from vision.sightings import Image, Reading


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
    workings.drawn_by(reader)  # first: it takes as much room as all that is kept afterwards
    findings = (*find_cards(workings), *find_drawn(workings, reader), scan)
    proposals = _read(image, reader, findings)
    fitting = of_like_size(whole_cards(proposals), proposals, image.shape[:2], reader.length)
    cards = [_drawn_to_its_picture(image, reader, card) for card in whole_cards(fitting)]
    outlines = [*(card.quad for card in cards), *(finding.quad for finding in findings)]
    tried, readings = taken_apart(image, reader, workings, cards, outlines)
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
    return replace(card, answer=told_apart(image, reader, card.quad, card.answer), alike=place.alike)
