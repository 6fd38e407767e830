"""A pack looked over after its enrolment: which pictures show one card, which cards it would ask for, which names may
be swapped."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.enrolment.card_crops import embed_crop, show_same_card
from vision.enrolment.thresholds import CROP, NAMES
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, rectify, whole
from vision.recognition.acceptance import views_of
from vision.recognition.reader import PackReader
from vision.recognition.verification import disambiguate, share_explained, verify

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card
    from vision.recognition.embedder import Recogniser
    from vision.recognition.pack import EnrolledPack
    from vision.types import Image

Numbers: TypeAlias = npt.NDArray[Any]


class Rereading(NamedTuple):
    """How a card was read from worse views of its own picture: of so many, how many were right, how many wrong."""

    card: Card
    right: int
    wrong: int
    of: int


def same_cards(pictures: Mapping[str, Image], card_of: Mapping[str, Card], recogniser: Recogniser) -> list[list[str]]:
    """Returns pairs of pictures that show one card, and were brought for two."""
    names = list(pictures)
    cut = [embed_crop(pictures[name], whole(pictures[name]), recogniser) for name in names]
    return [
        [names[one], names[other]]
        for one in range(len(names))
        for other in range(one + 1, len(names))
        if card_of[names[one]] != card_of[names[other]]
        and show_same_card(cut[one], cut[other])
        and _explain_one_another(pictures[names[one]], pictures[names[other]])
    ]


def _explain_one_another(one: Image, other: Image) -> bool:
    """Unters of two suits are as alike as that, but for their signs: laid on one another exactly, these are left."""
    crops = [rectify(each, whole(each)) for each in (one, other)]
    shares = (
        share_explained(crops[0], whole(crops[0]), [crops[1]]),
        share_explained(crops[1], whole(crops[1]), [crops[0]]),
    )
    return min(shares) > CROP.min_same_explained


def read_again(pack: EnrolledPack, recogniser: Recogniser, seed: int = 3) -> list[Rereading]:
    """Returns how the cards of a pack are read from views of their own pictures, those in play alone."""
    chance, reader = np.random.default_rng(seed), PackReader(recogniser, pack)
    found = []
    for card, contents in zip(pack.cards, pack.pictures, strict=False):
        named = [_named(view, reader) for view in islice(views_of(contents, chance), NAMES.rereadings)]
        wrong = sum(one not in (None, card) for one in named)
        found.append(Rereading(card, named.count(card), wrong, NAMES.rereadings))
    return found


def _named(view: Image, reader: PackReader) -> Card | None:
    quad = whole(view)
    answer = reader.judge(reader.scores(view, [quad])[0])
    return disambiguate(view, reader, quad, verify(view, reader, quad, answer)[0]).card


def swapped(pictures: Mapping[Card, Image]) -> list[tuple[Card, Card]]:
    """Returns pairs of cards that look as if their names were swapped, the likeliest first.

    Cards of one suit share their colours and its sign, cards of one rank the layout of their signs: two cards that are
    each far more like the other's suit and rank than like their own have been taken for one another. It is a suspicion.
    """
    cards = list(pictures)
    if min(len({card.suit for card in cards}), len({card.rank for card in cards})) < NAMES.min_suits_and_ranks:
        return []
    suited, ranked = _likeness([_colours(pictures[card]) for card in cards]), _layout_likeness(pictures)
    fit = _fit(cards, suited, "suit") + _fit(cards, ranked, "rank")
    gains = {
        (one, other): float(fit[one, other] + fit[other, one] - fit[one, one] - fit[other, other])
        for one in range(len(cards))
        for other in range(one + 1, len(cards))
    }
    likely = sorted((pair for pair, gain in gains.items() if gain > NAMES.min_swap_gain), key=lambda pair: -gains[pair])
    found: list[tuple[Card, Card]] = []
    for one, other in likely:
        if all(cards[one] not in pair and cards[other] not in pair for pair in found):
            found.append((cards[one], cards[other]))
    return found


def _fit(cards: Sequence[Card], likeness: Numbers, part: str) -> Numbers:
    """Returns N×N: how well card i fits the suit (or rank) of card j, in standard deviations over all cards.

    Neither i nor j tells what its own suit is like.
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


def _colours(picture: Image) -> Numbers:
    """Returns the histogram of a card's colours, without its paper, as a vector of length one."""
    crop = rectify(picture, whole(picture))
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float32)
    paper = np.quantile(lab[:, 0], 0.9)
    inked = lab[lab[:, 0] < 0.85 * paper]
    counts = np.histogramdd(inked if len(inked) else lab, bins=(3, 8, 8), range=((0, 256), (80, 200), (80, 200)))[0]
    soft = np.sqrt(counts.ravel())
    return np.asarray(soft / max(float(np.linalg.norm(soft)), 1e-6))


def _likeness(vectors: Sequence[Numbers]) -> Numbers:
    each = np.stack(vectors)
    return np.asarray(each @ each.T)


def _layout_likeness(pictures: Mapping[Card, Image]) -> Numbers:
    """Returns N×N correlations of where cards are inked, at the better way up."""
    inked = [_inked(picture) for picture in pictures.values()]
    over = [one[::-1, ::-1] for one in inked]
    ways = [np.stack([_unit(one) for one in way]) for way in (inked, over)]
    return np.asarray(np.maximum(ways[0] @ ways[0].T, ways[0] @ ways[1].T))


def _inked(picture: Image) -> Numbers:
    crop = rectify(picture, whole(picture))
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float32)
    paper = np.quantile(lab[:, :, 0], 0.9)
    off = np.abs(lab[:, :, 0] - paper) + np.linalg.norm(lab[:, :, 1:] - 128, axis=2)
    soft = cv2.GaussianBlur(np.minimum(off, 60.0), (0, 0), CROP_HEIGHT / 36)
    return np.asarray(cv2.resize(soft, (CROP_WIDTH // 4, CROP_HEIGHT // 4), interpolation=cv2.INTER_AREA))


def _unit(values: Numbers) -> Numbers:
    flat = values.ravel() - values.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6))
