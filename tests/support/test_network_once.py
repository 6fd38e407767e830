"""What is remembered of a network is its own answer to that crop."""

import numpy as np
import numpy.typing as npt
import onnxruntime  # noqa: F401  # what is remembered is that of the real library
import pytest

from tests.support import network_once
from vision.inference import Run
from vision.types import Image

ONE, OTHER = (np.full((4, 3, 3), shade, np.uint8) for shade in (7, 8))


def test_each_crop_is_run_once_by_each_network(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[bytes, int]] = []

    def in_onnxruntime(network: bytes, _: str) -> tuple[Run, str]:
        def run(crop: Image) -> npt.NDArray[np.float32]:
            ran.append((network, int(crop[0, 0, 0])))
            return np.array([len(ran)], np.float32)

        return run, "1"

    monkeypatch.setattr(network_once, "_in_onnxruntime", in_onnxruntime)
    monkeypatch.setattr(network_once, "_embeddings", {})
    runs = [network_once._remembering(network)[0] for network in (b"one", b"one", b"other")]
    assert [float(run(crop)[0]) for run in runs for crop in (ONE, OTHER, ONE)] == [1, 2, 1, 1, 2, 1, 3, 4, 3]
    assert ran == [(b"one", 7), (b"one", 8), (b"other", 7), (b"other", 8)]
