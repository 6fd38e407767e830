"""Checks of a pack after its enrolment: pictures of one card under two names, cards read with doubt, swapped names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

import cv2
import numpy as np

from engine.cards import Card
from vision.enrolment.card_crops import embed_crop, show_same_card
from vision.enrolment.measured_outline import Numbers
from vision.enrolment.thresholds import ENROLMENT
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, rectify
from vision.recognition.acceptance_calibration import views_of
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import EnrolledPack
from vision.recognition.place import Place
from vision.recognition.reader import PackReader
from vision.recognition.verification import disambiguate, verify
from vision.types import Image

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
    embedded = {name: embed_crop(each, full_quad(each), recogniser) for name, each in pictures.items()}
    return [
        [one, other]
        for one, other in combinations(pictures, 2)
        if card_of[one] != card_of[other] and show_same_card(embedded[one], embedded[other])
    ]


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
    colours = np.stack([_colour_histogram(crop) for crop in crops])
    fit = _fit(cards, colours @ colours.T, "suit") + _fit(cards, _ink_correlations(crops), "rank")
    gains = fit + fit.T - fit.diagonal() - fit.diagonal()[:, None]
    pairs_found: list[tuple[Card, Card]] = []
    for one, other in sorted(combinations(range(len(cards)), 2), key=lambda pair: -gains[pair]):
        is_new = all(cards[one] not in pair and cards[other] not in pair for pair in pairs_found)
        if is_new and gains[one, other] > ENROLMENT.min_swap_gain:
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


def _ink_correlations(crops: Sequence[Numbers]) -> Numbers:
    """Returns N×N correlations of the ink maps of crops (L*a*b*), the better of both ways up."""
    inked = np.stack([_ink_map(crop).ravel() for crop in crops])
    inked -= inked.mean(axis=1, keepdims=True)
    inked /= np.maximum(np.linalg.norm(inked, axis=1, keepdims=True), 1e-6)
    return np.asarray(np.maximum(inked @ inked.T, inked @ inked[:, ::-1].T))  # turned by 180°, pixels come last first


def _ink_map(lab: Numbers) -> Numbers:
    """Returns the blurred colour distance of a crop (L*a*b*) from its paper, at a quarter of its size."""
    paper = np.quantile(lab[:, :, 0], 0.9)
    distance = np.abs(lab[:, :, 0] - paper) + np.linalg.norm(lab[:, :, 1:] - 128, axis=2)
    blurred = cv2.GaussianBlur(np.minimum(distance, 60.0), (0, 0), CROP_HEIGHT / 36)
    return np.asarray(cv2.resize(blurred, (CROP_WIDTH // 4, CROP_HEIGHT // 4), interpolation=cv2.INTER_AREA))
