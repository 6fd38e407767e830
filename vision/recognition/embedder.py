"""The embedding network, which maps crops of cards to unit vectors; the only place on the device that runs it."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.inference import Backend, Network

Crops: TypeAlias = npt.NDArray[np.uint8]
"""N×144×96×3, BGR, as `vision.geometry.rectify.rectify` cuts them."""
Embeddings: TypeAlias = npt.NDArray[np.float32]
"""N×D, rows of length one, so that the product of two rows is their cosine."""

MODEL = "reader.onnx"
NOTES, CHECKSUMS = ".json", ".sha256"
"""Suffixes of the files beside a network."""
_VERSION_LENGTH = 12


class BrokenModel(ValueError):
    """Raised for a network file that is missing, changed or not ours."""


@dataclass(frozen=True)
class Model:
    """Content of a network file, its checksum, and the notes of its training (JSON)."""

    network: bytes
    checksum: str
    notes: str


class Recogniser:
    """Maps crops to embeddings; not thread-safe.

    :raises BrokenModel: if the file is missing, differs from its checksum, or is no network of this program.
    """

    version: str
    """Identifies the weights; embeddings of different versions must not be compared."""
    calibration: dict[str, float]
    """Values measured in training that reading relies on, such as the cosine at which to accept."""
    dimensions: int
    notes: dict[str, Any]
    """The notes of the training."""
    network: Network

    def __init__(self, path: Path | None = None, backend: Backend = "auto") -> None:
        """*backend* is the requested one; `network` tells which one runs, and why."""
        model = checked_model(path)
        blank = np.zeros((CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
        try:
            self.network = Network(lambda: checked_model(path).network, blank, backend)
            self.notes = json.loads(model.notes)
            self.calibration = {str(name): float(value) for name, value in self.notes["calibration"].items()}
            self.dimensions = self.network.dimensions
        except (cv2.error, ValueError, KeyError, TypeError, AttributeError) as error:
            raise BrokenModel(f"got {path or MODEL}, expected a network of this program; install it again") from error
        self.version = model.checksum[:_VERSION_LENGTH]

    def embed(self, crops: Crops) -> Embeddings:
        """Returns one embedding per crop.

        :raises ValueError: if the crops have another size than the network's.
        """
        if crops.ndim != 4 or crops.shape[1:] != (CROP_HEIGHT, CROP_WIDTH, 3) or crops.dtype != np.uint8:
            expected = f"N×{CROP_HEIGHT}×{CROP_WIDTH}×3 of uint8"
            raise ValueError(f"got crops of shape {crops.shape} of {crops.dtype}, expected {expected}")
        embeddings = np.empty((len(crops), self.dimensions), np.float32)
        for row, crop in zip(
            embeddings, crops, strict=True
        ):  # a batch saves a tenth of the time and takes a MiB per crop
            row[:] = self.network.run(crop)
        return embeddings


def checked_model(path: Path | None = None) -> Model:
    """Returns the network at *path*, or the program's own, after comparing its files with the checksums beside them.

    :raises BrokenModel: if a file is missing or differs from its checksum.
    """
    folder: Path | Traversable = path.parent if path else resources.files("models")
    name = path.stem if path else MODEL.partition(".")[0]
    model, notes = (folder / f"{name}{suffix}" for suffix in (".onnx", NOTES))
    try:
        lines = (folder / f"{name}{CHECKSUMS}").read_text("ascii").splitlines()
        expected = {file: checksum for checksum, file in (line.split() for line in lines)}
        network, about = (_read_checked(file, expected[file.name]) for file in (model, notes))
        return Model(network, expected[model.name], about.decode())
    except (OSError, ValueError, KeyError) as error:
        if isinstance(error, BrokenModel):
            raise
        raise BrokenModel(f"got no readable {model} with its checksum; install kiebitz again ({error})") from error


def _read_checked(file: Path | Traversable, expected: str) -> bytes:
    content = file.read_bytes()
    checksum = sha256(content)
    if checksum != expected:
        raise BrokenModel(
            f"got {file} with checksum {checksum[:12]}…, expected {expected[:12]}…; it was damaged, install it again"
        )
    return content


def sha256(content: bytes) -> str:
    """Returns the checksum in hexadecimal, if possible without `hashlib`, which loads 3.5 MiB of OpenSSL."""
    for name in ("_sha2", "_sha256"):  # of CPython from 3.12 and of 3.11; `random` of the standard library does so too
        with suppress(ImportError):
            return str(import_module(name).sha256(content).hexdigest())
    return str(import_module("hashlib").sha256(content).hexdigest())


def seal(model: Path, notes: str) -> None:
    """Writes *notes* (JSON) and the checksums beside the network at *model*."""
    beside = model.with_suffix(NOTES)
    beside.write_text(notes, "utf-8")
    lines = [f"{sha256(file.read_bytes())}  {file.name}\n" for file in (model, beside)]
    model.with_suffix(CHECKSUMS).write_text("".join(lines), "ascii")
