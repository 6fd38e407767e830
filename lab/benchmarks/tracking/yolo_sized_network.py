"""A network of the size and cost of YOLO11n, with random weights, for timing. Needs the extra `train`.

Card detectors commonly use YOLO. Its nano size has about 2.6 million parameters and needs about 6.5 GFLOP (two for each
multiply-add) on 640×640 px. The layers here follow its published table, with the same operations: strided and residual
convolutions, pooling, one attention block, and three heads. It detects nothing.
"""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.flop_counter import FlopCounterMode

SIDE, CLASSES, BOX = 640, 80, 64
OPSET = 17


class Convolution(nn.Sequential):
    def __init__(self, before: int, after: int, size: int = 1, stride: int = 1, groups: int = 1) -> None:
        kernel = nn.Conv2d(before, after, size, stride, size // 2, groups=groups, bias=False)
        super().__init__(kernel, nn.BatchNorm2d(after), nn.SiLU())


class Bottleneck(nn.Module):
    def __init__(self, width: int, share: float) -> None:
        super().__init__()
        inner = int(width * share)
        self.steps = nn.Sequential(Convolution(width, inner, 3), Convolution(inner, width, 3))

    def forward(self, features: Tensor) -> Tensor:
        return features + self.steps(features)  # type: ignore[no-any-return]


class TwoWays(nn.Module):
    """A block with two branches: identity and bottlenecks."""

    def __init__(self, width: int) -> None:
        super().__init__()
        inner = width // 2
        self.on, self.through = Convolution(width, inner), Convolution(width, inner)
        self.steps = nn.Sequential(Bottleneck(inner, 1.0), Bottleneck(inner, 1.0))
        self.last = Convolution(2 * inner, width)

    def forward(self, features: Tensor) -> Tensor:
        return self.last(torch.cat((self.steps(self.through(features)), self.on(features)), 1))  # type: ignore[no-any-return]


class Split(nn.Module):
    """Splits the channels, processes one half, and concatenates all."""

    def __init__(self, before: int, after: int, share: float, deep: bool) -> None:
        super().__init__()
        self.inner = int(after * share)
        self.first = Convolution(before, 2 * self.inner)
        self.step = TwoWays(self.inner) if deep else Bottleneck(self.inner, 0.5)
        self.last = Convolution(3 * self.inner, after)

    def forward(self, features: Tensor) -> Tensor:
        one, other = self.first(features).split(self.inner, 1)
        return self.last(torch.cat((one, other, self.step(other)), 1))  # type: ignore[no-any-return]


class Pools(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.last = Convolution(width, width // 2), Convolution(2 * width, width)

    def forward(self, features: Tensor) -> Tensor:
        found = [self.first(features)]
        for _ in range(3):
            found.append(functional.max_pool2d(found[-1], 5, 1, 2))
        return self.last(torch.cat(found, 1))  # type: ignore[no-any-return]


class Attention(nn.Module):
    """Self-attention over all positions, on half of the channels."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.inner = width // 2
        self.heads, self.key = self.inner // 64, 32
        self.first, self.last = Convolution(width, width), Convolution(width, width)
        self.questions = nn.Conv2d(self.inner, self.inner + 2 * self.key * self.heads, 1)
        self.places = nn.Conv2d(self.inner, self.inner, 3, padding=1, groups=self.inner)
        self.project = nn.Conv2d(self.inner, self.inner, 1)
        self.grow = nn.Sequential(Convolution(self.inner, 2 * self.inner), nn.Conv2d(2 * self.inner, self.inner, 1))

    def forward(self, features: Tensor) -> Tensor:
        one, other = self.first(features).split(self.inner, 1)
        count, _, height, width = other.shape
        asked = self.questions(other).view(count, self.heads, 2 * self.key + 64, height * width)
        query, key, value = asked.split([self.key, self.key, 64], 2)
        weights = ((query.transpose(2, 3) @ key) * self.key**-0.5).softmax(3)
        attended = (value @ weights.transpose(2, 3)).view(count, self.inner, height, width)
        other = other + self.project(attended + self.places(value.reshape(count, self.inner, height, width)))
        return self.last(torch.cat((one, other + self.grow(other)), 1))  # type: ignore[no-any-return]


class Head(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.boxes = nn.Sequential(Convolution(width, BOX, 3), Convolution(BOX, BOX, 3), nn.Conv2d(BOX, BOX, 1))
        self.names = nn.Sequential(
            Convolution(width, width, 3, groups=width), Convolution(width, CLASSES),
            Convolution(CLASSES, CLASSES, 3, groups=CLASSES), Convolution(CLASSES, CLASSES),
            nn.Conv2d(CLASSES, CLASSES, 1),
        )  # fmt: skip

    def forward(self, features: Tensor) -> Tensor:
        return torch.cat((self.boxes(features), self.names(features)), 1).flatten(2)


class Detector(nn.Module):
    """N×3×640×640 → N×144×8400."""

    def __init__(self) -> None:
        super().__init__()
        self.eighth = nn.Sequential(
            Convolution(3, 16, 3, 2), Convolution(16, 32, 3, 2), Split(32, 64, 0.25, False),
            Convolution(64, 64, 3, 2), Split(64, 128, 0.25, False),
        )  # fmt: skip
        self.sixteenth = nn.Sequential(Convolution(128, 128, 3, 2), Split(128, 128, 0.5, True))
        self.last = nn.Sequential(
            Convolution(128, 256, 3, 2), Split(256, 256, 0.5, True), Pools(256), Attention(256)
        )  # fmt: skip
        self.up_sixteenth, self.up_eighth = Split(384, 128, 0.5, False), Split(256, 64, 0.5, False)
        self.to_sixteenth, self.to_last = Convolution(64, 64, 3, 2), Convolution(128, 128, 3, 2)
        self.down_sixteenth, self.down_last = Split(192, 128, 0.5, False), Split(384, 256, 0.5, True)
        self.heads = nn.ModuleList(Head(width) for width in (64, 128, 256))

    def forward(self, picture: Tensor) -> Tensor:
        eighth = self.eighth(picture)
        sixteenth = self.sixteenth(eighth)
        last = self.last(sixteenth)
        middle = self.up_sixteenth(torch.cat((_doubled(last), sixteenth), 1))
        fine = self.up_eighth(torch.cat((_doubled(middle), eighth), 1))
        middle = self.down_sixteenth(torch.cat((self.to_sixteenth(fine), middle), 1))
        last = self.down_last(torch.cat((self.to_last(middle), last), 1))
        return torch.cat([head(attended) for head, attended in zip(self.heads, (fine, middle, last), strict=True)], 2)


def _doubled(features: Tensor) -> Tensor:
    return functional.interpolate(features, scale_factor=2.0, mode="nearest")


def size_of(network: Detector) -> tuple[int, float]:
    """Returns the number of parameters, and the GFLOP of the convolutions for one picture."""
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        network.eval()(torch.zeros(1, 3, SIDE, SIDE))
    operations = counter.get_flop_counts()["Global"][torch.ops.aten.convolution]
    return sum(weights.numel() for weights in network.parameters()), operations / 1e9


def export_onnx(network: Detector) -> bytes:
    """Returns the network as ONNX."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter without torch.fx is deprecated, and needs no further library
        torch.onnx.export(
            network.eval(), (torch.zeros(1, 3, SIDE, SIDE),), f"{folder}/yardstick.onnx", input_names=["picture"],
            opset_version=OPSET, dynamo=False,
        )  # fmt: skip
        return Path(folder, "yardstick.onnx").read_bytes()
