"""In which order cards are shown, how a row is ordered, and which card of a pack a picture is."""

from __future__ import annotations

import cmath
import itertools
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

import numpy as np

from engine.cards import Card, Pack
from vision.enrolment.card_crops import EmbeddedCrop
from vision.enrolment.measured_outline import Reason
from vision.enrolment.showing.progress import Refusal
from vision.enrolment.thresholds import SHOWING
from vision.recognition.naming import Answer
from vision.recognition.pack import EnrolledPack
from vision.types import Quad

MAX_ROW_CARDS = 8
"""Most cards in a row; with a finger's gap they are as wide as the view."""


@dataclass(slots=True)
class CardOrder:
    """The cards of *kind* that are not in *taken*. The owner of *taken* changes it while cards are shown."""

    kind: Pack
    taken: Container[Card]
    _deferred: list[Card] = field(default_factory=list)
    """Cards that are requested after all others."""

    @property
    def missing(self) -> list[Card]:
        by_suit = sorted(self.kind.cards, key=lambda card: self.kind.suits.index(card.suit))
        cards = [*(card for card in by_suit if card not in self._deferred), *self._deferred]
        return [card for card in cards if card not in self.taken]

    @property
    def suits(self) -> list[list[Card]]:
        """The missing cards, suit by suit, and then the deferred ones."""
        return [list(cards) for _, cards in itertools.groupby(self.missing, key=attrgetter("suit"))]

    @property
    def rows(self) -> list[list[Card]]:
        """The missing cards in rows that fit into the view."""
        return [part for suit in self.suits for part in split_into_rows(suit)]

    def cards_filling(self, lengths: Sequence[int]) -> list[Card]:
        """Returns the cards that fill rows of these lengths with whole suits or with parts; empty if neither fits."""
        for parts in (self.suits, self.rows):
            count = count_filled(lengths, [len(part) for part in parts])
            if count:
                return [card for part in parts[:count] for card in part]
        return []

    def cards_nearest_to(self, count: int) -> list[Card]:
        """Returns the cards of as many of the next rows as hold nearest to *count* cards."""
        ends = [*itertools.accumulate(len(part) for part in self.rows)]
        return self.missing[: min(ends, key=lambda end: abs(end - count))]

    def defer(self, cards: Sequence[Card]) -> None:
        """Requests *cards* after all others."""
        self._deferred = [*(card for card in self._deferred if card not in cards), *cards]

    def cancel_deferral(self, cards: Sequence[Card]) -> None:
        """Requests *cards* at their usual place in the order again."""
        self._deferred = [card for card in self._deferred if card not in cards]


def split_into_rows(cards: Sequence[Card]) -> list[list[Card]]:
    """Returns *cards* in rows of about equal length, none longer than `MAX_ROW_CARDS`."""
    count = -(-len(cards) // MAX_ROW_CARDS)
    ends = [round(len(cards) * number / count) for number in range(count + 1)] if count else []
    return [list(cards[begin:end]) for begin, end in itertools.pairwise(ends)]


def group_into_rows(quads: Sequence[Quad]) -> list[list[int]]:
    """Returns the indices of the quads row by row from the top, each row from left to right.

    The short sides of the cards give the direction of the rows. The result is empty if they have no common direction,
    or if the rows are too steep to have a left end. A row may bend: each card is compared with its left neighbour.
    """
    level = _rotate_level(quads)
    if level is None:
        return []
    centres = np.array([quad.mean(axis=0) for quad in level]).reshape(-1, 2)
    heights = [float(np.ptp(quad[:, 1])) for quad in level]
    rows: list[list[int]] = []
    for number in np.argsort(centres[:, 0], kind="stable").tolist():
        fitting = [
            (abs(centres[row[-1], 1] - centres[number, 1]), row)
            for row in rows
            if abs(centres[row[-1], 1] - centres[number, 1]) < SHOWING.max_row_offset_of_height * heights[number]
        ]
        if fitting:
            min(fitting, key=lambda pair: pair[0])[1].append(number)
        else:
            rows.append([number])
    return sorted(rows, key=lambda row: float(centres[row, 1].mean()))


def _rotate_level(quads: Sequence[Quad]) -> list[Quad] | None:
    """Returns the quads rotated so that their short sides are level; None without a common direction."""
    if len(quads) < 2:  # one card is a row, however it lies
        return list(quads)
    tops = [complex(*(quad[1] - quad[0] + quad[2] - quad[3])) for quad in quads]
    # A side is the same turned by half; twice its angle is so turned by a whole.
    common = sum((top / max(abs(top), 1e-6)) ** 2 for top in tops) / len(tops)
    slant = cmath.phase(common) / 2
    if abs(common) < SHOWING.min_common_direction or abs(slant) > np.deg2rad(SHOWING.max_row_slant_deg):
        return None
    turn = np.array([[np.cos(slant), -np.sin(slant)], [np.sin(slant), np.cos(slant)]], np.float32)
    return [quad @ turn for quad in quads]


def count_filled(rows: Sequence[int], sizes: Sequence[int]) -> int:
    """Returns how many of *sizes* (cards of each part) the rows fill exactly; 0 if the last part is not filled.

    Each part begins a new row. Only a part longer than `MAX_ROW_CARDS` may take several rows, of two cards at
    least: otherwise a single card lies too high or too low.
    """
    count = filled = 0
    for row in rows:
        if count == len(sizes):
            return 0
        filled += row
        least = sizes[count] if sizes[count] <= MAX_ROW_CARDS else 2
        if row < least or filled > sizes[count]:
            return 0
        if filled == sizes[count]:
            count, filled = count + 1, 0
    return count if not filled else 0


def read_crop(pack: EnrolledPack, crop: EmbeddedCrop) -> Answer:
    """Returns the answer of a pack by the mean scores of all views of a card."""
    return pack.judge(pack.scores(crop.embeddings[0]).mean(axis=0))


def find_matching_pack(
    packs: Iterable[EnrolledPack], cards: Mapping[Card, EmbeddedCrop], kind: Pack
) -> tuple[EnrolledPack, dict[Card, Card]] | None:
    """Returns the first pack that names all *cards*, each differently, with these names by the keys of *cards*."""
    for pack in packs:
        answers = {card: read_crop(pack, crop).card for card, crop in cards.items()}
        names = {card: name for card, name in answers.items() if name is not None}
        if len(set(names.values())) == len(answers) and set(names.values()) <= set(kind.cards):
            return pack, names
    return None


def name_row(
    pack: EnrolledPack, row: Sequence[EmbeddedCrop], expected: Sequence[Card], kind: Container[Card]
) -> tuple[Refusal | None, Sequence[Card]]:
    """Returns the names of a row by *pack*, or *expected* if these are among its candidates, or else a refusal."""
    answers = [read_crop(pack, crop) for crop in row]
    names = [answer.card for answer in answers if answer.card is not None and answer.card in kind]
    if len(set(names)) == len(row):
        return None, names
    if expected and all(_may_be(card, answer) for card, answer in zip(expected, answers, strict=True)):
        return None, expected
    doubtful = next(answer for answer in answers if answer.card is None or names.count(answer.card) > 1)
    return refuse_doubtful(doubtful), expected


def refuse_doubtful(answer: Answer) -> Refusal:
    """Returns the refusal of a card that a pack reads with doubt, with its two likeliest names."""
    return Refusal(Reason.DOUBTFUL, tuple(candidate.card for candidate in answer.candidates[:2]))


def _may_be(card: Card, answer: Answer) -> bool:
    return card == answer.card if answer.card else card in [candidate.card for candidate in answer.candidates]
