"""Activities that the appliance runs: they have display, buttons and frames until they are done."""

import io
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from common.texts.keys import FilledPhrase
from common.texts.words import TableWords
from device.diagnostics.check import Check
from device.hardware.board import read_board
from device.hardware.presses import Press
from device.menus.table.deck_enrolment import EnrolmentState, EnrolmentWayMenu
from device.runtime.activities.deck_enrolment import DeckEnrolment
from device.runtime.appliance import Appliance
from device.screens.base import draw
from device.screens.table import AimingScreen
from device.storage.pack_paths import pack_in_use, pack_path
from device.storage.packs import PartialEnrolment
from engine.cards import BAVARIAN_32, Pack
from tests.support.appliance import PARTLESS, SETTLED, LiveCamera, aimed, driven
from tests.support.board.fake_buses import FakeBus
from tests.support.board.fake_panel import ssd1306
from tests.support.session_script import card
from vision.inference import Backend
from vision.recognition.embedder import Recogniser

pytestmark = pytest.mark.usefixtures("own_folders")


def test_where_no_deck_is_known_one_can_be_shown(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, seen = ssd1306(), []
    aimed()

    def look() -> None:
        seen.append(panel.picture().tobytes())
        appliance.press(Press("up"))  # to "later"
        appliance.press(Press("play"))

    monkeypatch.setattr("device.camera.sources.open_camera", lambda *_, **__: LiveCamera(look))
    config = msgspec.structs.replace(SETTLED, pack="")
    with FakeBus({0x3C: panel}).install(), Appliance(config, read_board("default_kit"), io.StringIO()) as appliance:
        words = appliance.session.controller.view.words
        driven(appliance, lambda: len(seen) > 0, lambda: appliance.activity is None)
    assert seen[0] == draw(EnrolmentWayMenu().screen(EnrolmentState(words, ())), words).tobytes()
    assert pack_in_use() == ""


def test_presses_while_the_network_loads_do_not_answer_the_page_that_comes(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody presses again because nothing happens; PLAY on the next page would begin another deck."""
    aimed()

    class SlowRecogniser(Recogniser):
        def __init__(self, path: Path | None = None, backend: Backend = "auto") -> None:
            appliance.press(Press("play"))
            super().__init__(path, backend)

    monkeypatch.setattr("vision.recognition.embedder.Recogniser", SlowRecogniser)
    monkeypatch.setattr("device.camera.sources.open_camera", lambda *_, **__: LiveCamera(lambda: None))
    panel = ssd1306()
    config = msgspec.structs.replace(SETTLED, pack="")
    with FakeBus({0x3C: panel}).install(), Appliance(config, read_board("default_kit"), io.StringIO()) as appliance:
        words = appliance.session.controller.view.words
        driven(appliance, lambda: appliance.activity is not None and not appliance.queue_length)
        assert panel.picture().tobytes() == draw(EnrolmentWayMenu().screen(EnrolmentState(words, ())), words).tobytes()


class Quizzed(DeckEnrolment):
    """A deck that is whole already, but nobody has said yet that this will do."""

    enrolled: ClassVar[list[str]] = []

    def __init__(
        self, words: TableWords, games: Sequence[Pack], recogniser: Recogniser, name: str = "", *more: Any, **named: Any
    ) -> None:
        super().__init__(words, games, recogniser, name, *more, **named)
        self.pack, self.kind = "Stammtisch 2.0", "bavarian32"
        self.enrolled.append(name)


def test_the_pack_of_the_settings_is_taught_and_in_use_as_soon_as_it_is_whole(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not there yet, and what is only begun is none."""
    aimed()
    PartialEnrolment(pack_path("Stammtisch 2.0"), BAVARIAN_32).keep({card("EA"): [np.zeros((180, 120, 3), np.uint8)]})
    monkeypatch.setattr("device.runtime.activities.deck_enrolment.DeckEnrolment", Quizzed)
    monkeypatch.setattr("device.camera.sources.open_camera", lambda *_, **__: LiveCamera(lambda: time.sleep(0.05)))
    with Appliance(msgspec.structs.replace(SETTLED, pack="Stammtisch 2.0"), PARTLESS, io.StringIO()) as appliance:
        driven(appliance, lambda: pack_in_use() != "")
        assert isinstance(appliance.activity, Quizzed)
        assert (Quizzed.enrolled, pack_in_use()) == (["Stammtisch 2.0"], "Stammtisch 2.0")
        assert appliance._choices.now.deck == "bavarian32"


def page(appliance: Appliance) -> bytes:
    """Returns the picture of the activity in hand."""
    activity = appliance.activity
    assert activity is not None
    return draw(activity.screen, activity.words).tobytes()


def aimed_picture(appliance: Appliance) -> bytes:
    """Returns the view that is shown while the camera is pointed; nothing before its first frame."""
    screen = appliance.activity.screen if appliance.activity is not None else None
    return screen.picture if isinstance(screen, AimingScreen) else b""


def test_while_an_activity_lasts_a_tone_ends_and_a_lost_display_comes_back(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though nothing moves, and nobody presses."""
    monkeypatch.setattr("device.camera.sources.open_camera", lambda *_, **__: LiveCamera(lambda: time.sleep(0.05)))
    board, panel, another = read_board("default_kit"), ssd1306(), ssd1306()
    buzzer = pins.pin(board.light.buzzer)
    with FakeBus({0x3C: panel}).install() as bus, Appliance(SETTLED, board, io.StringIO()) as appliance:
        driven(
            appliance,
            lambda: any(each.state > 0 for each in buzzer.states),
            lambda: buzzer.state == 0,
            lambda: panel.picture().tobytes() == page(appliance),
            lambda: bus.devices.update({0x3C: another}) is None,
            lambda: another.on and another.picture().tobytes() == page(appliance),
        )


def test_the_answer_of_the_doctor_waits_until_an_activity_is_done(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.camera.sources.open_camera", lambda *_, **__: LiveCamera(lambda: time.sleep(0.05)))
    shown: list[bytes] = []
    fine = Check("disk", "check_disk", "ok", FilledPhrase("check_free", {"free": "12 GB"}), None)
    with Appliance(SETTLED, PARTLESS, io.StringIO()) as appliance:
        state = appliance.session.controller.view.appliance
        driven(
            appliance,
            lambda: aimed_picture(appliance) != b"",
            lambda: monkeypatch.setattr(appliance._display, "show", lambda each: shown.append(each.tobytes())) is None,
            lambda: appliance._queue.put(partial(setattr, state, "health", (fine,))) is None,
            lambda: len(shown) > 1 and state.health == (fine,),
        )
        assert set(shown) == {page(appliance)}
