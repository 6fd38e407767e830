"""Trials of the camera: intervals and settings over a minute, five openings, and a printed card at four places."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.camera.base import Camera, CameraError
from device.camera.picamera import PiCamera
from device.camera.validated import CheckedCamera
from device.diagnostics.check import CheckContext, kib
from device.field.report import Section
from device.hardware.board import Board, CameraChoice
from device.storage.pack_paths import SAMPLE_PACK
from device.storage.packs import open_reader
from vision.geometry.quads import sides
from vision.scene.still_scene import read_scene
from vision.types import Frame

OPENINGS = 5
PLACES = ("upper left", "upper right", "lower right", "lower left")
CAPTURE_COLUMNS = ["seconds", "exposure_us", "gain", "lens_position", "focus_state", "exposure_state", "lux"]
_KEYS = ("ExposureTime", "AnalogueGain", "LensPosition", "AfState", "AeState", "Lux")


def try_minute(choice: CameraChoice, seconds: float, report_time: Callable[[float], None]) -> Section:
    """Watches frames for *seconds*; *report_time* is called with the time of each, in s.

    :raises CameraError: if the camera cannot be opened or stops.
    """
    captures: list[list[float]] = []
    stages: list[str] = []

    def note(moment: float, stage: str, metadata: Mapping[str, Any]) -> None:
        captures.append([round(moment, 4), *(float(metadata.get(key, -1)) for key in _KEYS)])
        if not stages or not stages[-1].endswith(stage):
            stages.append(f"{moment:.2f} s {stage}")

    began = time.monotonic()
    with closing(_opened(choice, note)) as camera:
        frames = camera.frames()
        first = _first(frames)
        sizes = [f"{width}×{height}" for height, width in (first.image.shape[:2], first.luma.shape)]
        section: Section = {"source": choice.source, "seconds_to_first_frame": round(time.monotonic() - began, 2)}
        times = [first.time]
        for frame in frames:
            times.append(frame.time)
            report_time(frame.time - first.time)
            if frame.time - first.time >= seconds:
                break
    section |= {"picture_size": sizes[0], "luma_size": sizes[1], "frames": len(times)}
    if len(times) > 1:
        gaps = 1000 * np.diff(times)
        section |= {
            "interval_ms_median": round(float(np.median(gaps)), 1),
            "interval_ms_longest": round(float(gaps.max()), 1),
            "gaps_over_200_ms": int((gaps > 200).sum()),
        }
    if captures:
        locked = next((stage for stage in stages if stage.endswith("locked")), None)
        section |= {} if locked is None else {"seconds_to_lock": float(locked.split()[0])}
        section |= {"stages": stages, "capture_columns": CAPTURE_COLUMNS, "captures": captures}
    return section


def try_openings(choice: CameraChoice, context: CheckContext) -> Section:
    """Opens the camera several times, and returns what was not given back."""
    seconds: list[float] = []
    faults: list[str] = []
    before = _held(context)
    for _ in range(OPENINGS):
        began = time.monotonic()
        try:
            with closing(_opened(choice)) as camera:
                _first(camera.frames())
            seconds.append(time.monotonic() - began)
        except CameraError as error:
            faults.append(str(error))
    descriptors, memory = (after - first for after, first in zip(_held(context), before, strict=True))
    section: Section = {"failed": len(faults), "descriptors_left": descriptors, "memory_left_mib": memory}
    if seconds:
        section["seconds_longest"] = round(max(seconds), 2)
    return section | ({"faults": faults} if faults else {})


def try_sheet(board: Board, confirm: Callable[[str], bool], folder: Path | None) -> Section:
    """Reads a printed card at four places of the table; *confirm* asks whether it lies there, else it is left out.

    Pictures are kept in *folder* only.

    :raises CameraError: if the camera cannot be opened or stops.
    """
    reader = open_reader(SAMPLE_PACK, board.inference)
    rows: list[str] = []
    names: list[str] = []
    for place in PLACES:
        if not confirm(f"Lay a card of `kiebitz sheet` in the {place} of the view. Does it lie there?"):
            continue
        with closing(_opened(board.camera)) as camera:
            picture = _first(camera.frames()).image.copy()
        readings = read_scene(picture, reader)
        found = [
            f"{one.card or 'unsure'} {one.candidates[0].score:.3f}, {sides(one.quad)[0]:.0f} px wide"
            for one in readings
            if one.candidates
        ]
        names += [str(one.card) for one in readings if one.card is not None]
        rows.append(f"{place}: {'; '.join(found) or 'nothing'}")
        if folder is not None:
            cv2.imwrite(str(folder / f"{place.replace(' ', '_')}.png"), picture)
    if not rows:
        return {}
    usual = max(set(names), key=names.count, default="")
    return {"right": names.count(usual) if usual else 0, "readings": rows}


def _first(frames: Iterator[Frame]) -> Frame:
    """:raises CameraError: if there is none."""
    frame = next(frames, None)
    if frame is None:
        raise CameraError("the camera gives no frames")
    return frame


def _opened(choice: CameraChoice, note: Callable[[float, str, Mapping[str, Any]], None] | None = None) -> Camera:
    """Returns the camera of the board; *note* gets the metadata of every capture, which only a ribbon camera has."""
    if note is None or not choice.source.startswith("pi"):
        return choice.open()
    camera = PiCamera(int(choice.source.partition(":")[2] or 0), (choice.width, choice.height), choice.height_cm)
    camera.on_capture = note
    return CheckedCamera(camera)


def _held(context: CheckContext) -> tuple[int, int]:
    """Returns the file descriptors and the MiB of memory that this process holds."""
    return len(list(Path("/proc/self/fd").iterdir())), (kib(context, "proc/self/status", "VmRSS") or 0) >> 10
