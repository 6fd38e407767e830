"""onnxruntime and OpenCV run the shipped network alike, and OpenCV goes on wherever onnxruntime cannot."""

import logging
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, get_args

import numpy as np
import pytest

from lab.card_art import Style, draw_pack
from lab.training.augmentation.degrade import table_view
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.inference import Backend
from vision.recognition.embedder import Crops, Recogniser
from vision.recognition.pack import enrol
from vision.recognition.reader import PackReader
from vision.scene.still_scene import read_scene

pytestmark = pytest.mark.slow

LEAST_COSINE = 1 - 1e-5
"""Of the two embeddings of one crop; 6e-7 was found apart, and 5e-3 is what a vote between two cards turns on."""
VIEWS = 40
BLANK: Crops = np.zeros((1, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)


@pytest.fixture(scope="module")
def both() -> list[Recogniser]:
    return [Recogniser(backend=backend) for backend in ("onnxruntime", "opencv")]


@pytest.mark.parametrize(
    ("asked", "runs", "why"),
    [("auto", "onnxruntime", "is installed"), ("onnxruntime", "onnxruntime", "is installed"),
     ("opencv", "opencv", "the board profile says opencv")],
)  # fmt: skip
def test_what_is_asked_for_runs(asked: Backend, runs: str, why: str, caplog: pytest.LogCaptureFixture) -> None:
    network = Recogniser(backend=asked).network
    assert network.backend == runs
    assert why in network.reason
    assert caplog.records == []


@pytest.mark.parametrize("style", [Style.default(), Style.random(9001)], ids=["house", "random"])
@pytest.mark.parametrize("kind", ["bavarian32", "german33", "french20"])
def test_both_name_the_same(both: list[Recogniser], kind: str, style: Style) -> None:
    deck, chance = draw_pack(kind, style, 320), np.random.default_rng(7)
    pictures = list(deck.values())
    chosen = chance.integers(len(pictures), size=VIEWS)
    crops = np.stack([table_view(pictures[number], pictures, chance) for number in chosen])
    packs = [enrol({card: [picture] for card, picture in deck.items()}, kind, one, "drawn") for one in both]
    embeddings = [one.embed(crops) for one in both]
    assert (embeddings[0] * embeddings[1]).sum(axis=1).min() > LEAST_COSINE
    named = [[pack.read(row).card for row in rows] for pack, rows in zip(packs, embeddings, strict=True)]
    assert named[0] == named[1]
    assert sum(card is not None for card in named[0]) > VIEWS / 2, "or the sameness says nothing"
    nearest = [
        [pack.read(row).candidates[0].card for row in rows] for pack, rows in zip(packs, embeddings, strict=True)
    ]
    assert nearest[0] == nearest[1]


def test_both_read_the_same_scene(both: list[Recogniser]) -> None:
    deck = draw_pack("bavarian32", Style.default(), 320)
    table = np.full((540, 960, 3), (60, 90, 70), np.uint8)
    for place, picture in enumerate(list(deck.values())[3:6]):
        small = picture[::2, ::2]
        table[150 : 150 + small.shape[0], 100 + 260 * place : 100 + 260 * place + small.shape[1]] = small
    read = []
    for one in both:
        pack = enrol({card: [picture] for card, picture in deck.items()}, "bavarian32", one, "drawn")
        read.append([reading.card for reading in read_scene(table, PackReader(one, pack))])
    assert read[0] == read[1]
    assert len([card for card in read[0] if card]) == 3


class _Failing:
    """A stand-in for onnxruntime that fails at one step."""

    __version__ = "1.28.0"

    def __init__(self, session: Any) -> None:
        self.InferenceSession = session
        self.SessionOptions = lambda: SimpleNamespace(add_session_config_entry=lambda *_: None)

    def set_default_logger_severity(self, _: int) -> None: ...


class _AtTheThird:
    """A session that runs twice, with zeros, and then no more."""

    def __init__(self, *_: object, **__: object) -> None:
        self._left = 2

    def run(self, *_: object) -> list[np.ndarray]:
        self._left -= 1
        if self._left < 0:
            raise MemoryError("bad allocation")
        return [np.zeros((1, 128), np.float32)]


def _refuses(*_: object, **__: object) -> None:
    raise RuntimeError("[ONNXRuntimeError] : 1 : FAIL : no such operator\nand more of it")


@pytest.mark.parametrize("asked", [asked for asked in get_args(Backend) if asked != "opencv"])
@pytest.mark.parametrize(
    ("library", "reason"),
    [
        pytest.param(None, "ModuleNotFoundError: import of onnxruntime halted", id="not installed"),
        pytest.param(SimpleNamespace(__version__="1"), "AttributeError: ", id="half installed"),
        pytest.param(
            _Failing(_refuses), "RuntimeError: [ONNXRuntimeError] : 1 : FAIL : no such operator)", id="refuses"
        ),
        pytest.param(_Failing(_AtTheThird), "MemoryError: bad allocation", id="fails while running"),
    ],
)
def test_opencv_goes_on(
    asked: Backend, library: object, reason: str, both: list[Recogniser],
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    """And one line says why, however often the network is run afterwards."""
    monkeypatch.setitem(sys.modules, "onnxruntime", library)
    recogniser = Recogniser(backend=asked)
    crops = np.random.default_rng(1).integers(0, 256, (6, *BLANK.shape[1:])).astype(np.uint8)
    recogniser.embed(crops)
    assert (recogniser.embed(crops) == both[1].embed(crops)).all()
    assert recogniser.network.backend == "opencv"
    assert reason in recogniser.network.reason
    assert [(line.levelno, line.getMessage().count("\n")) for line in caplog.records] == [(logging.WARNING, 0)]
    assert caplog.messages[0].startswith("kiebitz: onnxruntime does not run (")


def _child(program: str) -> Iterator[str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == "", "onnxruntime says nothing of its own"
    yield from done.stdout.split()


@pytest.mark.parametrize(("asked", "loaded"), [("auto", "True"), ("opencv", "False")])
def test_it_is_imported_only_where_it_runs_and_starts_no_threads(asked: str, loaded: str) -> None:
    program = (
        "import os, sys; import vision.scene.still_scene, vision.recognition.embedder; assert 'onnxruntime' not in "
        "sys.modules; "
        "import cv2, numpy; cv2.setNumThreads(1); before = len(os.listdir('/proc/self/task')); "
        f"network = vision.recognition.embedder.Recogniser(backend={asked!r}); "
        "print('onnxruntime' in sys.modules, len(os.listdir('/proc/self/task')) - before)"
    )
    assert list(_child(program)) == [loaded, "0"]
