"""`kiebitz` on libcamera's virtual camera, through the real Picamera2: virtual_camera.py ARGUMENT…

What the virtual camera lacks beside a Raspberry Pi's is made up for here, and here alone. It runs in the root that
`trixie_root` lays down.
"""

from __future__ import annotations

import sys
import time
from types import ModuleType
from typing import Any

BATCH = 0.1
"""Seconds from picture to picture; each is given four times, which is one batch of the four buffers."""
PATIENCE = 2.0
"""Seconds that the film waits for whoever watches it."""


def stand_in(name: str, **attributes: object) -> None:
    """Puts an empty module in the place of one that only previews and raw files need."""
    module = ModuleType(name)
    vars(module).update(attributes)
    sys.modules[name] = module


class AnyFormat:
    def __getattr__(self, name: str) -> int:
        return 0


stand_in("pykms", PixelFormat=AnyFormat())
stand_in("pidng")
stand_in("pidng.core", PICAM2DNG=object)
stand_in("pidng.camdefs", Picamera2Camera=object)

import cv2  # noqa: E402
import libcamera  # noqa: E402
import numpy as np  # noqa: E402
import picamera2  # noqa: E402
from picamera2.allocators import Allocator, LibcameraAllocator  # noqa: E402
from picamera2.request import CompletedRequest  # noqa: E402


class VirtualRequest(CompletedRequest):  # type: ignore[misc]
    """The virtual camera gives NV12 of the whole range of bytes, as JPEG has it; a Pi's gives what it is asked for."""

    def make_array(self, name: str) -> np.ndarray[Any, Any]:
        array: np.ndarray[Any, Any] = super().make_array(name)
        if name != "main":
            return array
        rows = array.shape[0] * 2 // 3
        colours = array[rows:].reshape(rows // 2, -1, 2)
        colours = cv2.resize(colours, (array.shape[1], rows), interpolation=cv2.INTER_LINEAR)
        blue, red = colours[..., 0], colours[..., 1]
        return cv2.cvtColor(np.dstack([array[:rows], red, blue]), cv2.COLOR_YCrCb2BGR)


class VirtualPicamera2(picamera2.Picamera2):  # type: ignore[misc]
    def __init__(self, number: int) -> None:
        super().__init__(number, allocator=Allocator())
        self.allocator = LibcameraAllocator(self.camera)  # the usual one has buffers of one plane, NV12 has two
        self._began = 0.0
        self.ribbon = True
        """Pulled out, no frame comes any more, and nobody is told."""
        self.breaks = False
        """Whether the next frame ends Picamera2's thread by an exception."""

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        return [{"format": "NV12", "size": (1920, 1080)}]

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]:
        for stream in {"main", "lores"} & wanted.keys():
            wanted[stream] = wanted[stream] | {"format": "NV12"}
        configuration: dict[str, Any] = super().create_video_configuration(**wanted)
        return configuration

    def process_requests(self, display: object) -> None:
        """The virtual camera knows no frame rate, and plays on while nobody looks."""
        if self.breaks:
            raise ValueError("no such stream")
        if not self.ribbon:
            return
        deadline = time.monotonic() + PATIENCE
        while not self._job_list and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(max(0.0, self._began + BATCH - time.monotonic()))
        self._began = time.monotonic()
        super().process_requests(display)


# libcamera 0.4 leaves it unset for the virtual camera, and Picamera2 drops the frames
libcamera.FrameMetadata.status = property(lambda _: libcamera.FrameMetadata.Status.Success)
picamera2.Picamera2 = VirtualPicamera2
picamera2.picamera2.CompletedRequest = VirtualRequest

if __name__ == "__main__":
    from cli.main import main

    sys.exit(main(sys.argv[1:]))
