"""Pictures of errors, in a folder chosen by the person; without one no picture is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2

from common.errors import CommandError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cli.exam.scoring import Outcome
    from vision.types import Image

JPEG_QUALITY = 90
"""Quality of the JPEG files."""


@dataclass
class PictureSaver:
    """Writes `001-wrong-HK-HO.jpg`: number, kind, card laid, card reported."""

    folder: Path
    written: int = 0

    @classmethod
    def at(cls, folder: Path, source: Path) -> PictureSaver:
        """:raises CommandError: if the examined pictures are in that folder.

        :raises OSError: if no folder can be made there.
        """
        if folder.resolve() == source.resolve():
            raise CommandError(f"got --keep {folder}, the folder that is examined, expected another, name a new one")
        folder.mkdir(parents=True, exist_ok=True)
        return cls(folder)

    def add(self, outcomes: Sequence[Outcome], whole: Image | None = None) -> None:
        """Writes cutouts of wrong reports; without a report the *whole* picture, if there is one.

        :raises OSError: if it cannot be written.
        """
        for outcome in outcomes:
            image = whole if outcome.reported is None or outcome.reported.image is None else outcome.reported.image
            if outcome.kind == "right" or image is None or not image.size:
                continue
            self.written += 1
            true = "none" if outcome.laid is None else outcome.laid.card
            read = "none" if outcome.reported is None else outcome.reported.card or "asked"
            content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
            target = self.folder / f"{self.written:03d}-{outcome.kind}-{true}-{read}.jpg"
            target.unlink(missing_ok=True)  # a link may lead to somebody else's picture
            target.write_bytes(content)
