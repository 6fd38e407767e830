"""The embedding network, its export to an ONNX file, its evaluation on held-out decks, and the Muon optimiser.

The optimiser has orthogonalised updates in 32 bits: Jordan et al. 2024 (https://kellerjordan.github.io/posts/muon); as
long as Adam's: Liu et al. 2025 (arXiv 2502.16982). PyTorch's own reckons in 16 bits, which takes a third of a step on
processors without instructions for them.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path
from typing import cast

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional

from lab.training.augmentation.degrade import table_view
from lab.training.data.decks import Deck
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH, full_quad, rectify, rotate_180
from vision.types import Image

DIMENSIONS = 128
_OPSET = 17
_WIDTHS = (24, 48, 80, 112)
_HEAD = 24


class Embedder(nn.Module):
    """N×144×96×3 uint8 BGR → N×128 float32 of length one.

    The head keeps positions, as Ober and Unter differ by the place of the suit sign.
    """

    def __init__(self) -> None:
        super().__init__()
        first, second, third, fourth = _WIDTHS
        self.body = nn.Sequential(
            _step(3, first, 2), _step(first, second, 2), _Residual(second),
            _step(second, third, 2), _Residual(third), _step(third, fourth, 2), _Residual(fourth),
            nn.Conv2d(fourth, _HEAD, 1, bias=False), nn.BatchNorm2d(_HEAD), nn.ReLU(inplace=True), nn.Flatten(),
        )  # fmt: skip
        self.head = nn.Linear(_HEAD * (CROP_HEIGHT // 16) * (CROP_WIDTH // 16), DIMENSIONS)

    def forward(self, crops: Tensor) -> Tensor:
        pixels = crops.permute(0, 3, 1, 2).float()
        # Overall brightness and contrast are irrelevant to the card; its colour balance is not.
        pixels = pixels - _mean(pixels)
        spread = _mean(pixels * pixels)
        pixels = pixels / (spread + 25.0).sqrt()
        features = self.body(pixels.contiguous(memory_format=torch.channels_last))
        return functional.normalize(self.head(features).float(), dim=1)


def _mean(pixels: Tensor) -> Tensor:
    """Computed in two steps, as OpenCV's mean over three dimensions at once differs."""
    return pixels.mean(dim=(2, 3), keepdim=True).mean(dim=1, keepdim=True)


class _Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.step = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, features: Tensor) -> Tensor:
        return functional.relu(features + self.step(features))


def _step(before: int, after: int, stride: int) -> nn.Sequential:
    kernel = nn.Conv2d(before, after, 3, stride, 1, bias=False)
    return nn.Sequential(kernel, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


def export(network: Embedder, path: Path) -> None:
    """Writes the network as one ONNX file of any batch size."""
    network = network.eval().cpu()
    example = torch.zeros((2, CROP_HEIGHT, CROP_WIDTH, 3), dtype=torch.uint8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter without torch.fx is deprecated, and needs no further library
        axes = {"crops": {0: "batch"}, "embeddings": {0: "batch"}}
        torch.onnx.export(
            network, (example,), str(path), input_names=["crops"], output_names=["embeddings"], dynamic_axes=axes,
            opset_version=_OPSET, dynamo=False,
        )  # fmt: skip
    onnx.checker.check_model(str(path))


def parameters(network: Embedder) -> int:
    return sum(cast("Tensor", weights).numel() for weights in network.parameters())


_MOMENTUM = 0.95
_ROUNDS = 5
_AS_ADAM = 0.2
"""Root mean square of a step divided by the learning rate, comparable to Adam."""


class Muon(torch.optim.Optimizer):
    """For kernels and matrices, not for biases and norm layers."""

    def __init__(self, parameters: Iterable[Tensor], lr: float, weight_decay: float) -> None:
        super().__init__(parameters, {"lr": lr, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]  # no closure is ever called
        for group in self.param_groups:
            for weights in group["params"]:
                run = self.state[weights].setdefault("run", torch.zeros_like(weights))
                run.lerp_(weights.grad, 1 - _MOMENTUM)
                ahead = weights.grad.lerp(run, _MOMENTUM)  # Nesterov's
                step = orthogonal(ahead.flatten(1))
                weights.mul_(1 - group["lr"] * group["weight_decay"])
                weights.sub_(step.reshape(weights.shape), alpha=group["lr"] * _AS_ADAM * sqrt(max(step.shape)))


def orthogonal(matrix: Tensor) -> Tensor:
    """Returns about the nearest matrix whose singular values are one, by Newton and Schulz: they end at 0.7 to 1.2."""
    wide: Tensor = matrix if matrix.shape[0] <= matrix.shape[1] else matrix.T
    wide = wide / (wide.norm() + 1e-7)
    for _ in range(_ROUNDS):
        square = wide @ wide.T
        wide = 3.4445 * wide + (2.0315 * square @ square - 4.775 * square) @ wide
    return wide if matrix.shape[0] <= matrix.shape[1] else wide.T


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
