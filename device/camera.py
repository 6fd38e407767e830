"""Where frames come from: a rendered table, a folder, a video file, a webcam. All are a `Camera`."""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

import cv2

from vision.sightings import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from vision.sightings import Image, Luma

PICTURE_ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp", ".ppm", ".tif", ".tiff"})
LUMA_WIDTH = 640
SMALLEST = 32
"""px; no card can be read in a picture of a smaller side."""
DEFAULT_FPS = 10.0
EARLIEST = 0.75
"""Of the time between two frames of a webcam: it does not keep time to the millisecond."""
FULL_HD = (1920, 1080)


class CameraError(ValueError):
    """Raised when a source of frames is missing, broken, or stops in the middle."""


class Camera(Protocol):
    """A source of frames. `frames` begins anew at each call; `luma` of a frame shows the same moment as `image`."""

    def frames(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...


def low_resolution(image: Image) -> Luma:
    """Returns the luminance of a BGR picture, at most 640 px wide."""
    return _shrunk(cast("Luma", cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)))


def _shrunk(luma: Luma) -> Luma:
    height, width = luma.shape
    if width > LUMA_WIDTH:
        size = (LUMA_WIDTH, round(height * LUMA_WIDTH / width))
        luma = cast("Luma", cv2.resize(luma, size, interpolation=cv2.INTER_AREA))
    return luma


@dataclass
class Pictures:
    """Frames from pictures that something else makes, such as the rendered table, `fps` a second."""

    pictures: Iterable[Image]
    fps: float = DEFAULT_FPS

    def frames(self) -> Iterator[Frame]:
        for number, picture in enumerate(self.pictures):
            yield Frame(number, number / self.fps, picture, low_resolution(picture))

    def close(self) -> None:
        """Pictures hold nothing open."""


class Folder:
    """Frames from the pictures of a folder, in the order of their names; decoded whole when somebody looks at them."""

    def __init__(self, folder: Path, fps: float = DEFAULT_FPS) -> None:
        """:raises CameraError: if there is no such folder, or no picture in it."""
        if not folder.is_dir():
            raise CameraError(f"got {folder}, expected a folder of pictures")
        self._files = sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURE_ENDINGS)
        if not self._files:
            raise CameraError(f"folder {folder} holds no pictures, expected files such as 0001.png or 0001.jpg")
        self._fps = fps

    def __len__(self) -> int:
        return len(self._files)

    def frames(self) -> Iterator[Frame]:
        for number, file in enumerate(self._files):
            yield Frame(number, number / self._fps, partial(_picture_in, file), _luma_in(file))

    def close(self) -> None:
        """Each file is closed as soon as it is read."""


class Video:
    """Frames from a video file, at the speed it was taken with."""

    def __init__(self, file: Path) -> None:
        """:raises CameraError: if the file is missing or no video that OpenCV can read."""
        if not file.is_file():
            raise CameraError(f"got {file}, expected a video file")
        self._file = file
        self._capture = self._open()

    def __len__(self) -> int:
        return max(int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)), 0)

    def frames(self) -> Iterator[Frame]:
        capture = self._open()
        fps = capture.get(cv2.CAP_PROP_FPS)
        fps = fps if 0 < fps < 1000 else 25.0  # some files do not say
        try:
            number = 0
            while True:
                picture = _next_picture(capture)
                if picture is None:
                    break
                _check_size(picture, self._file)
                yield Frame(number, number / fps, picture, low_resolution(picture))
                number += 1
        finally:
            capture.release()
        if number == 0:
            raise CameraError(f"video {self._file} holds no frame that can be read")

    def close(self) -> None:
        self._capture.release()

    def _open(self) -> cv2.VideoCapture:
        capture = cv2.VideoCapture(str(self._file))
        if not capture.isOpened():
            raise CameraError(f"cannot read {self._file}, expected a video file such as MP4, AVI or MKV")
        return capture


class Webcam:
    """Frames from a camera that the kernel offers as /dev/videoN."""

    def __init__(
        self,
        number: int = 0,
        size: tuple[int, int] = FULL_HD,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """:raises CameraError: if there is no such camera, or another program holds it."""
        self._number = number
        self._clock = clock
        if not Path(f"/dev/video{number}").exists():
            raise CameraError(f"no camera at /dev/video{number}: plug one in, or name a folder or a video file")
        self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            raise CameraError(f"cannot open the camera at /dev/video{number}: does another program use it?")
        # Bare pictures of this size go over USB five times a second; the driver takes what comes nearest.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._capture.set(cv2.CAP_PROP_FPS, DEFAULT_FPS)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # an old frame is worse than none

    def frames(self) -> Iterator[Frame]:
        """Yields about ten frames a second, however many the camera gives: only those that are yielded are decoded."""
        start = self._clock()
        number, due = 0, 0.0
        while self._capture.grab():
            moment = self._clock() - start
            if moment < due:
                continue
            there, picture = self._capture.retrieve()
            if not there:
                break
            yield Frame(number, moment, cast("Image", picture), low_resolution(cast("Image", picture)))
            number, due = number + 1, moment + EARLIEST / DEFAULT_FPS
        raise CameraError(f"the camera at /dev/video{self._number} gives no more frames: check its cable")

    def close(self) -> None:
        self._capture.release()


def _picture_in(file: Path) -> Image:
    return _decoded(file, cv2.IMREAD_COLOR)


def _luma_in(file: Path) -> Luma:
    """A JPEG file gives its luminance at half its size in less than half the time."""
    luma = _decoded(file, cv2.IMREAD_REDUCED_GRAYSCALE_2)
    if luma.shape[1] < LUMA_WIDTH or luma.shape[0] < SMALLEST:
        luma = _decoded(file, cv2.IMREAD_GRAYSCALE)
    _check_size(luma, file)
    return _shrunk(luma)


def _decoded(file: Path, flags: int) -> Image | Luma:
    picture = cast("Image | None", cv2.imread(str(file), flags))
    if picture is None:
        raise CameraError(f"cannot read picture {file}, expected a whole PNG, JPEG, WebP or BMP file")
    return picture


def _check_size(picture: Image | Luma, file: Path) -> None:
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST:
        raise CameraError(f"got a picture of {width}×{height} px in {file}, expected at least {SMALLEST} on each side")


def _next_picture(capture: cv2.VideoCapture) -> Image | None:
    there, picture = capture.read()
    return cast("Image", picture) if there else None


def open_camera(source: str, fps: float = DEFAULT_FPS, size: tuple[int, int] = FULL_HD) -> Camera:
    """Returns the camera that *source* names: a folder, a video file, `/dev/video0`, or `0` for the first webcam.

    *fps* counts for a folder, *size* for a webcam.

    :raises CameraError: if there is no such thing.
    """
    if not 0 < fps < math.inf:  # nan is neither
        raise CameraError(f"got {fps} frames a second, expected a number above 0")
    if not source:
        raise CameraError("got no source, expected a folder of pictures, a video file, or a camera such as 0")
    path = Path(source)
    webcam = re.fullmatch(r"(?:/dev/video)?(\d{1,3})", source)
    if webcam and not path.is_dir() and not path.is_file():
        return Webcam(int(webcam[1]), size)
    if path.is_dir():
        return Folder(path, fps)
    if path.is_file():
        return Video(path)
    raise CameraError(f"got source {source!r}, expected a folder of pictures, a video file, or a camera such as 0")
