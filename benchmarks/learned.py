"""Finders by a learned detector, to be measured beside today's."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from vision.detection.detector import Detector
from vision.edges import EdgeField
from vision.find import refined_findings, working_planes
from vision.quads import scaled

if TYPE_CHECKING:
    from pathlib import Path

    from vision.reader import Reader
    from vision.sightings import Image, Quad


@cache
def _detector(file: Path) -> Detector:
    return Detector(file.read_bytes())


def network_alone(image: Image, reader: Reader, file: Path) -> list[Quad]:
    return [one.quad for one in _detector(file).detect(image)]


def drawn_to_edges(image: Image, reader: Reader, file: Path) -> list[Quad]:
    planes, scale = working_planes(image)
    rough = [scaled(quad, scale) for quad in network_alone(image, reader, file)]
    return [scaled(one.quad, 1 / scale) for one in refined_findings(EdgeField(planes), rough)]
