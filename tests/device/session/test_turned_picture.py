"""Seats while the camera's picture is turned by quarters."""

import pytest

from device.session.card_arrival import sides_of, with_seat
from device.session.controller import SessionController
from device.session.loop import SessionLoop
from device.settings.table_setup import Setup
from engine.events import CardLaid
from tests.support.scripted_tracker import ScriptedTracker, Storage, frame
from tests.support.session_script import GAME, GERMAN, observation, press
from vision.types import Sighting

ALL = (0, 1, 2, 3)


@pytest.mark.parametrize("quarters", ALL)
@pytest.mark.parametrize("seats", [ALL, (0, 2), (0, 1, 3)])
def test_what_happens_at_the_side_of_a_seat_is_of_that_seat(seats: tuple[int, ...], quarters: int) -> None:
    found = set()
    for side in sides_of(seats, quarters):
        sighting = with_seat(Sighting(1, 0.1, observation(f"E7>{side}")), quarters)
        found.add(sighting.observation.seat)  # type: ignore[union-attr]
    assert found == set(seats)


def test_the_lower_side_of_the_picture_is_that_of_the_seat_it_was_turned_to() -> None:
    for quarters in ALL:
        assert sides_of((quarters,), quarters) == (0,)


@pytest.mark.parametrize("word", ["lift:E7", "moves:5", "clear"])
def test_what_has_no_seat_stays_as_it_is(word: str) -> None:
    sighting = Sighting(1, 0.1, observation(word))
    assert with_seat(sighting, 1) == sighting


def test_two_players_may_sit_at_any_side_while_the_picture_is_turned() -> None:
    tracker = ScriptedTracker()
    kiebitz = SessionLoop(SessionController(Setup(GAME, (0, 2)), GERMAN), Storage(), tracker)
    kiebitz.start(2)
    assert tracker.seats == (0, 2)
    for word in ["DOWN", "DOWN", "DOWN", "DOWN", "PLAY", "UP", "UP", "PLAY"]:
        kiebitz.press(press(word))
    assert tracker.seats == ALL
    tracker.coming = ["E7>1"]
    kiebitz.step(frame())
    kiebitz.press(press("PLAY"))
    assert kiebitz.controller.view.camera.quarter_turns == 3
    assert tracker.seats == (1, 3)


def test_the_loop_tells_the_tracker_sides_and_hears_of_sides() -> None:
    tracker = ScriptedTracker()
    controller = SessionController(Setup(GAME, (0, 2)), GERMAN)
    controller.view.camera.quarter_turns = 1
    kiebitz = SessionLoop(controller, Storage(), tracker)
    kiebitz.start(2)
    assert tracker.seats == (1, 3)
    tracker.coming = ["E9", "L7>3"]
    kiebitz.step(frame())
    assert [fact.seat for _, fact in controller.view.facts if isinstance(fact, CardLaid)] == [0]
