"""A short quiz after an enrolment: cards are shown once more, the pack reads them, and a grade says how well."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from vision.rectify import rectify, whole

if TYPE_CHECKING:
    from engine.cards import Card
    from vision.pack import Answer, EnrolledPack
    from vision.recognise import Recogniser
    from vision.sightings import Image

VERY_GOOD, GOOD, FAIR = 0.97, 0.9, 0.75
"""Shares of the cards that must be named for these grades; with a wrong one it is fair at best."""


class Grade(StrEnum):
    VERY_GOOD = "very_good"
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class Read:
    """One card of the quiz: which it is, if anybody knows, and what was read."""

    truth: Card | None
    answer: Answer

    @property
    def wrong(self) -> bool:
        return self.answer.card is not None and self.truth is not None and self.answer.card != self.truth

    @property
    def right(self) -> bool:
        return self.answer.card is not None and not self.wrong

    @property
    def card(self) -> Card:
        """The card that it is, or most likely is."""
        return self.truth or self.answer.candidates[0].card


@dataclass(slots=True)
class Quiz:
    pack: EnrolledPack
    recogniser: Recogniser
    reads: list[Read] = field(default_factory=list)

    def ask(self, crop: Image, truth: Card | None = None) -> Read:
        """Reads an upright or upside-down card."""
        embeddings = self.recogniser.embed(np.stack([rectify(crop, whole(crop))]))
        read = Read(truth, self.pack.read(embeddings))
        self.reads.append(read)
        return read

    def was_wrong(self) -> None:
        """Somebody says that the last card was read as another one."""
        if self.reads and self.reads[-1].answer.card is not None:
            last = self.reads.pop()
            others = [candidate.card for candidate in last.answer.candidates if candidate.card != last.answer.card]
            self.reads.append(Read(others[0] if others else None, last.answer))

    @property
    def right(self) -> int:
        return sum(read.right for read in self.reads)

    @property
    def again(self) -> list[Card]:
        """The cards to show again: those that were asked or misread."""
        return list(dict.fromkeys(read.card for read in self.reads if not read.right))

    @property
    def grade(self) -> Grade:
        share = self.right / max(len(self.reads), 1)
        wrong = sum(read.wrong for read in self.reads)
        if wrong:
            return Grade.FAIR if share >= GOOD else Grade.POOR
        if share >= VERY_GOOD:
            return Grade.VERY_GOOD
        if share >= GOOD:
            return Grade.GOOD
        return Grade.FAIR if share >= FAIR else Grade.POOR
