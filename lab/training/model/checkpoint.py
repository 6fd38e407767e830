"""Checkpoints of a training, and the start from a released network, whose file lacks only the optimiser's state.

Checkpoints are checked against damage and against other networks. The facts about training data, duration and revision
travel in the notes beside the network, and the model card is written from there.
"""

from __future__ import annotations

import io
import pickle
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from lab.training.data.options import write_whole
from lab.training.model.network import Embedder
from vision.recognition.embedder import checked_model

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from lab.training.model.run_config import Start


CHECKPOINT = "checkpoint.pt"
_DAMAGED = (pickle.UnpicklingError, EOFError, RuntimeError, LookupError, TypeError, ValueError, AttributeError)
"""Exceptions of torch for truncated or overwritten files, and for weights of another network."""


class OtherCheckpoint(ValueError):
    """Raised for a file that is missing, damaged, or no checkpoint of this program."""


@dataclass(frozen=True)
class Checkpoint:
    """`network`, `average` and `optimisers` are what torch calls their states; `spent` is in seconds."""

    network: Mapping[str, Any]
    average: Mapping[str, Any]
    optimisers: list[dict[str, Any]]
    step: int
    spent: float

    def write(self, path: Path) -> None:
        content = io.BytesIO()  # torch does not report that the disk is full
        torch.save(vars(self), content)
        write_whole(path, content.getvalue())


def read_checkpoint(path: Path, device: torch.device) -> Checkpoint:
    """:raises OtherCheckpoint: if it is missing, damaged, or of another build of network."""
    with expected_in(path):
        state = torch.load(path, map_location=device, weights_only=True)
        checkpoint = Checkpoint(**{field.name: state[field.name] for field in fields(Checkpoint)})
        for weights in (checkpoint.network, checkpoint.average):
            Embedder().load_state_dict(weights)
    return checkpoint


@contextmanager
def expected_in(path: Path) -> Iterator[None]:
    """:raises OtherCheckpoint: for whatever goes wrong while the checkpoint at *path* is unpacked."""
    try:
        yield
    except FileNotFoundError as error:
        raise OtherCheckpoint(
            f"got no {path}, expected a checkpoint; run python -m lab.training.model.train"
        ) from error
    except _DAMAGED as error:
        raise OtherCheckpoint(
            f"got {path}, expected a checkpoint of this program; delete it or give another --work"
        ) from error


@dataclass(frozen=True)
class Facts:
    """`free` and `drawn` are numbers of decks and of cards; None is what nobody wrote down."""

    minutes: float
    steps: int
    commit: str | None
    device: str | None
    free: Sequence[int] | None
    drawn: Sequence[int] | None
    held_out: int | None
    packages: tuple[Mapping[str, Any], ...]
    began_with: Mapping[str, Any] | None = None
    """The `sha256` of the network that it went on from, and that one's `facts`, None if it has none."""


def facts_of(checkpoint: Checkpoint, start: Start) -> Facts:
    """Returns the facts about a training that was begun with *start* and came to *checkpoint*."""
    return Facts(
        minutes=round(checkpoint.spent / 60, 1),
        steps=checkpoint.step,
        commit=start.get("commit"),
        device=start.get("device"),
        free=start.get("free"),
        drawn=start.get("drawn"),
        held_out=start.get("held_out"),
        packages=tuple(start.get("packages", ())),
        began_with=start.get("began_with"),
    )


class OtherNetwork(ValueError):
    """Raised for a file that holds a network of another build."""


def begin_with(network: Embedder, path: Path, crops: Tensor) -> None:
    """Gives *network* the weights in *path*; *crops* (N×H×W×3 uint8) tell what its layers usually see.

    An exported convolution has its batch norm folded in. It is taken apart again so that nothing that
    the network says changes, and so that its norms are those of the crops.

    :raises BrokenModel: if the file differs from its checksum.
    :raises OtherNetwork: if the layers differ.
    """
    checked_model(path)
    graph = onnx.load(str(path)).graph
    values = {item.name: torch.from_numpy(numpy_helper.to_array(item).copy()) for item in graph.initializer}
    nodes = [node for node in graph.node if node.op_type in {"Conv", "Gemm"}]
    stored = [(values[node.input[1]], values[node.input[2]]) for node in nodes]
    pairs = list(_layers(network))
    if len(stored) != len(pairs) or any(
        conv.weight.shape != weight.shape for (conv, _), (weight, _) in zip(pairs, stored, strict=True)
    ):
        raise OtherNetwork(f"got {path}, expected a network of this build; train without --begin-with")
    network.eval()
    with torch.no_grad():
        for (layer, norm), (weight, bias) in zip(pairs, stored, strict=True):
            layer.weight.copy_(weight)
            if norm is None:
                layer.bias.copy_(bias)  # type: ignore[union-attr]  # the head has one
            else:
                norm.running_mean = torch.zeros_like(bias)
                norm.running_var = torch.full_like(bias, 1 - norm.eps)
                norm.bias.copy_(bias)
        _unfold(network, [(layer, norm) for layer, norm in pairs if norm is not None], crops)
    network.train()


def _unfold(network: Embedder, pairs: list[tuple[nn.Module, nn.BatchNorm2d]], crops: Tensor) -> None:
    outputs: dict[nn.Module, Tensor] = {}
    hooks = [
        layer.register_forward_hook(lambda module, _, output: outputs.update({module: output})) for layer, _ in pairs
    ]
    network(crops)
    for hook in hooks:
        hook.remove()
    for layer, norm in pairs:
        variance, mean = torch.var_mean(outputs[layer], dim=(0, 2, 3))
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.add_(mean)


def _layers(network: Embedder) -> Iterator[tuple[nn.Conv2d | nn.Linear, nn.BatchNorm2d | None]]:
    """Every layer with weights, and the norm behind it."""
    modules = [module for module in network.modules() if isinstance(module, nn.Conv2d | nn.BatchNorm2d | nn.Linear)]
    for module, after in zip(modules, [*modules[1:], None], strict=True):
        if not isinstance(module, nn.BatchNorm2d):
            yield module, after if isinstance(after, nn.BatchNorm2d) else None
