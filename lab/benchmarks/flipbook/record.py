"""One sequence: a scenario on a table that its seed draws, picture by picture, also as H.264 video.

The encoder is libx264 of PyAV (extra `benchmark`), since OpenCV's wheels have none; the decoder is OpenCV's.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np

from lab.benchmarks.flipbook.scenarios import SCENARIOS
from simulator.deck import Deck, back
from simulator.script import Expected, Script
from simulator.stage.camera import Camera
from simulator.stage.lights import LIGHTS, random_light
from simulator.stage.sensor import Sensor
from simulator.stage.stage import FPS, Stage
from simulator.stage.surfaces import TABLES, Image, table_top

SEATS = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """`truth` is in the order of its frames."""

    scenario: str
    seed: int
    light: str
    table: str
    deck: Deck
    seats: tuple[int, ...]
    stage: Stage
    frames: int
    truth: list[Expected]

    def arrives(self, number: int) -> bool:
        """Whether the camera delivers the frame."""
        return np.random.default_rng([self.seed, number]).random() >= self.stage.sensor.lost

    def pictures(self) -> Iterator[Image]:
        """Yields the frames."""
        taken = map(self.stage.frame, range(self.frames))
        yield from through_h264(taken, FPS) if self.stage.sensor.h264 else taken


def compose(
    scenario: str,
    seed: int,
    deck: Deck,
    light: str | None = None,
    table: str | None = None,
    players: int | None = None,
    size: tuple[int, int] = (1280, 720),
    act: Callable[[Script], None] | None = None,
) -> Sequence:
    """Returns the sequence of *scenario* and *seed*; other arguments, if omitted, are drawn from the seed.

    *act* writes the script instead of the scenario of that name.
    """
    rng = np.random.default_rng([seed, sum(map(ord, scenario))])
    light = light or LIGHTS[int(rng.integers(len(LIGHTS)))]
    table = table or TABLES[int(rng.integers(len(TABLES)))]
    seats = SEATS[players or int(rng.choice([2, 3, 4], p=[0.2, 0.2, 0.6]))]
    shining = random_light(light, rng)
    camera = Camera.random(rng, size)
    sensor = Sensor.random(rng, size, shining)
    stage = Stage(table_top(table, rng), shining, sensor, [(-1.0, camera)])
    script = Script(stage, deck, rng, seats, back(rng, deck.width / deck.height))
    (act or SCENARIOS[scenario])(script)
    truth = sorted(script.truth, key=lambda one: one.rest)
    return Sequence(scenario, seed, light, table, deck, seats, stage, script.frames, truth)


RATE_FACTOR = 30
"""libx264's constant rate factor: 23 is its own default; 30 makes some 0.5 Mbit/s of 1280×720 px ten times a second."""
KEYFRAME_SECONDS = 2
MISSING = "PyAV is not installed, which encodes H.264; install the extra: pip install 'kiebitz[benchmark]'"


def can_encode() -> bool:
    return find_spec("av") is not None


def through_h264(pictures: Iterable[Image], rate: int) -> Iterator[Image]:
    """Yields the pictures, *rate* a second, as a decoder gives them back.

    :raises ImportError: if PyAV is not installed.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "sequence.mp4"
        write_h264(file, pictures, rate)
        video = cv2.VideoCapture(str(file))
        try:
            while (frame := video.read()[1]) is not None:
                yield np.asarray(frame, np.uint8)
        finally:
            video.release()


def write_h264(file: Path, pictures: Iterable[Image], rate: int) -> None:
    """Writes an MP4 of H×W×3 pictures, BGR, both sides even.

    :raises ImportError: if PyAV is not installed.
    """
    import av

    with av.open(str(file), "w") as container:
        stream = container.add_stream("libx264", rate=rate)
        stream.pix_fmt, stream.gop_size = "yuv420p", KEYFRAME_SECONDS * rate
        stream.options = {"crf": str(RATE_FACTOR), "preset": "veryfast"}
        for picture in pictures:
            if not stream.codec_context.is_open:
                stream.height, stream.width = picture.shape[:2]
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())
