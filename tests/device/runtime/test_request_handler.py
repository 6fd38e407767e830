"""Requests of menus are carried out by the appliance."""

import io
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from common.files.paths import choices_file
from device.menus.deal.before_play import CutMenu, DeclareMenu
from device.menus.deal.manual_entry import ManualEntryMenu
from device.menus.table.table_menu import HealthMenu, PauseMenu
from device.runtime import game_tracking
from device.runtime.appliance import Appliance
from device.screens.lists import ListScreen
from device.settings.preferences import read_choices
from device.settings.requests import Choose, TurnDisplay
from device.settings.settings import Config
from device.storage.pack_paths import pack_file
from engine.rules.game import Phase
from tests.support.appliance import PARTLESS, driven, watched_by
from tests.support.scripted_tracker import ScriptedTracker
from tests.support.session_script import observation
from vision.types import CardLanded, Frame, Sighting

TABLE = ("down", "down")


@pytest.fixture(autouse=True)
def _alone(own_folders: None, pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of its own with a pack that nobody opens, pins that are none, and a camera that shows a bare table."""
    monkeypatch.setattr("device.camera.sources.open_camera", lambda *_, **__: Noise())
    pack_file("any").parent.mkdir(parents=True)
    pack_file("any").touch()


class Noise:
    """A table on which nothing happens, as a sensor sees it."""

    def frames(self) -> Iterator[Frame]:
        chance = np.random.default_rng(1)
        for number in count():
            image = chance.integers(90, 110, (90, 160, 3), np.uint8)
            yield Frame(number, number / 10, image, image[..., 0])
            time.sleep(0.01)

    def close(self) -> None:
        """Nothing is open."""


@dataclass
class Beginning(ScriptedTracker):
    """Its first scene is one that lay there before."""

    lying: list[str] = field(default_factory=list)

    def process(self, frame: Frame) -> list[Sighting]:
        words, self.lying = self.lying, []
        lying = [
            replace(landed, was_present=True) for landed in map(observation, words) if isinstance(landed, CardLanded)
        ]
        return [*(Sighting(frame.number, frame.time, landed) for landed in lying), *super().process(frame)]


def test_pause_stops_tracking_and_its_end_restarts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = Beginning(), Beginning(lying=["HA"])
    trackers = iter([before, after])
    monkeypatch.setattr(game_tracking, "open_reader", lambda *_: None)
    monkeypatch.setattr(game_tracking, "new_tracker", lambda reader, seats: next(trackers))
    with Appliance(Config(pack=__file__), PARTLESS, io.StringIO()) as appliance:
        controller = appliance.session.controller
        appliance.session.start(3)

        def is_paused() -> bool:
            before.coming = ["L9"]
            return isinstance(controller.menu, PauseMenu) and not controller.view.camera.works

        def goes_on() -> bool:
            return controller.view.camera_in_use and not after.lying

        def lays() -> bool:
            after.coming = [] if isinstance(controller.menu, DeclareMenu) else ["E9"]
            return isinstance(controller.menu, DeclareMenu)

        driven(appliance, lambda: controller.view.camera_in_use, *TABLE, "play", is_paused, "play", goes_on, lays)
        assert str(controller.view.deal.upcard) == "E9", "what lay there after the pause is no upcard"


def test_tracker_watches_the_seats_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    tracker = ScriptedTracker()
    watched_by(tracker, monkeypatch)
    with Appliance(Config(pack=__file__), PARTLESS, io.StringIO()) as appliance:
        controller = appliance.session.controller
        appliance.session.start(3)
        to_players = (*TABLE, "down", "down", "play", "down", "down", "play")
        watched = lambda: tracker.seats == (0, 1, 2)  # noqa: E731
        driven(appliance, lambda: controller.view.camera_in_use, *to_players, "up", "play", "play", "play", watched)
        assert isinstance(controller.menu, CutMenu)
        assert controller.table.seats == (0, 1, 2)


def test_a_card_that_turns_the_picture_is_for_the_next_start_too(monkeypatch: pytest.MonkeyPatch) -> None:
    trackers: list[ScriptedTracker] = []

    def new_tracker(reader: object, sides: Sequence[int]) -> ScriptedTracker:
        trackers.append(ScriptedTracker(seats=sides))
        return trackers[-1]

    monkeypatch.setattr(game_tracking, "open_reader", lambda *_: None)
    monkeypatch.setattr(game_tracking, "new_tracker", new_tracker)
    with Appliance(Config(pack=__file__), PARTLESS, io.StringIO()) as appliance:
        controller = appliance.session.controller
        appliance.session.start(3)

        def lays() -> bool:
            trackers[0].coming = ["E7>1"]
            return controller.view.camera.quarter_turns == 3

        to_places = (*TABLE, "down", "down", "play", "up", "up", "play")
        driven(appliance, lambda: controller.view.camera_in_use, *to_places, lays)
        assert controller.table.phase == Phase.CUT, "the card was no upcard"
    assert read_choices(choices_file()).quarter_turns == 3
    with Appliance(Config(pack=__file__), PARTLESS, io.StringIO()) as again:
        assert again.session.controller.view.camera.quarter_turns == 3


def test_health_checks_run_in_their_own_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    watched_by(ScriptedTracker(), monkeypatch)  # a pack that cannot be read would change the rows of the menu meanwhile
    with Appliance(Config(pack=__file__), PARTLESS, io.StringIO()) as appliance:
        controller = appliance.session.controller
        appliance.session.start(3)
        is_checked = lambda: bool(controller.view.appliance.health)  # noqa: E731
        driven(appliance, lambda: True, *TABLE, "up", "up", "play", is_checked, patience=30)
        assert isinstance(controller.menu, HealthMenu)
        assert isinstance(controller.screen, ListScreen)
        assert len(controller.screen.rows) == len(controller.view.appliance.health) > 5


def test_a_table_that_scores_by_hand_still_does_after_a_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    watched_by(ScriptedTracker(), monkeypatch)  # a pack that cannot be read would take the camera away meanwhile
    with Appliance(Config(pack=__file__), PARTLESS, io.StringIO()) as appliance:
        appliance.session.start(3)
        driven(appliance, *TABLE, "down", "down", "down", "down", "play")
    with Appliance(Config(pack=__file__), PARTLESS, io.StringIO()) as appliance:
        driven(appliance, lambda: True)
        assert appliance.session.controller.view.camera.watched == "by_hand"
        assert isinstance(appliance.session.controller.menu, ManualEntryMenu)
        assert not appliance.session.controller.view.camera_in_use


def test_tones_and_a_turned_display_last_beyond_an_activity_and_the_next_start() -> None:
    for is_on in (False, True):
        with Appliance(Config(pack=__file__), PARTLESS, io.StringIO()) as appliance:
            for request in (Choose(tones=is_on), TurnDisplay()):
                appliance.carry_out(request)
            light, activities = appliance._pins.light, appliance.activities
            assert (light.tones, activities.tones, appliance._display.is_turned) == (is_on, is_on, not is_on)
        with Appliance(Config(pack=__file__), PARTLESS, io.StringIO()) as again:
            light, activities = again._pins.light, again.activities
            assert (light.tones, activities.tones, again._display.is_turned) == (is_on, is_on, not is_on)
