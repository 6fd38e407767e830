"""Puts a trained network into models/: ONNX, thresholds, checksum. python -m vision.training.release"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from vision.recognise import MODEL, Recogniser
from vision.training.calibrate import calibrate
from vision.training.decks import NoDecks, load_decks
from vision.training.measure import held_out
from vision.training.network import Embedder, export
from vision.training.places import cache_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.training.decks import Deck

MODELS = Path(__file__).parents[2] / "models"
_UNKNOWN = {"near": 1.0, "apart": 1.0, "foreign": -1.0}


def release(checkpoint: Path, decks: Sequence[Deck], folder: Path) -> dict[str, float]:
    """Writes the network of *checkpoint* with thresholds from the held-out *decks*; returns these."""
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    network = Embedder()
    network.load_state_dict(state["average"])
    folder.mkdir(parents=True, exist_ok=True)
    trial = folder / "reader.trial.onnx"
    _write(network, trial, _UNKNOWN)
    thresholds = calibrate(decks, Recogniser(trial, threads=2))
    trial.unlink()
    trial.with_suffix(".sha256").unlink()
    _write(network, folder / MODEL, thresholds)
    return thresholds


def _write(network: Embedder, path: Path, calibration: dict[str, float]) -> None:
    export(network, path, {"calibration": json.dumps(calibration), "program": "kiebitz"})
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".sha256").write_text(f"{checksum}  {path.name}\n", "ascii")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.release", description=__doc__)
    parser.add_argument("--decks", type=Path, action="append", help="folder of decks (again for more)")
    parser.add_argument("--work", type=Path, default=cache_folder() / "training", help="checkpoints")
    parser.add_argument("--models", type=Path, default=MODELS, help="where the network goes")
    arguments = parser.parse_args()
    try:
        decks = load_decks(arguments.decks or [cache_folder() / "decks", cache_folder() / "drawn"])
        thresholds = release(arguments.work / "checkpoint.pt", held_out(decks)[1], arguments.models)
    except (NoDecks, OSError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 2
    print(f"{arguments.models / MODEL}: {thresholds}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
