"""What finder and network make of given pictures, on whatever processor runs this: answers.py FOLDER BACKEND …

FOLDER holds `pack.pickle` (an `EnrolledPack`) and `pictures.npz`: `crops` (N×144×96×3) to read, and a `scene` (H×W×3)
in which to find and read cards. Afterwards it holds a file for each backend, such as `opencv.npz`: the crops'
`embeddings`, the `quads` found in the scene, and whom crops and cards of the scene were taken for (`named`,
`scene_named`; empty where the reader asks).
The times in ms go to standard output as JSON.
"""

import json
import pickle
import sys
import time
from pathlib import Path

import numpy as np

from vision.detection.contours import detect_outlines
from vision.inference import Backend
from vision.recognition.embedder import Recogniser
from vision.recognition.reader import PackReader
from vision.scene.hypotheses import hypotheses_of, whole_cards

OUTLINES = 6
"""An emulated processor takes half a second a crop."""


def answer(folder: Path, backend: Backend) -> dict[str, float]:
    given = np.load(folder / "pictures.npz")
    pack = pickle.loads((folder / "pack.pickle").read_bytes())
    clock = [time.perf_counter()]
    recogniser = Recogniser(backend=backend)
    clock.append(time.perf_counter())
    embeddings = recogniser.embed(given["crops"])
    clock.append(time.perf_counter())
    outlines = detect_outlines(given["scene"], at_most=OUTLINES)
    clock.append(time.perf_counter())
    cards = whole_cards(hypotheses_of(given["scene"], PackReader(recogniser, pack), outlines))
    np.savez(
        folder / f"{backend}.npz",
        backend=recogniser.network.backend,
        embeddings=embeddings,
        quads=[outline.quad for outline in outlines],
        named=[str(pack.read(row).card or "") for row in embeddings],
        scene_named=[str(card.answer.card or "") for card in cards],
    )
    load, embed, find = np.diff(clock) * 1000
    return {"load": float(load), "embed a crop": float(embed) / len(embeddings), "find": float(find)}


if __name__ == "__main__":
    for backend in sys.argv[2:]:
        print(backend, json.dumps(answer(Path(sys.argv[1]), backend)))
