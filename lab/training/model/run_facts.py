"""Origin of a network: training data, duration, revision of the program.

The facts travel in the notes beside the network, and the model card is written from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lab.training.model.checkpoint import Checkpoint
    from lab.training.model.run_config import Start


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
