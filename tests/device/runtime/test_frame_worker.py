"""The frame worker with cameras that fail, return, hang, or fall silent."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from device.camera.base import Camera, CameraError, LensCovered
from device.runtime import frame_worker
from device.runtime.event_queue import (
    ConsumerFactory,
    ConsumerStarted,
    EndOfStream,
    FrameResult,
    Unavailable,
    WorkerEvent,
)
from device.runtime.frame_worker import HUNG_AFTER_SECONDS, MAX_SECONDS_WITHOUT_FRAME, FrameWorker
from tests.support.cameras.pictures import PictureSource
from vision.types import Frame

SOON = 5.0
"""Seconds for which a test waits for what must come."""


class HandCranked:
    """A camera that gives a frame whenever the test puts one; an exception is raised instead."""

    def __init__(self) -> None:
        self.coming: queue.SimpleQueue[Frame | BaseException] = queue.SimpleQueue()
        self.closed = threading.Event()
        self.begun = 0

    def give(self, *things: object) -> None:
        for thing in things:
            self.coming.put(thing if isinstance(thing, BaseException) else frame(thing))  # type: ignore[arg-type]

    def frames(self) -> Iterator[Frame]:
        self.begun += 1
        while not self.closed.is_set():
            thing = self.coming.get()
            if isinstance(thing, BaseException):
                raise thing
            yield thing

    def close(self) -> None:
        self.closed.set()


@dataclass
class Recorded(PictureSource):
    """Knows how many pictures it has, as folders and videos do."""

    count: int = 0

    def __len__(self) -> int:
        return self.count


@dataclass
class Numbers:
    """Finds the number of every frame; a frame of number 13 cannot be read."""

    moving: bool = False
    last: Sequence[object] = ()
    seen: list[int] = field(default_factory=list)

    def process(self, frame: Frame) -> Sequence[object]:
        if frame.number == 13:
            raise TypeError("got a frame of uint16")
        self.seen.append(frame.number)
        return [frame.number]

    def finish(self) -> Sequence[object]:
        return self.last


def frame(number: int) -> Frame:
    return Frame(number, number / 10, np.zeros((36, 64, 3), np.uint8), np.zeros((36, 64), np.uint8))


class Loop:
    """The other end of the queue, and a clock that only the test moves."""

    def __init__(self, *cameras: Camera | Exception) -> None:
        self.now = 100.0
        self.reported: queue.SimpleQueue[tuple[ConsumerFactory, WorkerEvent]] = queue.SimpleQueue()
        self.cameras = list(cameras)
        self.worker = FrameWorker(self._open, self.reported.put, lambda: self.now)

    def _open(self) -> Camera:
        camera = self.cameras.pop(0)
        if isinstance(camera, Exception):
            raise camera
        return camera

    def next(self) -> WorkerEvent:
        return self.reported.get(timeout=SOON)[1]

    def starts(self, consumer: Numbers, *numbers: int) -> bool:
        """Returns whether a consumer has started, and then found the frames of these numbers."""
        results = [FrameResult(consumer, (number,)) for number in numbers]
        return [self.next() for _ in range(1 + len(numbers))] == [ConsumerStarted(consumer), *results]


@pytest.fixture
def loop_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Loop]]:
    monkeypatch.setattr(frame_worker, "RETRY_SECONDS", 0.01)
    loops: list[Loop] = []

    def make(*cameras: Camera | Exception, consumer: Numbers | None = None) -> Loop:
        loops.append(loop := Loop(*cameras))
        if consumer is not None:
            loop.worker.consume_with(lambda: consumer)
        loop.worker.start()
        return loop

    yield make
    for loop in loops:
        loop.worker.close(0.1)


def test_results_come_in_order(loop_of: Callable[..., Loop]) -> None:
    camera, consumer = HandCranked(), Numbers()
    loop = loop_of(camera, consumer=consumer)
    camera.give(1, 2)
    assert loop.starts(consumer, 1, 2)
    assert loop.worker.has_frames


@pytest.mark.parametrize(
    ("failure", "by", "word"),
    [
        pytest.param(CameraError("the cable is out"), "camera", "cable", id="camera"),
        pytest.param(LensCovered("all is black"), "cover", "black", id="lens"),
        pytest.param(OSError("no such device"), "camera", "no such device", id="driver"),
        pytest.param(SystemExit(1), "camera", "SystemExit", id="a library that ends the program"),
        pytest.param(KeyboardInterrupt(), "camera", "KeyboardInterrupt", id="an interrupt in a library"),
        pytest.param(13, "camera", "TypeError: got a frame of uint16", id="what it gives cannot be read"),
    ],
)
def test_failing_camera_is_reported_closed_and_reopened(
    failure: object, by: str, word: str, loop_of: Callable[..., Loop]
) -> None:
    broken, whole, consumer = HandCranked(), HandCranked(), Numbers()
    loop = loop_of(broken, CameraError("not yet"), whole, consumer=consumer)
    broken.give(1, failure)
    assert loop.starts(consumer, 1)
    blinded = loop.next()
    assert isinstance(blinded, Unavailable)
    assert blinded.by == by
    assert word in blinded.reason
    assert broken.closed.is_set()
    assert not loop.worker.has_frames
    assert loop.next() == Unavailable("not yet", "camera")
    whole.give(2)
    assert loop.starts(consumer, 2)


def test_failing_consumer_factory_is_reported_and_retried(loop_of: Callable[..., Loop]) -> None:
    camera, consumer, attempts = HandCranked(), Numbers(), [ValueError("a broken pack")]

    def make() -> Numbers:
        if attempts:
            raise attempts.pop()
        return consumer

    loop = loop_of(camera)
    loop.worker.consume_with(make)
    assert loop.next() == Unavailable("a broken pack", "consumer")
    camera.give(1)
    assert loop.next() == ConsumerStarted(consumer)


def test_new_consumer_restarts_the_frames_of_the_camera(loop_of: Callable[..., Loop]) -> None:
    camera, game, deck = HandCranked(), Numbers(), Numbers()
    loop = loop_of(camera, consumer=game)
    camera.give(1)
    assert loop.starts(game, 1)
    loop.worker.consume_with(make := lambda: deck)
    assert loop.worker.is_current(make)
    camera.give(2, 3)  # the first was taken as it suited the other one
    assert loop.starts(deck, 3)
    assert camera.begun == 2
    assert not camera.closed.is_set()


def test_hanging_camera_is_unavailable_and_later_not_alive(loop_of: Callable[..., Loop]) -> None:
    camera, consumer = HandCranked(), Numbers()
    loop = loop_of(camera, consumer=consumer)
    camera.give(1)
    assert loop.starts(consumer, 1)
    loop.now += MAX_SECONDS_WITHOUT_FRAME - 0.1
    assert loop.worker.has_frames
    loop.now += 0.2
    assert (loop.worker.has_frames, loop.worker.is_alive) == (False, True)
    loop.now += HUNG_AFTER_SECONDS
    assert not loop.worker.is_alive
    camera.give(2)
    assert loop.starts(consumer, 2), "it is told that frames flow again"
    assert loop.worker.has_frames
    assert loop.worker.is_alive


def test_camera_is_there_while_a_slow_consumer_works(loop_of: Callable[..., Loop]) -> None:
    camera, had_frames = HandCranked(), []
    loop = loop_of(camera)

    def work() -> None:
        loop.now += 2 * MAX_SECONDS_WITHOUT_FRAME
        had_frames.append(loop.worker.has_frames)

    class Slow(Numbers):
        def process(self, frame: Frame) -> Sequence[object]:
            work()
            return super().process(frame)

    def make() -> Slow:
        work()
        return consumer

    consumer = Slow()
    loop.worker.consume_with(make)
    camera.give(1)
    assert loop.starts(consumer, 1)
    assert had_frames == [True, True]
    assert loop.worker.has_frames


def test_recording_ends_the_stream(loop_of: Callable[..., Loop]) -> None:
    pictures = [np.zeros((36, 64, 3), np.uint8)] * 2
    consumer = Numbers(last=["what was left"])
    loop = loop_of(Recorded(pictures, count=2), consumer=consumer)
    reported = [loop.next() for _ in range(5)]
    assert reported == [
        ConsumerStarted(consumer),
        FrameResult(consumer, (0,)),
        FrameResult(consumer, (1,)),
        FrameResult(consumer, ("what was left",)),
        EndOfStream(),
    ]


def test_held_recording_waits_and_a_live_camera_does_not() -> None:
    held = threading.Event()
    held.set()
    reported: queue.SimpleQueue[tuple[ConsumerFactory, WorkerEvent]] = queue.SimpleQueue()
    recording = Recorded([np.zeros((36, 64, 3), np.uint8)] * 2, count=2)
    live = HandCranked()
    live.give(0)
    cameras: list[Camera] = [live, recording]
    worker = FrameWorker(lambda: cameras.pop(0), reported.put, pause_when=held.is_set)
    worker.consume_with(Numbers)
    worker.start()
    assert [type(reported.get(timeout=SOON)[1]) for _ in range(2)] == [ConsumerStarted, FrameResult]
    live.give(CameraError("unplugged"))
    assert reported.get(timeout=SOON)[1] == Unavailable("unplugged", "camera")
    worker.consume_with(lambda: Numbers())  # noqa: PLW0108 (another factory)
    with pytest.raises(queue.Empty):
        reported.get(timeout=0.3)
    assert worker.is_alive, "it waits, and does not hang"
    held.clear()
    kinds = [type(reported.get(timeout=SOON)[1]) for _ in range(5)]
    assert kinds == [ConsumerStarted, FrameResult, FrameResult, FrameResult, EndOfStream]
    worker.close()


def test_hanging_worker_is_abandoned_at_close() -> None:
    camera = HandCranked()
    worker = FrameWorker(lambda: camera, lambda _: None)
    worker.consume_with(Numbers)
    worker.start()
    began = time.monotonic()
    while not camera.begun and time.monotonic() - began < SOON:
        time.sleep(0.01)
    worker.close(0.05)
    assert time.monotonic() - began < 2 * SOON
    assert not camera.closed.is_set()
    camera.give(CameraError("now the thread may end"))
    assert camera.closed.wait(10)


def test_camera_is_closed_without_a_consumer(loop_of: Callable[..., Loop]) -> None:
    camera, again, consumer = HandCranked(), HandCranked(), Numbers()
    loop = loop_of(camera, again, consumer=consumer)
    camera.give(1)
    assert loop.starts(consumer, 1)
    loop.worker.consume_with(None)
    camera.give(2)  # it notices with the next frame
    assert camera.closed.wait(SOON)
    assert consumer.seen == [1]
    loop.now += 10 * HUNG_AFTER_SECONDS
    assert loop.worker.is_alive, "a worker without a consumer is alive"
    loop.worker.consume_with(lambda: consumer)
    again.give(3)
    assert loop.starts(consumer, 3)
