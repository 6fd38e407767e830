"""In which order cards are shown, and which card of a pack a picture is."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from vision.enrolment.showing.progress import Reason, Refusal
from vision.enrolment.showing.row_layout import count_filled, split_into_rows

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from engine.cards import Card, Pack
    from vision.enrolment.card_crops import EmbeddedCrop
    from vision.recognition.naming import Answer
    from vision.recognition.pack import EnrolledPack


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
