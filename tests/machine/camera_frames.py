"""Runs inside the machine: the frame worker with a webcam on a real USB driver; prints what becomes of its frames."""

import queue

from device.camera.base import CameraError
from device.camera.sources import open_camera
from device.runtime.event_queue import ConsumerFactory, FrameConsumer, Unavailable, WorkerEvent
from device.runtime.frame_worker import FrameWorker
from vision.types import Frame


class FramePrinter(FrameConsumer):
    """Opens the camera a second time at the first frame, prints that one's size, and says when there were more."""

    def __init__(self) -> None:
        self._count = 0

    def process(self, frame: Frame) -> tuple[()]:
        self._count += 1
        if self._count == 1:
            try:
                open_camera("usb").close()
            except CameraError as error:
                print(f"second opening: {error}")
            print(f"first frame: {frame.image.shape}, grey {frame.luma.mean():.0f}")
        if self._count == 10:
            print("ten frames")
        return ()


def main() -> None:
    events: queue.SimpleQueue[tuple[ConsumerFactory, WorkerEvent]] = queue.SimpleQueue()
    worker = FrameWorker(lambda: open_camera("usb"), events.put)
    worker.consume_with(FramePrinter)
    worker.start()
    while True:
        _, event = events.get()
        if isinstance(event, Unavailable):
            print(f"{event.by} unavailable: {event.reason}")


if __name__ == "__main__":
    main()
