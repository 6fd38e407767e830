"""What befalls a camera in mid-game, on the virtual camera: mishaps.py, which prints what came of it as JSON."""

from __future__ import annotations

import json
from itertools import islice

import virtual_camera  # makes up for what the virtual camera lacks

from device.camera.base import CameraError
from device.camera.picamera import PiCamera


def complaint(number: int) -> str:
    try:
        PiCamera(number).close()
    except CameraError as error:
        return str(error)
    return ""


def mishaps() -> dict[str, object]:
    reported: dict[str, object] = {"absent": complaint(1)}
    camera = PiCamera()
    reported["taken"] = complaint(0)
    frames = camera.frames()
    first = next(frames)
    reported["shapes"] = [first.image.shape, first.luma.shape]
    reported["steps"] = [frame.time for frame in islice(frames, 12)]
    assert isinstance(camera._camera, virtual_camera.VirtualPicamera2)
    camera._camera.ribbon = False
    try:
        list(frames)
    except CameraError as error:
        reported["pulled out"] = str(error)
    camera.close()
    broken = PiCamera()
    assert isinstance(broken._camera, virtual_camera.VirtualPicamera2)
    broken._camera.breaks = True
    try:
        list(broken.frames())
    except CameraError as error:
        reported["broken"] = str(error)
    broken.close()
    again = PiCamera()
    reported["again"] = [frame.number for frame in islice(again.frames(), 3)]
    again.close()
    return reported


if __name__ == "__main__":
    print(json.dumps(mishaps()))
