"""Checkpoints of a training, checked against damage and against other networks.

The facts about training data, duration and revision travel in the notes beside the network, and the model card is
written from there.
"""

from __future__ import annotations

import io
import pickle
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import torch

from common.files.durable_files import write_atomically
from lab.training.model.network import Embedder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
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
        write_atomically(path, content.getvalue())


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
        raise OtherCheckpoint(f"got no {path}, expected a checkpoint; run lab.training.model.train") from error
    except _DAMAGED as error:
        raise OtherCheckpoint(
            f"got {path}, expected a checkpoint of this program; delete it or give another --work"
        ) from error


def facts_of(checkpoint: Checkpoint, start: Start) -> dict[str, Any]:
    """Returns the facts about a training that was begun with *start* and came to *checkpoint*.

    `free` and `drawn` are numbers of decks and of cards; None is what nobody wrote down.
    """
    came_to = {"minutes": round(checkpoint.spent / 60, 1), "steps": checkpoint.step}
    begun = {name: start.get(name) for name in ("commit", "device", "free", "drawn", "held_out")}
    return {**came_to, **begun, "packages": start.get("packages", [])}
