"""Writes the model card from the network's own file: python -m lab.training.release.model_card --figures FILE…

The text is in card.md; numbers come from the network, its notes, and results of benchmarks.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any

import numpy as np
import onnx

from common.files.durable_files import write_atomically
from lab.training.model.run_config import FACTS
from vision.recognition.embedder import MODEL, BrokenModel, Recogniser

CARD = "README.md"
_TEMPLATE = Path(__file__).with_name("card.md")
_UNKNOWN = "not recorded"
_UNMEASURED = "Not measured."


class OtherFigures(ValueError):
    """Raised for figures that do not say that they were measured with this network."""


def write(models: Path, figures: Sequence[Path] = ()) -> Path:
    """Writes the card beside the network in *models*."""
    target = models / CARD
    write_atomically(target, card(models / MODEL, figures, target).encode())
    return target


def card(path: Path, figures: Sequence[Path] = (), earlier: Path | None = None) -> str:
    """Returns the model card of the network at *path*; *figures* hold what benchmarks printed.

    Without any, those stay that stand in the *earlier* card of the same network.

    :raises OtherFigures: if they do not name this network's version.
    :raises BrokenModel: if the network is damaged, or says nothing of its training.
    """
    recogniser = Recogniser(path)  # compares the checksum
    model = onnx.load(str(path))
    if FACTS not in recogniser.notes:
        raise BrokenModel(f"got {path} without a word about its training, expected some; release it again")
    facts, version = recogniser.notes[FACTS], recogniser.version
    printed = [_figures(file, version) for file in figures] or _standing(earlier, version)
    return Template(_TEMPLATE.read_text("utf-8")).substitute(
        network=_network(path, model, recogniser),
        data=_data(facts),
        training=_training(facts),
        calibration=", ".join(f"`{name}` {value:g}" for name, value in recogniser.calibration.items()),
        figures="\n\n".join(printed) or _UNMEASURED,
    )


def _network(path: Path, model: onnx.ModelProto, recogniser: Recogniser) -> str:
    operations = [node.op_type for node in model.graph.node]
    weights = sum(int(np.prod(item.dims)) for item in model.graph.initializer)
    return (
        f"{operations.count('Conv')} convolutions, one linear layer; {_spaced(weights)} weights, "
        f"{path.stat().st_size / 1e6:.2f} MB, ONNX opset {model.opset_import[0].version}, "
        f"version `{recogniser.version}`"
    )


def _data(facts: Mapping[str, Any]) -> str:
    rows = [
        f"| {package['name']} | {package['suite'] or 'npm'} | {package['version']} | {package['licence']} "
        f"| {package['decks']} | {package['cards']} | `{package['sha256'][:12]}` |"
        for package in facts["packages"]
    ]
    table = ["| package | from | version | licence | decks | cards | sha256 |", "|---|---|---|---|---|---|---|", *rows]
    return "\n".join([_decks(facts), "", *(table if rows else [f"Packages: {_UNKNOWN}."])])


def _decks(facts: Mapping[str, Any]) -> str:
    if facts["free"] is None:
        return f"How many decks: {_UNKNOWN}."
    (free, free_cards), (drawn, drawn_cards) = facts["free"], facts["drawn"]
    return (
        f"{free} decks of free packages ({_spaced(free_cards)} cards) and {drawn} packs of our own drawing "
        f"({_spaced(drawn_cards)} cards); {facts['held_out']} of these decks were held out "
        "for thresholds and progress."
    )


def _training(facts: Mapping[str, Any]) -> str:
    return (
        f"{facts['minutes']:g} minutes, {_spaced(facts['steps'])} steps, on {facts['device'] or _UNKNOWN}, "
        f"with the program at commit {facts['commit'] or _UNKNOWN}."
    )


def _figures(file: Path, version: str) -> str:
    printed = file.read_text("utf-8").strip()
    if version not in printed:
        raise OtherFigures(f"got {file}, expected figures that name the network {version}; run the benchmark again")
    return f"```\n{printed}\n```"


def _standing(earlier: Path | None, version: str) -> list[str]:
    if earlier is None or not earlier.exists():
        return []
    blocks = re.findall(r"^```\n.*?\n```$", earlier.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [block for block in blocks if version in block]


def _spaced(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.training.release.model_card", description=__doc__)
    models = Path(__file__).parents[3] / "models"
    parser.add_argument("--models", type=Path, default=models, help="folder of the network")
    parser.add_argument("--figures", type=Path, nargs="*", default=[], help="what benchmarks printed about it")
    arguments = parser.parse_args()
    try:
        print(write(arguments.models, arguments.figures))
    except (ValueError, OSError) as error:  # a broken network is a ValueError too
        print(f"card: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
