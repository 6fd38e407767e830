"""The shipped network and the finder on the processors of Raspberry Pis, emulated, answer as they do here."""

import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lab.card_art import Style, draw_pack
from lab.training.augmentation.degrade import table_view
from lab.training.data.options import cache_folder
from simulator.choreography import parse_actions
from simulator.table import Look, RenderedTable
from vision.recognition.embedder import Recogniser
from vision.recognition.pack import enrol

ROOT = cache_folder() / "arm64"
HOUSE = Path(__file__).parents[2]
CROPS = 8
BACKENDS = ("onnxruntime", "opencv")
SHOWN = ["EO", "HK"]

pytestmark = [
    pytest.mark.download,
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / "holds").exists(), reason=f"needs {ROOT}, which tests/emulation/arm64_root makes"),
    pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to change the root folder to the emulated machine's"),
]


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A copy of the program inside the emulated machine, with pictures to read and a pack to read them by."""
    with tempfile.TemporaryDirectory(dir=ROOT / "tmp") as made:
        for part in ("engine", "vision", "models"):
            shutil.copytree(HOUSE / part, Path(made) / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(Path(__file__).with_name("answers.py"), made)
        _put_questions(Path(made))
        yield Path(made)


def _put_questions(folder: Path) -> None:
    deck = draw_pack("bavarian32", Style.default(), 320)
    pack = enrol({card: [picture] for card, picture in deck.items()}, "bavarian32", Recogniser(), "drawn")
    (folder / "pack.pickle").write_bytes(pickle.dumps(pack))
    chance, pictures = np.random.default_rng(4), list(deck.values())
    table = RenderedTable(deck, Look.random(11, "good"), 11, size=(960, 540))
    *_, last = table.play(parse_actions("".join(f"lay {seat} {card}\n" for seat, card in enumerate(SHOWN))))
    crops = np.stack([table_view(picture, pictures, chance) for picture in pictures[:CROPS]])
    np.savez(folder / "pictures.npz", crops=crops, scene=last.image)


def _answers(
    command: list[str], folder: Path, environment: dict[str, str], backends: Sequence[str]
) -> dict[str, dict[str, Any]]:
    """Runs *command* on the backends; returns the answers of each."""
    for answers in folder.glob("*.npz"):
        if answers.stem in BACKENDS:
            answers.unlink()
    done = subprocess.run(
        [*command, *backends], capture_output=True, text=True, check=False, timeout=900, env=environment
    )
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    return {backend: dict(np.load(folder / f"{backend}.npz")) for backend in backends}


@pytest.fixture(scope="module")
def native(folder: Path) -> dict[str, Any]:
    """By OpenCV, which all others are compared with."""
    command = [sys.executable, str(folder / "answers.py"), str(folder)]
    return _answers(command, folder, os.environ | {"PYTHONPATH": str(folder)}, ["opencv"])["opencv"]


def test_here_it_reads(native: dict[str, Any]) -> None:
    assert sorted(native["scene_named"]) == SHOWN
    assert sum(native["named"] != "") >= CROPS / 2


@pytest.mark.parametrize("processor", ["cortex-a53", "cortex-a76"])
def test_a_pi_gives_the_same_answers(folder: Path, native: dict[str, Any], processor: str) -> None:
    """Zero 2 W, whose instructions a Pi 4 has too, and Pi 5, which has more; both backends in one process."""
    inside = "/" + str(folder.relative_to(ROOT))
    command = [
        "chroot",
        str(ROOT),
        "/usr/bin/qemu-aarch64-static",
        "/usr/bin/python3.13",
        f"{inside}/answers.py",
        inside,
    ]
    environment = {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "QEMU_CPU": processor,
        "PYTHONPATH": f"/opt/site:{inside}",
        "PYTHONPYCACHEPREFIX": f"{inside}/compiled",
    }
    for backend, emulated in _answers(command, folder, environment, BACKENDS).items():
        assert emulated["backend"] == backend
        assert emulated["named"].tolist() == native["named"].tolist(), backend
        assert emulated["scene_named"].tolist() == native["scene_named"].tolist(), backend
        cosines = (emulated["embeddings"] * native["embeddings"]).sum(axis=1)
        assert cosines.min() > 1 - 1e-5, backend
        assert np.abs(emulated["quads"] - native["quads"]).max() < 0.05, backend  # px
