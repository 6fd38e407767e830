"""The detector's network: every place at which a card shows votes for the whole card; and its way into ONNX."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional

if TYPE_CHECKING:
    from pathlib import Path

WIDTH, HEIGHT = 512, 288
STRIDE = 4
UNIT = 64.0
"""Px of the input that offsets and half axes are measured in."""
VOTES = 10
"""Logit of a visible card; offset of the card's middle, x and y; twice the angle's cosine and sine times the long half
axis; the same of the short one; logarithm of the expected error; logarithms of both half axes, which where the angle is
in doubt are longer than what is told with it."""
_OPSET = 17


class Detector(nn.Module):
    """N×288×512×3 uint8 BGR → N×10×72×128 float32."""

    def __init__(self, width: int = 32) -> None:
        super().__init__()
        eighth, sixteenth, last = 2 * width, 3 * width, 4 * width
        self.stem = nn.Sequential(
            nn.Conv2d(3, width, 8, STRIDE, 2, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True)
        )
        self.eighth = nn.Sequential(_dense(width, eighth, 2), _Residual(eighth))
        self.sixteenth = nn.Sequential(_dense(eighth, sixteenth, 2), _Residual(sixteenth), _Residual(sixteenth))
        self.last = nn.Sequential(_dense(sixteenth, last, 2), *(_Block(last) for _ in range(3)))
        self.down = nn.ModuleList([_plain(last, sixteenth), _plain(sixteenth, eighth)])
        self.mixed = nn.ModuleList([_Block(sixteenth), _Residual(eighth)])
        self.head = nn.Conv2d(eighth, 4 * VOTES, 1)

    def forward(self, pictures: Tensor) -> Tensor:
        pixels = pictures.permute(0, 3, 1, 2).float()
        pixels = pixels - _mean(pixels)
        pixels = pixels / (_mean(pixels * pixels) + 25.0).sqrt()
        eighth = self.eighth(self.stem(pixels.contiguous(memory_format=torch.channels_last)))
        sixteenth = self.sixteenth(eighth)
        last = self.last(sixteenth)
        coarse = self.mixed[0](functional.relu(_doubled(self.down[0](last)) + sixteenth))
        fine = self.mixed[1](functional.relu(_doubled(self.down[1](coarse)) + eighth))
        votes: Tensor = functional.pixel_shuffle(self.head(fine).float(), 2)
        return votes


def _mean(pixels: Tensor) -> Tensor:
    return pixels.mean(dim=(2, 3), keepdim=True).mean(dim=1, keepdim=True)


def _doubled(features: Tensor) -> Tensor:
    return functional.interpolate(features, scale_factor=2.0, mode="nearest")


class _Block(nn.Module):
    """A depthwise convolution of 5×5 and one of 1×1, beside the way past both."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.step = nn.Sequential(
            nn.Conv2d(width, width, 5, 1, 2, groups=width, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            _plain(width, width),
        )

    def forward(self, features: Tensor) -> Tensor:
        return functional.relu(features + self.step(features))


class _Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.step = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, features: Tensor) -> Tensor:
        return functional.relu(features + self.step(features))


def _dense(before: int, after: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


def _plain(before: int, after: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(before, after, 1, bias=False), nn.BatchNorm2d(after))


def export(network: Detector, path: Path) -> None:
    network = network.eval().cpu()
    example = torch.zeros((1, HEIGHT, WIDTH, 3), dtype=torch.uint8)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (example,),
            str(path),
            input_names=["crops"],
            output_names=["votes"],
            opset_version=_OPSET,
            dynamo=False,
        )
    onnx.checker.check_model(str(path))
