"""Recorded sources: a folder of pictures, a video file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import cast

import cv2

from device.camera import picture_file
from device.camera.base import DEFAULT_FPS, LUMA_WIDTH, CameraError
from vision.types import Frame, Image, Luma

PICTURE_ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp"})
UNSUPPORTED_ENDINGS = frozenset({".heic", ".heif", ".avif", ".dng", ".ppm", ".tif", ".tiff"})
"""Endings of files from telephones and cameras that cannot be read here."""


class Folder:
    """Frames from the pictures of a folder, in the order of their names; decoded in full when their image is used."""

    def __init__(self, folder: Path, fps: float = DEFAULT_FPS) -> None:
        """:raises CameraError: if there is no such folder, no picture in it, or one that cannot be read."""
        if not folder.is_dir():
            raise CameraError(f"got {folder}, expected a folder of pictures")
        files = sorted(folder.iterdir(), key=_natural_key)
        self._files = [file for file in files if file.suffix.lower() in PICTURE_ENDINGS]
        read = {file.stem for file in self._files}
        unread = [file for file in files if file.suffix.lower() in UNSUPPORTED_ENDINGS and file.stem not in read]
        if unread:  # skipping it would leave an unnoticed gap
            raise CameraError(f"got {unread[0]}, expected PNG, JPEG, WebP or BMP files, save it as JPEG")
        if not self._files:
            raise CameraError(f"folder {folder} holds no pictures, expected files such as 0001.png or 0001.jpg")
        self._fps = fps

    def __len__(self) -> int:
        return len(self._files)

    def name_of(self, number: int) -> str:
        """Returns the name of the file that holds the picture of that number, from 0."""
        return self._files[number].name

    def frames(self) -> Iterator[Frame]:
        for number, file in enumerate(self._files):
            yield Frame(number, number / self._fps, partial(_read_picture, file), _read_luma(file))

    def close(self) -> None:
        """Each file is closed as soon as it is read."""


class Video:
    """Frames of a video file, at the times that it states, which telephones space unevenly."""

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
        fps = fps if 0 < fps < 1000 else 25.0  # some files lack the frame rate
        number, time = 0, 0.0
        try:
            while (read := capture.read())[0]:
                picture = cast("Image", read[1])
                _check_size(picture, self._file)
                if number:
                    stated = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
                    time = stated if stated > time else time + 1 / fps  # without time stamps OpenCV repeats the last
                yield Frame(number, time, picture, picture_file.low_resolution(picture))
                number += 1
        finally:
            capture.release()
        if number == 0:
            raise CameraError(f"video {self._file} holds no frame that can be read")

    def close(self) -> None:
        self._capture.release()

    def _open(self) -> cv2.VideoCapture:
        capture = cv2.VideoCapture(str(self._file), cv2.CAP_FFMPEG)  # the others would decode pictures
        if not capture.isOpened():
            raise CameraError(f"cannot read {self._file}, expected a video file such as MP4, AVI or MKV")
        return capture


def _natural_key(file: Path) -> tuple[list[tuple[int, str]], str]:
    """Key for natural order: 2 before 10, with or without leading zeros."""
    parts = re.split(r"([0-9]+)", file.stem.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], file.name


def _read_picture(file: Path) -> Image:
    return picture_file.read_picture(file).image


def _read_luma(file: Path) -> Luma:
    """Decodes the luminance of a JPEG at half size, which takes less than half the time."""
    content = picture_file.read_file(file)
    luma = picture_file.decode(content, cv2.IMREAD_REDUCED_GRAYSCALE_2)
    if luma is not None and (luma.shape[1] < LUMA_WIDTH or picture_file.size_fault(luma)):
        luma = picture_file.decode(content, cv2.IMREAD_GRAYSCALE)
    if luma is None:
        raise CameraError(f"cannot read picture {file}, expected {picture_file.WHOLE_FILE}")
    _check_size(luma, file)
    return picture_file.shrink(luma)


def _check_size(picture: Image | Luma, file: Path) -> None:
    if trouble := picture_file.size_fault(picture):
        raise CameraError(f"got {file}, {trouble}")
