"""Trains the detector of cards: python -m vision.training.detector --minutes 90

Pictures are rendered while it learns, from the free and drawn decks that the reader learns from. Interrupted, the same
command goes on from the last checkpoint.
"""

from __future__ import annotations

import argparse
import copy
import io
import math
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.training.decks import chosen_decks, held_out
from vision.training.detector_network import HEIGHT, STRIDE, UNIT, WIDTH, Detector, export
from vision.training.detector_scenes import Scenes
from vision.training.muon import Muon
from vision.training.places import cache_folder, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.training.decks import Deck
    from vision.training.detector_scenes import Scene

BATCH = 8
_RATE, _WEIGHT_DECAY, _MEMORY = 6e-3, 0.01, 0.996
_LEAST_SHOWN, _LEAST_CELLS, _LEAST_IN_VIEW = 0.12, 3, 0.6
"""Of a card, and in cells of the output: what shows less of it teaches nothing."""
_SAVE_EVERY = 60.0
Maps: TypeAlias = npt.NDArray[Any]


class Batch(NamedTuple):
    """`pictures` N×288×512×3 uint8; the rest N×…×72×128: `shows` 0 or 1, and its `care`; `votes` 6 as the network's,
    the size of the card they are for, px / UNIT, and the weight of that card here."""

    pictures: Tensor
    shows: Tensor
    care: Tensor
    votes: Tensor
    size: Tensor
    weight: Tensor


def axes_of(quad: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Returns the middle and both half axes (by twice their angle) of a quad that begins with a short side, px."""
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 4
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / 4
    return np.concatenate([quad.mean(axis=0), _doubled(down), _doubled(right)]).astype(np.float32)


def _doubled(axis: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    x, y = axis
    return np.array([x * x - y * y, 2 * x * y], np.float32) / max(float(np.hypot(x, y)), 1e-3)


def maps_of(scene: Scene) -> tuple[Maps, ...]:
    """Returns what `Batch` holds of one scene."""
    owner = scene.owner[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
    shape = owner.shape
    shows, care = (owner >= 0).astype(np.float32), np.ones(shape, np.float32)
    votes, size, weight = np.zeros((6, *shape), np.float32), np.ones(shape, np.float32), np.zeros(shape, np.float32)
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]] * STRIDE + (STRIDE - 1) / 2
    for number, quad in enumerate(scene.quads):
        here = owner == number
        cells = int(np.count_nonzero(here))
        if cells < _LEAST_CELLS or np.count_nonzero(scene.owner == number) < _LEAST_SHOWN * scene.areas[number]:
            care[here] = 0
            continue
        if scene.areas[number] < _LEAST_IN_VIEW * abs(cv2.contourArea(quad)):
            continue
        axes = axes_of(quad)
        votes[0, here], votes[1, here] = axes[0] - x[here], axes[1] - y[here]
        votes[2:, here] = axes[2:, None]
        size[here] = math.sqrt(abs(cv2.contourArea(quad))) / UNIT
        weight[here] = 1 / max(cells, 12)
    return scene.picture, shows, care, votes / np.float32(UNIT), size, weight


class Rendered(IterableDataset[Batch]):
    def __init__(self, decks: Sequence[Deck], seed: int) -> None:
        self._decks, self._seed = decks, seed

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        info = get_worker_info()
        seed = self._seed + (info.id if info else 0)
        scenes, chance = Scenes(self._decks, seed), np.random.default_rng([seed, 2])
        while True:
            batch = batch_of([scenes.scene(chance) for _ in range(BATCH)])
            again = mirrored(batch, bool(chance.random() < 0.5))  # before it is yielded: then its memory moves
            yield batch
            yield again


def batch_of(scenes: Sequence[Scene]) -> Batch:
    parts = zip(*(maps_of(scene) for scene in scenes), strict=True)
    return Batch(*(torch.from_numpy(np.stack(part)) for part in parts))


def mirrored(batch: Batch, across: bool) -> Batch:
    """Returns the batch seen in a mirror, left for right if *across*, else upside down."""
    side = 2 if across else 1
    votes = batch.votes.flip(side + 1)
    votes[:, [0 if across else 1, 3, 5]] *= -1
    pictures, shows, care, size, weight = (
        part.flip(side) for part in (batch.pictures, batch.shows, batch.care, batch.size, batch.weight)
    )
    return Batch(pictures, shows, care, votes, size, weight)


def losses_of(found: Tensor, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Returns the loss of what shows, that of the votes (Laplace, with their own scale), and the mean error of these.

    Every card counts alike, whatever shows of it; an error is measured in the root of its area.
    """
    logits = found[:, 0]
    cells = (batch.care + 20 * batch.weight * batch.care).clamp(max=4)
    shows = functional.binary_cross_entropy_with_logits(logits, batch.shows, reduction="none")
    seen = (shows * cells).sum() / cells.sum()
    error = (found[:, 1:7] - batch.votes).abs().sum(dim=1) / batch.size
    for axis in (0, 1):
        length = torch.hypot(batch.votes[:, 2 + 2 * axis], batch.votes[:, 3 + 2 * axis]).clamp(min=1e-2).log()
        error = error + (found[:, 8 + axis] - length).abs()
    scale = found[:, 7].clamp(-6, 3)
    total = batch.weight.sum().clamp(min=1e-3)
    votes = ((error * torch.exp(-scale) + scale) * batch.weight).sum() / total
    return seen, votes, ((error * batch.weight).sum() / total).detach()


class Trainer:
    def __init__(self, seed: int, learners: int, device: torch.device) -> None:
        torch.manual_seed(seed)
        self.device = device
        self.network: Detector = Detector().to(device).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.network).eval()
        every = list(self.network.parameters())
        dense = [weights for weights in every if weights.ndim > 1 and weights.shape[1] > 1]
        rest = [weights for weights in every if weights.ndim <= 1 or weights.shape[1] == 1]
        self.optimisers = (
            Muon(dense, _RATE, _WEIGHT_DECAY),
            torch.optim.AdamW(rest, _RATE, weight_decay=0.0, betas=(0.9, 0.99)),
        )
        self.step, self.spent = 0, 0.0
        self._halves = device.type != "cpu" or _quicker_in_halves(self.average)
        self._learners = ThreadPoolExecutor(learners)

    def learn(self, batches: Sequence[Batch], share: float) -> tuple[float, ...]:
        warm_up = min(1.0, (self.step + 1) / 100)
        rate = _RATE * warm_up * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * share)))
        told, slopes = zip(*self._learners.map(self._learnt, batches), strict=True)
        for weights, of_batches in zip(self.network.parameters(), zip(*slopes, strict=True), strict=True):
            weights.grad = torch.stack(of_batches).mean(dim=0)
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group["lr"] = rate
            optimiser.step()
        self.step += 1
        self._remember()
        return tuple(float(np.mean(part)) for part in zip(*told, strict=True))

    def _learnt(self, batch: Batch) -> tuple[tuple[float, ...], tuple[Tensor, ...]]:
        batch = Batch(*(part.to(self.device) for part in batch))
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self._halves):
            found = self.network(batch.pictures)
        parts = losses_of(found, batch)
        slopes = torch.autograd.grad(5 * parts[0] + parts[1], list(self.network.parameters()))
        return tuple(float(part.detach()) for part in parts), slopes

    @torch.no_grad()
    def _remember(self) -> None:
        keep = min(_MEMORY, 1 - 1 / (self.step + 1))
        for kept, new in zip(self.average.state_dict().values(), self.network.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1 - keep)
            else:
                kept.copy_(new)

    def save(self, path: Path) -> None:
        content = io.BytesIO()
        torch.save(
            {
                "network": self.network.state_dict(),
                "average": self.average.state_dict(),
                "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
                "step": self.step,
                "spent": self.spent,
            },
            content,
        )
        write_whole(path, content.getvalue())

    def load(self, path: Path) -> None:
        kept: dict[str, Any] = torch.load(path, map_location=self.device, weights_only=True)
        self.network.load_state_dict(kept["network"])
        self.average.load_state_dict(kept["average"])
        for optimiser, state in zip(self.optimisers, kept["optimisers"], strict=True):
            optimiser.load_state_dict(state)
        self.step, self.spent = kept["step"], kept["spent"]


def _quicker_in_halves(network: Detector) -> bool:
    """Tells whether 16 bits pay on this processor."""
    pictures = torch.zeros((2, HEIGHT, WIDTH, 3), dtype=torch.uint8)
    seconds = {}
    for enabled in (False, True, False, True):  # what runs first also sets up
        begun = time.process_time()
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16, enabled=enabled):
            network(pictures)
        seconds[enabled] = time.process_time() - begun
    return seconds[True] < seconds[False]


def train(decks: Sequence[Deck], arguments: argparse.Namespace) -> Trainer:
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    trainer = Trainer(arguments.seed, arguments.learners, device)
    checkpoint = arguments.work / "detector.pt"
    if checkpoint.exists():
        trainer.load(checkpoint)
    rendered = Rendered(held_out(decks)[0], arguments.seed + trainer.step)
    loader = DataLoader(
        rendered, batch_size=None, num_workers=arguments.workers, prefetch_factor=6 if arguments.workers else None
    )
    shown = chain([next(first := iter(loader))], first)  # setting up takes a while, and is no training
    before, begun, saved = trainer.spent, time.monotonic(), trainer.spent
    told: list[tuple[float, ...]] = []
    while trainer.spent < arguments.minutes * 60:
        share = trainer.spent / (arguments.minutes * 60)
        told.append(trainer.learn(list(islice(shown, arguments.learners)), share))
        trainer.spent = before + time.monotonic() - begun
        if trainer.spent - saved > _SAVE_EVERY:
            saved = trainer.spent
            trainer.save(checkpoint)
            tell(trainer, told)
            told = []
    trainer.save(checkpoint)
    return trainer


def tell(trainer: Trainer, told: Sequence[tuple[float, ...]]) -> None:
    shows, votes, error = np.mean(told, axis=0)
    line = f"shows {shows:.4f}, votes {votes:.3f}, error {error:.3f}"
    print(f"{trainer.spent / 60:5.1f} min, step {trainer.step:6d}, {line}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.detector", description=__doc__)
    parser.add_argument("--minutes", type=float, default=90.0)
    parser.add_argument("--work", type=Path, default=cache_folder() / "detector")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--learners", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decks", type=Path, nargs="*", default=None)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    trainer = train(chosen_decks(arguments.decks), arguments)
    export(trainer.average, arguments.work / "detector.onnx")
    return 0


if __name__ == "__main__":
    sys.exit(main())
