"""A missing camera before the first game: the notice with advice, and a probe that detects its first frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.screens.base import Notice
from engine.text import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.texts.phrases import Label
    from vision.types import Frame

NO_CAMERA = Words("Keine Kamera", "No camera")
COVERED = Words("Kamera zugedeckt", "Camera covered")
RIBBON_ADVICE = Words(
    "Strom aus, Flachkabel an beiden Enden neu stecken.", "Power off, push the flat cable in at both ends."
)
USB_ADVICE = Words("Stecker der Kamera neu stecken; dann geht es weiter.", "Plug the camera in again; then it goes on.")
COVERED_ADVICE = Words("Sie sieht nur Schwarz: Deckel weg.", "It sees only black: take the cover off.")
WITHOUT_CAMERA = Words("ohne", "without")


class CameraProbe:
    """A frame consumer that detects the first frame of a camera, and reads none."""

    moving = False

    def process(self, frame: Frame) -> Sequence[object]:
        return ()

    def finish(self) -> Sequence[object]:
        return ()


def missing_camera(source: str, is_covered: bool, play: Label = "ok", fold: Label | None = None) -> Notice:
    """Returns the notice about the camera *source* (`device.camera.sources`)."""
    if is_covered:
        return Notice(COVERED, COVERED_ADVICE, play, fold=fold)
    advice = RIBBON_ADVICE if source.partition(":")[0] == "pi" else USB_ADVICE
    return Notice(NO_CAMERA, advice, play, fold=fold)
