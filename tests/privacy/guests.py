"""Guests of a first start: they point the camera, show their deck in rows, and take what else is offered.

They press as anybody does, by what the display shows. The camera on USB is a stand-in below OpenCV: it gives the
pictures that lie in a folder.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from device.camera import usb
from device.hardware.presses import Button, Press
from device.runtime.appliance import Appliance
from device.screens.base import Notice, Screen
from device.screens.deck_enrolment import QuizScreen, RowRequestScreen
from device.screens.lists import SentenceScreen
from device.screens.table import AimingScreen
from tests.support.cameras.fake_capture import Capture
from vision.types import Image

NUMBER = 0
SETTLED = 0.8
"""Seconds until the table has come to rest."""
ANSWERED = 5.0
"""Seconds that the display may take to answer a press."""
PATIENCE = 90.0
"""Seconds after which they go home, whatever came of it."""


class Table:
    """What the camera sees: the picture of a name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.show("bare")

    def show(self, name: str) -> None:
        self.picture: Image = np.load(self._folder / f"{name}.npy")
        time.sleep(SETTLED)


class GuestsCapture(Capture):
    table: Table

    def picture(self) -> Image:
        picture = self.table.picture
        noise = self.chance.normal(0, 2, (*picture.shape[:2], 1)).round().astype(np.int16)
        return np.clip(picture + noise, 0, 255).astype(np.uint8)


def come(folder: Path) -> None:
    """From now on there is a camera, and whoever runs the appliance has guests; at the first deal they are content."""
    GuestsCapture.table = Table(folder)
    cv2.VideoCapture = GuestsCapture  # type: ignore[misc, assignment]
    usb.has_video_device = lambda number: number == NUMBER
    run = Appliance.run

    def with_guests(appliance: Appliance, keep_on: Callable[[], bool]) -> None:
        threading.Thread(target=_guests, args=(appliance, GuestsCapture.table), daemon=True).start()
        run(appliance, keep_on)

    Appliance.run = with_guests  # type: ignore[method-assign, assignment]


def _guests(appliance: Appliance, table: Table) -> None:
    end = time.monotonic() + PATIENCE
    try:
        while appliance.session.controller.table.deal is None and time.monotonic() < end:
            screen = _shown(appliance)
            button = _wanted(screen, appliance, table)
            if button is not None:
                appliance.press(Press(button))
                _wait_for_another(screen, appliance)
            time.sleep(0.3)
    finally:
        os.kill(os.getpid(), signal.SIGTERM)  # also when they could not go on: nobody else would end the run


def _shown(appliance: Appliance) -> Screen:
    activity = appliance.activity
    return activity.screen if activity is not None else appliance.session.screen


def _wait_for_another(screen: Screen, appliance: Appliance) -> None:
    """Nobody presses again before the display has answered; a live picture is no answer."""
    end = time.monotonic() + ANSWERED
    while time.monotonic() < end:
        now = _shown(appliance)
        if now != screen and not (isinstance(screen, AimingScreen) and isinstance(now, AimingScreen)):
            return
        time.sleep(0.05)


def _wanted(screen: Screen, appliance: Appliance, table: Table) -> Button | None:
    """Does what the display asks for, and returns the button to press then."""
    words = appliance.session.controller.view.words
    match screen:
        case AimingScreen():
            table.show("aim")
        case Notice("show_card", "show_back"):
            return "up"
        case Notice("teach"):
            return None  # it is about to begin
        case SentenceScreen("teach", text):
            return "play" if text == words.phrase("teach_rows") else "down"
        case RowRequestScreen(cards, advice=advice):
            if advice == words.phrase("advice_hand"):
                return None  # the picture is still to be taken
            table.show("bare")
            table.show(cards[0].suit)
        case QuizScreen():
            table.show("bare")
    return "play"
