"""When a card is named and when it is asked for: the thresholds of network and deck, and the answer.

Softmax confidence does not reject a foreign card, distances do. So a card is named if its prototype is near enough
and if the embedding lies clearly on its side of the plane midway to the nearest other card. That distance to the
plane means the same for look-alikes as for cards that differ: a pack of look-alikes asks more by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from math import exp, log

from engine.cards import Card
from vision.recognition.thresholds import RECOGNITION
from vision.types import BACK, Candidate, Reading

PARTS = (0.25, 0.4, 0.7)
"""Visible shares of a card from which covered cards have their own thresholds; below the least they are not named."""
NEVER = 2.0
"""A threshold above every cosine."""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Thresholds measured in training on its own decks, for a fixed share of wrong answers.

    `near` is the least cosine with a card's prototype, `apart` the least distance to the plane midway to the next card,
    `foreign` the cosine below which it is no card of this pack and no question is asked.
    """

    near: float
    apart: float
    foreign: float

    @classmethod
    def of(cls, calibration: Mapping[str, float], shown: float = 1.0) -> Thresholds:
        """Returns the thresholds in a network's *calibration* for cards of which a share *shown* is visible."""
        plain = cls(calibration["near"], calibration["apart"], calibration["foreign"])
        if shown >= 1:
            return plain
        part = max((part for part in PARTS if part <= shown), default=None)
        if part is None:
            return replace(plain, near=NEVER)
        names = (measured_for(name, part) for name in ("near", "apart", "foreign"))
        return cls(*(calibration.get(name, value) for name, value in zip(names, astuple(plain), strict=True)))


@dataclass(frozen=True, slots=True)
class Acceptance:
    """Threshold for naming a card, calibrated at enrolment (`recognition.acceptance_calibration`).

    The doubt of a name is (1 - cosine) times the share of the crop that the kept picture leaves unexplained.
    `most_doubt` is the largest doubt at which a card is named.
    """

    most_doubt: float

    def least_explained(self, cosine: float) -> float:
        """Returns the least share of the crop that the kept picture of a card with this cosine must explain."""
        return max(1 - self.most_doubt / max(1 - cosine, 1e-6), 0.0)


def measured_for(name: str, part: float) -> str:
    """Returns the name of a threshold in a network's calibration, for cards of which *part* or more is visible."""
    return f"{name}_from_{part:.0%}"


@dataclass(frozen=True, slots=True)
class Answer:
    """`card` is None if the reading is doubtful; `is_foreign` tells that it is no card of the pack.

    `card` and candidates may be set aside. `is_of_pack` tells that it surely is one of the known cards. `acceptance` is
    the deck's further threshold, None without one; `apart` the distance to the plane midway to the next card.
    """

    card: Card | None
    candidates: tuple[Candidate, ...]
    is_foreign: bool
    is_of_pack: bool
    acceptance: Acceptance | None = None
    apart: float = 0.0

    def least_explained(self, candidate: Candidate) -> float:
        """Returns the least share (0 to 1) of the crop that the candidate's picture must explain for it to be named.

        The threshold of the deck excludes cards that were never shown and resemble its faces; none resembles its back.
        """
        if self.acceptance is None or candidate.card == BACK:
            return 0.0
        return self.acceptance.least_explained(candidate.score)


def name_evidence(reading: Reading) -> tuple[float, float, float]:
    """Returns what tells how surely a name is right: nearness of its card, distance to the next one, visible share.

    A name that the pixels gave to another than the likeliest card has no distance.
    """
    score = next((one.score for one in reading.candidates if one.card == reading.card), reading.candidates[-1].score)
    apart = reading.apart if reading.candidates[0].card == reading.card else 0.0
    return -log(max(1 - score, 1e-3)), apart, reading.visible


def name_probability(reading: Reading) -> float | None:
    """Returns the probability (0 to 1) that the name is right, None without a name; see `name_probability_weights`."""
    if reading.card is None or not reading.candidates:
        return None
    constant, *weights = RECOGNITION.name_probability_weights
    logit = constant + sum(weight * value for weight, value in zip(weights, name_evidence(reading), strict=True))
    return 1 / (1 + exp(-logit))
