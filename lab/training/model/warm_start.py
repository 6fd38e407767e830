"""Continues training from a released network, whose file has everything but the state of the optimiser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.recognition.embedder import checked_model

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lab.training.model.network import Embedder


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
