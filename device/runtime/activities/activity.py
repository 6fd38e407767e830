"""Activities use display, buttons and frames for a while, before a game or during it.

The appliance runs one at a time (`ActivityRunner`), such as the enrolment of a deck or aiming, and returns to the game
when it is done. Meanwhile presses and frames go to the activity; game, journal and menus do not change.
"""

from collections.abc import Sequence

from PIL import Image

from common.texts.words import TableWords
from device.display.base import Display, PressAcknowledgement
from device.hardware.presses import Press
from device.hardware.status_light import Light, State
from device.runtime.event_queue import FrameConsumer
from device.runtime.first_start import FirstStart
from device.runtime.frame_worker import FrameWorker
from device.screens.base import Screen, draw
from device.settings.requests import ActivityOutcome, ActivityRequest, Aim, TryParts
from engine.cards import Card, Pack


class Activity(FrameConsumer):
    """`process` and `finish` are called in the worker's thread, all else in the loop's; an activity has its own locks.

    The result of `process` is passed to `handle_result` in the loop's thread. At every turn of the loop, display and
    light are updated from `screen` and `light`. The defaults are those of an activity that uses no frames.
    """

    words: TableWords
    enrols_deck = False
    pack = kind = ""
    """The name of the pack that resulted from it, and its kind if it is not the one in use before; empty without."""

    @property
    def screen(self) -> Screen:
        raise NotImplementedError

    @property
    def light(self) -> State:
        raise NotImplementedError

    @property
    def done(self) -> bool:
        raise NotImplementedError

    @property
    def outcome(self) -> ActivityOutcome:
        """The outcome, once it is done."""
        return "done"

    @property
    def requested_card(self) -> tuple[Card, Pack] | None:
        """The card that is to be shown to the camera, and its kind of pack."""
        return None

    def handle_result(self, results: Sequence[object]) -> None:
        """Does nothing where the screen follows from the state."""

    def press(self, press: Press) -> None:
        raise NotImplementedError

    def on_frames_lost(self, is_covered: bool) -> None:
        """Called if no frames arrive, or only black ones: an activity ends, or says so until frames arrive."""

    def close(self) -> None:
        """Called at its end, or when Kiebitz is switched off: stores what is complete."""


class ActivityRunner:
    def __init__(self, display: Display, light: Light, worker: FrameWorker, start: FirstStart) -> None:
        self.current: Activity | None = None
        self.tones = light.tones
        """Whether the light sounds tones while no activity runs."""
        self._display, self._light, self._acknowledgement = display, light, PressAcknowledgement()
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
        if self.current is not None:
            self.current.close()
