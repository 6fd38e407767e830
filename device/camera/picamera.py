"""The ribbon camera of a Raspberry Pi; the only module that imports Picamera2.

Picture and luminance of a frame come from one request. A request holds one of few buffers: it is copied only if the
picture is used, and returned to the camera after that or with the next frame.
"""

from __future__ import annotations

import errno
import os
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, cast

from device.camera.base import DEFAULT_FPS, FULL_HD, LUMA_WIDTH, MIN_INTERVAL_SHARE, CameraError
from device.camera.exposure_lock import ExposureLock, Stage
from device.camera.focus import Focus
from vision.types import Frame, Image, Luma

BUFFER_COUNTS = (4, 3, 2)
"""Buffers of 6.6 MB each in contiguous memory, and how many will do where that is short: one is read, one is filled."""
MAX_SECONDS_WITHOUT_FRAME = 3.0
INSTALL_ADVICE = "install it with: sudo apt install python3-picamera2 --no-install-recommends"
RIBBON_ADVICE = "switch the Pi off, push the ribbon home at both ends, contacts to the contacts, and switch it on"


class PiCamera:
    """Yields about ten frames a second, with exposure, white balance and focus locked
    (`device.camera.exposure_lock`).
    """

    def __init__(self, number: int = 0, size: tuple[int, int] = FULL_HD, height_cm: float | None = None) -> None:
        """*height_cm* is the height of the camera above the table, if it is known.

        :raises CameraError: without Picamera2, without a camera, or if another program holds it."""
        self.on_capture: Callable[[float, Stage, Mapping[str, Any]], None] = lambda *_: None
        """Called with every capture, also with those that are not yielded: seconds, stage of the lock, metadata."""
        self._height_cm = height_cm
        self._faults = _ThreadFaults()
        for count in BUFFER_COUNTS:
            self._camera = _open_camera(number)
            try:
                self._configure(size, count)
                self._camera.start()
            except (RuntimeError, OSError) as error:
                # A camera whose buffers could not be allocated can only be closed.
                with suppress(RuntimeError, OSError):
                    self._camera.close()
                is_memory_short = getattr(error, "errno", None) == errno.ENOMEM or "alloc" in str(error).lower()
                if count == BUFFER_COUNTS[-1] or not is_memory_short:
                    self._faults.close()
                    raise CameraError(f"the camera cannot give {size[0]}×{size[1]} px: {error}") from error
            else:
                return

    def frames(self) -> Iterator[Frame]:
        """Yields frames with the time at which the sensor took them, once light and focus are locked.

        The picture of a frame can be used from any thread until the next frame is requested.
        """
        available, view = self._camera.camera_controls, self._camera.camera_properties.get("ScalerCropMaximum")
        locking = ExposureLock(available, Focus(available, self._height_cm, view))
        self._camera.set_controls(locking.begin())
        first: int | None = None
        number, due = 0, 0.0
        while True:
            capture = self._next()
            try:
                first = capture.nanoseconds if first is None else first
                moment = (capture.nanoseconds - first) / 1e9
                seconds = capture.nanoseconds / 1e9
                controls = locking.update(capture.metadata, capture.luma, seconds, capture.is_sharp)
                self._camera.set_controls(controls)
                self.on_capture(moment, locking.stage, capture.metadata)
                if locking.ready and moment >= due:
                    yield Frame(number, moment, capture.image, capture.luma)
                    number, due = number + 1, moment + MIN_INTERVAL_SHARE / DEFAULT_FPS
            finally:
                capture.release()

    def close(self) -> None:
        self._faults.close()
        self._camera.close()

    def _configure(self, size: tuple[int, int], buffer_count: int) -> None:
        from libcamera import ColorSpace

        width, height = size
        luma_width = min(LUMA_WIDTH, width)
        luma_size = (luma_width, round(height * luma_width / width / 2) * 2)
        configuration = self._camera.create_video_configuration(
            main={"size": size, "format": "RGB888"},  # numpy gets it as B, G, R
            lores={"size": luma_size, "format": "YUV420"},
            raw=None,
            colour_space=ColorSpace.Sycc(),  # full range (0 to 255), as in all other pictures
            buffer_count=buffer_count,
            display=None,
            encode=None,
            sensor={"output_size": sensor_size(self._camera.sensor_resolution, size)},
        )
        self._camera.configure(configuration)
        self._luma_size = luma_size

    def _next(self) -> _CapturedFrame:
        """:raises CameraError: if no frame comes in time; then the camera can only be closed."""
        try:
            return _CapturedFrame(self._camera.capture_request(wait=MAX_SECONDS_WITHOUT_FRAME), self._luma_size)
        except TimeoutError as error:
            self._camera.cancel_all_and_flush()
            fault = self._faults.last
            if fault is not None:
                reason = f"Picamera2 has stopped ({type(fault).__name__}: {fault}): the camera is opened again"
                raise CameraError(reason) from fault
            raise CameraError(
                f"the camera has given no picture for {MAX_SECONDS_WITHOUT_FRAME:.0f} s: {RIBBON_ADVICE}"
            ) from error


class _ThreadFaults:
    """Notes exceptions that end a thread of Picamera2: frames stop then, and nobody who waits for them is notified."""

    def __init__(self) -> None:
        self.last: BaseException | None = None
        self._before = threading.excepthook
        self._hook = self._note  # one object, so that `close` recognises it
        threading.excepthook = self._hook

    def close(self) -> None:
        if threading.excepthook is self._hook:
            threading.excepthook = self._before

    def _note(self, arguments: threading.ExceptHookArgs) -> None:
        modules = (frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_tb(arguments.exc_traceback))
        if any(module.partition(".")[0] == "picamera2" for module in modules):
            self.last = arguments.exc_value
        self._before(arguments)


class _CapturedFrame:
    """A frame of Picamera2; its buffer is returned as early as possible."""

    def __init__(self, request: Any, luma_size: tuple[int, int]) -> None:
        width, height = luma_size
        self.metadata: dict[str, Any] = request.get_metadata()
        self.nanoseconds: int = self.metadata["SensorTimestamp"]
        # chroma follows below, padding at the right
        self.luma = cast("Luma", request.make_array("lores")[:height, :width])
        self._request: Any | None = request
        self._image: Image | None = None
        self._lock = threading.Lock()

    def image(self) -> Image:
        """:raises RuntimeError: if the next frame has been requested already."""
        with self._lock:
            if self._image is None:
                if self._request is None:
                    raise RuntimeError("got a look at a frame of before, expected one before the next is asked for")
                self._image = cast("Image", self._request.make_array("main"))
                self._give_back()
            return self._image

    def is_sharp(self) -> bool | None:
        """Returns whether the view is sharp; None if it shows too little detail."""
        from vision.enrolment.aim_check import is_view_sharp

        return is_view_sharp(self.image())

    def release(self) -> None:
        with self._lock:
            self._give_back()

    def _give_back(self) -> None:
        request, self._request = self._request, None
        if request is not None:
            request.release()


def sensor_size(full: tuple[int, int], requested: tuple[int, int]) -> tuple[int, int]:
    """Returns the size at which the sensor reads its full view: binned 2×2 if that is large enough.

    By default the mode of the nearest size is used, which crops the view on some sensors.
    """
    half = (full[0] // 2, full[1] // 2)
    return half if half[0] >= requested[0] and half[1] >= requested[1] else full


def _open_camera(number: int) -> Any:
    """:raises CameraError: if the camera is missing or cannot be opened."""
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:WARN")
    try:
        from picamera2 import Picamera2
    except (ImportError, OSError, ValueError) as error:  # ValueError: compiled for another numpy
        raise CameraError(
            f"cannot use Picamera2 ({error}), which the Pi's own camera needs: {INSTALL_ADVICE}"
        ) from error
    try:
        # Cameras on USB are counted behind these.
        on_ribbons = sum("/usb" not in camera["Id"] for camera in Picamera2.global_camera_info())
        if not on_ribbons:
            raise CameraError(f"no camera on the ribbon: {RIBBON_ADVICE}")
        if number >= on_ribbons:
            there = " or ".join(f"pi:{one}" for one in range(on_ribbons))
            raise CameraError(f"got camera pi:{number}, expected {there}")
        return Picamera2(number)
    except RuntimeError as error:
        reason = error.__cause__ or error
        raise CameraError(f"cannot open the Pi's camera ({reason}): does another program use it?") from error
