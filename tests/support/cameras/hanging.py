"""`kiebitz run` on parts that can hang: `python hanging.py SETTINGS`.

Each line of its input names the part that hangs from now on, `camera`, `display` or `network`, or is empty: then all go
on. The stand-ins are below OpenCV and smbus2, so what waits for them is what would wait for a driver; with `network`
the frame worker does not come back from onnxruntime.
"""

import sys
import threading
from typing import Any

import cv2
import numpy as np

from cli.main import main
from device.camera import usb
from device.hardware.header import OLED_ADDRESSES
from device.runtime import frame_worker
from tests.support.board.fake_buses import FakeBus
from tests.support.board.fake_panel import ssd1306
from tests.support.board.mock_pins import mock_pins
from tests.support.cameras.fake_capture import Capture
from vision.geometry.rectify import CROP_HEIGHT, CROP_WIDTH
from vision.recognition.embedder import Recogniser
from vision.types import Image

STUCK = 1.0
"""Seconds after which a hanging worker is not alive; the appliance waits longer."""
CAMERA, DISPLAY, NETWORK = threading.Event(), threading.Event(), threading.Event()
"""Set as long as they answer."""


class HangingCapture(Capture):
    def grab(self) -> bool:
        if not NETWORK.is_set():
            recogniser, crops = Recogniser(), np.zeros((64, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
            print("in the network", flush=True)
            while not NETWORK.is_set():
                recogniser.embed(crops)
        return super().grab() and CAMERA.wait()

    def picture(self) -> Image:
        return self.chance.integers(90, 110, (180, 320, 3)).astype(np.uint8)


class Bus(FakeBus):
    def _ioctl(self, *arguments: Any) -> int:
        DISPLAY.wait()
        return super()._ioctl(*arguments)


def obey() -> None:
    for line in sys.stdin:
        for name, answers in (("camera", CAMERA), ("display", DISPLAY), ("network", NETWORK)):
            answers.clear() if line.strip() == name else answers.set()


if __name__ == "__main__":
    for part in (CAMERA, DISPLAY, NETWORK):
        part.set()
    cv2.VideoCapture = HangingCapture  # type: ignore[misc, assignment]
    usb.has_video_device = lambda number: number == 0
    frame_worker.HUNG_AFTER_SECONDS = STUCK
    threading.Thread(target=obey, daemon=True).start()
    with mock_pins(), Bus({OLED_ADDRESSES[0]: ssd1306()}).install():
        sys.exit(main(["run", "--config", sys.argv[1], "--camera", "/dev/video0"]))
