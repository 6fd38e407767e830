"""The embedding network: what a card looks like, as a point on a sphere. The only module that knows onnxruntime."""

from __future__ import annotations

import hashlib
import json
from importlib import resources
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np
import numpy.typing as npt
import onnxruntime

from vision.rectify import CROP_HEIGHT, CROP_WIDTH

if TYPE_CHECKING:
    from importlib.abc import Traversable
    from pathlib import Path

Crops: TypeAlias = npt.NDArray[np.uint8]
"""N×144×96×3, BGR, as `vision.rectify.rectify` cuts them."""
Embeddings: TypeAlias = npt.NDArray[np.float32]
"""N×D, every row of length one: the product of two is the cosine between them."""

MODEL = "reader.onnx"
_VERSION_LENGTH = 12
AT_ONCE = 4
"""So many crops go through the network together: with more it is no faster, and each of them takes a MiB."""


class BrokenModel(ValueError):
    """Raised for a network file that is missing, changed or not ours."""


class Recogniser:
    """Turns crops into embeddings.

    :raises BrokenModel: if the file is missing, differs from its checksum, or is no network of this program.
    """

    version: str
    """Names the weights; embeddings of two versions must not be compared."""
    calibration: dict[str, float]
    """What training measured on its own decks and reading relies on, such as the cosine at which to accept."""

    def __init__(self, path: Path | None = None, threads: int = 1) -> None:
        model, checksum = checked_model(path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        options.enable_mem_pattern = False  # plans for each number of crops take two MiB, and no time is won
        try:
            # Given as bytes, they would be kept beside the network for good.
            with resources.as_file(model) as file:
                self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
            notes = self._session.get_modelmeta().custom_metadata_map
            calibration = json.loads(notes["calibration"])
            self.calibration = {str(name): float(value) for name, value in calibration.items()}
        except Exception as error:  # onnxruntime raises a dozen classes of its own
            if isinstance(error, MemoryError):
                raise
            raise BrokenModel(f"got {path or MODEL}, expected a network of this program; install it again") from error
        self.version = checksum[:_VERSION_LENGTH]

    def embed(self, crops: Crops) -> Embeddings:
        """Returns one embedding a crop.

        :raises ValueError: if the crops have another size than the network's.
        """
        if crops.ndim != 4 or crops.shape[1:] != (CROP_HEIGHT, CROP_WIDTH, 3) or crops.dtype != np.uint8:
            expected = f"N×{CROP_HEIGHT}×{CROP_WIDTH}×3 of uint8"
            raise ValueError(f"got crops of shape {crops.shape} of {crops.dtype}, expected {expected}")
        if not len(crops):
            return np.zeros((0, self.dimensions), np.float32)
        parts = [
            self._session.run(None, {"crops": np.ascontiguousarray(crops[first : first + AT_ONCE])})[0]
            for first in range(0, len(crops), AT_ONCE)
        ]
        return cast("Embeddings", np.concatenate(parts))

    @property
    def dimensions(self) -> int:
        return int(self._session.get_outputs()[0].shape[1])


def checked_model(path: Path | None = None) -> tuple[Path | Traversable, str]:
    """Returns the network's file and its checksum, after comparing it with the one beside it.

    :raises BrokenModel: if the file is missing or differs from its checksum.
    """
    model: Path | Traversable = path or resources.files("models") / MODEL
    checksum = path.with_suffix(".sha256") if path else resources.files("models") / "reader.sha256"
    try:
        content, expected = model.read_bytes(), checksum.read_text("ascii").split()[0]
    except (OSError, UnicodeDecodeError, IndexError) as error:
        raise BrokenModel(f"got no readable {model} with its checksum; install kiebitz again ({error})") from error
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise BrokenModel(
            f"got {model} with checksum {found[:12]}…, expected {expected[:12]}…; it was damaged, install it again"
        )
    return model, found
