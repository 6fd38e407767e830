"""Reads hypotheses of a scene, and the votes of further frames on an arrival."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.detection.contours import Outline
from vision.geometry.quads import same_card, same_place
from vision.geometry.rectify import CloseUp
from vision.recognition.naming import Answer, name_probability
from vision.recognition.place import Place
from vision.recognition.reader import Reader, reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.verification import verify_open
from vision.scene.hypotheses import Hypothesis, suppress_overlapping
from vision.scene.thresholds import SCENE
from vision.tracking.arrivals.changed_outlines import changed_share
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.tracking.background.background_model import BackgroundModel
    from vision.tracking.background.changes import Region
    from vision.tracking.settled_scene import Arrival
    from vision.types import Frame, Image, Quad, Reading


@dataclass(frozen=True, slots=True)
class OutlineReader:
    """Reads outlines as whole cards."""

    reader: Reader

    def read(
        self,
        image: Image,
        regions: Sequence[Region],
        outlines: Sequence[Outline],
        view: BackgroundModel,
        least: float | None = None,
    ) -> list[Hypothesis]:
        """Returns the outlines that may be cards, one a place, within their exact outlines."""
        least = TRACKING.arrival_min_changed_of_place if least is None else least
        outlines = [outline for outline in outlines if changed_share(outline.quad, regions, view.to_map) > least]
        read = self.propose(
            image, [outline for outline in outlines if outline.confidence > SCENE.object_min_edges_of_outline]
        )
        named = [hypothesis for hypothesis in read if hypothesis.answer.card is not None]
        faint = (outline for outline in outlines if outline.confidence <= SCENE.object_min_edges_of_outline)
        read += self.propose(image, [one for one in faint if not any(_adds_nothing(one.quad, to) for to in named)])
        known = suppress_overlapping(hypothesis for hypothesis in read if not hypothesis.answer.is_foreign)
        return suppress_overlapping([self._refine(image, hypothesis) for hypothesis in known])

    def propose(self, image: Image, outlines: Sequence[Outline]) -> list[Hypothesis]:
        """Returns a hypothesis with its answer for each outline (px of the picture)."""
        scores = self.reader.scores(image, [outline.quad for outline in outlines])
        return [
            Hypothesis(outline.quad, self.reader.judge(row), outline.confidence, scores=row)
            for outline, row in zip(outlines, scores, strict=True)
        ]

    def _refine(self, image: Image, hypothesis: Hypothesis) -> Hypothesis:
        """Returns the reading within the outline that the picture of the likeliest card gives, if it is surer there.

        The outline of a card as light as the table may be that of its drawing or of its shadow.
        """
        if hypothesis.score > TRACKING.clear_min_cosine:
            return hypothesis
        fit = Place(image, self.reader, hypothesis.quad).align(hypothesis.answer.candidates[0].card)
        if fit is None or fit.place.quad is hypothesis.quad:
            return hypothesis
        aligned = self.propose(image, [Outline(fit.place.quad, hypothesis.confidence)])[0]
        return aligned if aligned.score > hypothesis.score else hypothesis


def names_any(hypotheses: Sequence[Hypothesis]) -> bool:
    """Whether any hypothesis is named."""
    return any(hypothesis.answer.card is not None for hypothesis in hypotheses)


def _adds_nothing(faint: Quad, named: Hypothesis) -> bool:
    """Whether a faint outline only crosses that of a named card, or is of one that is read clearly already."""
    clear = named.score > TRACKING.clear_min_cosine
    return same_place(faint, named.quad) and (clear or not same_card(faint, named.quad))


def close_up(image: Image, quad: Quad) -> CloseUp:
    """Returns the card with as much around it as its alignment needs; the whole frame would be kept for as long."""
    return CloseUp.of(image, quad, RECOGNITION.ecc_margin_of_side)


@dataclass(frozen=True, slots=True)
class VoteReader:
    """Reads arrivals by the votes of several frames."""

    reader: Reader

    def vote(self, frame: Frame, arrivals: Sequence[Arrival]) -> None:
        """Adds the scores of a frame to each arrival; `compare` decides once there are no more.

        One on which light moves is looked at until it has a name.
        """
        for arrival in arrivals:
            if arrival.partial_reading is None:
                arrival.votes.append(self.reader.scores(frame.image, [arrival.quad])[0])
                look = close_up(frame.image, arrival.quad)
                if arrival.is_gleaming and arrival.close_up is not None:
                    self._vote_in_moving_light(arrival, look.darkest(arrival.close_up))
                else:
                    arrival.close_up = look

    def _vote_in_moving_light(self, arrival: Arrival, look: CloseUp) -> None:
        arrival.close_up = look
        arrival.darkest_vote = self.reader.scores(look.image, [look.quad])[0]
        self.compare(arrival)
        arrival.votes_needed = len(arrival.votes) + (self.reading(arrival).card is None)

    def reading(self, arrival: Arrival) -> Reading:
        """Returns what the votes say."""
        if arrival.partial_reading is not None:
            return arrival.partial_reading
        voted = self._answer(arrival)
        reading = reading_of(replace(voted, card=arrival.final_card) if arrival.is_compared else voted, arrival.quad)
        probability = name_probability(reading)
        is_doubtful = probability is not None and probability < RECOGNITION.named_min_probability
        return replace(reading, card=None) if is_doubtful else reading

    def is_foreign(self, arrival: Arrival) -> bool:
        """Tells whether the votes are those of no card of the pack."""
        return arrival.partial_reading is None and self._answer(arrival).is_foreign

    def compare(self, arrival: Arrival) -> None:
        """Compares an arrival with the pictures of the cards that it may be, however few votes there are.

        They reject a name that the votes gave, or decide between cards that the network can hardly distinguish.
        """
        if arrival.close_up is None or arrival.previous is not None:
            return
        voted, place = self._answer(arrival), Place(arrival.close_up.image, self.reader, arrival.close_up.quad)
        if arrival.is_gleaming and voted.card is None:
            return
        arrival.is_compared, arrival.final_card = True, verify_open(place, voted).card

    def _answer(self, arrival: Arrival) -> Answer:
        """Returns the answer of all votes; of one on which light moves, of its darkest look.

        Several looks must resemble that card most, and none may name another.
        """
        scores = np.mean(arrival.votes, axis=0) if arrival.darkest_vote is None else arrival.darkest_vote
        answer = self.reader.judge(scores)
        if not arrival.is_gleaming:
            return answer
        each = [self.reader.judge(vote) for vote in arrival.votes]
        agree = sum(one.candidates[0].card == answer.card for one in each) >= TRACKING.arrival_votes
        return answer if agree and {one.card for one in each} <= {answer.card, None} else replace(answer, card=None)
