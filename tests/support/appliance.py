"""The appliance in tests: boards and settings, a run by steps, a camera over a still table."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from common.files.paths import choices_file
from device.hardware.board import Board, CameraChoice, DisplayWiring
from device.hardware.presses import Button, Press
from device.menus.table.connections import PhoneQuestionMenu
from device.runtime import game_tracking
from device.runtime.appliance import Appliance
from device.settings.preferences import Choices
from device.settings.settings import Config
from tests.support.scripted_tracker import ScriptedTracker
from tests.support.session_script import GAME
from vision.types import Frame

PARTLESS = Board(display=DisplayWiring(controller="none"), camera=CameraChoice(source="/dev/video99"))

SETTLED = Config(language="de", game=GAME, preset="standard", seats=(0, 1, 2, 3), pack=__file__)
"""Nothing is asked at the first start but where the camera looks; the pack is a file that nobody reads."""


def recorded_frames(folder: Path, count: int = 3) -> Path:
    """Writes black pictures into a folder, which is a camera of its own."""
    folder.mkdir(exist_ok=True)
    for number in range(count):
        assert cv2.imwrite(str(folder / f"{number}.png"), np.zeros((36, 64, 3), np.uint8))
    return folder


def aimed() -> None:
    Choices(choices_file()).choose(aimed=True)


def driven(appliance: Appliance, *steps: Button | Callable[[], bool], patience: float = 10.0) -> None:
    """Runs the appliance through the steps: each is a press, or something that is waited for."""
    left, end = list(steps), time.monotonic() + patience

    def keep_on() -> bool:
        if time.monotonic() > end:
            pytest.fail(f"waited in vain, steps left: {left}")
        while left and not appliance.queue_length:
            step = left[0]
            if isinstance(step, str):
                appliance.press(Press(step))
            elif not step():
                return True
            left.pop(0)
        return bool(left or appliance.queue_length)

    appliance.run(keep_on)


def run_beside(appliance: Appliance, script: Callable[[], object], presses: bool = False) -> Any:
    """Runs the appliance until *script*, in a thread of its own, has returned; returns what that returned.

    With *presses* somebody confirms each question of a phone.
    """
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(script)

        def keep_on() -> bool:
            if presses and isinstance(appliance.session.controller.menu, PhoneQuestionMenu):
                appliance.press(Press("play"))
            return not done.done()

        appliance.run(keep_on=keep_on)
        return done.result()


def watched_by(tracker: ScriptedTracker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has a scripted tracker look at whatever the camera shows."""
    monkeypatch.setattr(game_tracking, "open_reader", lambda *_: None)
    monkeypatch.setattr(game_tracking, "new_tracker", lambda reader, seats: tracker)


class LiveCamera:
    """A table on which nothing ever happens; *look* is called before each frame but the first."""

    def __init__(self, look: Callable[[], object]) -> None:
        self._look = look

    def frames(self) -> Iterator[Frame]:
        image = np.zeros((90, 160, 3), np.uint8)
        yield Frame(0, 0.0, image, image[..., 0])
        while True:
            self._look()
            yield Frame(1, 0.1, image, image[..., 0])

    def close(self) -> None:
        """Nothing is open."""
