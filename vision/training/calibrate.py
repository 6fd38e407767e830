"""Sets the thresholds of reading, on decks that the network did not learn from, for fixed shares of error."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, cast

import numpy as np
import numpy.typing as npt

from engine.cards import FRENCH_52
from vision.pack import EnrolledPack, enrol
from vision.rectify import turned
from vision.training.decks import is_german
from vision.training.degrade import junk_view, table_view

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.cards import Card
    from vision.recognise import Embeddings, Recogniser
    from vision.sightings import Image
    from vision.training.decks import Deck

_WRONG_AT_MOST = 0.002
"""Of views that are harsher than a dim pub: a third has something lying on the card, a tenth corners far off."""
_FOREIGN_AT_MOST = 0.005
_OWN_TAKEN_FOR_FOREIGN = 0.01
_VIEWS, _FOREIGN_VIEWS = 6, 150
_NEARS = np.arange(0.3, 0.97, 0.01)
_APARTS = np.arange(0.0, 0.45, 0.005)


@dataclass(frozen=True)
class Trial:
    """What reading made of N views: `right[i]` if the nearest card was the true one, never for a foreign card."""

    score: npt.NDArray[np.float32]
    apart: npt.NDArray[np.float32]
    right: npt.NDArray[np.bool_]

    def joined(self, other: Trial) -> Trial:
        return Trial(
            np.concatenate([self.score, other.score]),
            np.concatenate([self.apart, other.apart]),
            np.concatenate([self.right, other.right]),
        )


def calibrate(decks: Sequence[Deck], recogniser: Recogniser, seed: int = 11) -> dict[str, float]:
    """Returns the thresholds that name the most cards rightly within the allowed shares of error."""
    own, foreign = trials(decks, recogniser, seed)
    best = (-1.0, 1.0, 1.0)
    for near, apart in product(_NEARS, _APARTS):
        named = (own.score >= near) & (own.apart >= apart)
        wrong = float((named & ~own.right).mean())
        strange = float(((foreign.score >= near) & (foreign.apart >= apart)).mean())
        if wrong <= _WRONG_AT_MOST and strange <= _FOREIGN_AT_MOST:
            best = max(best, (float((named & own.right).mean()), float(near), float(apart)))
    _, near, apart = best
    unlike = float(np.quantile(own.score, _OWN_TAKEN_FOR_FOREIGN))
    return {"near": round(near, 4), "apart": round(apart, 4), "foreign": round(min(unlike, near), 4)}


def trials(decks: Sequence[Deck], recogniser: Recogniser, seed: int) -> tuple[Trial, Trial]:
    """Returns what reading makes of the decks' own cards, and of other decks' cards and things that are no cards."""
    chance = np.random.default_rng(seed)
    own: list[Trial] = []
    foreign: list[Trial] = []
    for deck in decks:
        pack = _enrolled(deck, recogniser)
        truth = np.repeat(np.arange(len(deck.pictures)), _VIEWS)
        views = [table_view(deck.pictures[index], deck.pictures, chance) for index in truth]
        views = [turned(view) if chance.random() < 0.5 else view for view in views]
        own.append(_trial(pack, recogniser.embed(np.stack(views)), truth))
        others = [other for other in decks if is_german(other) != is_german(deck)] or [deck]
        strange = [_strange(others, deck, chance) for _ in range(_FOREIGN_VIEWS)]
        foreign.append(_trial(pack, recogniser.embed(np.stack(strange)), None))
    return _all(own), _all(foreign)


def _strange(others: Sequence[Deck], deck: Deck, chance: np.random.Generator) -> Image:
    other = others[int(chance.integers(len(others)))]
    if other is deck or chance.random() < 0.5:
        back = other.backs[0] if other.backs else None
        return junk_view(other.pictures[int(chance.integers(len(other.pictures)))], back, chance)
    return table_view(other.pictures[int(chance.integers(len(other.pictures)))], (), chance)


def _enrolled(deck: Deck, recogniser: Recogniser) -> EnrolledPack:
    """A pack of this deck; only the number of the card counts here, so any names do."""
    cards: Sequence[Card] = FRENCH_52.cards
    pictures: Mapping[Card, Sequence[Image]] = {
        cards[index]: [picture] for index, picture in enumerate(deck.pictures[: len(cards)])
    }
    return enrol(pictures, FRENCH_52.name, recogniser, deck.name)


def _trial(pack: EnrolledPack, embeddings: Embeddings, truth: npt.NDArray[np.int64] | None) -> Trial:
    scores = pack.scores(embeddings)
    apart = np.array([pack.distance_apart(row) for row in scores], np.float32)
    right = scores.argmax(axis=1) == truth if truth is not None else np.zeros(len(scores), np.bool_)
    return Trial(scores.max(axis=1), apart, cast("npt.NDArray[np.bool_]", right))


def _all(parts: Sequence[Trial]) -> Trial:
    whole = parts[0]
    for part in parts[1:]:
        whole = whole.joined(part)
    return whole
