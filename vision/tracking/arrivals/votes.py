"""Collects the votes of settled frames on an arrival, and compares their result with the picture of the card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry.rectify import CloseUp, rectify
from vision.recognition import verification
from vision.recognition.reader import reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.tracking.thresholds import TRACKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.cards import Card
    from vision.recognition.naming import Answer
    from vision.recognition.reader import Reader
    from vision.tracking.settled_scene import Arrival
    from vision.types import Frame, Image, Quad, Reading


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

    def reading(self, arrival: Arrival, cards_elsewhere: Collection[Card] = ()) -> Reading:
        """Returns what the votes say; *cards_elsewhere* get lower scores."""
        if arrival.partial_reading is not None:
            return arrival.partial_reading
        voted = self._answer(arrival, cards_elsewhere)
        if voted.card is None:
            voted = replace(voted, card=arrival.final_card if arrival.final_card not in cards_elsewhere else None)
        elif voted.card in arrival.mismatches:
            voted = replace(voted, card=None)
        return reading_of(voted, arrival.quad)

    def is_foreign(self, arrival: Arrival) -> bool:
        """Tells whether the votes are those of no card of the pack."""
        return arrival.partial_reading is None and self._answer(arrival).is_foreign

    def compare(self, arrival: Arrival) -> None:
        """Compares an arrival with the pictures of the cards that it may be, however few votes there are.

        They reject a name that the votes gave, or decide between cards that the network can hardly distinguish.
        """
        if arrival.close_up is None or arrival.previous is not None:
            return
        voted, (image, quad) = self._answer(arrival), arrival.close_up
        if arrival.is_gleaming and voted.card is None:
            return
        arrival.mismatches = verification.mismatching_cards(rectify(image, quad), self.reader, voted)
        if voted.card is None:
            arrival.final_card = verification.disambiguate(image, self.reader, quad, voted).card
        else:
            arrival.final_card = None if voted.card in arrival.mismatches else voted.card

    def _answer(self, arrival: Arrival, cards_elsewhere: Collection[Card] = ()) -> Answer:
        """Returns the answer of all votes; of one on which light moves, of its darkest look.

        Several looks must resemble that card most, and none may name another.
        """
        scores = np.mean(arrival.votes, axis=0) if arrival.darkest_vote is None else arrival.darkest_vote
        answer = self.reader.judge(scores, cards_elsewhere)
        if not arrival.is_gleaming:
            return answer
        each = [self.reader.judge(vote, cards_elsewhere) for vote in arrival.votes]
        agree = sum(one.candidates[0].card == answer.card for one in each) >= TRACKING.arrival_votes
        return answer if agree and {one.card for one in each} <= {answer.card, None} else replace(answer, card=None)
