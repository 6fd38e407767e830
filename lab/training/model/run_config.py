"""The configuration of a training, stored beside the checkpoint."""

from __future__ import annotations

import json
import subprocess
from argparse import Namespace
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from common.files.durable_files import write_atomically
from lab.training.data.decks import Deck, held_out
from lab.training.data.drawn_packs import is_drawn
from lab.training.data.provenance import Record, load_record

FACTS = "training"
"""The name of the facts in the notes of a released network."""
_FILE = "start.json"
_WORDS = {
    "free": "free decks and their cards",
    "drawn": "drawn packs and their cards",
    "held_out": "held-out decks",
}

Start: TypeAlias = "Mapping[str, Any]"
"""As in the file; missing keys are unknown."""


class OtherStart(ValueError):
    """Raised if a training is continued with another configuration."""


def start_of(arguments: Namespace, device: str, folders: Sequence[Path], decks: Sequence[Deck]) -> Start:
    """Returns the configuration of a training with *arguments* on *decks* in *folders*."""
    learning, apart = held_out(decks)
    used = [*learning, *apart]
    names = {deck.name for deck in used}
    return {
        **{name: getattr(arguments, name) for name in ("seed", "rate", "steps", "learners", "short")},
        "commit": commit(),
        "device": device,
        "free": _sizes([deck for deck in used if not is_drawn(deck.name)]),
        "drawn": _sizes([deck for deck in used if is_drawn(deck.name)]),
        "held_out": len(apart),
        "packages": [line for folder in folders for line in _packages(load_record(folder), names)],
    }


def _sizes(decks: Sequence[Deck]) -> list[int]:
    return [len(decks), sum(len(deck.names) for deck in decks)]


def _packages(record: Record, names: Collection[str]) -> list[dict[str, Any]]:
    used = [entry for entry in record.entries if entry.deck in names]
    return [
        asdict(package)
        | {"decks": sum(entry.package == package for entry in used)}
        | {"cards": sum(entry.cards for entry in used if entry.package == package)}
        for package in record.packages
    ]


def save_start(work: Path, start: Start) -> None:
    write_atomically(work / _FILE, (json.dumps(start, indent=1) + "\n").encode())


def load_start(work: Path) -> Start:
    """Returns an empty configuration if none can be read."""
    try:
        start = json.loads((work / _FILE).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return start if isinstance(start, dict) else {}


def go_on(work: Path, start: Start) -> None:
    """Compares what the training in *work* was begun with and *start*; only the steps may have become more.

    :raises OtherStart: if anything else that was written down differs.
    """
    saved = load_start(work)
    for name, before in saved.items():
        if start.get(name, before) == before or (name == "steps" and start[name] > before):
            continue
        raise OtherStart(
            f"got {_WORDS.get(name, name)} {_said(start[name])}, expected {_said(before)}, with which the training in "
            f"{work} was begun; go on with that, or begin anew with another --work"
        )
    if start["steps"] > saved.get("steps", start["steps"]):
        print(f"goes on to {start['steps']} steps instead of {saved['steps']}")
        save_start(work, {**saved, "steps": start["steps"]})


def _said(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(f"{one['name']} {one['version']}" if isinstance(one, dict) else str(one) for one in value)
    return "none" if value is None else str(value)


def commit() -> str | None:
    """Returns which state of the program this is, `-dirty` if it was never committed; None outside a repository."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=10"]
    try:
        done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip() or None
