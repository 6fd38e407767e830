"""Every state of the light is also shown in words on the display."""

from typing import get_args

import pytest

from common.texts.phrases import LANGUAGES, Language
from common.texts.words import words_for
from device.hardware.status_light import SIGNALS, Light, State
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.settings.table_setup import Setup
from tests.support.scripted_tracker import ScriptedTracker, Storage, frame
from tests.support.session_script import GAME

STORY = (
    ("ready", "E9 L7>0", False),
    ("hand", "", True),
    ("card", "L9>2", False),
    ("trick", "", False),
    ("question", "clear S8/S9>0", False),
)
"""The light, and what was seen, with or without a hand over the table."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_state_of_the_light_has_its_words(language: Language) -> None:
    light, tracker = Light(), ScriptedTracker()
    kiebitz = SessionLoop(
        SessionController(Setup(GAME, (0, 2)), words_for(language, "bavarian")), Storage(), tracker, light=light
    )
    kiebitz.start(2)
    pictures: dict[State, bytes] = {}
    for number, (state, seen, moving) in enumerate(STORY):
        tracker.coming, tracker.moving = seen.split(), moving
        kiebitz.step(frame(number))
        if state in ("ready", "question"):
            kiebitz.step(frame(number))
        assert light.state == state
        pictures[state] = kiebitz.picture.tobytes()
    kiebitz.track_with(None)
    assert light.state == "pause"
    pictures["pause"] = kiebitz.picture.tobytes()
    assert set(pictures) == set(get_args(State)) == set(SIGNALS)
    assert len(set(pictures.values())) == len(pictures) - 1, "the card that was read fills the trick"
    assert pictures["card"] == pictures["trick"]
