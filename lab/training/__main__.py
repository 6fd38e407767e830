"""Trains the network from scratch: python -m lab.training

Gathers the free decks, draws packs, trains, sets the thresholds, and puts network, model card and checksum into
models/. What is done already is not done again: after an interruption the same command goes on.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from lab.training.data import gather
from lab.training.data.decks import NoDecks, load_all
from lab.training.data.drawn_packs import draw, follow
from lab.training.data.options import at_least, deck_folders
from lab.training.data.provenance import recorded
from lab.training.model import train
from lab.training.model.checkpoint import CHECKPOINT
from lab.training.release.release import MODELS, OtherAnswers, release
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.recognition.embedder import MODEL, Recogniser

PACKS, SHORT_PACKS = 220, 4
_COMPARED = 20
"""Steps at the beginning and at the end whose losses are compared."""
_BEGUN = 2
"""Steps after which the short run stops, and goes on as after an interruption."""


class NotProved(ValueError):
    """Raised if the short run fails its checks."""


def build(arguments: argparse.Namespace) -> train.Trainer:
    """Runs all stages.

    :raises NoDecks: if there are no decks.
    """
    free, drawn = arguments.decks
    if not arguments.short and gather.print_summary(free, *gather.gather(free)):
        raise NoDecks("got none of the free packages, expected some; see what is said above and try again")
    packs = follow(arguments.packs, draw(drawn, arguments.packs))
    decks = load_all([*recorded(free), *sorted(packs)])
    if arguments.short:
        train.train(decks, argparse.Namespace(**vars(arguments) | {"steps": _BEGUN}))
    arguments.resume = (arguments.work / CHECKPOINT).exists()
    trainer = train.train(decks, arguments)
    thresholds = release(arguments.work, decks, arguments.models)
    print(f"{arguments.models / MODEL}: {thresholds}")
    return trainer


def prove(trainer: train.Trainer, models: Path) -> None:
    """Prints the results of the short run.

    :raises NotProved: if the network did not learn or go on learning, or nothing can be read with it.
    """
    first, last = (float(np.mean(part)) for part in (trainer.losses[:_COMPARED], trainer.losses[-_COMPARED:]))
    recogniser = Recogniser(models / MODEL)  # verifies the checksum
    length = np.linalg.norm(recogniser.embed(np.zeros((1, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)))
    near, written = recogniser.calibration["near"], (models / "README.md").read_text("utf-8")
    steps = len(trainer.losses)
    print(f"{_BEGUN} and {steps} steps, loss {first:.2f} → {last:.2f}; {MODEL} {recogniser.version}, near {near}")
    if trainer.progress.step != _BEGUN + steps:
        raise NotProved(f"got {trainer.progress.step} steps after {steps} more, expected it to go on after {_BEGUN}")
    if not (steps > 2 * _COMPARED and last < first):
        raise NotProved(f"got a loss of {first:.2f}, then {last:.2f} after {steps} steps, expected it to fall")
    if not (abs(length - 1) < 1e-3 and 0 < near < 1 and recogniser.version in written):
        raise NotProved(f"got an embedding of length {length:.3f} and near {near}, expected 1, and less; see {models}")


def parser() -> argparse.ArgumentParser:
    parser = train.parser()
    parser.prog, parser.description = "python -m lab.training", __doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--models", type=Path, default=MODELS, help="where the network goes")
    parser.add_argument("--packs", type=at_least(1), default=PACKS, help="how many packs are drawn (%(default)s)")
    parser.set_defaults(decks=deck_folders())
    return parser


def main() -> int:
    arguments = parser().parse_args()
    try:
        with tempfile.TemporaryDirectory() as aside:
            if arguments.short:  # keeps it apart from the released network
                place = Path(aside)
                arguments.decks = [place / "none", place / "drawn"]
                arguments.work, arguments.models, arguments.packs = place / "work", place / "models", SHORT_PACKS
            train.prepare(arguments)
            trainer = build(arguments)
            if arguments.short:
                prove(trainer, arguments.models)
    except (*train.REPORTED_ERRORS, OtherAnswers, NotProved) as error:
        print(f"training: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("training: interrupted; the same command goes on", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
