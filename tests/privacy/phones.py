"""A page whose phones ask for every picture that there is: cards of a finding, and the live picture while aiming.

It is in the same process as the appliance, so that whatever the referee does for it is seen by the witnesses; it speaks
the feed by hand and keeps nothing. The camera on USB is a stand-in below OpenCV that films a card out of turn.
"""

import base64
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from common.files.paths import table_socket
from device.camera import usb
from device.runtime.appliance import Appliance
from tests.support.cameras.fake_capture import Capture
from vision.types import Image

NUMBER = 0
PATIENCE_S = 90.0
LIVE_FRAMES = 5
AIM = {"do": "aim", "what": "start"}
STOP = {"do": "aim", "what": "stop"}


class Film(Capture):
    """Gives the pictures of a folder one after another, and then the last one."""

    folder: Path

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self._files = sorted(self.folder.iterdir())
        self._next = 0

    def picture(self) -> Image:
        file = self._files[min(self._next, len(self._files) - 1)]
        self._next += 1
        picture: Image = cv2.imread(str(file))  # type: ignore[assignment]
        return picture


class Page:
    """A connection to the feed."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE_S)
        self._socket.connect(str(table_socket()))
        self._stream = self._socket.makefile("rb")

    def ask(self, **message: Any) -> dict[str, Any]:
        """Returns the answer to a message."""
        return self.until(lambda line: line["type"] == "answer", id="a", **message)

    def until(self, is_it: Callable[[dict[str, Any]], bool], **message: Any) -> dict[str, Any]:
        """Returns the first line that *is_it*, after saying a message."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")
        for line in self._stream:
            decoded: dict[str, Any] = json.loads(line)
            if is_it(decoded):
                return decoded
        raise ConnectionError("the referee has closed the connection")


def come(folder: Path) -> None:
    """From now on there is a camera that films what lies in *folder*, and whoever runs the appliance has phones."""
    Film.folder = folder
    cv2.VideoCapture = Film  # type: ignore[misc, assignment]
    usb.has_video_device = lambda number: number == NUMBER
    run = Appliance.run

    def with_phones(appliance: Appliance, keep_on: Callable[[], bool]) -> None:
        threading.Thread(target=_look_at_everything, daemon=True).start()
        run(appliance, keep_on)

    Appliance.run = with_phones  # type: ignore[method-assign, assignment]


def _look_at_everything() -> None:
    """Prints how many pictures came, and their bytes; then the appliance is switched off."""
    try:
        page = Page()
        state = page.until(lambda line: line["type"] == "state" and bool(line.get("crops")), type="subscribe")
        crops = [_picture(page.ask(type="fetch", document="crop", position=each)["text"]) for each in state["crops"]]
        assert page.ask(type="request", role="landlord", action=AIM)["refused"] == ""
        frames, end = 0, time.monotonic() + PATIENCE_S
        number = 0
        while frames < LIVE_FRAMES and time.monotonic() < end:
            if text := page.ask(type="fetch", document="live", offset=number)["text"]:
                frame = json.loads(text)
                number, frames = frame["number"], frames + 1
                _picture(frame["jpeg"])
        assert page.ask(type="request", role="landlord", action=STOP)["refused"] == ""
        print(f"phones: {len(crops)} crops, {frames} frames", flush=True)
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


def _picture(text: str) -> bytes:
    content = base64.b64decode(text)
    assert content.startswith(b"\xff\xd8\xff"), "it is a JPEG"
    return content
