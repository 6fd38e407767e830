"""The eyes' thread with cameras that do what cameras do: fail, come back, hang, fall silent."""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest

from device.camera.base import CameraError, LensCovered
from device.camera.recorded import Pictures
from device.runtime import frame_worker as eyes_module
from device.runtime.frame_worker import SILENCE, STUCK, EndOfStream, FrameWorker, Result, Started, Unavailable
from vision.types import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from device.camera.base import Camera
    from device.runtime.frame_worker import ConsumerFactory, WorkerEvent

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
class Recorded(Pictures):
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

    def see(self, frame: Frame) -> Sequence[object]:
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
        self.told: queue.SimpleQueue[tuple[ConsumerFactory, WorkerEvent]] = queue.SimpleQueue()
        self.cameras = list(cameras)
        self.eyes = FrameWorker(self._open, self.told.put, lambda: self.now)

    def _open(self) -> Camera:
        camera = self.cameras.pop(0)
        if isinstance(camera, Exception):
            raise camera
        return camera

    def next(self) -> WorkerEvent:
        return self.told.get(timeout=SOON)[1]


@pytest.fixture
def loop_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Loop]]:
    monkeypatch.setattr(eyes_module, "RETRY", 0.01)
    loops: list[Loop] = []

    def make(*cameras: Camera | Exception, looker: Numbers | None = None) -> Loop:
        loops.append(loop := Loop(*cameras))
        if looker is not None:
            loop.eyes.consume_with(lambda: looker)
        loop.eyes.start()
        return loop

    yield make
    for loop in loops:
        loop.eyes.close(0.1)


def test_what_is_found_comes_in_order(loop_of: Callable[..., Loop]) -> None:
    camera, looker = HandCranked(), Numbers()
    loop = loop_of(camera, looker=looker)
    camera.give(1, 2)
    assert [loop.next() for _ in range(3)] == [Started(looker), Result(looker, (1,)), Result(looker, (2,))]
    assert loop.eyes.flow


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
def test_a_camera_that_fails_is_told_closed_and_opened_again(
    failure: object, by: str, word: str, loop_of: Callable[..., Loop]
) -> None:
    broken, whole, looker = HandCranked(), HandCranked(), Numbers()
    loop = loop_of(broken, CameraError("not yet"), whole, looker=looker)
    broken.give(1, failure)
    assert [loop.next(), loop.next()] == [Started(looker), Result(looker, (1,))]
    blinded = loop.next()
    assert isinstance(blinded, Unavailable)
    assert blinded.by == by
    assert word in blinded.reason
    assert broken.closed.is_set()
    assert not loop.eyes.flow
    assert loop.next() == Unavailable("not yet", "camera")
    whole.give(2)
    assert [loop.next(), loop.next()] == [Started(looker), Result(looker, (2,))]


def test_each_camera_gets_a_looker_of_its_own(loop_of: Callable[..., Loop]) -> None:
    first, second, lookers = HandCranked(), HandCranked(), [Numbers(), Numbers()]
    loop = loop_of(first, second)
    made = iter(lookers)
    loop.eyes.consume_with(lambda: next(made))
    first.give(1, CameraError("out"))
    second.give(2)
    told = [loop.next() for _ in range(5)]
    assert [glance.consumer for glance in told if isinstance(glance, Started)] == lookers


def test_a_looker_that_cannot_be_made_is_told_and_tried_again(loop_of: Callable[..., Loop]) -> None:
    camera, looker, attempts = HandCranked(), Numbers(), [ValueError("a broken pack")]

    def make() -> Numbers:
        if attempts:
            raise attempts.pop()
        return looker

    loop = loop_of(camera)
    loop.eyes.consume_with(make)
    assert loop.next() == Unavailable("a broken pack", "consumer")
    camera.give(1)
    assert loop.next() == Started(looker)


def test_somebody_else_looks_through_the_same_camera_begun_anew(loop_of: Callable[..., Loop]) -> None:
    camera, game, deck = HandCranked(), Numbers(), Numbers()
    loop = loop_of(camera, looker=game)
    camera.give(1)
    assert [loop.next(), loop.next()] == [Started(game), Result(game, (1,))]
    loop.eyes.consume_with(make := lambda: deck)
    assert loop.eyes.wants(make)
    camera.give(2, 3)  # the first was taken as it suited the other one
    assert [loop.next(), loop.next()] == [Started(deck), Result(deck, (3,))]
    assert camera.begun == 2
    assert not camera.closed.is_set()


def test_nobody_looks_and_the_camera_is_closed(loop_of: Callable[..., Loop]) -> None:
    camera, again, looker = HandCranked(), HandCranked(), Numbers()
    loop = loop_of(camera, again, looker=looker)
    camera.give(1)
    assert [loop.next(), loop.next()] == [Started(looker), Result(looker, (1,))]
    loop.eyes.consume_with(None)
    camera.give(2)  # it notices with the next frame
    assert camera.closed.wait(SOON)
    assert looker.seen == [1]
    loop.now += 10 * STUCK
    assert loop.eyes.live, "eyes that are closed on purpose are well"
    loop.eyes.consume_with(lambda: looker)
    again.give(3)
    assert [loop.next(), loop.next()] == [Started(looker), Result(looker, (3,))]


def test_a_camera_that_hangs_is_no_camera_and_then_no_life(loop_of: Callable[..., Loop]) -> None:
    camera, looker = HandCranked(), Numbers()
    loop = loop_of(camera, looker=looker)
    camera.give(1)
    assert [loop.next(), loop.next()] == [Started(looker), Result(looker, (1,))]
    loop.now += SILENCE - 0.1
    assert loop.eyes.flow
    loop.now += 0.2
    assert (loop.eyes.flow, loop.eyes.live) == (False, True)
    loop.now += STUCK
    assert not loop.eyes.live
    camera.give(2)
    assert [loop.next(), loop.next()] == [Started(looker), Result(looker, (2,))], "it is told that frames flow again"
    assert loop.eyes.flow
    assert loop.eyes.live


def test_eyes_that_wait_for_a_camera_live(loop_of: Callable[..., Loop]) -> None:
    loop = loop_of(*[CameraError("none")] * 3, looker=Numbers())
    for _ in range(3):
        loop.now += STUCK - 1
        assert loop.next() == Unavailable("none", "camera")
        assert loop.eyes.live


def test_a_recording_is_seen_to_its_end(loop_of: Callable[..., Loop]) -> None:
    pictures = [np.zeros((36, 64, 3), np.uint8)] * 2
    looker = Numbers(last=["what was left"])
    loop = loop_of(Recorded(pictures, count=2), looker=looker)
    told = [loop.next() for _ in range(5)]
    assert told == [
        Started(looker),
        Result(looker, (0,)),
        Result(looker, (1,)),
        Result(looker, ("what was left",)),
        EndOfStream(),
    ]


def test_eyes_that_hang_do_not_keep_the_appliance_from_ending() -> None:
    camera = HandCranked()
    eyes = FrameWorker(lambda: camera, lambda _: None)
    eyes.consume_with(Numbers)
    eyes.start()
    began = time.monotonic()
    while not camera.begun and time.monotonic() - began < SOON:
        time.sleep(0.01)
    eyes.close(0.05)
    assert time.monotonic() - began < 2 * SOON
    assert not camera.closed.is_set()
    camera.give(CameraError("now the thread may end"))
    assert camera.closed.wait(10)
