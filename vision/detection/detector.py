"""Finds cards by a small network that proposes quads; onnxruntime runs it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np

from vision.detection.votes import Detection, detections_of
from vision.inference import in_onnxruntime

if TYPE_CHECKING:
    from vision.sightings import Image, Quad

WIDTH, HEIGHT = 512, 288
"""Of what the network looks at, px; what is higher than wide is turned."""


class Detector:
    def __init__(self, network_file: bytes) -> None:
        self._run, _ = in_onnxruntime(network_file)

    def detect(self, image: Image) -> list[Detection]:
        """Returns what look like cards in a picture (H×W×3 uint8 BGR), in its px."""
        turned = image.shape[0] > image.shape[1]
        seen = cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE) if turned else image
        high, wide = seen.shape[:2]
        scale = min(WIDTH / wide, HEIGHT / high)
        size = (max(round(wide * scale), 1), max(round(high * scale), 1))
        small = cv2.resize(seen, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        given = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        given[:] = np.median(small[::8, ::8].reshape(-1, 3), axis=0)
        given[: size[1], : size[0]] = small
        found = detections_of(self._run(cast("Image", given)))
        factor = np.array([wide / size[0], high / size[1]], np.float32)
        return [replace(one, quad=_placed(one.quad * factor, wide if turned else None)) for one in found]


def _placed(quad: Quad, turned_from: int | None) -> Quad:
    if turned_from is None:
        return quad
    return np.stack([turned_from - 1 - quad[:, 1], quad[:, 0]], axis=1).astype(np.float32)
