"""Episodes: some cards of a few decks, each with an enrolled view and a view in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast
from zlib import crc32

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from lab.training.augmentation.degrade import (
    disguised,
    enrolment_view,
    junk_view,
    ornamented,
    random_guise,
    reprinted,
    table_view,
)
from lab.training.augmentation.light import Chance
from lab.training.augmentation.occlusion import covered, some_part
from lab.training.data.decks import Deck
from vision.geometry.rectify import fill_hidden, rotate_180
from vision.types import Image

_WITHOUT_ORNAMENT = 0.4
"""Share of the cards of a deck with ornaments."""


@dataclass(frozen=True)
class Episode:
    """`enrolled[i]` and `met[i]` show one card the same way up; crops are N×H×W×3 uint8."""

    enrolled: Tensor
    met: Tensor
    junk: Tensor
    deck: Tensor
    name: Tensor


@dataclass(frozen=True)
class Plan:
    decks: int = 2
    cards: int = 20
    junk: int = 8
    masked: float = 0.3
    """Share of decks read partly covered, with the same visible part of every card."""
    reprinted: float = 0.35
    """Share of decks enrolled from one print and read in another."""
    ornamented: float = 0.4
    """Share of these with ornaments in one of both prints."""


class Episodes(IterableDataset[Episode]):
    """An endless stream; reproducible for a seed and a number of workers."""

    def __init__(self, groups: Sequence[Sequence[Deck]], plan: Plan, seed: int) -> None:
        self.groups, self.plan, self.seed = [list(group) for group in groups if group], plan, seed

    def __iter__(self) -> Iterator[Episode]:
        worker = get_worker_info()
        cv2.setNumThreads(1)
        chance = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            yield self.episode(chance)

    def episode(self, chance: Chance) -> Episode:
        enrolled: list[Image] = []
        met: list[Image] = []
        of_deck: list[int] = []
        of_name: list[int] = []
        for number in range(self.plan.decks):
            deck = self._some_deck(chance)
            indices = chance.permutation(len(deck.names))[: self.plan.cards]
            for before, after in self._pairs(deck, indices, chance):
                enrolled.append(before)
                met.append(after)
            of_deck += [number] * len(indices)
            of_name += [crc32(deck.names[index].encode()) for index in indices]
        junk = [self._some_junk(chance) for _ in range(self.plan.junk)]
        names = torch.tensor(of_name, dtype=torch.int64)
        return Episode(_stack(enrolled), _stack(met), _stack(junk), torch.tensor(of_deck), names)

    def _pairs(self, deck: Deck, indices: npt.NDArray[np.int64], chance: Chance) -> list[tuple[Image, Image]]:
        """Returns each card of *indices* as it is enrolled and as it is met."""
        guise = random_guise(chance)
        cards = [disguised(deck.pictures[index], guise) for index in indices]
        other_print = chance.random() < self.plan.reprinted
        prints = self._prints(cards, chance) if other_print else zip(cards, cards, strict=True)
        visible = some_part(chance) if chance.random() < self.plan.masked else None
        pairs = []
        for print_, card in prints:
            before, after = enrolment_view(print_, chance), table_view(card, cards if visible is None else (), chance)
            pairs.append((rotate_180(before), rotate_180(after)) if chance.random() < 0.5 else (before, after))
        if visible is None:
            return pairs
        on_top = [pairs[index][1] for index in chance.integers(len(pairs), size=len(pairs))]
        return [
            (fill_hidden(before, visible), covered(after, top, visible, chance))
            for (before, after), top in zip(pairs, on_top, strict=True)
        ]

    def _prints(self, cards: Sequence[Image], chance: Chance) -> Iterator[tuple[Image, Image]]:
        """Yields each card in the enrolled print and in the print in play."""
        # courts only: an additional pip would make an eight of a seven
        ornaments = self._some_deck(chance).courts if chance.random() < self.plan.ornamented else []
        for card in cards:
            print_ = reprinted(card, chance)
            if not ornaments or chance.random() < _WITHOUT_ORNAMENT:
                yield print_, card
                continue
            ornament = ornaments[int(chance.integers(len(ornaments)))]
            if chance.random() < 0.5:
                yield ornamented(print_, ornament, chance), card
            else:
                yield print_, ornamented(card, ornament, chance)

    def _some_deck(self, chance: Chance) -> Deck:
        group = self.groups[int(chance.integers(len(self.groups)))]
        return group[int(chance.integers(len(group)))]

    def _some_junk(self, chance: Chance) -> Image:
        deck = self._some_deck(chance)
        back = deck.backs[int(chance.integers(len(deck.backs)))] if deck.backs else None
        return junk_view(deck.pictures[int(chance.integers(len(deck.pictures)))], back, chance)


def _stack(crops: Sequence[Image]) -> Tensor:
    return torch.from_numpy(np.stack(crops))


def stream(episodes: Episodes, workers: int) -> Iterator[Episode]:
    """Renders ahead in *workers* processes; 0 renders in this one."""
    loader = DataLoader(episodes, batch_size=None, num_workers=workers, prefetch_factor=4 if workers else None)
    return cast("Iterator[Episode]", iter(loader))
