"""Known packs of the same kind: which of them is the one being shown, and how it names the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.enrolment.showing.progress import Reason, Refusal

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from engine.cards import Card, Pack
    from vision.enrolment.card_crops import EmbeddedCrop
    from vision.recognition.naming import Answer
    from vision.recognition.pack import EnrolledPack


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
