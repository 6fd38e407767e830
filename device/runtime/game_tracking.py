"""What the frame worker does for the game: track the table, look for a missing camera, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from device.runtime.first_start import FirstStart
from device.runtime.frame_worker import FrameWorker
from device.runtime.systemd import Log
from device.screens.base import Notice
from device.session.card_arrival import sides_of
from device.session.loop import SessionLoop
from engine.cards import Seat
from vision.types import Frame

if TYPE_CHECKING:
    from vision.inference import Backend
    from vision.recognition.reader import PackReader
    from vision.tracking.settled_scene import TraceSink
    from vision.tracking.tracker import CardTracker


class CameraProbe:
    """A frame consumer that detects the first frame of a camera, and reads none."""

    moving = False

    def process(self, frame: Frame) -> Sequence[object]:
        return ()

    def finish(self) -> Sequence[object]:
        return ()


class GameTracking:
    def __init__(
        self, worker: FrameWorker, session: SessionLoop, start: FirstStart, backend: Backend, log: Log
    ) -> None:
        self._worker, self._session, self._start = worker, session, start
        self._backend, self._log = backend, log
        self._inputs_in_use: object = None
        self._tracker: CardTracker | None = None
        self._trace_sink: TraceSink | None = None

    def update(self) -> None:
        """Restarts if pack, seats or the open choices have changed."""
        if self._inputs_in_use != self._inputs:
            self.restart()

    def restart(self) -> None:
        """Tracks the game with a new tracker; cards on the table now count as there before."""
        self._inputs_in_use = self._inputs
        view, pack = self._session.controller.view, self._start.pack
        if view.camera.watched != "camera" or self._start.has_open_choice:
            self.stop()
            if self._start.awaits_camera:
                self._worker.consume_with(CameraProbe)
        elif pack:
            # In the worker's thread, as loading network and pack takes a while.
            reader = cache(partial(open_reader, pack, self._backend))
            self._worker.consume_with(lambda: self._new_tracker(reader()))
            self._session.track_with(None, is_awaited=True)
        else:
            self.stop()
            if view.pack_misfit is None:  # otherwise the menu before the first deal says what is missing
                self._log.say("got no pack in the settings, expected one: make it with kiebitz enrol")
                self._session.show_notice(Notice("no_pack", "no_pack_text"))

    def trace_with(self, sink: TraceSink | None) -> None:
        """Passes each settled scene to *sink* from now on, in the thread of the frame worker; None ends that."""
        self._trace_sink = sink
        if self._tracker is not None:
            self._tracker.trace_sink = sink

    def _new_tracker(self, reader: PackReader) -> CardTracker:
        view = self._session.controller.view
        self._tracker = new_tracker(reader, sides_of(view.places, view.camera.quarter_turns))
        self._tracker.trace_sink = self._trace_sink
        return self._tracker

    def stop(self) -> None:
        """Stops tracking and closes the camera."""
        self._worker.consume_with(None)
        self._session.track_with(None)

    def expire(self) -> None:
        """Makes the next update restart, after something else had the frames."""
        self._inputs_in_use = None

    @property
    def _inputs(self) -> object:
        view, start = self._session.controller.view, self._start
        sides = sides_of(view.places, view.camera.quarter_turns)
        return start.has_open_choice, start.awaits_camera, start.pack, sides


def open_reader(pack: str, backend: Backend) -> PackReader:
    from device.storage import packs  # OpenCV is loaded by the frame worker alone

    return packs.open_reader(pack, backend)


def new_tracker(reader: PackReader, seats: Sequence[Seat]) -> CardTracker:
    from vision.tracking.tracker import CardTracker

    return CardTracker(reader, seats)
