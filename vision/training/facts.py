"""How a network came about: what it learned from, how long, from which state of the program.

The facts travel in the notes beside the network, and the model card is written from there.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.recognise import checked_model
from vision.training.draw import is_drawn
from vision.training.measure import held_out
from vision.training.record import Record, load_record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.training.decks import Deck

FACTS = "training"
"""The name of the facts in the notes."""
_START = "start.json"


@dataclass(frozen=True)
class Facts:
    """`free` and `drawn` are numbers of decks and of cards; None is what nobody wrote down."""

    minutes: float
    steps: int
    commit: str | None
    device: str | None
    free: tuple[int, int]
    drawn: tuple[int, int]
    held_out: int
    packages: tuple[Mapping[str, Any], ...]
    began_with: Mapping[str, Any] | None = None
    """The `sha256` of the network that it went on from, and that one's `facts`, None if it has none."""


def facts_of(work: Path, state: Mapping[str, Any], folders: Sequence[Path], decks: Sequence[Deck]) -> Facts:
    """Returns the facts about the checkpoint *state* in *work*, which learned from *decks* in *folders*."""
    records = [load_record(folder) for folder in folders]
    start = _started(work)
    return Facts(
        minutes=round(state["spent"] / 60, 1),
        steps=state["step"],
        commit=start.get("commit"),
        device=start.get("device"),
        free=_sizes([deck for deck in decks if not is_drawn(deck.name)]),
        drawn=_sizes([deck for deck in decks if is_drawn(deck.name)]),
        held_out=len(held_out(decks)[1]),
        packages=tuple(line for record in records for line in _packages(record)),
        began_with=start.get("began_with"),
    )


def _sizes(decks: Sequence[Deck]) -> tuple[int, int]:
    return len(decks), sum(len(deck.names) for deck in decks)


def _packages(record: Record) -> list[dict[str, Any]]:
    return [
        asdict(package)
        | {"decks": sum(entry.package == package for entry in record.entries)}
        | {"cards": sum(entry.cards for entry in record.entries if entry.package == package)}
        for package in record.packages
    ]


def save_start(work: Path, device: str, began_with: Path | None) -> None:
    """Writes down what only the beginning of a training knows."""
    before = None
    if began_with is not None:
        model = checked_model(began_with)
        before = {"sha256": model.checksum, "facts": json.loads(model.notes).get(FACTS)}
    start = {"commit": commit(), "device": device, "began_with": before}
    (work / _START).write_text(json.dumps(start, indent=1) + "\n", "utf-8")


def _started(work: Path) -> dict[str, Any]:
    try:
        start: dict[str, Any] = json.loads((work / _START).read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return start


def commit() -> str | None:
    """Returns which state of the program this is, `-dirty` if it was never committed; None outside a repository."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=10"]
    try:
        done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip() or None
