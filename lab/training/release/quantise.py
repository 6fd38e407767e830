"""Evaluates quantisation to eight bits: python -m lab.training.release.quantise

Quantises the network in models/ into a temporary file (static, per channel, on crops of decks it learned from) and sets
the two side by side in onnxruntime: size, time a card, and what reading makes of the held-out decks; beside them the
time of OpenCV, which runs the 32 bits where onnxruntime is not, and cannot run the eight. Nothing is released by it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from onnxruntime import quantization

from lab.training.augmentation.degrade import table_view
from lab.training.data.decks import NoDecks, chosen_decks, held_out
from lab.training.release.calibrate import enrolled, trials
from lab.training.release.release import MODELS
from vision.recognition.embedder import MODEL, BrokenModel, Recogniser, checked_model, seal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.training.data.decks import Deck
    from vision.recognition.embedder import Crops

_SHOWN = 256
_ROUNDS = 15
_SEED = 11


class _Shown(quantization.CalibrationDataReader):  # type: ignore[misc]  # the library has no types
    """Shows *crops* one by one."""

    def __init__(self, crops: Crops) -> None:
        self._left = iter(crops)

    def get_next(self) -> dict[str, Crops] | None:
        crop = next(self._left, None)
        return None if crop is None else {"crops": crop[None]}


def quantised(path: Path, target: Path, crops: Crops) -> Path:
    """Writes the network at *path* in eight bits, with its checksum; *crops* tell the ranges of its layers."""
    quantization.quantize_static(
        str(path),
        str(target),
        _Shown(crops),
        quant_format=quantization.QuantFormat.QDQ,
        per_channel=True,
        op_types_to_quantize=["Conv", "Gemm", "Add"],  # without the normalisation of light and contrast before them
    )
    seal(target, checked_model(path).notes)
    return target


def some_crops(decks: Sequence[Deck], count: int, seed: int = 3) -> Crops:
    chance = np.random.default_rng(seed)
    views = []
    for _ in range(count):
        deck = decks[int(chance.integers(len(decks)))]
        views.append(table_view(deck.pictures[int(chance.integers(len(deck.pictures)))], deck.pictures, chance))
    return np.stack(views)


def milliseconds(recognisers: Sequence[Recogniser], crops: Crops) -> list[float]:
    """Returns the median processor time of a crop for each of *recognisers*, which take turns."""
    times: list[list[float]] = [[] for _ in recognisers]
    for _ in range(_ROUNDS):
        for recogniser, row in zip(recognisers, times, strict=True):
            start_time = time.process_time()
            recogniser.embed(crops)
            row.append((time.process_time() - start_time) * 1000 / len(crops))
    return [float(np.median(row)) for row in times]


def compare(models: Path, decks: Sequence[Deck]) -> None:
    learned, apart = held_out(decks)
    with tempfile.TemporaryDirectory() as folder:
        eight = quantised(models / MODEL, Path(folder) / "eight.onnx", some_crops(learned, _SHOWN))
        both = [Recogniser(path, "onnxruntime") for path in (models / MODEL, eight)]
        sizes = [path.stat().st_size / 1e6 for path in (models / MODEL, eight)]
    print(f"{'':28s}{'32 bits':>10s}{'8 bits':>10s}{'OpenCV, 32':>12s}")
    _row("size, MB", sizes)
    crops = some_crops(apart, 64, seed=4)
    _row("ms a card", milliseconds([*both, Recogniser(models / MODEL, "opencv")], crops[:8]))
    embeddings = [recogniser.embed(crops) for recogniser in both]
    cosines = (embeddings[0] * embeddings[1]).sum(axis=1)
    print(f"cosine of the two: mean {cosines.mean():.4f}, least {cosines.min():.4f}")
    results = [trials(apart, [enrolled(deck, one) for deck in apart], one, _SEED)[0] for one in both]
    limits = both[0].calibration
    named_masks = [(one.score >= limits["near"]) & (one.apart >= limits["apart"]) for one in results]
    _row("nearest card right, %", [100 * float(one.right.mean()) for one in results])
    pairs = list(zip(named_masks, results, strict=True))
    _row("named rightly, %", [100 * float((name & one.right).mean()) for name, one in pairs])
    _row("named wrongly, %", [100 * float((name & ~one.right).mean()) for name, one in pairs])


def _row(what: str, values: Sequence[float]) -> None:
    print(f"{what:28s}" + "".join(f"{value:10.3f}" for value in values), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.training.release.quantise", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--models", type=Path, default=MODELS, help="folder of the network")
    parser.add_argument("--decks", type=Path, action="append", help="folder of decks (again for more)")
    arguments = parser.parse_args()
    try:
        compare(arguments.models, chosen_decks(arguments.decks))
    except (NoDecks, BrokenModel, OSError) as error:
        print(f"quantise: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
