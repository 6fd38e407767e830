"""The last trick of a deal: how long it stays on the display, and what leads on from it."""

import pytest

from device.screens.base import draw
from device.screens.deal import TrickScreen
from device.screens.score import ScoreScreen
from device.session.controller import SessionController
from device.session.loop import LAST_TRICK_S, SessionLoop
from device.settings.table_setup import Setup
from engine.rules.game import Phase
from tests.support.scripted_tracker import ScriptedTracker, Storage, frame
from tests.support.session_script import GAME, GERMAN, press

LAST_CARD = "E9 L7>0 L9>2 clear L8>2 LO>0 clear S8>0 S9>2 clear H7>2 H8>0 clear LK>0 LA>2"
"""A deal of two in which both play."""


def after_last_card(now: list[float]) -> tuple[SessionLoop, ScriptedTracker]:
    tracker = ScriptedTracker()
    kiebitz = SessionLoop(SessionController(Setup(GAME, (0, 2)), GERMAN), Storage(), tracker, clock=lambda: now[0])
    kiebitz.start(2)
    tracker.coming = LAST_CARD.split()
    kiebitz.step(frame())
    return kiebitz, tracker


def test_the_last_trick_stays_with_its_taker_for_five_seconds() -> None:
    now = [100.0]
    kiebitz, _ = after_last_card(now)
    assert kiebitz.controller.table.phase == Phase.SCORED
    assert isinstance(kiebitz.screen, TrickScreen)
    assert (kiebitz.screen.headline, kiebitz.screen.seat) == ("takes_trick", 2)
    now[0] += LAST_TRICK_S - 0.1
    kiebitz.refresh()
    assert isinstance(kiebitz.screen, TrickScreen)
    now[0] += 0.2
    kiebitz.refresh()
    assert isinstance(kiebitz.screen, ScoreScreen)
    assert kiebitz.picture.tobytes() == draw(kiebitz.screen, GERMAN).tobytes()


@pytest.mark.parametrize("end", ["clear", "PLAY", "DOWN", "clock", "no more frames"])
def test_the_score_comes_at_once_when_the_last_trick_is_done_with(end: str) -> None:
    now = [100.0]
    kiebitz, tracker = after_last_card(now)
    if end in ("PLAY", "DOWN"):
        kiebitz.press(press(end))
    elif end == "clock":
        now[0] -= 3600
        kiebitz.refresh()
    elif end == "clear":
        tracker.coming = [end]
        kiebitz.step(frame(2))
    else:
        kiebitz.finish()
    assert isinstance(kiebitz.screen, ScoreScreen)
