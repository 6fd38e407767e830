"""A short quiz after an enrolment: cards are shown once more, the pack reads them, and a grade says how well."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from vision.enrolment.thresholds import NAMES
from vision.geometry.rectify import rectify, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import Answer, EnrolledPack
    from vision.types import Image


class Grade(StrEnum):
    VERY_GOOD = "very_good"
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"


@dataclass(frozen=True, slots=True)
class Read:
    """One card of the quiz: which it is, if anybody knows, and what was read; *denied* if only that it is not this."""

    truth: Card | None
    answer: Answer
    denied: bool = False

    @property
    def wrong(self) -> bool:
        return self.answer.card is not None and (self.denied or self.truth not in (None, self.answer.card))

    @property
    def right(self) -> bool:
        return self.answer.card is not None and not self.wrong

    @property
    def card(self) -> Card:
        """The card that it is, or most likely is."""
        return self.truth or self._likely[-1 if self.denied else 0]

    @property
    def again(self) -> Sequence[Card]:
        """The cards to show again: if nobody knows for which it was read wrongly, the one that was read, too."""
        if self.right:
            return ()
        return self._likely if self.denied else (self.card,)

    @property
    def _likely(self) -> list[Card]:
        return [candidate.card for candidate in self.answer.candidates[:2]]


@dataclass(slots=True)
class Quiz:
    pack: EnrolledPack
    recogniser: Recogniser
    reads: list[Read] = field(default_factory=list)

    def ask(self, crop: Image, truth: Card | None = None) -> Read:
        """Reads an upright or upside-down card; of one that is shown twice the last reading counts."""
        embeddings = self.recogniser.embed(np.stack([rectify(crop, whole(crop))]))
        read = Read(truth, self.pack.read(embeddings))
        self.reads = [*(other for other in self.reads if not _is_shown_again(read, other)), read]
        return read

    def was_wrong(self) -> None:
        """Somebody says that the last card was read as another one."""
        if self.reads and self.reads[-1].answer.card is not None:
            self.reads[-1] = replace(self.reads[-1], denied=True)

    @property
    def right(self) -> int:
        return sum(read.right for read in self.reads)

    @property
    def again(self) -> list[Card]:
        """The cards to show again: those that were asked or misread."""
        return list(dict.fromkeys(card for read in self.reads for card in read.again))

    @property
    def grade(self) -> Grade:
        share = self.right / max(len(self.reads), 1)
        wrong = sum(read.wrong for read in self.reads)
        if wrong:
            return Grade.FAIR if share >= NAMES.good_share else Grade.POOR
        if share >= NAMES.very_good_share:
            return Grade.VERY_GOOD
        if share >= NAMES.good_share:
            return Grade.GOOD
        return Grade.FAIR if share >= NAMES.fair_share else Grade.POOR


def _is_shown_again(read: Read, other: Read) -> bool:
    """Pictures with names are as many as there are; of what is shown nobody knows more than what is read."""
    named = read.truth is not None or other.truth is not None or other.denied
    return not named and read.card == other.card
