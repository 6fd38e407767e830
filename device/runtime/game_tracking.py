"""What the frame worker does for the game: track, look for a missing camera, or nothing; and a camera that hangs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from device.runtime.event_queue import FrameConsumer
from device.runtime.first_start import FirstStart
from device.runtime.frame_worker import FrameWorker
from device.runtime.restarts import Starts
from device.runtime.systemd import Log, Say
from device.screens.base import Notice
from device.session.card_arrival import sides_of
from device.session.loop import SessionLoop
from engine.cards import Seat

if TYPE_CHECKING:
    from vision.inference import Backend
    from vision.recognition.reader import PackReader
    from vision.tracking.settled_scene import TraceSink
    from vision.tracking.tracker import CardTracker


class CameraProbe(FrameConsumer):
    """Detects the first frame of a camera, and reads none."""


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


MAX_HANGS = 3
"""Restarts because of a camera that hangs, since the machine was switched on; then only power off helps."""
CAMERA_HANGS = Notice("camera_hangs", "camera_hangs_text")
CAMERA_HANGS_STILL = Notice("camera_hangs", "camera_hangs_still_text")


class CameraHangs:
    """A camera that hangs within its driver: a notice before the watchdog ends the program, and how often it did.

    Call `report` at every turn of the loop.
    """

    def __init__(self, file: Path, say: Say) -> None:
        """*file* counts the restarts for it."""
        self._restarts, self._say = Starts(file), say
        self._is_hanging = False

    @property
    def needs_power_off(self) -> bool:
        """Whether it hung so often that another restart does not help."""
        return self._restarts.recorded_count >= MAX_HANGS

    def report(self, stage: str | None, session: SessionLoop) -> None:
        """Shows a notice if the camera begins to hang at *stage*, and withdraws it if the camera goes on (None)."""
        if (stage is not None) == self._is_hanging:
            return
        self._is_hanging = stage is not None
        if stage is None:
            for notice in (CAMERA_HANGS, CAMERA_HANGS_STILL):
                session.withdraw_notice(notice)
            return
        is_last = self._restarts.count() + 1 >= MAX_HANGS
        self._say(f"{stage} the camera hangs: {'switch the board off and on' if is_last else 'starting again'}")
        session.show_notice(CAMERA_HANGS_STILL if is_last else CAMERA_HANGS)
