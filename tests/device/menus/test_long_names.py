"""Questions and rulings with names as long as those of a tournament: nothing runs off the display."""

import pytest

from common.texts.words import words_for
from engine.events import PlayersSeated
from tests.support.examples import one_in
from tests.support.screens.painted import layout_faults
from tests.support.session_script import go, in_play

NAMES = ("Jo", "Anna-Maria", "Bartholomäus", "Maximilian von Hohenstaufen-Wittelsbach", "W" * 40)


@pytest.mark.parametrize("language", one_in(3, ["de", "bar", "en"]))
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "script",
    [
        pytest.param("L7 L8/L9/LU", id="a doubtful card"),
        pytest.param("L7>0 L9>1 L9+L8>2", id="seen twice"),
        pytest.param("L7>0 S8>2", id="out of turn"),
        pytest.param("L7>0 !S8>2", id="a missed card"),
        pytest.param("L7>0 L8>1 LA clear", id="a short trick"),
        pytest.param("L7>0 S6>1", id="a foreign card"),
    ],
)
def test_a_question_never_runs_off_the_display(script: str, name: str, language: str) -> None:
    controller = in_play(words=words_for(language, "bavarian"))  # type: ignore[arg-type]
    controller.adopt([PlayersSeated(tuple((seat, name) for seat in range(4)))])
    go(controller, script)
    assert controller.question is not None
    for _ in range(4):
        assert layout_faults(controller.screen, controller.view.words) == []
        go(controller, "DOWN")
