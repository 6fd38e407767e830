"""Puts a trained network into models/: ONNX, thresholds, checksum, model card. python -m
lab.training.release.release"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from lab.training.data.decks import Deck, NoDecks, chosen_decks, held_out
from lab.training.data.options import PART, cache_folder
from lab.training.model.checkpoint import CHECKPOINT, OtherCheckpoint, facts_of, read_checkpoint
from lab.training.model.network import Embedder, embed, export
from lab.training.model.run_config import FACTS, load_start
from lab.training.release import model_card
from lab.training.release.calibrate import calibrate
from vision.geometry.rectify import full_quad, rectify
from vision.recognition.embedder import CHECKSUMS, MODEL, NOTES, BrokenModel, Recogniser, seal

MODELS = Path(__file__).parents[3] / "models"
_COMPARED, _AS_LEARNED = 8, 1e-3
_UNKNOWN = {"near": 1.0, "apart": 1.0, "foreign": -1.0}


class OtherAnswers(ValueError):
    """Raised if the exported network gives other results than the trained one."""


def release(work: Path, decks: Sequence[Deck], target: Path) -> dict[str, float]:
    """Writes the network of the checkpoint in *work* with thresholds from the held-out *decks*; returns these.

    :raises OtherCheckpoint: if the checkpoint cannot be read.
    :raises OtherAnswers: if this machine's onnxruntime or OpenCV does not run it as it was learned.
    """
    checkpoint = read_checkpoint(work / CHECKPOINT, torch.device("cpu"))
    facts = facts_of(checkpoint, load_start(work))
    network = Embedder()
    network.load_state_dict(checkpoint.average)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target, suffix=PART) as aside:
        trial = Path(aside) / MODEL
        export(network, trial)
        _seal(trial, _UNKNOWN, facts)
        for recogniser in (Recogniser(trial, "opencv"), Recogniser(trial)):
            compare(network, recogniser, held_out(decks)[1][0])
        thresholds = calibrate(held_out(decks)[1], recogniser)
        _seal(trial, thresholds, facts)
        trial.with_name(model_card.CARD).write_text(model_card.card(trial, earlier=target / model_card.CARD), "utf-8")
        # the checksums last: they say that the rest is there
        for file in (model_card.CARD, trial.name, f"{trial.stem}{NOTES}", f"{trial.stem}{CHECKSUMS}"):
            trial.with_name(file).replace(target / file)
    return thresholds


def compare(network: Embedder, recogniser: Recogniser, deck: Deck) -> None:
    """:raises OtherAnswers: if they differ about the cards of *deck*."""
    crops = [rectify(picture, full_quad(picture)) for picture in deck.pictures[:_COMPARED]]
    off = float(np.abs(embed(network, crops, torch.device("cpu")) - recogniser.embed(np.stack(crops))).max())
    if off > _AS_LEARNED:
        raise OtherAnswers(
            f"{recogniser.network.backend} says other than what was learned, by {off:.3f}; expected the same, "
            "try another version of it"
        )


def _seal(path: Path, calibration: dict[str, float], facts: dict[str, Any]) -> None:
    seal(path, json.dumps({"calibration": calibration, FACTS: facts}, indent=1) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.training.release.release", description=__doc__)
    parser.add_argument("--decks", type=Path, action="append", help="folder of decks (again for more)")
    parser.add_argument("--work", type=Path, default=cache_folder() / "training", help="checkpoints")
    parser.add_argument("--models", type=Path, default=MODELS, help="where the network goes")
    arguments = parser.parse_args()
    try:
        thresholds = release(arguments.work, chosen_decks(arguments.decks), arguments.models)
    except (NoDecks, OtherCheckpoint, OtherAnswers, BrokenModel, OSError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 2
    print(f"{arguments.models / MODEL}: {thresholds}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
