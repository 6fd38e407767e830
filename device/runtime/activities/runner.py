"""Opens activities, and runs one at a time; see `device.runtime.activities.activity`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from device.screens.base import Screen, draw
from device.settings.requests import Aim, ShowDeck, TryParts
from device.storage.pack_paths import has_pack

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from device.display.base import Display, PressAcknowledgement
    from device.hardware.board import Board
    from device.hardware.presses import Press
    from device.hardware.status_light import Light
    from device.runtime.activities.activity import Activity
    from device.runtime.activities.deck_enrolment import DeckEnrolment
    from device.runtime.first_start import FirstStart
    from device.runtime.frame_worker import FrameWorker
    from device.state.table_view import View

    ActivityRequest: TypeAlias = Aim | ShowDeck | TryParts


def open_activity(
    request: Aim | ShowDeck | TryParts,
    view: View,
    start: FirstStart,
    board: Board,
    pack: str,
    save_quarter_turns: Callable[[int], None],
) -> Activity:
    """*pack* is the pack in the settings; *save_quarter_turns* stores the rotation of the picture.

    :raises BrokenModel: if a deck is to be shown and the network that reads it is missing or damaged.
    """
    words = view.words
    if isinstance(request, Aim):
        from device.runtime.activities.camera_aiming import AimingCamera, PictureTurn

        south = PictureTurn(words.seat(0), view.camera.quarter_turns, save_quarter_turns)
        return AimingCamera(words, start.may_go_back or request.by_phone, south, source=board.camera.source)
    if isinstance(request, TryParts):
        from device.runtime.activities.part_trials import ButtonActivity, LightActivity

        return LightActivity(words) if request.what == "light" else ButtonActivity(words, board)
    from device.runtime.activities.deck_enrolment import DeckEnrolment
    from vision.recognition.embedder import Recogniser

    in_use = start.pack if has_pack(start.pack) else ""
    adds_missing = request.adds_missing and bool(in_use)
    games = [start.next_pack] if adds_missing else start.games
    return DeckEnrolment(words, games, Recogniser(backend=board.inference), pack, in_use, adds_missing)


class ActivityRunner:
    def __init__(
        self,
        display: Display,
        light: Light,
        acknowledgement: PressAcknowledgement,
        worker: FrameWorker,
        start: FirstStart,
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


def enrolment_of(activity: Activity | None) -> DeckEnrolment | None:
    """Returns the activity if it enrols a deck, to be read in the thread of the loop; loads nothing for others."""
    if activity is None or not activity.enrols_deck:
        return None
    from device.runtime.activities.deck_enrolment import DeckEnrolment

    assert isinstance(activity, DeckEnrolment)
    return activity
