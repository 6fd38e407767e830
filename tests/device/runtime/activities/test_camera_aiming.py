"""The live picture while aiming: advice, drawing, and how it ends."""

import cv2
import numpy as np
import pytest

from common.texts.phrases import LANGUAGES
from common.texts.words import words_for
from device.hardware.presses import Button, Press
from device.runtime.activities.camera_aiming import AimingCamera, draw_view
from device.runtime.first_start import missing_camera
from device.screens.base import draw
from device.screens.table import PICTURE_HEIGHT, PICTURE_WIDTH, AimingScreen
from tests.support.screens.painted import layout_faults
from tests.support.session_script import GERMAN
from vision.enrolment.aim_check import Advice, Aim
from vision.types import Frame


def frame_at(seconds: float, luma: np.ndarray | None = None) -> Frame:
    if luma is None:
        luma = np.full((360, 640), 90, np.uint8)
        luma[100:260, 200:300] = 220
    return Frame(0, seconds, cv2.cvtColor(luma, cv2.COLOR_GRAY2BGR), luma)


def aiming(*advice: Advice, back: bool = True) -> AimingCamera:
    reported = iter(advice)
    return AimingCamera(GERMAN, back, judge=lambda frame: Aim(next(reported)))


def test_one_word_stands_beside_the_picture() -> None:
    activity = aiming(Advice.DARK, Advice.GOOD)
    assert activity.screen == AimingScreen("aim_advice", b"", True)
    activity.process(frame_at(0.0))
    assert isinstance(activity.screen, AimingScreen)
    assert (activity.screen.advice, activity.light) == ("aim_dark", "question")
    activity.process(frame_at(2.0))
    assert (activity.screen.advice, activity.light) == ("aim_good", "ready")


@pytest.mark.parametrize("shape", [(360, 640), (480, 640), (640, 360), (32, 32), (1, 640)])
def test_pictures_of_any_shape_keep_theirs(shape: tuple[int, int]) -> None:
    luma = np.random.default_rng(1).integers(0, 255, shape).astype(np.uint8)
    picture = draw_view(frame_at(0.0, luma), Aim(Advice.GLARE, (1.0, 0.0)))
    assert len(picture) == PICTURE_HEIGHT * ((PICTURE_WIDTH + 7) // 8)


def test_a_found_card_is_framed_and_a_glare_blinks() -> None:
    quad = np.array([[200, 100], [300, 100], [300, 260], [200, 260]], np.float32)
    plain = draw_view(frame_at(0.0))
    assert draw_view(frame_at(0.0), Aim(Advice.GOOD, cards=(quad,))) != plain
    glare = Aim(Advice.GLARE, (0.8, 0.5))
    assert draw_view(frame_at(0.0), glare) != plain == draw_view(frame_at(0.5), glare)


@pytest.mark.parametrize(
    ("button", "back", "outcome"), [("play", True, "done"), ("fold", True, "back"), ("fold", False, None)]
)
def test_aiming_ends_by_confirming_or_going_back(button: Button, back: bool, outcome: str | None) -> None:
    activity = aiming(back=back)
    activity.press(Press(button))
    assert activity.done == (outcome is not None)
    assert activity.outcome == (outcome or "later")


def test_the_picture_is_turned_until_everybody_sees_his_side() -> None:
    kept: list[int] = []
    activity = AimingCamera(
        GERMAN, south="Anna", quarters=3, keep_quarters=kept.append, judge=lambda _: Aim(Advice.GOOD)
    )
    for button in ("down", "down", "up"):
        activity.press(Press(button))  # type: ignore[arg-type]
    assert kept == [0, 1, 0]
    activity.press(Press("up"))
    activity.process(frame_at(9.0))
    assert activity.screen == AimingScreen("aim_good", draw_view(frame_at(9.0), Aim(Advice.GOOD), 3), south="Anna")
    assert not activity.done


@pytest.mark.parametrize(("quarters", "edge"), [(0, "bottom"), (1, "left"), (2, "top"), (3, "right")])
def test_the_lower_edge_of_the_camera_is_shown_at_its_side(quarters: int, edge: str) -> None:
    luma = np.zeros((360, 640), np.uint8)
    luma[300:] = 255
    screen = AimingScreen("aim_good", draw_view(frame_at(0.0, luma), quarters=quarters))
    shown = np.asarray(draw(screen, GERMAN))[:PICTURE_HEIGHT, :PICTURE_WIDTH]
    rows, columns = shown.nonzero()
    middle = (rows.mean() / PICTURE_HEIGHT - 0.5, columns.mean() / PICTURE_WIDTH - 0.5)
    down, right = {"bottom": (1, 0), "left": (0, -1), "top": (-1, 0), "right": (0, 1)}[edge]
    assert middle[0] * down + middle[1] * right > 0.04
    assert abs(middle[0] * right) + abs(middle[1] * down) < 0.03


def test_a_missing_camera_is_said_and_play_goes_on_without_one() -> None:
    activity = aiming()
    activity.on_frames_lost(is_covered=False)
    assert (activity.screen, activity.light) == (missing_camera("", False, "without_camera", "back"), "pause")
    assert not activity.done
    activity.press(Press("play"))
    assert (activity.done, activity.outcome) == (True, "later")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("advice", [*(f"aim_{advice}" for advice in Advice), "aim_advice"])
def test_every_word_of_advice_fits_beside_the_picture(advice: str, language: str) -> None:
    words = words_for(language, "bavarian")  # type: ignore[arg-type]
    assert layout_faults(AimingScreen(advice, draw_view(frame_at(0.0))), words) == []
