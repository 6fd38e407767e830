"""Matching of readings with cards of a picture: every reading is used once, as that of a card or as surplus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.geometry.quads import overlap
from vision.recognition.place import Place
from vision.recognition.verification import disambiguate, verify

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.cards import Card
    from lab.benchmarks.harness.results import Tally
    from vision.recognition.naming import Answer
    from vision.recognition.reader import Reader
    from vision.types import Image, Quad, Reading

SAME_CARD, ELSEWHERE = 0.5, 0.3
"""Least overlap of a reading with its card, and largest overlap of a reading that belongs to no card."""


def match_readings(
    cards: Sequence[tuple[Card, Quad]], readings: Sequence[Reading]
) -> tuple[list[Reading | None], list[Reading]]:
    """Returns the reading of each card, preferring one with its name, and the surplus readings.

    The preference hides no error: surplus readings with another name are found by `wrong_surplus`.
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


def wrong_surplus(cards: Sequence[tuple[Card, Quad]], left: Iterable[Reading]) -> Iterator[tuple[Reading, int | None]]:
    """Yields each surplus reading whose name is that of no card it overlaps, with the index of the nearest card.

    The index is None if there is no card. A second or inaccurate reading with the right name is no error.
    """
    for reading in left:
        shares = [overlap(reading.quad, quad) for _, quad in cards]
        near = [place for place, share in enumerate(shares) if share >= ELSEWHERE]
        if reading.card is not None and all(cards[place][0] != reading.card for place in near):
            yield reading, max(near, key=lambda place: shares[place], default=None)


def count_card(tally: Tally, card: Card, reading: Reading | None, wrong: Sequence[Reading], where: str = "") -> bool:
    """Counts a card by its reading and the surplus names on it; returns whether only its right name was given."""
    every = [*((reading,) if reading is not None else ()), *wrong]
    if not every:
        tally.miss()
    for number, one in enumerate(every):
        tally.count(card, one.card, one.candidates[0].card, where, again=number > 0)
    return len(every) == 1 and every[0].card == card


def answer_at(quad: Quad, picture: Image, reader: Reader) -> Answer:
    place = Place(picture, reader, quad)
    answer = place.answer()
    return disambiguate(place, verify(place, answer)[0])
