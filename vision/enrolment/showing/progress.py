"""How far showing a deck has come, and why a picture was refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from engine.cards import Card
from vision.enrolment.card_crops import EmbeddedCrop, find_quality_fault, show_same_card
from vision.enrolment.measured_outline import Reason
from vision.enrolment.quiz import QuizReading
from vision.enrolment.showing.shown_cards import Capture
from vision.enrolment.thresholds import ENROLMENT, SHOWING
from vision.geometry.quads import sides
from vision.recognition.pack import EnrolledPack
from vision.types import Image, Quad

MIN_SECONDS_REFUSED = 1.2
"""Time for which a still picture may become sharp, or a row complete, before it is refused."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The card is in the new pack; `again` tells that it replaces an earlier picture of the same card."""

    card: Card
    again: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A picture that was not accepted."""

    reason: Reason
    like: tuple[Card, ...] = ()
    """The card shown before (`double`), the cards that it may be (`doubtful`), or the requested ones of a picture."""
    card_count: int = 1
    """How many cards are in view."""
    cards_at_gaps: tuple[Card, ...] = ()
    """The cards that belong at the gaps of a row."""


@dataclass(frozen=True, slots=True)
class Removal:
    """The card was accepted earlier, but its picture shows no card."""

    card: Card


@dataclass(frozen=True, slots=True)
class PackMatch:
    """A known pack reads all of the first cards surely; from now on it names the cards, in any order."""

    pack: EnrolledPack


@dataclass(frozen=True, slots=True)
class BackAcceptance:
    """The back of the cards is in the new pack."""


Progress: TypeAlias = Acceptance | Refusal | Removal | PackMatch | BackAcceptance | QuizReading


@dataclass(slots=True)
class AnsweredViews:
    """The last still view that was accepted or refused: each is answered once, unless its refusal changes."""

    view: int = 0
    refusal: Refusal | None = None

    def is_accepted(self, capture: Capture) -> bool:
        return self.view == capture.view and self.refusal is None

    def accept(self, capture: Capture) -> None:
        self.view, self.refusal = capture.view, None

    def refuse(self, capture: Capture, refusal: Refusal, wait: bool) -> bool:
        """Returns whether the refusal is new; with *wait* only after the view has had time to become usable."""
        is_early = wait and capture.since < MIN_SECONDS_REFUSED
        if is_early or (self.view, self.refusal) == (capture.view, refusal):
            return False
        self.view, self.refusal = capture.view, refusal
        return True


def find_fault(quad: Quad, crop: Image) -> Reason | None:
    """Returns why a card at *quad* (px) with this crop cannot be enrolled: it is small, plain or blurred."""
    if sides(quad)[1] < SHOWING.min_length_px:
        return Reason.SMALL
    return find_quality_fault(crop, ENROLMENT.min_shown_fine_detail)


def refuse_count(quads: Sequence[Quad], rows: Sequence[Sequence[int]], expected: tuple[Card, ...]) -> Refusal:
    """Returns the refusal of a picture whose *rows* (indices of *quads*) do not hold the *expected* cards."""
    if quads and (not rows or len(quads) == len(expected)):
        return Refusal(Reason.ASKEW, card_count=len(quads))
    gaps = find_gaps([quads[index] for index in rows[0]]) if len(rows) == 1 else []
    gaps_explain = len(quads) + len(gaps) == len(expected)
    unseen = tuple(expected[position] for position in gaps) if gaps_explain else ()
    return Refusal(
        Reason.COUNT if quads else Reason.NO_CARD, like=expected, card_count=len(quads), cards_at_gaps=unseen
    )


def find_gaps(row: Sequence[Quad]) -> list[int]:
    """Returns the places (from 0, left to right) at which a row has room for a card and shows none."""
    centres = np.array([quad.mean(axis=0) for quad in row]).reshape(-1, 2)
    steps = np.linalg.norm(np.diff(centres, axis=0), axis=1)
    usual = float(np.median(steps)) if len(steps) > 1 else 0.0
    gaps: list[int] = []
    for place, step in enumerate(steps, start=1):
        missing = max(round(float(step) / max(usual, 1.0)) - 1, 0) if usual else 0
        gaps += range(place + len(gaps), place + len(gaps) + missing)
    return gaps


def refuse_duplicates(
    row: Sequence[tuple[Card, EmbeddedCrop]], earlier: Iterable[tuple[Card, EmbeddedCrop]]
) -> Refusal | None:
    """Returns the refusal of a row that shows cards enrolled *earlier*, or one card twice.

    Cards of one rank in two suits may look alike, so these are refused only if more than half of the row are doubles.
    """
    earlier_crops = [*earlier]
    doubles = []
    for card, crop in row:
        doubles += [(card, other) for other, other_crop in earlier_crops if show_same_card(crop, other_crop)][:1]
        earlier_crops.append((card, crop))
    of_other_rank = [other for card, other in doubles if card.rank != other.rank]
    refused = of_other_rank or ([other for _, other in doubles] if 2 * len(doubles) > len(row) else [])
    return Refusal(Reason.DOUBLE, like=(refused[0],)) if refused else None
