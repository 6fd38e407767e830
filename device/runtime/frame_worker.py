"""The frame worker: a thread that takes frames from the camera, processes them, and passes the results to the loop.

Reading a scene takes a while; presses are handled meanwhile, as OpenCV releases the GIL. The worker owns the camera: it
opens it, reopens it after a failure, and closes it when there is no consumer.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager, suppress
from typing import Literal, TypeAlias

from device.camera.base import Camera, CameraError, LensCovered
from device.malloc_trim import trim_heap
from device.runtime.event_queue import (
    ConsumerFactory,
    ConsumerStarted,
    EndOfStream,
    FrameConsumer,
    FrameResult,
    Unavailable,
    WorkerEvent,
)
from vision.types import Frame

RETRY_SECONDS = 5.0
"""Seconds between two attempts at a camera, or at a pack, that could not be used."""
MAX_SECONDS_WITHOUT_FRAME = 10.0
"""Seconds without a frame after which the camera has failed."""
HOLD_INTERVAL_SECONDS = 0.05
"""Seconds between two checks whether a recording may go on."""
HUNG_AFTER_SECONDS = 25.0
"""Seconds after which a worker that neither processes a frame nor reports a fault is hung."""


Stage: TypeAlias = Literal["opening", "reading", "closing"]
"""What is done with the camera."""


class FrameWorker:
    """Start it, set the consumer of the frames with `consume_with`, and close it.

    Its events are passed to *report* together with the factory of the consumer, so that late events of an earlier
    consumer can be recognised (`is_current`).
    """

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        report: Callable[[tuple[ConsumerFactory, WorkerEvent]], None],
        clock: Callable[[], float] = time.monotonic,
        pause_when: Callable[[], bool] = lambda: False,
    ) -> None:
        """*pause_when* returns whether a recording pauses, such as for an answer; a live camera never does."""
        self._open_camera = open_camera
        self._pause_when = pause_when
        self._report = report
        self._clock = clock
        self._change = threading.Condition()
        self._factory: ConsumerFactory | None = None
        self._consumer: FrameConsumer | None = None
        self._made_by: ConsumerFactory | None = None
        self._closing = False
        self._seen_at = self._hoped_at = float("-inf")
        self._is_busy = False
        """Whether the consumer works, on a frame or on its start: meanwhile no frame is taken from the camera."""
        self._alive_at = clock()
        self._stage: Stage = "opening"
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)

    # From the loop

    def start(self) -> None:
        self._thread.start()

    def close(self, patience: float = 2.0) -> None:
        """Closes the camera; a worker that hangs in its driver is abandoned after so many seconds."""
        with self._change:
            self._closing = True
            self._change.notify()
        if self._thread.is_alive():
            self._thread.join(patience)

    @property
    def is_abandoned(self) -> bool:
        """Whether it was closed, but its thread still works or hangs."""
        return self._closing and self._thread.is_alive()

    def consume_with(self, factory: ConsumerFactory | None) -> None:
        """Passes the next frames to the consumer of *factory*, in the worker's thread; None closes the camera.

        A consumer is made for each camera. If that raises `ValueError`, it is reported and retried later.
        """
        with self._change:
            self._factory = factory
            self._alive_at = self._hoped_at = self._clock()
            self._change.notify()

    def is_current(self, factory: ConsumerFactory) -> bool:
        return factory is self._factory

    @property
    def has_frames(self) -> bool:
        """Whether frames arrive, one is processed, or a camera is being opened."""
        silence = self._clock() - max(self._seen_at, self._hoped_at)
        return self._factory is not None and (self._is_busy or silence < MAX_SECONDS_WITHOUT_FRAME)

    @property
    def is_alive(self) -> bool:
        """Whether the worker works or has reported why not; False once it has hung for `HUNG_AFTER_SECONDS` seconds."""
        return self._factory is None or self._clock() - self._alive_at < HUNG_AFTER_SECONDS

    @property
    def hang(self) -> Stage | None:
        """What the camera does not come back from; None if it is alive, or the consumer works."""
        return None if self.is_alive or self._is_busy else self._stage

    # In the thread of the worker

    def _run(self) -> None:
        while not self._closing:
            factory = self._factory
            if factory is None:
                self._rest(factory, None)
                continue
            fault: Unavailable | None = None
            try:
                self._ready(factory)
                self._watch()
            except LensCovered as error:
                fault = Unavailable(str(error), "cover")
            except CameraError as error:
                fault = Unavailable(str(error), "camera")
            except ValueError as error:
                fault = Unavailable(str(error), "consumer")
            except BaseException as error:  # even SystemExit of a library is a fault of the camera or the consumer
                fault = Unavailable(f"cannot use the camera: {type(error).__name__}: {error}", "camera")
            self._consumer = self._made_by = None
            if fault is not None:
                self._report((factory, fault))  # before `has_frames` becomes False, so that the loop knows the reason
                self._seen_at = self._hoped_at = float("-inf")
                self._rest(factory, RETRY_SECONDS)

    def _watch(self) -> None:
        """Processes the frames of one camera until the consumer changes."""
        self._stage = "opening"
        camera = self._open_camera()
        try:
            self._stage = "reading"
            for frame in self._frames(camera):
                self._live()
                if isinstance(camera, Sized):
                    self._wait_while_held()
                factory = self._factory
                if self._closing or factory is None:
                    return
                self._process(frame, factory)
        finally:
            self._stage = "closing"
            with suppress(BaseException):  # closing a broken camera may fail too
                camera.close()
        if not isinstance(camera, Sized):
            raise RuntimeError("it gives no more pictures, expected them for as long as it is switched on")
        if self._consumer is not None and self._made_by is not None:
            self._report((self._made_by, FrameResult(self._consumer, tuple(self._consumer.finish()))))
            self._report((self._made_by, EndOfStream()))
        self._rest(self._made_by, None)

    def _wait_while_held(self) -> None:
        with self._change:
            while not self._closing and self._factory is not None and self._pause_when():
                self._change.wait(HOLD_INTERVAL_SECONDS)
                self._hoped_at = self._clock()
                if self._seen_at > float("-inf"):  # otherwise the first frame has yet to be announced
                    self._seen_at = self._hoped_at
                self._live()

    def _frames(self, camera: Camera) -> Iterator[Frame]:
        """Restarts a live camera for each consumer, as it may have been moved."""
        while True:
            factory = self._factory
            for frame in camera.frames():
                if self._factory not in (factory, None) and not isinstance(camera, Sized):
                    break
                yield frame
            else:
                return

    def _process(self, frame: Frame, factory: ConsumerFactory) -> None:
        consumer = self._ready(factory)
        now = self._clock()
        silent, self._seen_at = now - self._seen_at >= MAX_SECONDS_WITHOUT_FRAME, now
        if silent:
            self._report((factory, ConsumerStarted(consumer)))
        moved = consumer.moving
        with self._busy():
            results = tuple(consumer.process(frame))
            self._seen_at = self._clock()
        self._live()
        if results or consumer.moving != moved:
            self._report((factory, FrameResult(consumer, results)))
        if moved and not consumer.moving:
            trim_heap()

    def _ready(self, factory: ConsumerFactory) -> FrameConsumer:
        """Returns the consumer of *factory*, made once for each camera.

        :raises ValueError: if it cannot be made.
        """
        if self._consumer is None or self._made_by is not factory:
            with self._busy():
                self._consumer, self._made_by = factory(), factory
                self._seen_at = float("-inf")
            self._live()
        return self._consumer

    @contextmanager
    def _busy(self) -> Iterator[None]:
        self._is_busy = True
        try:
            yield
        finally:
            self._hoped_at = self._clock()
            self._is_busy = False

    def _live(self) -> None:
        self._alive_at = self._clock()

    def _rest(self, factory: ConsumerFactory | None, seconds: float | None) -> None:
        """Waits for this time, or until the factory changes."""
        with self._change:
            self._change.wait_for(lambda: self._closing or self._factory is not factory, seconds)
        self._live()
