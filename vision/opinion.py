"""A second opinion on what the network says of a card: the pixels of its kept pictures.

A pack without pictures has none: then the network's word stands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from vision.alignment import aligned
from vision.kept import MIDDLE
from vision.likeness import leaning, likeness
from vision.quads import overlap
from vision.rectify import inset, rectify, shown_part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards import Card
    from vision.pack import Answer
    from vision.reader import Reader
    from vision.rectify import Shown
    from vision.sightings import Image, Luma, Quad

UNLIKE = 0.4
"""Correlation with a kept picture: the same card in another print is hardly ever less alike, a stranger mostly is."""
EXACT = 0.9
"""Correlation: a card that lies just there, in the print that was enrolled."""
ASTRAY = 0.5
"""Overlap with that outline: with less, the picture was laid on something else."""
RIVAL = 0.05
"""Cosine: a candidate that is behind by no more may be the card."""
CLEARLY = 0.5
"""How far what leans to a card may be off 1, where it is just that card; a third card may lean anywhere."""
DIFFERENT = 0.25
"""Of what the crop differs from the card it leans to: cards that differ by less where they show look the same."""


class Place(NamedTuple):
    """Where a card lies, and how much it looks there like its kept pictures, -1 to 1."""

    quad: Quad
    alike: float


def second(image: Image, reader: Reader, quad: Quad, answer: Answer) -> Answer:
    """Returns the answer that network and pixels come to for a card that lies open."""
    judge = told_apart if answer.card is None else compared
    return judge(image, reader, quad, answer)


def compared(image: Image, reader: Reader, quad: Quad, answer: Answer) -> Answer:
    """What is named, and hardly like the kept pictures of that card, is a stranger or badly cut: ask."""
    if answer.card is None:
        return answer
    alike = alike_at(image, reader, quad, answer.card)
    return answer if alike is None or alike >= UNLIKE else replace(answer, card=None)


def agreed(image: Image, reader: Reader, quad: Quad, answer: Answer, visible: Luma | None = None) -> Answer:
    """For what lies under others, of which less shows: network and pixels must agree.

    What is named must be the most alike of all candidates; what is not may be told by where the pictures differ.
    """
    if answer.card is None:
        return told_apart(image, reader, quad, answer, visible)
    each = (alike_at(image, reader, quad, candidate.card, visible) for candidate in answer.candidates)
    alike = [one for one in each if one is not None]
    return answer if not alike or alike[0] >= max(UNLIKE, *alike) else replace(answer, card=None)


def told_apart(image: Image, reader: Reader, quad: Quad, answer: Answer, visible: Luma | None = None) -> Answer:
    """Names what surely is one of the pack, lies just there, and leans clearly to one card against all others."""
    if answer.card is not None or not answer.near:
        return answer
    cards = [candidate.card for candidate in answer.candidates]
    for candidate in answer.candidates:
        rival = candidate.score > answer.candidates[0].score - RIVAL
        if rival and _leans_to(image, reader, quad, candidate.card, cards, visible):
            return replace(answer, card=candidate.card)
    return answer


def _leans_to(
    image: Image, reader: Reader, quad: Quad, card: Card, cards: Iterable[Card], visible: Luma | None
) -> bool:
    place = laid(image, reader, quad, card, visible, enough=1.0)
    if place is None or place.alike < EXACT:
        return False
    crop, shown, kept = rectify(image, place.quad), _shown(visible, place.quad), reader.pictures(card)
    leanings = (leaning(crop, kept, reader.pictures(other), shown) for other in cards if other != card)
    return all(abs(found.towards - 1) < CLEARLY and found.difference > DIFFERENT * found.strange for found in leanings)


def laid(
    image: Image, reader: Reader, quad: Quad, card: Card, visible: Luma | None = None, enough: float = EXACT
) -> Place | None:
    """Returns where *card* lies about a quad by its kept pictures, the quad itself if that is as good.

    Only what is *visible* (H×W, not 0) counts. A quad at which they are alike *enough* is left as it is. None for a
    pack without pictures.
    """
    alike = alike_at(image, reader, quad, card, visible)
    if alike is None or alike >= enough:
        return None if alike is None else Place(quad, alike)
    found = aligned(image, quad, reader.pictures(card), visible)
    if found is None or overlap(found, quad) < ASTRAY:
        return Place(quad, alike)
    place = inset(found, -MIDDLE / (1 - 2 * MIDDLE))
    better = alike_at(image, reader, place, card, visible)
    return Place(place, better) if better is not None and better > alike else Place(quad, alike)


def alike_at(image: Image, reader: Reader, quad: Quad, card: Card, visible: Luma | None = None) -> float | None:
    """Returns how much a quad looks like the kept pictures of *card*, -1 to 1; None for a pack without."""
    pictures = reader.pictures(card)
    return likeness(rectify(image, quad), pictures, _shown(visible, quad)) if pictures else None


def _shown(visible: Luma | None, quad: Quad) -> Shown | None:
    return None if visible is None else shown_part(visible, quad)
