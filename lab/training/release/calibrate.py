"""Calibrates the thresholds of reading on held-out decks, for fixed error rates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import cast

import numpy as np
import numpy.typing as npt

from engine.cards import FRENCH_52
from lab.training.augmentation.degrade import junk_view, reprinted, table_view
from lab.training.augmentation.light import Chance
from lab.training.augmentation.occlusion import beside_a_card, covered
from lab.training.data.decks import Deck, is_german
from vision.geometry.rectify import CropMask, rotate_180
from vision.recognition.embedder import Embeddings, Recogniser
from vision.recognition.naming import PARTS, Thresholds, measured_for
from vision.recognition.pack import EnrolledPack, enrol
from vision.types import Image

_WRONG_AT_MOST = 0.001
"""Of views harsher than a dim pub: a fifth has an object on the card, one in fifteen has wrong corners."""
_REPRINTED = 1 / 3
"""Share of these views of another print than the enrolled one, where errors occur first."""
_FOREIGN_AT_MOST = 0.001
_OWN_TAKEN_FOR_FOREIGN = 0.003
_MOST_COVERED = 0.3
"""Largest cover of a card that is read as fully visible; with less in view there are separate thresholds."""
_VIEWS, _FOREIGN_VIEWS = 6, 150
_COVERS, _COVERED_CARDS, _COVERED_STRANGERS = 3, 32, 12
"""For each part that shows: ways of covering a deck, cards of it (all share a cover), and foreign things."""
_NEARS = np.arange(0.3, 0.97, 0.01)
_APARTS = np.arange(0.0, 0.45, 0.005)


@dataclass(frozen=True)
class Trial:
    """Results of N views: `right[i]` if the nearest card is the true one, never for a foreign card."""

    score: npt.NDArray[np.float32]
    apart: npt.NDArray[np.float32]
    right: npt.NDArray[np.bool_]


def calibrate(decks: Sequence[Deck], recogniser: Recogniser, seed: int = 11) -> dict[str, float]:
    """Returns the thresholds that name the most cards rightly within the allowed shares of error.

    Those of covered cards stand beside those of whole ones, as `vision.recognition.naming.measured_for` names them.
    """
    packs = [enrolled(deck, recogniser) for deck in decks]
    plain = best_thresholds(*trials(decks, packs, recogniser, seed))
    thresholds = _rounded(plain)
    for part, end in zip(PARTS, (*PARTS[1:], 1.0), strict=True):
        partly = best_thresholds(*covered_trials(decks, packs, recogniser, (part, end), seed))
        # There are fewer such trials, and a partly visible card cannot be surer than a fully visible one.
        partly = replace(partly, near=max(partly.near, plain.near), apart=max(partly.apart, plain.apart))
        thresholds |= {measured_for(name, part): value for name, value in _rounded(partly).items()}
    return thresholds


def _rounded(thresholds: Thresholds) -> dict[str, float]:
    return {name: round(value, 4) for name, value in asdict(thresholds).items()}


def best_thresholds(own: Trial, foreign: Trial) -> Thresholds:
    """Returns those that name the most cards rightly; nothing is named if none keeps within the allowed shares."""
    best = (-1.0, 1.0, 1.0)
    for near, apart in product(_NEARS, _APARTS):
        is_named = (own.score >= near) & (own.apart >= apart)
        wrong = float((is_named & ~own.right).mean())
        false_names = float(((foreign.score >= near) & (foreign.apart >= apart)).mean())
        if wrong <= _WRONG_AT_MOST and false_names <= _FOREIGN_AT_MOST:
            best = max(best, (float((is_named & own.right).mean()), float(near), float(apart)))
    _, near, apart = best
    unlike = float(np.quantile(own.score, _OWN_TAKEN_FOR_FOREIGN))
    return Thresholds(near, apart, min(unlike, near))


def trials(
    decks: Sequence[Deck], packs: Sequence[EnrolledPack], recogniser: Recogniser, seed: int
) -> tuple[Trial, Trial]:
    """Returns the trials of the decks' own cards, and of foreign cards and other objects."""
    chance = np.random.default_rng(seed)
    own: list[Trial] = []
    foreign: list[Trial] = []
    for deck, pack in zip(decks, packs, strict=True):
        truth = np.repeat(np.arange(len(deck.pictures)), _VIEWS)
        faces = [deck.pictures[index] for index in truth]
        faces = [reprinted(face, chance) if chance.random() < _REPRINTED else face for face in faces]
        views = [table_view(face, deck.pictures, chance, _MOST_COVERED) for face in faces]
        views = [rotate_180(view) if chance.random() < 0.5 else view for view in views]
        own.append(_trial(pack, recogniser.embed(np.stack(views)), truth))
        strangers = [_strange(decks, deck, chance) for _ in range(_FOREIGN_VIEWS)]
        foreign.append(_trial(pack, recogniser.embed(np.stack(strangers)), None))
    return _all(own), _all(foreign)


def covered_trials(
    decks: Sequence[Deck], packs: Sequence[EnrolledPack], recogniser: Recogniser, part: tuple[float, float], seed: int
) -> tuple[Trial, Trial]:
    """Returns the same of views of which a *part*, from one share to another, shows beside a card on top."""
    chance = np.random.default_rng([seed, round(100 * part[0])])
    own: list[Trial] = []
    foreign: list[Trial] = []
    for deck, pack in zip(decks, packs, strict=True):
        count = min(len(pack.cards), _COVERED_CARDS)
        few = replace(pack, cards=pack.cards[:count], pictures=pack.pictures[:count])
        views = [table_view(picture, (), chance) for picture in deck.pictures[:count]]
        strangers = [_strange(decks, deck, chance) for _ in range(_COVERED_STRANGERS)]
        for _ in range(_COVERS):
            shown = beside_a_card(part, chance)
            pack_shown = few.for_visible_part(shown, recogniser)
            crops = [_met(view, views[int(chance.integers(count))], shown, chance) for view in views]
            own.append(_trial(pack_shown, recogniser.embed(np.stack(crops)), np.arange(count)))
            crops = [_met(view, views[int(chance.integers(count))], shown, chance) for view in strangers]
            foreign.append(_trial(pack_shown, recogniser.embed(np.stack(crops)), None))
    return _all(own), _all(foreign)


def _met(view: Image, on_top: Image, shown: CropMask, chance: Chance) -> Image:
    """Returns the view, either way up, partly under another."""
    return covered(rotate_180(view) if chance.random() < 0.5 else view, on_top, shown, chance)


def _strange(decks: Sequence[Deck], deck: Deck, chance: Chance) -> Image:
    others = [other for other in decks if is_german(other) != is_german(deck)] or [deck]
    other = others[int(chance.integers(len(others)))]
    if other is deck or chance.random() < 0.5:
        back = other.backs[0] if other.backs else None
        return junk_view(other.pictures[int(chance.integers(len(other.pictures)))], back, chance)
    return table_view(other.pictures[int(chance.integers(len(other.pictures)))], (), chance)


def enrolled(deck: Deck, recogniser: Recogniser) -> EnrolledPack:
    """A pack of this deck; only the number of the card counts here, so any names do."""
    pictures = {card: [picture] for card, picture in zip(FRENCH_52.cards, deck.pictures, strict=False)}
    return enrol(pictures, FRENCH_52.name, recogniser, deck.name)


def _trial(pack: EnrolledPack, embeddings: Embeddings, truth: npt.NDArray[np.int64] | None) -> Trial:
    scores = pack.scores(embeddings)
    apart = np.array([pack.distance_apart(row) for row in scores], np.float32)
    right = scores.argmax(axis=1) == truth if truth is not None else np.zeros(len(scores), np.bool_)
    return Trial(scores.max(axis=1), apart, cast("npt.NDArray[np.bool_]", right))


def _all(parts: Sequence[Trial]) -> Trial:
    score, apart = (np.concatenate([getattr(part, name) for part in parts]) for name in ("score", "apart"))
    return Trial(score, apart, np.concatenate([part.right for part in parts]))
