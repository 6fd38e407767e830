"""The network's file and its embeddings."""

import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.recognition.embedder import CHECKSUMS, MODEL, NOTES, BrokenModel, Recogniser, seal


@pytest.fixture
def model(tmp_path: Path) -> Path:
    for name in (MODEL, "reader.json", "reader.sha256"):
        with resources.as_file(resources.files("models") / name) as source:
            shutil.copy(source, tmp_path)
    return tmp_path / MODEL


def _crops(count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(3).integers(0, 256, (count, CROP_HEIGHT, CROP_WIDTH, 3)).astype(np.uint8)


def test_a_crop_is_embedded_alike_alone_and_among_others(recogniser: Recogniser) -> None:
    crops = _crops(5)
    assert np.allclose(recogniser.embed(crops)[3], recogniser.embed(crops[3:4])[0], atol=1e-4)


@pytest.mark.parametrize(
    "crops",
    [
        pytest.param(np.zeros((1, 10, 10, 3), np.uint8), id="other size"),
        pytest.param(np.zeros((CROP_HEIGHT, CROP_WIDTH, 3), np.uint8), id="one crop without its batch"),
        pytest.param(np.zeros((1, CROP_HEIGHT, CROP_WIDTH, 3), np.float32), id="other type"),
    ],
)
def test_crops_of_another_shape_are_refused(recogniser: Recogniser, crops: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"^got crops of shape .*, expected N×144×96×3"):
        recogniser.embed(crops)


def test_thresholds_come_with_the_network(recogniser: Recogniser) -> None:
    assert set(recogniser.calibration) >= {"near", "apart", "foreign"}


def test_the_same_file_elsewhere_is_the_same_version(recogniser: Recogniser, model: Path) -> None:
    assert Recogniser(model).version == recogniser.version


def _remove(model: Path) -> None:
    model.unlink()


def _remove_checksum(model: Path) -> None:
    model.with_suffix(CHECKSUMS).unlink()


def _empty_checksum(model: Path) -> None:
    model.with_suffix(CHECKSUMS).write_text("")


def _remove_notes(model: Path) -> None:
    model.with_suffix(NOTES).unlink()


def _loosen(model: Path) -> None:
    notes = model.with_suffix(NOTES)
    notes.write_text(notes.read_text("utf-8").replace('"near": 0.', '"near": 0.0'), "utf-8")


def _take_thresholds_away(model: Path) -> None:
    seal(model, "{}")


def _flip_a_bit(model: Path) -> None:
    content = bytearray(model.read_bytes())
    content[len(content) // 2] ^= 1
    model.write_bytes(content)


def _truncate(model: Path) -> None:
    model.write_bytes(model.read_bytes()[:1000])


def _replace(model: Path) -> None:
    notes = model.with_suffix(NOTES).read_text("utf-8")
    model.write_bytes(b"no network")
    seal(model, notes)


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        pytest.param(_remove, "install kiebitz again", id="missing"),
        pytest.param(_remove_checksum, "install kiebitz again", id="no checksum"),
        pytest.param(_empty_checksum, "install kiebitz again", id="empty checksum"),
        pytest.param(_flip_a_bit, "it was damaged", id="one bit changed"),
        pytest.param(_truncate, "it was damaged", id="truncated"),
        pytest.param(_remove_notes, "install kiebitz again", id="no notes"),
        pytest.param(_loosen, "it was damaged", id="thresholds changed"),
        pytest.param(_take_thresholds_away, "expected a network of this program", id="no thresholds"),
        pytest.param(_replace, "expected a network of this program", id="something else, with its checksum"),
    ],
)
def test_a_harmed_network_is_told(model: Path, harm: Callable[[Path], None], message: str) -> None:
    harm(model)
    with pytest.raises(BrokenModel, match=message):
        Recogniser(model)
