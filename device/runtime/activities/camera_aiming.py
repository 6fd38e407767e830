"""Aiming the camera: the live picture on the display, and beside it the fault to correct first."""

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from common.texts.keys import PhraseKey
from common.texts.words import TableWords
from device.hardware.presses import Press
from device.hardware.status_light import State
from device.runtime.activities.activity import Activity
from device.runtime.first_start import missing_camera
from device.runtime.page.live_view import LiveView
from device.screens.base import Notice, Screen
from device.screens.table import PICTURE_HEIGHT, PICTURE_WIDTH, AimingScreen
from device.settings.requests import ActivityOutcome
from vision.enrolment.aim_check import Advice, Aim, judge_aim
from vision.types import Frame

PICTURE_INTERVAL_SECONDS = 0.2
CHECK_INTERVAL_SECONDS = 1.0
"""Seconds between two pictures on the display, and between two searches for cards."""
DITHER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32) * 16 + 8
"""Threshold matrix of the dither, grey levels; constant, so that a still picture does not flicker."""
DARKEST, BRIGHTEST = 2, 98
"""Percentiles of the view that are drawn black and white."""
MIN_GREY_RANGE = 64.0
"""Least grey levels between black and white, so that a plain cloth stays plain."""
RELIEF, SURROUNDINGS = 1.0, 6.0
"""Strength of local contrast, and its radius in px of the display."""
ADVICE: Mapping[Advice, PhraseKey] = {
    Advice.DARK: "aim_dark",
    Advice.BRIGHT: "aim_bright",
    Advice.GLARE: "aim_glare",
    Advice.CARD: "aim_card",
    Advice.BLURRED: "aim_blurred",
    Advice.NEAR: "aim_near",
    Advice.FAR: "aim_far",
    Advice.ASKEW: "aim_askew",
    Advice.GOOD: "aim_good",
}
BLINK_SECONDS = 0.4
"""Seconds for which a blinking mark is on, and off."""


class AimingCamera(Activity):
    """An activity (`device.runtime.activities.activity`) that lasts until PLAY accepts the view or FOLD goes back.

    UP and DOWN turn the picture by a quarter, until the players see their sides of the table where they sit. Without a
    camera it says what to do, and goes on when frames arrive; PLAY goes on without one. The landlord's phone may get
    the picture as well, which the display says as long as it lasts.
    """

    def __init__(
        self,
        words: TableWords,
        back: bool = True,
        south: str = "",
        quarters: int = 0,
        keep_quarters: Callable[[int], None] = lambda _: None,
        judge: Callable[[Frame], Aim] = judge_aim,
        source: str = "",
    ) -> None:
        """*back*: whether going back is possible; *judge* judges a frame; *source* is the camera's.

        *south* sits at the lower edge of the picture after it is turned clockwise by *quarters*; *keep_quarters* is
        called after each turn.
        """
        self.words = words
        self._source = source
        self._missing: Notice | None = None
        self._back, self._judge, self._south = back, judge, south
        self._quarters, self._keep_quarters = quarters, keep_quarters
        self._outcome: ActivityOutcome | None = None
        self._picture = b""
        self._aim: Aim | None = None
        self._drawn_at = self._judged_at = float("-inf")
        self._phone: LiveView | None = None
        self.ends_with_phone = False

    def show_on_phone(self, phone: LiveView, ends_with_it: bool) -> None:
        """Shows the picture on a phone as well; *ends_with_it*: aiming ends when the phone no longer looks."""
        phone.begin()
        self._phone, self.ends_with_phone = phone, ends_with_it or self.ends_with_phone

    @property
    def is_on_phone(self) -> bool:
        return self._phone is not None and self._phone.is_watched

    @property
    def screen(self) -> Screen:
        if self._missing is not None:
            return self._missing
        return AimingScreen(self._advice, self._picture, self._back, self._south, self.is_on_phone)

    @property
    def _advice(self) -> PhraseKey:
        return ADVICE[self._aim.advice] if self._aim is not None else "aim_advice"

    @property
    def light(self) -> State:
        if self._missing is not None:
            return "pause"
        return "ready" if self._aim is not None and self._aim.advice is Advice.GOOD else "question"

    @property
    def done(self) -> bool:
        return self._outcome is not None or (self.ends_with_phone and not self.is_on_phone)

    @property
    def outcome(self) -> ActivityOutcome:
        return self._outcome or ("back" if self.ends_with_phone else "later")

    def process(self, frame: Frame) -> Sequence[object]:
        self._missing = None
        if frame.time - self._judged_at >= CHECK_INTERVAL_SECONDS:
            self._judged_at = frame.time
            self._aim = self._judge(frame)
        if self._phone is not None:
            self._phone.put(frame, self._aim, self._quarters, self._advice)
        if frame.time - self._drawn_at < PICTURE_INTERVAL_SECONDS:
            return []
        self._drawn_at = frame.time
        self._picture = draw_view(frame, self._aim, self._quarters)
        return [frame.number]

    def press(self, press: Press) -> None:
        if press.button == "play":
            self._outcome = "done" if self._missing is None else "later"
        elif press.button == "fold":
            self._outcome = "back" if self._back else None
        else:
            self._quarters = (self._quarters + (1 if press.button == "down" else -1)) % 4
            self._keep_quarters(self._quarters)
            self._picture, self._drawn_at = b"", float("-inf")

    def on_frames_lost(self, is_covered: bool) -> None:
        self._missing = missing_camera(self._source, is_covered, "without_camera", "back" if self._back else None)
        if self._phone is not None:
            self._phone.tell_missing_camera()

    def close(self) -> None:
        if self._phone is not None:
            self._phone.end()


def draw_view(frame: Frame, aim: Aim | None = None, quarters: int = 0) -> bytes:
    """Returns the view for the display, 1 bit a pixel, turned clockwise by *quarters*.

    Found cards are framed, and overexposed places blink.
    """
    height, width = frame.luma.shape
    room = (PICTURE_WIDTH, PICTURE_HEIGHT) if quarters % 2 == 0 else (PICTURE_HEIGHT, PICTURE_WIDTH)
    scale = min(room[0] / width, room[1] / height)
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    small = cv2.resize(frame.luma, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    # Local contrast, independent of the light.
    raised = small + RELIEF * (small - cv2.GaussianBlur(small, (0, 0), SURROUNDINGS))
    low, high = np.percentile(raised, (DARKEST, BRIGHTEST))
    stretched = (raised - low) * (255 / max(float(high - low), MIN_GREY_RANGE))
    rows, columns = stretched.shape
    threshold = np.tile(DITHER, (rows // 4 + 1, columns // 4 + 1))[:rows, :columns]
    lit = np.where(stretched >= threshold, 255, 0).astype(np.uint8)
    if aim is not None:
        rows, columns = lit.shape
        for card in aim.cards:
            corners = (card * [columns / frame.image.shape[1], rows / frame.image.shape[0]]).round().astype(np.int32)
            cv2.polylines(lit, [corners], True, (0,), 3)
            cv2.polylines(lit, [corners], True, (255,), 1)
        if aim.place is not None and frame.time % (2 * BLINK_SECONDS) < BLINK_SECONDS:
            middle = round(aim.place[0] * columns), round(aim.place[1] * rows)
            cv2.circle(lit, middle, 5, (0,), cv2.FILLED)
            cv2.circle(lit, middle, 5, (255,), 1)
    lit = np.rot90(lit, -quarters)
    rows, columns = lit.shape
    whole = np.zeros((PICTURE_HEIGHT, PICTURE_WIDTH), np.uint8)
    top, left = (PICTURE_HEIGHT - rows) // 2, (PICTURE_WIDTH - columns) // 2
    whole[top : top + rows, left : left + columns] = lit
    return np.packbits(whole > 0, axis=1).tobytes()
