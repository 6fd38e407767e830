"""`kiebitz run` without the parts of a Raspberry Pi, and with stand-ins for them."""

import io
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from msgspec.structs import replace

from cli.main import main
from common.files.paths import journal_file
from device.camera.base import CameraError
from device.display.base import LiveDisplay
from device.hardware.board import CameraChoice, read_board
from device.hardware.presses import Button, Press
from device.menus.deal.before_play import CutMenu, DeclareMenu
from device.menus.deal.manual_entry import ManualEntryMenu
from device.menus.first_start import GameMenu, LanguageMenu, PrivacyMenu, RulesMenu
from device.runtime.appliance import Appliance
from device.runtime.event_queue import QueueItem
from device.runtime.first_start import missing_camera
from device.runtime.journal_opening import evening_of
from device.screens.base import Notice, draw
from device.screens.table import AimingScreen
from device.settings.requests import Aim
from device.settings.settings import Config
from device.storage.journal import Journal
from device.storage.recorded_events import read_journal
from engine.events import DealStarted, EveningStarted, GameStarted, PlayersSeated, UpcardTurned
from tests.support.appliance import PARTLESS, SETTLED, LiveCamera, aimed, driven, recorded_frames, watched_by
from tests.support.board.fake_buses import FakeBus
from tests.support.board.fake_panel import ssd1306
from tests.support.scripted_tracker import ScriptedTracker
from tests.support.session_script import GAME, card
from vision.recognition.reader import PackReader

pytestmark = pytest.mark.usefixtures("own_folders")

Steps: TypeAlias = tuple[Button | Callable[[], bool], ...]


def test_appliance_without_hardware_reports_the_missing_parts_and_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    log = io.StringIO()
    with Appliance(Config(), read_board("default_kit"), log) as appliance:
        missing = lambda: appliance.session.screen == missing_camera("usb", is_covered=False)  # noqa: E731
        asked = lambda: appliance.activity is not None and isinstance(appliance.activity.screen, Notice)  # noqa: E731
        without_camera = lambda: isinstance(appliance.session.controller.menu, GameMenu)  # noqa: E731
        reported = lambda: "pack" in log.getvalue()  # noqa: E731
        to_game: Steps = ("play", missing, "play", "play", asked, "play", without_camera)
        driven(appliance, *to_game, "play", "play", "play", reported, "play", "play")
        assert isinstance(appliance.session.controller.menu, ManualEntryMenu)
    lines = log.getvalue().splitlines()
    parts = ["display", "button", "light", "camera", "pack"]
    assert [next(word for word in parts if f" {word}" in line) for line in lines] == parts
    kinds = [type(event) for event in read_journal(journal_file())]
    assert kinds == [EveningStarted, GameStarted, DealStarted]


def test_a_camera_that_appears_before_the_first_game_leads_back_to_aiming(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in: list[LiveCamera] = []

    def open_camera(*_: object, **__: object) -> LiveCamera:
        if not plugged_in:
            raise CameraError("no camera")
        return plugged_in[0]

    monkeypatch.setattr("device.camera.sources.open_camera", open_camera)
    monkeypatch.setattr("device.runtime.frame_worker.RETRY_SECONDS", 0.02)
    with Appliance(Config(), PARTLESS, io.StringIO()) as appliance:
        view = appliance.session.controller.view

        def plug_in() -> bool:
            plugged_in.append(LiveCamera(lambda: time.sleep(0.01)))
            return True

        missing = lambda: appliance.session.has_notice  # noqa: E731
        asked = lambda: appliance.activity is not None and isinstance(appliance.activity.screen, Notice)  # noqa: E731
        at_rules = lambda: isinstance(appliance.session.controller.menu, RulesMenu)  # noqa: E731
        aims = lambda: appliance.activity is not None and isinstance(appliance.activity.screen, AimingScreen)  # noqa: E731
        driven(appliance, "play", missing, "play", "play", asked, "play", "play", at_rules, plug_in, aims)
        assert "game" not in view.appliance.onboarding.open, "what was chosen meanwhile stays"
        assert {"aim", "deck"} <= view.appliance.onboarding.open


@pytest.mark.parametrize(
    ("moment", "evening"),
    [
        pytest.param(datetime(2026, 11, 20, 19, 30), "2026-11-20", id="evening"),
        pytest.param(datetime(2026, 11, 21, 2, 10), "2026-11-20", id="after midnight"),
        pytest.param(datetime(2026, 11, 21, 10, 0), "2026-11-21", id="a morning pint"),
    ],
)
def test_an_evening_is_called_by_its_date(moment: datetime, evening: str) -> None:
    assert evening_of(moment) == evening


def test_player_names_are_asked_once_an_evening(pins: MockFactory) -> None:
    names = {"0": "Zenzi", "2": "Anna", "3": "nobody"}
    with Appliance(Config(seats=(0, 2), names=names), PARTLESS, io.StringIO()) as appliance:
        appliance.session.start(0)
        appliance.session.start(2)
    events = read_journal(journal_file())
    assert [type(event) for event in events[:2]] == [EveningStarted, PlayersSeated]
    assert events[1] == PlayersSeated(((0, "Zenzi"), (2, "Anna")))
    assert sum(isinstance(event, EveningStarted | PlayersSeated) for event in events) == 2


def test_the_first_screen_asks_for_the_language_pins_press_and_the_display_shows(pins: MockFactory) -> None:
    """The first is not the picture that bids welcome in a language which nobody has chosen yet."""
    panel = ssd1306()
    with FakeBus({0x3C: panel}).install(), Appliance(Config(), read_board("default_kit"), io.StringIO()) as appliance:
        controller = appliance.session.controller
        asked = draw(LanguageMenu().screen(controller.view), controller.view.words)
        assert panel.picture().tobytes() == asked.tobytes(), "before it runs"
        driven(appliance, lambda: pins.pin(6).drive_low() is None)
        assert isinstance(controller.menu, PrivacyMenu), "the press chose a language"
        assert panel.picture().tobytes() == appliance.session.picture.tobytes()
    assert not panel.on


def test_appliance_resumes_at_the_end_of_the_journal(pins: MockFactory) -> None:
    with Journal(journal_file()) as journal:
        for event in (GameStarted(GAME, (0, 2), 2), DealStarted(2), UpcardTurned(card("L9"))):
            journal.append(event, 0.0)
    with Appliance(Config(seats=(0, 2)), PARTLESS, io.StringIO()) as appliance:
        appliance.session.track_with(ScriptedTracker())
        assert isinstance(appliance.session.controller.menu, DeclareMenu)


def test_unreadable_journal_is_kept_and_reported(pins: MockFactory) -> None:
    journal_file().parent.mkdir()
    journal_file().write_text("half a journal")
    log = io.StringIO()
    with Appliance(Config(), PARTLESS, log) as appliance:
        driven(appliance)
        assert appliance.session.screen == Notice("new_journal", "new_journal_text")
        appliance.session.press(Press("play"))
        assert appliance.session.screen == appliance.session.controller.screen
    assert "a copy is kept as journal.sqlite.broken-1" in log.getvalue()
    assert read_journal(journal_file()) == []


def test_appliance_works_without_a_writable_journal(pins: MockFactory, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    with Appliance(Config(seats=(0, 2)), PARTLESS, io.StringIO()) as appliance:
        appliance.session.track_with(ScriptedTracker())
        appliance.session.start(0)
        assert isinstance(appliance.session.screen, Notice)
        appliance.session.press(Press("play"))
        assert isinstance(appliance.session.controller.menu, CutMenu)
        assert "expected a writable folder" in appliance.session.fault


def test_a_folder_of_frames_is_watched_to_its_end(
    pins: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched_by(ScriptedTracker(["E9"]), monkeypatch)
    board = replace(PARTLESS, camera=CameraChoice(source=str(recorded_frames(tmp_path))))
    with Appliance(Config(seats=(0, 2), pack=__file__), board, io.StringIO()) as appliance:
        appliance.session.start(2)
        appliance.run()
        assert [type(event) for event in read_journal(journal_file())][1:] == [GameStarted, DealStarted, UpcardTurned]


def test_attended_recording_waits_for_the_start_of_the_game_and_its_last_screen_stays(
    pins: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched_by(ScriptedTracker(["E9"]), monkeypatch)
    board = replace(PARTLESS, camera=CameraChoice(source=str(recorded_frames(tmp_path))))
    log = io.StringIO()
    with Appliance(SETTLED, board, terminal=LiveDisplay(log, draws=False)) as appliance:
        controller = appliance.session.controller
        began = time.monotonic()

        def has_waited() -> bool:
            assert controller.table.game is None
            assert "ended" not in log.getvalue()
            return time.monotonic() - began > 1.0

        ended = lambda: "the recording has ended" in log.getvalue()  # noqa: E731
        begun = lambda: bool(appliance.session.start(2))  # noqa: E731
        driven(appliance, has_waited, begun, ended, "down")
        assert not controller.view.camera_in_use
        assert [type(event) for event in read_journal(journal_file())][1:] == [GameStarted, DealStarted, UpcardTurned]


def test_failed_camera_is_opened_again(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was plugged in at the third attempt."""
    watched_by(ScriptedTracker(), monkeypatch)
    monkeypatch.setattr("device.runtime.frame_worker.RETRY_SECONDS", 0.0)
    attempts = iter([CameraError("no camera"), CameraError("no camera")])

    def opened(*_: object, **__: object) -> LiveCamera:
        for failure in attempts:
            raise failure
        return LiveCamera(lambda: time.sleep(0.01))

    monkeypatch.setattr("device.camera.sources.open_camera", opened)
    log = io.StringIO()
    aimed()
    with Appliance(SETTLED, PARTLESS, log) as appliance:
        controller = appliance.session.controller
        driven(appliance, lambda: "no camera" in log.getvalue(), lambda: controller.view.camera_in_use)
    assert log.getvalue().count("no camera") == 1, "it is told once"


def test_a_pack_that_cannot_be_used_is_told_once_however_often_it_is_tried(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def open_reader(pack: str, backend: str) -> PackReader:
        asked.append(f"{pack} by {backend}")
        raise ValueError(f"got a torn pack, try {len(asked)}")

    monkeypatch.setattr("device.storage.packs.open_reader", open_reader)
    monkeypatch.setattr("device.runtime.frame_worker.RETRY_SECONDS", 0.01)
    log = io.StringIO()
    aimed()
    with Appliance(SETTLED, PARTLESS, log) as appliance:
        assert "deck" in appliance.session.controller.view.appliance.fixed_steps
        driven(appliance, lambda: log.getvalue().count("got a torn pack") > 3)
        assert "deck" not in appliance.session.controller.view.appliance.fixed_steps, "the notice leads there"
        assert appliance.session._notices == [Notice("no_pack", "no_pack_text")]
    assert set(asked) == {f"{SETTLED.pack} by auto"}


def test_a_pack_that_cannot_be_opened_is_told_although_a_press_comes_at_that_moment(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop must not take it for a camera that gives no pictures."""
    was_pressed = threading.Event()

    def open_reader(pack: str, backend: str) -> PackReader:
        was_pressed.wait(5)
        raise ValueError("got a torn pack")

    monkeypatch.setattr("device.storage.packs.open_reader", open_reader)
    log = io.StringIO()
    aimed()
    with Appliance(SETTLED, PARTLESS, log) as appliance:
        take_next = appliance._queue.next

        def take_press_after_fault(timeout_s: float) -> QueueItem | None:
            item = take_next(timeout_s)
            if isinstance(item, Press):
                was_pressed.set()
                while not appliance.queue_length:  # until the worker has told the fault
                    time.sleep(0.001)
            return item

        monkeypatch.setattr(appliance._queue, "next", take_press_after_fault)
        driven(appliance, "up", lambda: appliance.session.screen == Notice("no_pack", "no_pack_text"))
    assert "gives no pictures" not in log.getvalue()


def test_an_activity_that_cannot_be_opened_is_put_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("got no network")

    monkeypatch.setattr("device.runtime.activities.camera_aiming.AimingCamera", fail)
    log = io.StringIO()
    with Appliance(SETTLED, PARTLESS, log) as appliance:
        view = appliance.session.controller.view
        assert "aim" in view.appliance.onboarding.open
        appliance.carry_out(Aim())
        assert "aim" not in view.appliance.onboarding.open
        assert appliance.activity is None
    assert "got no network" in log.getvalue()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        pytest.param("game = 3", "key game: expected str, got int (3)", id="wrong type"),
        pytest.param('game = "skat"', "got game 'skat', expected one of", id="unknown game"),
        pytest.param("[rules]\noverteke = true", "got rule 'overteke'", id="unknown rule"),
        pytest.param("[rules]\novertake = 3", "got overtake = 3, expected one of", id="wrong value of a rule"),
        pytest.param('board = "bread"', "default_kit", id="unknown board"),
        pytest.param("language", "got no TOML", id="no TOML"),
    ],
)
def test_unusable_settings_are_one_line_and_code_2(
    settings: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kiebitz.toml").write_text(settings, encoding="utf-8")
    assert main(["run", "--config", str(tmp_path / "kiebitz.toml")]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
