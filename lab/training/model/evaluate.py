"""Evaluates a network on held-out decks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from lab.training.augmentation.degrade import table_view
from vision.geometry.rectify import full_quad, rectify, rotate_180

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.training.data.decks import Deck
    from lab.training.model.network import Embedder
    from vision.types import Image

_VIEWS = 4
_BATCH = 128


def embed(
    network: Embedder, crops: Sequence[Image], device: torch.device
) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """Returns N×D embeddings."""
    parts = []
    with torch.no_grad():
        for start in range(0, len(crops), _BATCH):
            batch = torch.from_numpy(np.stack(crops[start : start + _BATCH])).to(device)
            parts.append(network(batch).float().cpu().numpy())
    return np.concatenate(parts)


def top_one(network: Embedder, decks: Sequence[Deck], device: torch.device, seed: int = 5) -> float:
    """Returns the share of degraded views, of either way up, that lie nearest to their own card's clean picture."""
    right = total = 0
    for deck in decks:
        chance = np.random.default_rng(seed)
        clean = [rectify(picture, full_quad(picture)) for picture in deck.pictures]
        enrolled = embed(network, clean + [rotate_180(crop) for crop in clean], device)
        truth = [index for index in range(len(clean)) for _ in range(_VIEWS)]
        views = [table_view(deck.pictures[index], deck.pictures, chance) for index in truth]
        views = [rotate_180(view) if chance.random() < 0.5 else view for view in views]
        nearest = (embed(network, views, device) @ enrolled.T).argmax(axis=1) % len(clean)
        right += int((nearest == np.array(truth)).sum())
        total += len(truth)
    return right / total
