"""Runs an ONNX network, by onnxruntime or by OpenCV. Nothing else of the program knows of onnxruntime."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from typing import Literal, TypeAlias, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.types import Image

Run: TypeAlias = Callable[[Image], npt.NDArray[np.float32]]
"""From one crop (H×W×3, uint8) to its embedding."""

Backend = Literal["auto", "onnxruntime", "opencv"]
"""What may be asked for: `auto` and `onnxruntime` are onnxruntime where it works, and else OpenCV."""
INPUT = "crops"
"""What our networks call what they are given: N×H×W×3, uint8."""
_ENGINE = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
"""OpenCV 5 has two that run networks; this one, the only one of OpenCV 4, takes three quarters of the other's time."""
_ERRORS_ONLY = 3
"""Severity from which onnxruntime may write to standard error."""
_log = logging.getLogger("kiebitz")


class Network:
    """A network that is ready to run; one thread at a time.

    What goes wrong in onnxruntime, when it is imported, when it reads the network or when it runs it, is logged once,
    and OpenCV goes on.

    :raises cv2.error: if OpenCV has to run the network and cannot read it.
    """

    backend: Literal["onnxruntime", "opencv"]
    """What runs it."""
    reason: str
    """Why that one does, in English."""
    dimensions: int
    """Length of an embedding."""

    def __init__(self, read_file: Callable[[], bytes], blank: Image, backend: Backend = "auto") -> None:
        """*read_file* returns the network as its file holds it (2 MB, not kept); *blank* is a crop to try it with."""
        self._read_file = read_file
        self._run: Run
        if backend == "opencv":
            self._take_opencv("the board profile says opencv")
        else:
            self._take_onnxruntime()
        self.dimensions = len(self.run(blank))

    def run(self, crop: Image) -> npt.NDArray[np.float32]:
        """Returns the embedding (D) of a crop (H×W×3)."""
        if self.backend == "onnxruntime":
            try:
                return self._run(crop)
            except Exception as error:  # such as too little memory; the evening goes on
                self._fall_back(error)
        return self._run(crop)

    def _take_onnxruntime(self) -> None:
        content = self._read_file()
        try:
            self._run, version = in_onnxruntime(content)
        except Exception as error:  # a library that is half installed, or made for another processor, raises anything
            self._fall_back(error)
            return
        self.backend, self.reason = "onnxruntime", f"version {version} is installed"

    def _take_opencv(self, reason: str) -> None:
        self._run = in_opencv(self._read_file())
        self.backend, self.reason = "opencv", reason

    def _fall_back(self, error: Exception) -> None:
        line = (str(error).splitlines() or [""])[0]
        why = f"onnxruntime does not run ({type(error).__name__}: {line})"
        _log.warning("kiebitz: %s; OpenCV runs the network", why)
        self._take_opencv(why)


def in_opencv(network_file: bytes) -> Run:
    """:raises cv2.error: if it is no network that OpenCV can read."""
    network = cv2.dnn.readNetFromONNX(np.frombuffer(network_file, np.uint8), **_ENGINE)

    def run(crop: Image) -> npt.NDArray[np.float32]:
        network.setInput(np.ascontiguousarray(crop[None]))
        return cast("npt.NDArray[np.float32]", network.forward()[0])

    return run


def in_onnxruntime(network_file: bytes, given: str = INPUT) -> tuple[Run, str]:
    """Returns what runs the network, and the version of onnxruntime.

    One thread that never spins, for others want the cores too; no arena, which keeps what one large batch took. The ORT
    format would spare 0.4 MiB and no time, so the file stays ONNX.

    :raises ImportError: without onnxruntime.
    :raises Exception: of its own, if it is no network that it can read.
    """
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # wheels below 1.29, to which we are pinned, have none; later ones obey
    import onnxruntime  # a tenth of a second, and 15 MiB: only for whoever reads cards

    onnxruntime.set_default_logger_severity(_ERRORS_ONLY)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    for pool in ("intra_op", "inter_op"):
        options.add_session_config_entry(f"session.{pool}.allow_spinning", "0")
    options.enable_mem_pattern = False  # a plan of memory for each input shape, of which we have one: a MiB
    session = onnxruntime.InferenceSession(network_file, options, providers=["CPUExecutionProvider"])
    session._model_bytes = b""  # it keeps the whole file for a fallback of its own, which has but one provider here

    def run(crop: Image) -> npt.NDArray[np.float32]:
        return cast("npt.NDArray[np.float32]", session.run(None, {given: crop[None]})[0][0])

    return run, str(onnxruntime.__version__)
