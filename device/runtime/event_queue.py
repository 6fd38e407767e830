"""The queue from which the loop takes presses and what other threads report, and the events of the frame worker."""

import queue
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, Protocol, TypeAlias, TypeVar

import msgspec

from device.feed.client import PhoneItem
from device.hardware.presses import Press
from vision.types import Frame

_Result = TypeVar("_Result")


MAX_QUEUED_PRESSES, MAX_QUEUED_REQUESTS = 8, 4
"""Most presses and requests of phones in the queue, whatever else waits there; further presses, as from a broken
button, are dropped, and further requests are refused."""


class FrameConsumer(Protocol):
    """Processes frames in the worker's thread, such as a `vision.tracking.tracker.CardTracker`; by default nothing."""

    @property
    def moving(self) -> bool:
        return False

    def process(self, frame: Frame) -> Sequence[object]:
        return ()

    def finish(self) -> Sequence[object]:
        return ()


class ConsumerStarted(msgspec.Struct, frozen=True):
    """Frames arrive, and this consumer processes them."""

    consumer: FrameConsumer


class FrameResult(msgspec.Struct, frozen=True):
    """The results of a frame; empty if only motion has begun or ended."""

    consumer: FrameConsumer
    results: tuple[object, ...] = ()


class Unavailable(msgspec.Struct, frozen=True):
    """No frames are processed, because of the camera or of the consumer."""

    reason: str
    by: Literal["camera", "cover", "consumer"]


class EndOfStream(msgspec.Struct, frozen=True):
    """A recording has ended."""


WorkerEvent: TypeAlias = ConsumerStarted | FrameResult | Unavailable | EndOfStream
ConsumerFactory: TypeAlias = Callable[[], FrameConsumer]
QueueItem: TypeAlias = Press | PhoneItem | partial[None] | tuple[ConsumerFactory, WorkerEvent]
"""A `partial` shows the result of work in another thread; the loop calls it."""


class EventQueue:
    """May be filled from any thread; only the loop takes from it."""

    def __init__(self) -> None:
        self._items: queue.SimpleQueue[QueueItem] = queue.SimpleQueue()
        self._room: dict[type[Press | PhoneItem], threading.Semaphore] = {
            Press: threading.Semaphore(MAX_QUEUED_PRESSES),
            PhoneItem: threading.Semaphore(MAX_QUEUED_REQUESTS),
        }

    def put(self, item: QueueItem) -> None:
        self._items.put(item)

    def put_later(self, name: str, work: Callable[[], _Result], show: Callable[[_Result], None]) -> None:
        """Lets *show* have what *work* returns in a thread of that *name*."""
        threading.Thread(target=lambda: self.put(partial(show, work())), name=name, daemon=True).start()

    def offer(self, item: Press | PhoneItem) -> bool:
        """Adds a press or a request of a phone; returns False if too many of its kind wait already."""
        has_room = self._room[type(item)].acquire(blocking=False)
        if has_room:
            self._items.put(item)
        return has_room

    @property
    def waiting(self) -> int:
        return self._items.qsize()

    def next(self, timeout_s: float) -> QueueItem | None:
        """Returns the next event; None if there is none within *timeout_s* seconds."""
        try:
            item = self._items.get(timeout=timeout_s) if timeout_s else self._items.get_nowait()
        except queue.Empty:
            return None
        if isinstance(item, Press | PhoneItem):
            self._room[type(item)].release()
        return item

    def forget_presses(self) -> None:
        waiting = [self.next(0) for _ in range(self.waiting)]
        for item in waiting:
            if isinstance(item, PhoneItem):
                item.answer("busy")
            elif item is not None and not isinstance(item, Press):
                self.put(item)
