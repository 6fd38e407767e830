"""Which reading is of which card of a picture, and what readings are left over: none is dropped, none counts twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.geometry.quads import overlap
from vision.recognition import verification

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.harness.tally import Tally
    from engine.cards import Card
    from vision.recognition.pack import Answer
    from vision.recognition.reader import Reader
    from vision.types import Image, Quad, Reading

SAME_CARD, ELSEWHERE = 0.5, 0.3
"""Overlap of a reading and a card that it is of, and of a reading that is of no card at all."""


def paired(
    cards: Sequence[tuple[Card, Quad]], readings: Sequence[Reading]
) -> tuple[list[Reading | None], list[Reading]]:
    """Returns the reading of each card, and those left over; of several that lie there, one with its name comes first.

    That one is preferred hides nothing: the others are left over, and `amiss` tells those with another name.
    """
    likely = [
        (reading.card == card, share, place, number)
        for place, (card, quad) in enumerate(cards)
        for number, reading in enumerate(readings)
        if (share := overlap(reading.quad, quad)) > SAME_CARD
    ]
    found: dict[int, int] = {}
    for _, _, place, number in sorted(likely, key=lambda one: one[:2], reverse=True):
        if place not in found and number not in found.values():
            found[place] = number
    left = [reading for number, reading in enumerate(readings) if number not in found.values()]
    return [readings[found[place]] if place in found else None for place in range(len(cards))], left


def amiss(cards: Sequence[tuple[Card, Quad]], left: Iterable[Reading]) -> Iterator[tuple[Reading, int | None]]:
    """Yields each named reading left over that lies on cards of other names only, with the place of the nearest.

    The place is None where no card lies. A card that is read twice, or loosely, with its own name is no fault.
    """
    for reading in left:
        shares = [overlap(reading.quad, quad) for _, quad in cards]
        near = [place for place, share in enumerate(shares) if share >= ELSEWHERE]
        if reading.card is not None and all(cards[place][0] != reading.card for place in near):
            yield reading, max(near, key=lambda place: shares[place], default=None)


def count_card(tally: Tally, card: Card, reading: Reading | None, wrong: Sequence[Reading], where: str = "") -> bool:
    """Counts a card by its reading and the names left over on it; returns whether it was named right, and only so."""
    every = [*((reading,) if reading is not None else ()), *wrong]
    if not every:
        tally.miss()
    for number, one in enumerate(every):
        tally.count(card, one.card, one.candidates[0].card, where, again=number > 0)
    return len(every) == 1 and every[0].card == card


def answer_at(quad: Quad, picture: Image, reader: Reader) -> Answer:
    answer = reader.judge(reader.scores(picture, [quad])[0])
    return verification.disambiguate(picture, reader, quad, verification.verify(picture, reader, quad, answer)[0])
