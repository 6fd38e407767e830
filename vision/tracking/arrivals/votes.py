"""Reads an arrival by the votes of several frames, and by the pictures of the cards that it may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.recognition.naming import Answer, name_probability
from vision.recognition.place import Place
from vision.recognition.reader import Reader, reading_of
from vision.recognition.thresholds import RECOGNITION
from vision.recognition.verification import verify_open
from vision.tracking.settled_scene import Arrival
from vision.tracking.thresholds import TRACKING
from vision.types import Frame, Reading


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
                place = Place(frame.image, self.reader, arrival.quad)
                arrival.votes.append(place.scores())
                look = place.close_up()
                if arrival.is_gleaming and arrival.close_up is not None:
                    arrival.close_up = look.darkest(arrival.close_up)
                    arrival.darkest_vote = arrival.close_up.scores()
                    self.compare(arrival)
                    arrival.votes_needed = len(arrival.votes) + (self.reading(arrival).card is None)
                else:
                    arrival.close_up = look

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
        voted = self._answer(arrival)
        if arrival.is_gleaming and voted.card is None:
            return
        arrival.is_compared, arrival.final_card = True, verify_open(arrival.close_up, voted).card

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
