"""A short quiz after an enrolment: cards are shown once more, the pack readings them, and a grade says how well."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from vision.geometry.rectify import full_quad, rectify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.recognition.embedder import Recogniser
    from vision.recognition.naming import Answer
    from vision.recognition.pack import EnrolledPack
    from vision.types import Image


QUIZ_CARDS = 6
"""Number of cards of the quiz after a deck was shown."""
LAST_READING_SECONDS = 5.0
"""Seconds in which the last reading of the quiz can still be rejected."""


VERY_GOOD_SHARE, GOOD_SHARE, FAIR_SHARE = 0.97, 0.9, 0.75
"""Shares of the cards of a quiz that are named for these grades; with a wrong one it is fair at best."""


class Grade(StrEnum):
    VERY_GOOD = "very_good"
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class QuizReading:
    """One card of the quiz: the pack's answer, and the true card (`truth`) if it is known.

    `is_rejected` tells that a person said that the answer is wrong, which does not tell the true card.
    """

    truth: Card | None
    answer: Answer
    is_rejected: bool = False

    @property
    def is_wrong(self) -> bool:
        return self.answer.card is not None and (self.is_rejected or self.truth not in (None, self.answer.card))

    @property
    def is_right(self) -> bool:
        return self.answer.card is not None and not self.is_wrong

    @property
    def card(self) -> Card:
        """The true card, or the likeliest one."""
        return self.truth or self._likeliest[-1 if self.is_rejected else 0]

    @property
    def cards_to_show_again(self) -> Sequence[Card]:
        """Empty if the reading is right; two cards if it was rejected: the answer and the next candidate."""
        if self.is_right:
            return ()
        return self._likeliest if self.is_rejected else (self.card,)

    @property
    def _likeliest(self) -> list[Card]:
        return [candidate.card for candidate in self.answer.candidates[:2]]


@dataclass(slots=True)
class Quiz:
    pack: EnrolledPack
    recogniser: Recogniser
    readings: list[QuizReading] = field(default_factory=list)

    def read_card(self, crop: Image, truth: Card | None = None) -> QuizReading:
        """Reads an upright or upside-down *crop*. If a card is shown twice, only its last reading is kept."""
        embeddings = self.recogniser.embed(np.stack([rectify(crop, full_quad(crop))]))
        reading = QuizReading(truth, self.pack.read(embeddings))
        self.readings = [*(other for other in self.readings if not _is_of_same_card(reading, other)), reading]
        return reading

    def reject_last(self) -> None:
        """Marks the last reading as wrong: a person said so."""
        if self.readings and self.readings[-1].answer.card is not None:
            self.readings[-1] = replace(self.readings[-1], is_rejected=True)

    @property
    def right_count(self) -> int:
        return sum(reading.is_right for reading in self.readings)

    @property
    def cards_to_show_again(self) -> list[Card]:
        """The cards that were asked for or read wrongly, each once."""
        return list(dict.fromkeys(card for reading in self.readings for card in reading.cards_to_show_again))

    @property
    def grade(self) -> Grade:
        share = self.right_count / max(len(self.readings), 1)
        wrong = sum(reading.is_wrong for reading in self.readings)
        if wrong:
            return Grade.FAIR if share >= GOOD_SHARE else Grade.POOR
        if share >= VERY_GOOD_SHARE:
            return Grade.VERY_GOOD
        if share >= GOOD_SHARE:
            return Grade.GOOD
        return Grade.FAIR if share >= FAIR_SHARE else Grade.POOR


def _is_of_same_card(reading: QuizReading, other: QuizReading) -> bool:
    """Only two readings without a known card are compared: pictures with names all count."""
    is_known = reading.truth is not None or other.truth is not None or other.is_rejected
    return not is_known and reading.card == other.card
