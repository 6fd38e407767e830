"""A camera with faults, and simulated players who play a deal before the whole appliance."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, TypeAlias

import numpy as np

from cli.demo.director import shortest_presses
from common.files.paths import journal_file
from device.camera.base import Camera, CameraError
from device.camera.validated import CheckedCamera
from device.hardware.presses import Press
from device.runtime.appliance import Appliance
from device.runtime.journal_opening import evening_of
from device.storage.recorded_events import read_journal
from engine.events import CardLaid, CardTaken, EveningStarted, Event, TrickGathered, UpcardTurned
from engine.simulation.evening import Simulation, simulation
from tests.support.session_script import GAME, observation
from vision.types import Frame, Sighting

Waiting: TypeAlias = "Iterator[Callable[[], bool]]"
"""A scenario yields what it waits for; meanwhile the loop of the appliance turns."""
PATIENCE = 30.0
SEATS = (0, 1, 2, 3)


class FailingCamera:
    """A camera with faults: `mode` is the name of a fault, or empty; `coming` are the sightings that it will show."""

    def __init__(self) -> None:
        self.mode = ""
        self.coming: deque[str] = deque()
        self.pack_is_torn = False
        self._random = np.random.default_rng(1)
        self._number = 0

    def open(self, *_: object, **__: object) -> Camera:
        if self.mode == "gone":
            raise CameraError("no camera: plug one in")
        return CheckedCamera(self)

    def frames(self) -> Iterator[Frame]:
        still = self._picture()
        while self.mode != "gone":
            time.sleep(0.002)
            self._number += 1
            image: Any = self._picture()
            if self.mode == "frozen":
                image = still
            elif self.mode == "black":
                image = self._picture() // 64
            elif self.mode == "wrong format":
                image = image.astype(np.uint16)
            elif self.mode == "hangs":
                while self.mode == "hangs":
                    time.sleep(0.01)
            yield Frame(self._number, self._number / 10, image, image[..., 0])
        raise CameraError("the camera gives no more frames: check its cable")

    def close(self) -> None:
        """Holds nothing open."""

    def _picture(self) -> Any:
        return self._random.integers(80, 160, (36, 64, 3), np.uint8)


class AnnouncingTracker:
    """Reports the sightings that are announced to the camera, one a frame."""

    moving = False
    gathered_cards: Any = ()
    seats: Any = ()

    def __init__(self, table: FailingCamera) -> None:
        self._table = table

    def process(self, frame: Frame) -> list[Sighting]:
        if not self._table.coming:
            return []
        return [Sighting(frame.number, frame.time, observation(self._table.coming.popleft()))]

    def finish(self) -> list[Sighting]:
        return []


class PlayedEvening:
    """An appliance in a deal that has just begun, and simulated players of the rest of it."""

    def __init__(self, appliance: Appliance, table: FailingCamera, played: Simulation) -> None:
        self.appliance, self.table, self.played = appliance, table, played
        self.controller = appliance.session.controller
        self.script: list[Event] = [EveningStarted(evening_of(datetime.now())), *played.events]

    def play(self, until: int | None = None) -> Waiting:
        """Plays on to the event of that number, or to the end."""
        end = len(self.script) if until is None else until
        yield lambda: self.controller.view.camera_in_use
        while (done := len(self.controller.table.journal)) < end:
            before = done
            match self.script[done]:
                case CardLaid(seat, card):
                    self.table.coming.append(f"{card}>{seat}")
                case UpcardTurned(card):
                    self.table.coming.append(f"{card}>{self.controller.view.deal.dealer}")
                case TrickGathered(seat):
                    self.table.coming.append(f"clear>{seat}")
                case _:
                    way = shortest_presses(self.controller.view, self.controller.menu, self.script[done:])
                    assert way is not None
                    for button in way.presses:
                        self.appliance.press(Press(button))
                        yield lambda: not self.appliance.queue_length
            yield lambda before=before: len(self.controller.table.journal) > before  # type: ignore[misc]

    def run(self, scenario: Waiting) -> None:
        end = time.monotonic() + PATIENCE
        awaited: list[Callable[[], bool]] = [lambda: True]

        def keep_on() -> bool:
            assert time.monotonic() < end, f"waited in vain at {self.controller.menu}"
            while awaited[0]():
                following = next(scenario, None)
                if following is None:
                    return False
                awaited[0] = following
            return True

        self.appliance.run(keep_on)

    def is_right(self) -> bool:
        reported = read_journal(journal_file())
        return reported == self.script and self.controller.table.score == self.played.table.score


def a_deal() -> Simulation:
    """Returns a deal in which all that happens can be seen, or said from any menu, and nobody can be accused."""
    for seed in range(100):
        played = simulation(GAME, 4, seed=seed)
        played.play_deal()
        cut = any(isinstance(event, CardTaken) for event in played.events)
        if not cut and not played.findings and len(played.deal.tricks) == 5:
            return played
    raise LookupError
