"""Checks of a pack after its enrolment: pictures of one card under two names, cards read with doubt, swapped names."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.card_crops import embed_crop, show_same_card
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, rectify
from vision.recognition.acceptance_calibration import views_of
from vision.recognition.ecc_alignment import share_explained
from vision.recognition.place import Place
from vision.recognition.reader import PackReader
from vision.recognition.verification import disambiguate, verify

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import EnrolledPack
    from vision.types import Image

Numbers: TypeAlias = npt.NDArray[Any]


REREADINGS = 3
"""Views of each card that are read again."""
MIN_SUITS_AND_RANKS = 4
"""Suits, and ranks, that a pack needs, so that its other cards show what a suit or rank looks like."""


class Rereading(NamedTuple):
    """Numbers of right and wrong readings of a card among `total` augmented views of its own picture."""

    card: Card
    right: int
    wrong: int
    total: int


def find_same_cards(
    pictures: Mapping[str, Image], card_of: Mapping[str, Card], recogniser: Recogniser
) -> list[list[str]]:
    """Returns pairs of names of pictures that show one card under the names of two cards."""
    names = list(pictures)
    embedded_crops = [embed_crop(pictures[name], full_quad(pictures[name]), recogniser) for name in names]
    return [
        [names[one], names[other]]
        for one in range(len(names))
        for other in range(one + 1, len(names))
        if card_of[names[one]] != card_of[names[other]]
        and show_same_card(embedded_crops[one], embedded_crops[other])
        and _explain_each_other(pictures[names[one]], pictures[names[other]])
    ]


def _explain_each_other(one: Image, other: Image) -> bool:
    """Tells whether two pictures explain each other's pixels once aligned; Unters of two suits differ in their pips."""
    crops = [rectify(each, full_quad(each)) for each in (one, other)]
    shares = (
        share_explained(crops[0], full_quad(crops[0]), [crops[1]]),
        share_explained(crops[1], full_quad(crops[1]), [crops[0]]),
    )
    return min(shares) > ENROLMENT.min_same_explained


def reread_pack(pack: EnrolledPack, recogniser: Recogniser, seed: int = 3) -> list[Rereading]:
    """Returns how each card in play is read from augmented views of its own picture."""
    chance, reader = np.random.default_rng(seed), PackReader(recogniser, pack)
    rereadings = []
    for card, contents in zip(pack.cards, pack.pictures, strict=False):
        names = [_read_name(view, reader) for view in islice(views_of(contents, chance), REREADINGS)]
        wrong = sum(one not in (None, card) for one in names)
        rereadings.append(Rereading(card, names.count(card), wrong, REREADINGS))
    return rereadings


def _read_name(view: Image, reader: PackReader) -> Card | None:
    place = Place(view, reader, full_quad(view))
    return disambiguate(place, verify(place, place.answer())[0]).card


def find_swapped_names(pictures: Mapping[Card, Image]) -> list[tuple[Card, Card]]:
    """Returns pairs of cards whose names may be swapped, the likeliest first; no card is in two pairs.

    Cards of one suit share colours, and cards of one rank the layout of their pips. A pair is suspected if each card
    fits suit and rank of the other by `ENROLMENT.min_swap_gain` standard deviations better than its own.
    """
    cards = list(pictures)
    if min(len({card.suit for card in cards}), len({card.rank for card in cards})) < MIN_SUITS_AND_RANKS:
        return []
    crops = _on_light_paper(
        [cv2.cvtColor(rectify(pictures[card], full_quad(pictures[card])), cv2.COLOR_BGR2LAB) for card in cards]
    )
    suit_likeness, rank_likeness = _cosines([_colour_histogram(crop) for crop in crops]), _ink_correlations(crops)
    fit = _fit(cards, suit_likeness, "suit") + _fit(cards, rank_likeness, "rank")
    gains = {
        (one, other): float(fit[one, other] + fit[other, one] - fit[one, one] - fit[other, other])
        for one in range(len(cards))
        for other in range(one + 1, len(cards))
    }
    likely = sorted(
        (pair for pair, gain in gains.items() if gain > ENROLMENT.min_swap_gain), key=lambda pair: -gains[pair]
    )
    pairs_found: list[tuple[Card, Card]] = []
    for one, other in sorted(likely, key=lambda pair: -gains[pair]):
        if all(cards[one] not in pair and cards[other] not in pair for pair in pairs_found):
            pairs_found.append((cards[one], cards[other]))
    return pairs_found


def _fit(cards: Sequence[Card], likeness: Numbers, part: str) -> Numbers:
    """Returns N×N: how well card i fits the suit (or rank) of card j, in standard deviations over all cards.

    The suit is represented by its other cards, without i and j.
    """
    names = np.array([getattr(card, part) for card in cards])
    fit = np.zeros_like(likeness)
    for card in range(len(cards)):
        for place in range(len(cards)):
            alike = names == names[place]
            alike[[card, place]] = False
            fit[card, place] = likeness[card, alike].mean() if alike.any() else np.nan
    fit = np.where(np.isnan(fit), np.nanmean(fit), fit)
    centred = fit - fit.mean(axis=1, keepdims=True)
    return np.asarray(centred / max(float(centred.std()), 1e-6))


def _on_light_paper(crops: Sequence[Numbers]) -> list[Numbers]:
    """Returns crops (L*a*b*), those of a black deck with inverted lightness: most pixels of most cards show paper."""
    darkest, half, lightest = np.quantile(np.stack(crops)[..., 0], (0.05, 0.5, 0.95), axis=(1, 2))
    is_black = float(np.mean(half < (darkest + lightest) / 2)) > 0.5
    return [
        np.dstack([255 - crop[..., 0] if is_black else crop[..., 0], crop[..., 1:]]).astype(np.float32)
        for crop in crops
    ]


def _colour_histogram(crop: Numbers) -> Numbers:
    """Returns the square roots of the histogram of a crop (L*a*b*) without its paper, as a unit vector."""
    lab = crop.reshape(-1, 3)
    paper = np.quantile(lab[:, 0], 0.9)
    inked = lab[lab[:, 0] < 0.85 * paper]
    counts = np.histogramdd(inked if len(inked) else lab, bins=(3, 8, 8), range=((0, 256), (80, 200), (80, 200)))[0]
    blurred = np.sqrt(counts.ravel())
    return np.asarray(blurred / max(float(np.linalg.norm(blurred)), 1e-6))


def _cosines(vectors: Sequence[Numbers]) -> Numbers:
    """Returns the N×N cosines of unit vectors."""
    each = np.stack(vectors)
    return np.asarray(each @ each.T)


def _ink_correlations(crops: Sequence[Numbers]) -> Numbers:
    """Returns N×N correlations of the ink maps of crops (L*a*b*), the better of both ways up."""
    inked = [_ink_map(crop) for crop in crops]
    upside_down = [one[::-1, ::-1] for one in inked]
    ways = [np.stack([_normalise(one) for one in way]) for way in (inked, upside_down)]
    return np.asarray(np.maximum(ways[0] @ ways[0].T, ways[0] @ ways[1].T))


def _ink_map(lab: Numbers) -> Numbers:
    """Returns the blurred colour distance of a crop (L*a*b*) from its paper, at a quarter of its size."""
    paper = np.quantile(lab[:, :, 0], 0.9)
    distance = np.abs(lab[:, :, 0] - paper) + np.linalg.norm(lab[:, :, 1:] - 128, axis=2)
    blurred = cv2.GaussianBlur(np.minimum(distance, 60.0), (0, 0), CROP_HEIGHT / 36)
    return np.asarray(cv2.resize(blurred, (CROP_WIDTH // 4, CROP_HEIGHT // 4), interpolation=cv2.INTER_AREA))


def _normalise(values: Numbers) -> Numbers:
    """Returns the values as a vector of mean 0 and length 1."""
    flat = values.ravel() - values.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6))
