"""Runs an activity, which has display, light, buttons and frames until it is done; the game goes on after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from device.screens.base import draw
from device.settings.requests import Aim, ShowDeck, TryParts

if TYPE_CHECKING:
    from PIL import Image

    from device.display.acknowledgement import Acknowledgement
    from device.display.base import Display
    from device.hardware.presses import Press
    from device.hardware.status_light import Light
    from device.runtime.activities.activity import Activity
    from device.runtime.frame_worker import FrameWorker
    from device.runtime.startup.onboarding import FirstStart
    from device.screens.base import Screen

    ActivityRequest: TypeAlias = Aim | ShowDeck | TryParts


class ActivityRunner:
    def __init__(
        self, display: Display, light: Light, acknowledgement: Acknowledgement, worker: FrameWorker, start: FirstStart
    ) -> None:
        self.current: Activity | None = None
        self.tones = light.tones
        """Whether the light sounds tones while no activity runs."""
        self._display, self._light, self._acknowledgement = display, light, acknowledgement
        self._worker, self._start = worker, start
        self._request: ActivityRequest = Aim()
        self._shown_screen: tuple[Screen, Image.Image] | None = None
        """The screen of the activity, and its picture."""

    def start(self, activity: Activity, request: ActivityRequest) -> None:
        self.current, self._request, self._shown_screen = activity, request, None
        self._light.tones |= isinstance(request, TryParts)
        self._worker.consume_with(lambda: activity)

    def press(self, press: Press) -> None:
        """Passes a press on to the activity; one without effect is acknowledged visibly."""
        if self.current is None:
            return
        before = self.current.screen
        self.current.press(press)
        self._acknowledgement.give() if self.current.screen == before else self._acknowledgement.end()

    def update(self) -> bool:
        """Shows the activity, or ends it; returns whether it has ended now."""
        activity = self.current
        if activity is None:
            return False
        if activity.pack:
            self._start.use(activity.pack, activity.kind)
        if activity.done:
            activity.close()
            self.current = None
            self._light.tones = self.tones
            self._start.record_outcome(self._request, activity.outcome)
            return True
        screen = activity.screen
        if self._shown_screen is None or screen != self._shown_screen[0]:
            self._shown_screen = screen, draw(screen, activity.words)
        # Called at every turn of the loop: it also reconnects a lost display and ends tones.
        self._display.show(self._acknowledgement.on(self._shown_screen[1]))
        self._light.show(activity.light)
        return False

    def close(self) -> None:
        """Closes the activity that runs, when the appliance ends."""
        if self.current is not None:
            self.current.close()
