"""The film of the demo: the table, and the display below it."""

import os
from dataclasses import dataclass, field
from pathlib import Path

import cv2
from PIL import Image

from common.errors import CommandError
from vision.types import Image as Picture

TABLE_SIZE = (640, 360)
SCREEN_SCALE = 3
MARGIN = 12
CASE = (38, 34, 32)
GLASS = (8, 10, 14)
LIT = (190, 225, 255)
FORMATS = {".webp": "WEBP", ".gif": "GIF", ".png": "PNG"}


@dataclass
class Film:
    """Collects shots; each shows until the next one's time, in seconds.

    :raises CommandError: for a file name without the ending of an animated picture, or a file that cannot be written.
    """

    path: Path
    shots: list[tuple[float, Image.Image]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.path.suffix.lower() not in FORMATS:
            raise CommandError(
                f"got film file {str(self.path)!r}, expected one that ends in {', '.join(FORMATS)}: rename it"
            )
        if self.path.is_dir() or not self.path.parent.is_dir():
            raise CommandError(f"got film file {str(self.path)!r}, expected a file in a folder that is there")
        if not os.access(self.path if self.path.exists() else self.path.parent, os.W_OK):
            raise CommandError(f"got film file {str(self.path)!r}, expected one that can be written: use --film")

    def shoot(self, time: float, table: Picture, screen: Image.Image) -> None:
        """Adds a shot of *table* (H×W×3, uint8, BGR), with *screen* (one bit) below it."""
        small = cv2.cvtColor(cv2.resize(table, TABLE_SIZE, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
        lit, glass = (Image.new("RGB", screen.size, colour) for colour in (LIT, GLASS))
        size = screen.width * SCREEN_SCALE, screen.height * SCREEN_SCALE
        display = Image.composite(lit, glass, screen.convert("L")).resize(size, Image.Resampling.NEAREST)
        width = TABLE_SIZE[0] + 2 * MARGIN
        picture = Image.new("RGB", (width, TABLE_SIZE[1] + display.height + 3 * MARGIN), CASE)
        picture.paste(Image.fromarray(small), (MARGIN, MARGIN))
        picture.paste(display, ((width - display.width) // 2, TABLE_SIZE[1] + 2 * MARGIN))
        self.shots.append((time, picture))

    def save(self, last_seconds: float = 4.0) -> None:
        """Writes the film; the last shot stays *last_seconds*.

        :raises OSError: if the file cannot be written.
        """
        if not self.shots:
            return
        times = [time for time, _ in self.shots]
        ends = [*times[1:], times[-1] + last_seconds]
        durations = [max(20, round(1000 * (end - start))) for start, end in zip(times, ends, strict=True)]
        first, *rest = (shot for _, shot in self.shots)
        first.save(
            self.path,
            format=FORMATS[self.path.suffix.lower()],
            save_all=True,
            append_images=rest,
            duration=durations,
            loop=0,
            quality=60,
            method=0,
        )
